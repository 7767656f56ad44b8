#pragma once
/// Every message of IEX DEEP 1.0: the specification's words, order and offsets.
///
/// Each is a zero-copy view and its own storage (see hotpath/protocols/message.hpp). The first byte is the
/// type, and the type fixes the least length: later versions may append fields. Values of one-byte
/// fields that our code uses have names in deep_codes.hpp. Threads, allocation: none. Source: IEX DEEP
/// Specification; every offset is tested against tests/golden/protocols/iex_deep.csv.

#include <cstddef>
#include <string_view>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/iex/fields.hpp"
#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/message_list.hpp"

namespace hotpath::protocols::iex {

/// The ten bytes that begin every message. The byte between them has another meaning in each.
template <class Derived, char Type, std::size_t Length>
struct DeepMessage : protocols::Message<Derived, Length> {
    using protocols::Message<Derived, Length>::kLength;
    static constexpr char kType = Type;

    HOTPATH_FIELD(Char, 0, message_type)
    HOTPATH_FIELD(Timestamp, 2, timestamp)

    DeepMessage() noexcept { store_message_type(Type); }
};

// clang-format off: each message is a table, as in the specification: type, offset, name, values.

// ---- Administrative messages ----

struct SystemEvent : DeepMessage<SystemEvent, 'S', 10> {
    static constexpr std::string_view kName = "System Event";
    HOTPATH_FIELD(Char,      1, system_event)               // O S R M E C: see system_event::
};

struct SecurityDirectory : DeepMessage<SecurityDirectory, 'D', 31> {
    static constexpr std::string_view kName = "Security Directory";
    HOTPATH_FIELD(Byte,      1, flags)                      // see directory_flag::
    HOTPATH_FIELD(Ticker,   10, symbol)
    HOTPATH_FIELD(Integer,  18, round_lot_size)
    HOTPATH_FIELD(Price,    22, adjusted_poc_price)         // previous official close, adjusted
    HOTPATH_FIELD(Byte,     30, luld_tier)                  // 0 none, 1, 2
};

struct TradingStatus : DeepMessage<TradingStatus, 'H', 22> {
    static constexpr std::string_view kName = "Trading Status";
    HOTPATH_FIELD(Char,      1, trading_status)             // H O P T: see trading_status::
    HOTPATH_FIELD(Ticker,   10, symbol)
    HOTPATH_FIELD(String<4>, 18, reason)
};

struct RetailLiquidityIndicator : DeepMessage<RetailLiquidityIndicator, 'I', 18> {
    static constexpr std::string_view kName = "Retail Liquidity Indicator";
    HOTPATH_FIELD(Char,      1, retail_liquidity_indicator)  // A buy, B sell, C both, space none
    HOTPATH_FIELD(Ticker,   10, symbol)
};

struct OperationalHaltStatus : DeepMessage<OperationalHaltStatus, 'O', 18> {
    static constexpr std::string_view kName = "Operational Halt Status";
    HOTPATH_FIELD(Char,      1, operational_halt_status)    // O halted on IEX, N not
    HOTPATH_FIELD(Ticker,   10, symbol)
};

struct ShortSalePriceTestStatus : DeepMessage<ShortSalePriceTestStatus, 'P', 19> {
    static constexpr std::string_view kName = "Short Sale Price Test Status";
    HOTPATH_FIELD(Byte,      1, short_sale_price_test_status)  // 0 not in effect, 1 in effect
    HOTPATH_FIELD(Ticker,   10, symbol)
    HOTPATH_FIELD(Char,     18, detail)                     // A C D, N not available, space none
};

struct SecurityEvent : DeepMessage<SecurityEvent, 'E', 18> {
    static constexpr std::string_view kName = "Security Event";
    HOTPATH_FIELD(Char,      1, security_event)             // O opening, C closing process complete
    HOTPATH_FIELD(Ticker,   10, symbol)
};

// ---- Trading messages ----

/// The whole quantity that one price of one side displays from now on; 0 removes the price.
template <Side BookSide>
struct PriceLevelUpdate : DeepMessage<PriceLevelUpdate<BookSide>, BookSide == Side::Buy ? '8' : '5', 30> {
    using DeepMessage<PriceLevelUpdate, BookSide == Side::Buy ? '8' : '5', 30>::kLength;
    static constexpr std::string_view kName =
        BookSide == Side::Buy ? "Price Level Update on the Buy Side" : "Price Level Update on the Sell Side";
    HOTPATH_FIELD(Byte,      1, event_flags)                // see event_flag::
    HOTPATH_FIELD(Ticker,   10, symbol)
    HOTPATH_FIELD(Integer,  18, size)
    HOTPATH_FIELD(Price,    22, price)
};

/// An execution on IEX, of displayed or hidden orders; it names no side.
template <class Derived, char Type>
struct TradeMessage : DeepMessage<Derived, Type, 38> {
    using DeepMessage<Derived, Type, 38>::kLength;
    HOTPATH_FIELD(Byte,      1, sale_condition_flags)       // see sale_condition::
    HOTPATH_FIELD(Ticker,   10, symbol)
    HOTPATH_FIELD(Integer,  18, size)
    HOTPATH_FIELD(Price,    22, price)
    HOTPATH_FIELD(Long,     30, trade_id)
};

struct TradeReport : TradeMessage<TradeReport, 'T'> {
    static constexpr std::string_view kName = "Trade Report";
};

struct OfficialPrice : DeepMessage<OfficialPrice, 'X', 26> {
    static constexpr std::string_view kName = "Official Price";
    HOTPATH_FIELD(Char,      1, price_type)                 // Q opening, M closing
    HOTPATH_FIELD(Ticker,   10, symbol)
    HOTPATH_FIELD(Price,    18, official_price)
};

/// The trade report with this trade id is void.
struct TradeBreak : TradeMessage<TradeBreak, 'B'> {
    static constexpr std::string_view kName = "Trade Break";
};

// ---- Auctions ----

struct AuctionInformation : DeepMessage<AuctionInformation, 'A', 80> {
    static constexpr std::string_view kName = "Auction Information";
    HOTPATH_FIELD(Char,      1, auction_type)               // O C I H V
    HOTPATH_FIELD(Ticker,   10, symbol)
    HOTPATH_FIELD(Integer,  18, paired_shares)
    HOTPATH_FIELD(Price,    22, reference_price)
    HOTPATH_FIELD(Price,    30, indicative_clearing_price)
    HOTPATH_FIELD(Integer,  38, imbalance_shares)
    HOTPATH_FIELD(Char,     42, imbalance_side)             // B S N
    HOTPATH_FIELD(Byte,     43, extension_number)
    HOTPATH_FIELD(EventTime, 44, scheduled_auction_time)
    HOTPATH_FIELD(Price,    48, auction_book_clearing_price)
    HOTPATH_FIELD(Price,    56, collar_reference_price)
    HOTPATH_FIELD(Price,    64, lower_auction_collar)
    HOTPATH_FIELD(Price,    72, upper_auction_collar)
};

// clang-format on

using DeepMessages =
    protocols::MessageList<SystemEvent, SecurityDirectory, TradingStatus, RetailLiquidityIndicator,
                           OperationalHaltStatus, ShortSalePriceTestStatus, SecurityEvent,
                           PriceLevelUpdate<Side::Buy>, PriceLevelUpdate<Side::Sell>, TradeReport,
                           OfficialPrice, TradeBreak, AuctionInformation>;

inline constexpr std::size_t kDeepMessageLengthMax = AuctionInformation::kLength;

}  // namespace hotpath::protocols::iex
