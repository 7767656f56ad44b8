#pragma once
/// Every message of NASDAQ TotalView-ITCH 5.0: the specification's words, order and offsets.
///
/// Each is a zero-copy view and its own storage (see hotpath/protocols/message.hpp). Integers are
/// big-endian and unsigned; Price4 has four implied decimals (1/10,000 dollar), Price8 eight; the
/// timestamp is nanoseconds since midnight in New York. The first byte is the type, and the type
/// fixes the length. Values of one-character fields that our code uses have names in codes.hpp.
/// Threads, allocation: none. Source: Nasdaq TotalView-ITCH 5.0 specification; every offset is
/// tested against tests/golden/protocols/itch50.csv.

#include <string_view>

#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/message_list.hpp"

namespace hotpath::protocols::nasdaq::itch50 {

/// The eleven bytes that begin every message.
template <class Derived, char Type, std::size_t Length>
struct ItchMessage : Message<Derived, Length> {
    using Message<Derived, Length>::kLength;
    static constexpr char kType = Type;

    HOTPATH_FIELD(Char, 0, message_type)
    HOTPATH_FIELD(Uint16, 1, stock_locate)  // the instrument's number for the day; 0: none
    HOTPATH_FIELD(Uint16, 3, tracking_number)
    HOTPATH_FIELD(Uint48, 5, timestamp)

