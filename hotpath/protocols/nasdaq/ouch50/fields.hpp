#pragma once
/// The wire types and the common beginnings of OUCH 5.0 messages.
///
/// Integers are big-endian and unsigned; a price takes eight bytes and has four implied decimals
/// (1/10,000 dollar); a timestamp is nanoseconds since midnight in New York, in eight bytes.
/// Threads: constants. Allocation: none. Source: Nasdaq OUCH 5.0 specification, May 2023.

#include <cstddef>
#include <cstdint>

#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/message_list.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {

/// Eight bytes, and still four implied decimals.
using LongPrice4 = BigEndian<std::uint64_t>;

/// Free text of a client with an order; the venue echoes it.
using ClOrdIdText = Alpha<14>;

/// A request, client to venue: type.
template <class Derived, char Type, std::size_t Length>
struct Request : Message<Derived, Length> {
    using Message<Derived, Length>::kLength;
    static constexpr char kType = Type;

    HOTPATH_FIELD(Char, 0, type)

    Request() noexcept { store_type(Type); }
};

/// A reply, venue to client: type and time.
template <class Derived, char Type, std::size_t Length>
struct Reply : Message<Derived, Length> {
    using Message<Derived, Length>::kLength;
    static constexpr char kType = Type;

    HOTPATH_FIELD(Char, 0, type)
    HOTPATH_FIELD(Uint64, 1, timestamp)

    Reply() noexcept { store_type(Type); }
};

/// Messages that end in a length and that many bytes of options (see appendage.hpp).
template <class M>
concept HasAppendage = requires(const M& m) { m.load_appendage_length(); };

}  // namespace hotpath::protocols::nasdaq::ouch50
