#pragma once
/// TradeAmendment: a trade of the day that the venue's operator breaks or corrects: what it was, and
/// the sessions that took part.
///
/// An operator names the match number; the server finds the rest in the day's replies and writes it
/// into the command, so that the journal's record is whole and a replay looks nothing up.
///
///   match u64, reason, standing u8, price i64, corrected i64, qty u32, parties u8, 2 parties:
///   session u16, UserRefNum u32, current UserRefNum u32, order id u64, side, liquidity flag,
///   ClOrdID 14, has labels u8, labels 54
/// Threads: values. Allocation: none. Complexity: O(1).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/order_terms.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

/// The desk of an order keeps these bytes of it for its report of an amendment, in the desk's own layout; zeros
/// if the desk keeps nothing.
inline constexpr std::size_t kDeskLabelsLength = 54;
using DeskLabels = std::array<std::byte, kDeskLabelsLength>;

/// One session's side of a trade.
struct TradeParty {
    SessionId session{};
    ClOrdId user_ref_num{};  // of the order as it executed
    ClOrdId current{};       // of its latest replacement
    OrderId order_id{};      // of its entry
    OrderSide side = OrderSide::Buy;
    Liquidity liquidity = Liquidity::None;
    ClientText text{};
    bool has_labels = false;  // the order's desk keeps some
    DeskLabels labels{};      // as the report of the execution had them
};

struct TradeAmendment {
    static constexpr std::size_t kPartiesMax = 2;

    /// The trade before this command.
    enum class Standing : std::uint8_t { Unknown, Stands, Broken, NoRoom };

    MatchId match{};
    AmendmentReason reason = AmendmentReason::Supervisory;
    Standing standing = Standing::Unknown;  // NoRoom: a session's stream has none for the reply
    Price price{};
    Price corrected{};  // of a correction
    Qty qty{};
    std::uint8_t count = 0;
    std::array<TradeParty, kPartiesMax> parties_of{};

    [[nodiscard]] std::span<const TradeParty> parties() const noexcept {
        return std::span(parties_of).first(count);
    }
    [[nodiscard]] std::span<TradeParty> parties() noexcept {
        return std::span(parties_of).first(count);
    }
    /// The side of this order as it executed; nullptr: it took no part.
    [[nodiscard]] const TradeParty* find(SessionId session, ClOrdId user_ref_num) const noexcept {
        const auto all = parties();
        const auto found = std::ranges::find_if(all, [&](const TradeParty& party) {
            return party.session == session && party.user_ref_num == user_ref_num;
        });
        return found == all.end() ? nullptr : &*found;
    }
};

inline constexpr std::size_t kTradePartyLength = 35 + kDeskLabelsLength;
inline constexpr std::size_t kTradeAmendmentLength =
    31 + TradeAmendment::kPartiesMax * kTradePartyLength;

/// `to` has kTradeAmendmentLength bytes.
void store(const TradeAmendment& trade, std::byte* to) noexcept;
/// False for values that no such command has.
[[nodiscard]] bool load(const std::byte* from, TradeAmendment& trade) noexcept;

}  // namespace hotpath::exchange
