#pragma once
/// The data types of IEX's specifications, by their names: all integers are little-endian.
///
/// Each has `Value`, `kLength`, load and store, as those of hotpath/protocols/message.hpp have. A Price
/// counts 1/10,000 dollar, a Timestamp nanoseconds since 1970 (UTC), an EventTime seconds since then.
/// Threads: any. Allocation: none. Complexity: a field is one load. Source: IEX DEEP Specification,
/// "Data Types"; IEX Transport Specification.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hotpath/protocols/cme/sbe/fields.hpp"
#include "hotpath/protocols/message.hpp"

namespace hotpath::protocols::iex {

template <class T>
using LittleEndian = protocols::cme::sbe::Number<T, std::endian::little>;

using Byte = LittleEndian<std::uint8_t>;
using Short = LittleEndian<std::uint16_t>;
using Integer = LittleEndian<std::uint32_t>;
using Long = LittleEndian<std::int64_t>;
using Price = Long;
using Timestamp = Long;
using EventTime = Integer;
using Char = protocols::Char;
template <std::size_t N>
using String = protocols::Alpha<N>;
using Ticker = protocols::Stock;  // a String of eight

}  // namespace hotpath::protocols::iex
