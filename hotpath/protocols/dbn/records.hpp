#pragma once
/// The market data records of DBN versions 1 to 3, which are the same in all three, and the records
/// of the gateway, which version 2 made longer.
///
/// Each is a zero-copy view and its own storage (see hotpath/protocols/message.hpp). Prices are signed
/// counts of 1/1,000,000,000; codes.hpp names undefined values, actions, sides and flags. Times are
/// nanoseconds since 1970. Threads, allocation: none. Source: the crate dbn 0.73.0; every offset is
/// tested against tests/golden/protocols/dbn.csv and against the package databento-dbn.

#include <cstddef>
#include <cstdint>

#include "hotpath/protocols/dbn/fields.hpp"

namespace hotpath::protocols::dbn {

// clang-format off: each record is a table: type, offset, name.

/// An order entered, changed, executed or removed.
struct MboMsg : Record<MboMsg, 0xA0, 56> {
    HOTPATH_FIELD(Uint64,       16, order_id)             // unique in its instrument
    HOTPATH_FIELD(Int64,        24, price)                // 1/1,000,000,000
    HOTPATH_FIELD(Uint32,       32, size)
    HOTPATH_FIELD(Uint8,        36, flags)                // see flag::
    HOTPATH_FIELD(Uint8,        37, channel_id)
    HOTPATH_FIELD(Char,         38, action)               // A C M R T F N: see action::
    HOTPATH_FIELD(Char,         39, side)                 // A ask, B bid, N none; of a T the aggressor's
    HOTPATH_FIELD(Uint64,       40, ts_recv)              // when the capture server received it
    HOTPATH_FIELD(Int32,        48, ts_in_delta)          // sent by the venue so many ns before ts_recv
    HOTPATH_FIELD(Uint32,       52, sequence)             // the venue's
};

/// One level of both sides of a book.
struct BidAskPair : Message<BidAskPair, 32> {
    HOTPATH_FIELD(Int64,        0, bid_px)               // kUndefinedPrice: no such level
    HOTPATH_FIELD(Int64,        8, ask_px)
    HOTPATH_FIELD(Uint32,      16, bid_sz)
    HOTPATH_FIELD(Uint32,      20, ask_sz)
    HOTPATH_FIELD(Uint32,      24, bid_ct)               // orders
    HOTPATH_FIELD(Uint32,      28, ask_ct)
};

inline constexpr std::size_t kMbpHeadLength = 48;

/// A change of a book by price, and its best levels after it. The rtype is the number of levels.
template <class Derived, std::uint8_t Levels>
struct MbpRecord : Record<Derived, Levels, kMbpHeadLength + Levels * BidAskPair::kLength> {
    using Record<Derived, Levels, kMbpHeadLength + Levels * BidAskPair::kLength>::kLength;
    static constexpr std::size_t kLevels = Levels;

    HOTPATH_FIELD(Int64,       16, price)
    HOTPATH_FIELD(Uint32,      24, size)
    HOTPATH_FIELD(Char,        28, action)               // A C M R T N
    HOTPATH_FIELD(Char,        29, side)
    HOTPATH_FIELD(Uint8,       30, flags)
    HOTPATH_FIELD(Uint8,       31, depth)                // the level of the change, from 0
    HOTPATH_FIELD(Uint64,      32, ts_recv)
    HOTPATH_FIELD(Int32,       40, ts_in_delta)
    HOTPATH_FIELD(Uint32,      44, sequence)

    /// `index` is below kLevels; 0 is the best.
    [[nodiscard]] const BidAskPair& level(std::size_t index) const noexcept {
        return BidAskPair::at(this->bytes_.data() + kMbpHeadLength + index * BidAskPair::kLength);
    }
    [[nodiscard]] BidAskPair& level(std::size_t index) noexcept {
        return BidAskPair::at(this->bytes_.data() + kMbpHeadLength + index * BidAskPair::kLength);
    }
};

struct TradeMsg : MbpRecord<TradeMsg, 0> {};   // schema trades
struct Mbp1Msg : MbpRecord<Mbp1Msg, 1> {};     // schemas mbp-1 and tbbo
struct Mbp10Msg : MbpRecord<Mbp10Msg, 10> {};  // schema mbp-10

/// The trading state of an instrument.
struct StatusMsg : Record<StatusMsg, 0x12, 40> {
    HOTPATH_FIELD(Uint64,       16, ts_recv)
    HOTPATH_FIELD(Uint16,       24, action)               // see status_action::
    HOTPATH_FIELD(Uint16,       26, reason)
    HOTPATH_FIELD(Uint16,       28, trading_event)
    HOTPATH_FIELD(Char,         30, is_trading)
    HOTPATH_FIELD(Char,         31, is_quoting)
    HOTPATH_FIELD(Char,         32, is_short_sell_restricted)
    HOTPATH_FIELD(Text<7>,      33, reserved)
};

// ---- From the gateway of live data: longer texts since version 2 ----

struct ErrorMsgV1 : Record<ErrorMsgV1, 0x15, 80> {
    HOTPATH_FIELD(Text<64>,     16, err)
};

struct ErrorMsgV2 : Record<ErrorMsgV2, 0x15, 320> {
    HOTPATH_FIELD(Text<302>,    16, err)
    HOTPATH_FIELD(Uint8,       318, code)
    HOTPATH_FIELD(Uint8,       319, is_last)
};

struct SymbolMappingMsgV1 : Record<SymbolMappingMsgV1, 0x16, 80> {
    HOTPATH_FIELD(Text<22>,     16, stype_in_symbol)
    HOTPATH_FIELD(Text<22>,     38, stype_out_symbol)
    HOTPATH_FIELD(Text<4>,      60, dummy)
    HOTPATH_FIELD(Uint64,       64, start_ts)
    HOTPATH_FIELD(Uint64,       72, end_ts)
};

struct SymbolMappingMsgV2 : Record<SymbolMappingMsgV2, 0x16, 176> {
    HOTPATH_FIELD(Uint8,        16, stype_in)
    HOTPATH_FIELD(Text<71>,     17, stype_in_symbol)
    HOTPATH_FIELD(Uint8,        88, stype_out)
    HOTPATH_FIELD(Text<71>,     89, stype_out_symbol)
    HOTPATH_FIELD(Uint64,      160, start_ts)
    HOTPATH_FIELD(Uint64,      168, end_ts)
};

struct SystemMsgV1 : Record<SystemMsgV1, 0x17, 80> {
    HOTPATH_FIELD(Text<64>,     16, msg)
};

struct SystemMsgV2 : Record<SystemMsgV2, 0x17, 320> {
    HOTPATH_FIELD(Text<303>,    16, msg)
    HOTPATH_FIELD(Uint8,       319, code)
};

// clang-format on

}  // namespace hotpath::protocols::dbn
