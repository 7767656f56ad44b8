#pragma once
/// The data types of IEX's specifications, by their names: all integers are little-endian.
///
/// Each has `Value`, `kLength`, load and store, as those of hotpath/wire/message.hpp have. A Price
/// counts 1/10,000 dollar, a Timestamp nanoseconds since 1970 (UTC), an EventTime seconds since then.
/// Threads: any. Allocation: none. Complexity: a field is one load. Source: IEX DEEP Specification,
/// "Data Types"; IEX Transport Specification.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hotpath/wire/message.hpp"
#include "hotpath/wire/sbe/fields.hpp"

namespace hotpath::protocols::iex {

template <class T>
using LittleEndian = wire::sbe::Number<T, std::endian::little>;

using Byte = LittleEndian<std::uint8_t>;
using Short = LittleEndian<std::uint16_t>;
using Integer = LittleEndian<std::uint32_t>;
using Long = LittleEndian<std::int64_t>;
using Price = Long;
using Timestamp = Long;
using EventTime = Integer;
using Char = wire::Char;
template <std::size_t N>
using String = wire::Alpha<N>;
using Ticker = wire::Stock;  // a String of eight

}  // namespace hotpath::protocols::iex
