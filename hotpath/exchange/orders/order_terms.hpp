#pragma once
/// The venue's words about an order: how it is to trade, why it is refused or canceled, and how a
/// fill came about.
///
/// Values have the letters and numbers of the venue's journal and saved state. A letter that an
/// enumeration does not name came from a client: order_rules.hpp refuses it, or it is only repeated.
/// Threads: values. Allocation: none. Complexity: O(1).

#include <array>
#include <bit>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::exchange {

enum class OrderSide : char { Buy = 'B', Sell = 'S', SellShort = 'T', SellShortExempt = 'E' };

/// Any side but Buy is a sell.
[[nodiscard]] constexpr Side to_side(OrderSide side) noexcept {
    return side == OrderSide::Buy ? Side::Buy : Side::Sell;
}

/// How long an order stands.
enum class OrderLifetime : char {
    Day = '0',
    GoodTillCanceled = '1',
    Immediate = '3',      // what does not trade on arrival is canceled
    ExtendedHours = '5',  // until their end
};

enum class OrderDisplay : char { Visible = 'Y', Hidden = 'N', Attributable = 'A' };

enum class OrderCapacity : char { Principal = 'P' };

/// An intermarket sweep order.
enum class SweepEligibility : char { NotEligible = 'N' };

/// The cross that an order is for.
enum class OrderCross : char { None = 'N', Opening = 'O', Closing = 'C', HaltOrIpo = 'H' };

enum class OrderPeg : char { None = 'L', Midpoint = 'M', Primary = 'R' };

enum class OrderPostOnly : char { No = 'N', Yes = 'P' };

/// The client's text of an order, with spaces behind it.
using ClientText = std::array<char, 14>;

/// Terms of an order besides its quantity and price.
struct OrderTerms {
    OrderSide side = OrderSide::Buy;
    OrderLifetime lifetime = OrderLifetime::Day;
    OrderDisplay display = OrderDisplay::Visible;
    OrderCapacity capacity = OrderCapacity::Principal;       // only repeated
    SweepEligibility sweep = SweepEligibility::NotEligible;  // only repeated
    OrderCross cross = OrderCross::None;
    ClientText text{};  // only repeated
};

/// Four characters of a market participant; spaces mean none. An attributed order is published with
/// it.
struct Attribution {
    std::array<char, 4> mpid{' ', ' ', ' ', ' '};

    /// The characters are compared as one number, because every order is compared.
    friend constexpr bool operator==(const Attribution& a, const Attribution& b) noexcept {
        return std::bit_cast<std::uint32_t>(a.mpid) == std::bit_cast<std::uint32_t>(b.mpid);
    }
};

/// Why an order or a replacement is refused.
enum class RejectReason : std::uint16_t {
    None = 0,  // it is not
    InvalidDisplay = 0x03,
    InvalidMaxFloor = 0x04,
    InvalidPeg = 0x05,
    FatFinger = 0x06,  // its price is too far from the market
    Halted = 0x07,
    InvalidSide = 0x09,
    NoRoom = 0x0A,
    FirmNotAuthorized = 0x0C,
    InvalidMinQty = 0x0D,
    Other = 0x0F,
    PegNeedsLimit = 0x11,
    InvalidQty = 0x13,
    InvalidCross = 0x14,
    RoutingNotAllowed = 0x16,
    InvalidSymbol = 0x17,
    InvalidPostOnlyPeg = 0x1B,
    InvalidPrice = 0x1D,
    ValueTooHigh = 0x1F,
    ExposureTooHigh = 0x20,
    RateTooHigh = 0x29,
    Suspended = 0x80,  // the user, by the venue's operator
};

/// Why an order, or a part of it, is canceled.
enum class CancelReason : char {
    Requested = 'U',
    NotImmediate = 'I',  // it did not trade on arrival
    Expired = 'T',
    Supervisory = 'S',
    Halted = 'H',
    SelfMatch = 'Q',
    PostOnly = 'G',  // it would have traded on arrival
    PriceBands = 'K',
    System = 'Z',
};

/// How an order came to a fill.
enum class Liquidity : char {
    None = ' ',
    Added = 'A',
    AddedHidden = 'J',
    Removed = 'R',
    OpeningCross = 'O',
    ClosingCross = 'C',
    HaltCross = 'K',
};

/// Why the venue's operator breaks or corrects a trade.
enum class AmendmentReason : char {
    Erroneous = 'E',
    Consent = 'C',  // of both sides
    Supervisory = 'S',
    External = 'X',
};

}  // namespace hotpath::exchange
