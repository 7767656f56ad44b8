#pragma once
/// Every message of NASDAQ TotalView-ITCH 5.0, in the words, the order and the offsets of the specification.
///
/// Each is a zero-copy view and its own storage (see hotpath/wire/message.hpp). Integers are big-endian and unsigned;
/// Price4 has four implied decimals (1/10,000 dollar), Price8 eight; timestamp is nanoseconds since midnight, New York.
/// A message's first byte is its type; its length is fixed by the type. Threads, allocation: none.
/// Source: Nasdaq TotalView-ITCH 5.0 specification; offsets are tested against its field table.

#include "hotpath/wire/message.hpp"

namespace hotpath::wire::itch50 {

/// The eleven bytes that begin every message.
template <class Derived, char Type, std::size_t Length>
struct ItchMessage : Message<Derived, Length> {
    using Message<Derived, Length>::kLength;
    static constexpr char kType = Type;

    HOTPATH_FIELD(Char, 0, message_type)
    HOTPATH_FIELD(Uint16, 1, stock_locate)  // day-unique instrument index; 0 when not of one instrument
    HOTPATH_FIELD(Uint16, 3, tracking_number)
    HOTPATH_FIELD(Uint48, 5, timestamp)

    ItchMessage() noexcept { store_message_type(Type); }
};

/// System Event Message
struct SystemEvent : ItchMessage<SystemEvent, 'S', 12> {
    HOTPATH_FIELD(Char, 11, event_code)  // O start of messages, S start of system hours, Q start of market hours, M end of market hours, E end of system hours, C end of messages
};

/// Stock Directory
struct StockDirectory : ItchMessage<StockDirectory, 'R', 39> {
    HOTPATH_FIELD(Stock, 11, stock)
    HOTPATH_FIELD(Char, 19, market_category)  // Q G S Nasdaq tiers; N NYSE; A NYSE American; P Arca; Z Cboe BZX; V IEX; space n/a
    HOTPATH_FIELD(Char, 20, financial_status_indicator)  // N normal, D E Q S G H J K C, space n/a
    HOTPATH_FIELD(Uint32, 21, round_lot_size)
    HOTPATH_FIELD(Char, 25, round_lots_only)  // Y/N
    HOTPATH_FIELD(Char, 26, issue_classification)
    HOTPATH_FIELD(Alpha<2>, 27, issue_sub_type)
    HOTPATH_FIELD(Char, 29, authenticity)  // P live, T test
    HOTPATH_FIELD(Char, 30, short_sale_threshold_indicator)  // Y/N/space
    HOTPATH_FIELD(Char, 31, ipo_flag)  // Y/N/space
    HOTPATH_FIELD(Char, 32, luld_reference_price_tier)  // 1/2/space
    HOTPATH_FIELD(Char, 33, etp_flag)  // Y/N/space
    HOTPATH_FIELD(Uint32, 34, etp_leverage_factor)
    HOTPATH_FIELD(Char, 38, inverse_indicator)  // Y/N
};

/// Stock Trading Action
struct StockTradingAction : ItchMessage<StockTradingAction, 'H', 25> {
    HOTPATH_FIELD(Stock, 11, stock)
    HOTPATH_FIELD(Char, 19, trading_state)  // H halted, P paused, Q quotation only, T trading
    HOTPATH_FIELD(Char, 20, reserved)
    HOTPATH_FIELD(Alpha<4>, 21, reason)
};

/// Reg SHO Short Sale Price Test Restricted Indicator
struct RegShoRestriction : ItchMessage<RegShoRestriction, 'Y', 20> {
    HOTPATH_FIELD(Stock, 11, stock)
    HOTPATH_FIELD(Char, 19, reg_sho_action)  // 0 none, 1 in effect (intraday drop), 2 remains in effect
};

/// Market Participant Position
struct MarketParticipantPosition : ItchMessage<MarketParticipantPosition, 'L', 26> {
    HOTPATH_FIELD(Alpha<4>, 11, mpid)
    HOTPATH_FIELD(Stock, 15, stock)
    HOTPATH_FIELD(Char, 23, primary_market_maker)  // Y/N
    HOTPATH_FIELD(Char, 24, market_maker_mode)  // N P S R L
    HOTPATH_FIELD(Char, 25, market_participant_state)  // A E W S D
};

/// Market-Wide Circuit Breaker Decline Level Message
struct MwcbDeclineLevel : ItchMessage<MwcbDeclineLevel, 'V', 35> {
    HOTPATH_FIELD(Price8, 11, level_1)  // 8 implied decimals
    HOTPATH_FIELD(Price8, 19, level_2)
    HOTPATH_FIELD(Price8, 27, level_3)
};

/// Market-Wide Circuit Breaker Status Message
struct MwcbStatus : ItchMessage<MwcbStatus, 'W', 12> {
    HOTPATH_FIELD(Char, 11, breached_level)  // 1 2 3
};

/// Quoting Period Update
struct QuotingPeriodUpdate : ItchMessage<QuotingPeriodUpdate, 'K', 28> {
    HOTPATH_FIELD(Stock, 11, stock)
    HOTPATH_FIELD(Uint32, 19, ipo_quotation_release_time)  // seconds since midnight
    HOTPATH_FIELD(Char, 23, ipo_quotation_release_qualifier)  // A anticipated, C cancelled/postponed
    HOTPATH_FIELD(Price4, 24, ipo_price)
};

/// Limit Up - Limit Down (LULD) Auction Collar
struct LuldAuctionCollar : ItchMessage<LuldAuctionCollar, 'J', 35> {
    HOTPATH_FIELD(Stock, 11, stock)
    HOTPATH_FIELD(Price4, 19, auction_collar_reference_price)
    HOTPATH_FIELD(Price4, 23, upper_auction_collar_price)
    HOTPATH_FIELD(Price4, 27, lower_auction_collar_price)
    HOTPATH_FIELD(Uint32, 31, auction_collar_extension)  // number of extensions
};

/// Operational Halt
struct OperationalHalt : ItchMessage<OperationalHalt, 'h', 21> {
    HOTPATH_FIELD(Stock, 11, stock)
    HOTPATH_FIELD(Char, 19, market_code)  // Q Nasdaq, B BX, X PSX
    HOTPATH_FIELD(Char, 20, operational_halt_action)  // H halted, T resumed
};

/// Add Order - No MPID Attribution
struct AddOrder : ItchMessage<AddOrder, 'A', 36> {
    HOTPATH_FIELD(Uint64, 11, order_reference_number)  // day-unique
    HOTPATH_FIELD(Char, 19, buy_sell_indicator)  // B or S
    HOTPATH_FIELD(Uint32, 20, shares)
    HOTPATH_FIELD(Stock, 24, stock)
    HOTPATH_FIELD(Price4, 32, price)
};

/// Add Order with MPID Attribution
struct AddOrderMpid : ItchMessage<AddOrderMpid, 'F', 40> {
    HOTPATH_FIELD(Uint64, 11, order_reference_number)  // day-unique
    HOTPATH_FIELD(Char, 19, buy_sell_indicator)  // B or S
    HOTPATH_FIELD(Uint32, 20, shares)
    HOTPATH_FIELD(Stock, 24, stock)
    HOTPATH_FIELD(Price4, 32, price)
    HOTPATH_FIELD(Alpha<4>, 36, attribution)  // MPID
};

/// Order Executed Message
struct OrderExecuted : ItchMessage<OrderExecuted, 'E', 31> {
    HOTPATH_FIELD(Uint64, 11, order_reference_number)  // day-unique
    HOTPATH_FIELD(Uint32, 19, executed_shares)  // incremental
    HOTPATH_FIELD(Uint64, 23, match_number)  // day-unique
};

/// Order Executed With Price Message
struct OrderExecutedWithPrice : ItchMessage<OrderExecutedWithPrice, 'C', 36> {
    HOTPATH_FIELD(Uint64, 11, order_reference_number)  // day-unique
    HOTPATH_FIELD(Uint32, 19, executed_shares)  // incremental
    HOTPATH_FIELD(Uint64, 23, match_number)  // day-unique
    HOTPATH_FIELD(Char, 31, printable)  // Y/N: N must not enter time-and-sales/volume
    HOTPATH_FIELD(Price4, 32, execution_price)
};

/// Order Cancel Message
struct OrderCancel : ItchMessage<OrderCancel, 'X', 23> {
    HOTPATH_FIELD(Uint64, 11, order_reference_number)  // day-unique
    HOTPATH_FIELD(Uint32, 19, cancelled_shares)  // incremental
};

/// Order Delete Message
struct OrderDelete : ItchMessage<OrderDelete, 'D', 19> {
    HOTPATH_FIELD(Uint64, 11, order_reference_number)  // day-unique
};

/// Order Replace Message
struct OrderReplace : ItchMessage<OrderReplace, 'U', 35> {
    HOTPATH_FIELD(Uint64, 11, original_order_reference_number)
    HOTPATH_FIELD(Uint64, 19, new_order_reference_number)  // side, stock and MPID carry over
    HOTPATH_FIELD(Uint32, 27, shares)  // new displayed quantity
    HOTPATH_FIELD(Price4, 31, price)
};

/// Trade Message (Non-Cross)
struct Trade : ItchMessage<Trade, 'P', 44> {
    HOTPATH_FIELD(Uint64, 11, order_reference_number)  // 0 since 2010-12-06
    HOTPATH_FIELD(Char, 19, buy_sell_indicator)  // B for all since 2014-07-14
    HOTPATH_FIELD(Uint32, 20, shares)
    HOTPATH_FIELD(Stock, 24, stock)
    HOTPATH_FIELD(Price4, 32, price)
    HOTPATH_FIELD(Uint64, 36, match_number)  // day-unique
};

/// Cross Trade Message
struct CrossTrade : ItchMessage<CrossTrade, 'Q', 40> {
    HOTPATH_FIELD(Uint64, 11, shares)  // 8 bytes here
    HOTPATH_FIELD(Stock, 19, stock)
    HOTPATH_FIELD(Price4, 27, cross_price)
    HOTPATH_FIELD(Uint64, 31, match_number)  // day-unique
    HOTPATH_FIELD(Char, 39, cross_type)  // O C H (I in older revisions)
};

/// Broken Trade / Order Execution Message
struct BrokenTrade : ItchMessage<BrokenTrade, 'B', 19> {
    HOTPATH_FIELD(Uint64, 11, match_number)  // day-unique
};

/// Net Order Imbalance Indicator (NOII) Message
struct Noii : ItchMessage<Noii, 'I', 50> {
    HOTPATH_FIELD(Uint64, 11, paired_shares)
    HOTPATH_FIELD(Uint64, 19, imbalance_shares)
    HOTPATH_FIELD(Char, 27, imbalance_direction)  // B S N O (P paused, newer)
    HOTPATH_FIELD(Stock, 28, stock)
    HOTPATH_FIELD(Price4, 36, far_price)
    HOTPATH_FIELD(Price4, 40, near_price)
    HOTPATH_FIELD(Price4, 44, current_reference_price)
    HOTPATH_FIELD(Char, 48, cross_type)  // O C H A
    HOTPATH_FIELD(Char, 49, price_variation_indicator)  // L 1-9 A B C space
};

/// Retail Price Improvement Indicator (RPII)
struct RetailPriceImprovement : ItchMessage<RetailPriceImprovement, 'N', 20> {
    HOTPATH_FIELD(Stock, 11, stock)
    HOTPATH_FIELD(Char, 19, interest_flag)  // B S A N
};

/// Direct Listing with Capital Raise Price Discovery Message
struct DirectListingPriceDiscovery : ItchMessage<DirectListingPriceDiscovery, 'O', 48> {
    HOTPATH_FIELD(Stock, 11, stock)
    HOTPATH_FIELD(Char, 19, open_eligibility_status)  // Y/N
    HOTPATH_FIELD(Price4, 20, minimum_allowable_price)
    HOTPATH_FIELD(Price4, 24, maximum_allowable_price)
    HOTPATH_FIELD(Price4, 28, near_execution_price)
    HOTPATH_FIELD(Uint64, 32, near_execution_time)  // ns since midnight
    HOTPATH_FIELD(Price4, 40, lower_price_range_collar)
    HOTPATH_FIELD(Price4, 44, upper_price_range_collar)
};

}  // namespace hotpath::wire::itch50