    ItchMessage() noexcept { store_message_type(Type); }
};

// clang-format off: each message is a table, as in the specification: type, offset, name, values.

// ---- System, instruments and their state ----

struct SystemEvent : ItchMessage<SystemEvent, 'S', 12> {
    static constexpr std::string_view kName = "System Event";
    HOTPATH_FIELD(Char,     11, event_code)                  // O S Q M E C: see event_code::
};

struct StockDirectory : ItchMessage<StockDirectory, 'R', 39> {
    static constexpr std::string_view kName = "Stock Directory";
    HOTPATH_FIELD(Stock,    11, stock)
    HOTPATH_FIELD(Char,     19, market_category)             // Q G S Nasdaq tiers, N NYSE, P Arca,
                                                             // A American, Z BZX, V IEX, space n/a
    HOTPATH_FIELD(Char,     20, financial_status_indicator)  // N normal, D E Q S G H J K C, n/a
    HOTPATH_FIELD(Uint32,   21, round_lot_size)
    HOTPATH_FIELD(Char,     25, round_lots_only)             // Y N
    HOTPATH_FIELD(Char,     26, issue_classification)
    HOTPATH_FIELD(Alpha<2>, 27, issue_sub_type)
    HOTPATH_FIELD(Char,     29, authenticity)                // P live, T test
    HOTPATH_FIELD(Char,     30, short_sale_threshold_indicator)  // Y N, space n/a
    HOTPATH_FIELD(Char,     31, ipo_flag)                    // Y N, space n/a
    HOTPATH_FIELD(Char,     32, luld_reference_price_tier)   // 1 2, space n/a
    HOTPATH_FIELD(Char,     33, etp_flag)                    // Y N, space n/a
    HOTPATH_FIELD(Uint32,   34, etp_leverage_factor)
    HOTPATH_FIELD(Char,     38, inverse_indicator)           // Y N
};

struct StockTradingAction : ItchMessage<StockTradingAction, 'H', 25> {
    static constexpr std::string_view kName = "Stock Trading Action";
    HOTPATH_FIELD(Stock,    11, stock)
    HOTPATH_FIELD(Char,     19, trading_state)               // H P Q T: see trading_state::
    HOTPATH_FIELD(Char,     20, reserved)
    HOTPATH_FIELD(Alpha<4>, 21, reason)
};

struct RegShoRestriction : ItchMessage<RegShoRestriction, 'Y', 20> {
    static constexpr std::string_view kName = "Reg SHO Restriction";
    HOTPATH_FIELD(Stock,    11, stock)
    HOTPATH_FIELD(Char,     19, reg_sho_action)              // 0 none, 1 from today, 2 remains
};

struct MarketParticipantPosition : ItchMessage<MarketParticipantPosition, 'L', 26> {
    static constexpr std::string_view kName = "Market Participant Position";
    HOTPATH_FIELD(Alpha<4>, 11, mpid)
    HOTPATH_FIELD(Stock,    15, stock)
    HOTPATH_FIELD(Char,     23, primary_market_maker)        // Y N
    HOTPATH_FIELD(Char,     24, market_maker_mode)           // N P S R L
    HOTPATH_FIELD(Char,     25, market_participant_state)    // A E W S D
};

struct MwcbDeclineLevel : ItchMessage<MwcbDeclineLevel, 'V', 35> {
    static constexpr std::string_view kName = "MWCB Decline Level";
    HOTPATH_FIELD(Price8,   11, level_1)                     // eight implied decimals
    HOTPATH_FIELD(Price8,   19, level_2)
    HOTPATH_FIELD(Price8,   27, level_3)
};

struct MwcbStatus : ItchMessage<MwcbStatus, 'W', 12> {
    static constexpr std::string_view kName = "MWCB Status";
    HOTPATH_FIELD(Char,     11, breached_level)              // 1 2 3
};

struct QuotingPeriodUpdate : ItchMessage<QuotingPeriodUpdate, 'K', 28> {
    static constexpr std::string_view kName = "Quoting Period Update";
    HOTPATH_FIELD(Stock,    11, stock)
    HOTPATH_FIELD(Uint32,   19, ipo_quotation_release_time)  // seconds since midnight
    HOTPATH_FIELD(Char,     23, ipo_quotation_release_qualifier)  // A anticipated, C cancelled
    HOTPATH_FIELD(Price4,   24, ipo_price)
};

struct LuldAuctionCollar : ItchMessage<LuldAuctionCollar, 'J', 35> {
    static constexpr std::string_view kName = "LULD Auction Collar";
    HOTPATH_FIELD(Stock,    11, stock)
    HOTPATH_FIELD(Price4,   19, auction_collar_reference_price)
    HOTPATH_FIELD(Price4,   23, upper_auction_collar_price)
    HOTPATH_FIELD(Price4,   27, lower_auction_collar_price)
    HOTPATH_FIELD(Uint32,   31, auction_collar_extension)    // how many extensions so far
};

struct OperationalHalt : ItchMessage<OperationalHalt, 'h', 21> {
    static constexpr std::string_view kName = "Operational Halt";
    HOTPATH_FIELD(Stock,    11, stock)
    HOTPATH_FIELD(Char,     19, market_code)                 // Q Nasdaq, B BX, X PSX
    HOTPATH_FIELD(Char,     20, operational_halt_action)     // H halted, T resumed
};

// ---- Orders: added, then modified by their reference number ----

struct AddOrder : ItchMessage<AddOrder, 'A', 36> {
    static constexpr std::string_view kName = "Add Order";
    HOTPATH_FIELD(Uint64,   11, order_reference_number)      // unique within the day
    HOTPATH_FIELD(Char,     19, buy_sell_indicator)          // B S
    HOTPATH_FIELD(Uint32,   20, shares)
    HOTPATH_FIELD(Stock,    24, stock)
    HOTPATH_FIELD(Price4,   32, price)
};

struct AddOrderMpid : ItchMessage<AddOrderMpid, 'F', 40> {
    static constexpr std::string_view kName = "Add Order with MPID";
    HOTPATH_FIELD(Uint64,   11, order_reference_number)      // unique within the day
    HOTPATH_FIELD(Char,     19, buy_sell_indicator)          // B S
    HOTPATH_FIELD(Uint32,   20, shares)
    HOTPATH_FIELD(Stock,    24, stock)
    HOTPATH_FIELD(Price4,   32, price)
    HOTPATH_FIELD(Alpha<4>, 36, attribution)                 // the market participant's id
};

struct OrderExecuted : ItchMessage<OrderExecuted, 'E', 31> {
    static constexpr std::string_view kName = "Order Executed";
    HOTPATH_FIELD(Uint64,   11, order_reference_number)
    HOTPATH_FIELD(Uint32,   19, executed_shares)             // of this execution, at its price
    HOTPATH_FIELD(Uint64,   23, match_number)                // unique within the day
};

struct OrderExecutedWithPrice : ItchMessage<OrderExecutedWithPrice, 'C', 36> {
    static constexpr std::string_view kName = "Order Executed with Price";
    HOTPATH_FIELD(Uint64,   11, order_reference_number)
    HOTPATH_FIELD(Uint32,   19, executed_shares)             // of this execution
    HOTPATH_FIELD(Uint64,   23, match_number)                // unique within the day
    HOTPATH_FIELD(Char,     31, printable)                   // Y; N: counts in no volume
    HOTPATH_FIELD(Price4,   32, execution_price)
};

struct OrderCancel : ItchMessage<OrderCancel, 'X', 23> {
    static constexpr std::string_view kName = "Order Cancel";
    HOTPATH_FIELD(Uint64,   11, order_reference_number)
    HOTPATH_FIELD(Uint32,   19, cancelled_shares)            // taken off; the rest keeps its place
};

struct OrderDelete : ItchMessage<OrderDelete, 'D', 19> {
    static constexpr std::string_view kName = "Order Delete";
    HOTPATH_FIELD(Uint64,   11, order_reference_number)
};

struct OrderReplace : ItchMessage<OrderReplace, 'U', 35> {
    static constexpr std::string_view kName = "Order Replace";
    HOTPATH_FIELD(Uint64,   11, original_order_reference_number)
    HOTPATH_FIELD(Uint64,   19, new_order_reference_number)  // side, stock and MPID carry over
    HOTPATH_FIELD(Uint32,   27, shares)                      // all that is displayed from now on
    HOTPATH_FIELD(Price4,   31, price)
};

// ---- Trades that no displayed order shows, crosses, corrections ----

struct Trade : ItchMessage<Trade, 'P', 44> {
    static constexpr std::string_view kName = "Trade";
    HOTPATH_FIELD(Uint64,   11, order_reference_number)      // 0 since 2010-12-06
    HOTPATH_FIELD(Char,     19, buy_sell_indicator)          // B always, since 2014-07-14
    HOTPATH_FIELD(Uint32,   20, shares)
    HOTPATH_FIELD(Stock,    24, stock)
    HOTPATH_FIELD(Price4,   32, price)
    HOTPATH_FIELD(Uint64,   36, match_number)                // unique within the day
};

struct CrossTrade : ItchMessage<CrossTrade, 'Q', 40> {
    static constexpr std::string_view kName = "Cross Trade";
    HOTPATH_FIELD(Uint64,   11, shares)                      // eight bytes, here alone
    HOTPATH_FIELD(Stock,    19, stock)
    HOTPATH_FIELD(Price4,   27, cross_price)
    HOTPATH_FIELD(Uint64,   31, match_number)                // unique within the day
    HOTPATH_FIELD(Char,     39, cross_type)                  // O C H: see cross_type::
};

struct BrokenTrade : ItchMessage<BrokenTrade, 'B', 19> {
    static constexpr std::string_view kName = "Broken Trade";
    HOTPATH_FIELD(Uint64,   11, match_number)                // of the execution that is void
};

struct Noii : ItchMessage<Noii, 'I', 50> {
    static constexpr std::string_view kName = "Net Order Imbalance Indicator";
    HOTPATH_FIELD(Uint64,   11, paired_shares)
    HOTPATH_FIELD(Uint64,   19, imbalance_shares)
    HOTPATH_FIELD(Char,     27, imbalance_direction)         // B S, N none, O too few, P paused
    HOTPATH_FIELD(Stock,    28, stock)
    HOTPATH_FIELD(Price4,   36, far_price)
    HOTPATH_FIELD(Price4,   40, near_price)
    HOTPATH_FIELD(Price4,   44, current_reference_price)
    HOTPATH_FIELD(Char,     48, cross_type)                  // O C H A: see cross_type::
    HOTPATH_FIELD(Char,     49, price_variation_indicator)   // L 1-9 A B C, space n/a
};

struct RetailPriceImprovement : ItchMessage<RetailPriceImprovement, 'N', 20> {
    static constexpr std::string_view kName = "Retail Price Improvement Indicator";
    HOTPATH_FIELD(Stock,    11, stock)
    HOTPATH_FIELD(Char,     19, interest_flag)               // B S, A both, N none
};

struct DirectListingPriceDiscovery : ItchMessage<DirectListingPriceDiscovery, 'O', 48> {
    static constexpr std::string_view kName = "Direct Listing Price Discovery";
    HOTPATH_FIELD(Stock,    11, stock)
    HOTPATH_FIELD(Char,     19, open_eligibility_status)     // Y N
    HOTPATH_FIELD(Price4,   20, minimum_allowable_price)
    HOTPATH_FIELD(Price4,   24, maximum_allowable_price)
    HOTPATH_FIELD(Price4,   28, near_execution_price)
    HOTPATH_FIELD(Uint64,   32, near_execution_time)         // nanoseconds since midnight
    HOTPATH_FIELD(Price4,   40, lower_price_range_collar)
    HOTPATH_FIELD(Price4,   44, upper_price_range_collar)
};

// clang-format on

using Messages =
    MessageList<SystemEvent, StockDirectory, StockTradingAction, RegShoRestriction,
                MarketParticipantPosition, MwcbDeclineLevel, MwcbStatus, QuotingPeriodUpdate,
                LuldAuctionCollar, OperationalHalt, AddOrder, AddOrderMpid, OrderExecuted,
                OrderExecutedWithPrice, OrderCancel, OrderDelete, OrderReplace, Trade, CrossTrade,
                BrokenTrade, Noii, RetailPriceImprovement, DirectListingPriceDiscovery>;

inline constexpr std::size_t kMessageLengthMax = Noii::kLength;

/// Bytes of a message of this type, from its first byte; 0 for a type ITCH 5.0 does not have.
[[nodiscard]] constexpr std::size_t message_length(char type) noexcept {
    return Messages::length(type);
}

/// The specification's name of this type; empty for a type ITCH 5.0 does not have.
[[nodiscard]] constexpr std::string_view message_name(char type) noexcept {
    return Messages::name(type);
}

}  // namespace hotpath::protocols::nasdaq::itch50
