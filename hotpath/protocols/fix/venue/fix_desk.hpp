#pragma once
/// FixDesk: FIX order entry. A client's message becomes a request to the venue; the venue's reports
/// about FIX orders become ExecutionReports.
///
///   FIX message ──> FixRequest ── checks ──> OrderRequest ──> Exchange ── OrderReport ───┐
///                      │ refused, unknown, duplicate, status                             v
///                      └──────────────────> FixReports <──────────────────────── FixOrders
///
/// It is part of the venue's log: the record of a FIX message is its bytes, and everything here
/// depends on the inputs alone, so that a replay makes the same reports. Matching, limits and the
/// book know nothing of FIX: an order by FIX and the same by another protocol are one.
///
/// With has_copies it also copies each report about an order, and makes the same reports of
/// orders of other protocols: what FIX drop copies are sent.
///
/// A replacement that only lowers OrderQty keeps its place in the queue: it is a reduction. Each FIX version's words are its dialect's: that of the session's
/// last message. Threads: one owner. Allocation: the constructor, and at the beginning of a day.
/// Complexity: that of the requests; a mass cancel O(ids of the day). Source: FIX 4.2 and 4.4,
/// volume 4 and appendix D, order state changes.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/desk_input.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/venue/copied_orders.hpp"
#include "hotpath/protocols/fix/venue/fix_options.hpp"
#include "hotpath/protocols/fix/venue/fix_orders.hpp"
#include "hotpath/protocols/fix/venue/fix_reports.hpp"
#include "hotpath/protocols/fix/venue/fix_request.hpp"

namespace hotpath::exchange {

/// The refusal of a drop copy's message, which is not carried out at all; no reason of the venue.
inline constexpr RejectReason kOfDropCopy{std::numeric_limits<std::uint16_t>::max()};

struct FixDeskCounters {
    std::uint64_t messages = 0;
    std::uint64_t malformed = 0;  // without a MsgType: not answered
    std::uint64_t business_rejects = 0;
    std::uint64_t duplicates = 0;  // of a ClOrdID

    friend bool operator==(const FixDeskCounters&, const FixDeskCounters&) = default;
};

class FixDesk {
  public:
    /// options.ids_max is a power of two.
    FixDesk(const ExchangeOptions& exchange, const FixDeskOptions& options);

    [[nodiscard]] const FixDeskCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const FixOrders& orders() const noexcept { return orders_; }
    /// Since the last clear(): MsgType and body, in order.
    [[nodiscard]] std::span<const Reply> replies() const noexcept {
        return reports_.replies().reports();
    }
    /// The same of copies for drop copies; the session is the order's.
    [[nodiscard]] std::span<const Reply> copies() const noexcept {
        return reports_.copies().reports();
    }
    [[nodiscard]] std::array<std::span<const Reply>, 2> outputs() const noexcept {
        return {replies(), copies()};
    }
    /// Open orders of other protocols that are copied.
    [[nodiscard]] std::size_t copied_orders() const noexcept {
        return copied_ ? copied_->size() : 0;
    }
    void clear() noexcept { reports_.clear(); }

    /// Then on_reports(), as after every input of the venue.
    void on_message(const DeskInput& input, Exchange& exchange) noexcept;
    /// Translates the exchange's reports about FIX orders.
    void on_reports(const Exchange& exchange, Time now, bool /*is_disconnect*/) noexcept;

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    class ReportReader;

    /// The client's request that the venue is carrying out.
    struct Pending {
        enum class Kind : std::uint8_t { None, Cancel, Replace, Reduce };

        Kind kind = Kind::None;
        FixOrder* target = nullptr;
        FixOrder* successor = nullptr;  // of a replacement, a reduction
        IdText id{};
    };
    /// The message that is carried out.
    struct Current {
        DeskInput input;
        FixRequest request;
        IdText id;
        FixAddress from;
    };

    [[nodiscard]] FixAddress address_of(SessionId session, const Exchange& exchange,
                                        Time now) const noexcept;

    // Requests: fix_desk_requests.cpp.
    void dispatch(Current& current, Exchange& exchange) noexcept;
    [[nodiscard]] bool take_id(Current& current) noexcept;
    void answer_duplicate(const Current& current, FixOrder& known) noexcept;
    // NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
    void enter(const Current& current, Exchange& exchange) noexcept;
    // NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
    void replace(const Current& current, Exchange& exchange) noexcept;
    void reduce(const Current& current, FixOrder& target, FixOrder& successor,
                Exchange& exchange) noexcept;
    // NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
    void cancel(const Current& current, Exchange& exchange) noexcept;
    // NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
    void cancel_many(const Current& current, Exchange& exchange) noexcept;
    void report_status(const Current& current) noexcept;
    /// The open order that a cancel or a replacement names; nullptr: it has been refused.
    [[nodiscard]] FixOrder* target_of(const Current& current, char response_to) noexcept;
    void submit(const Current& current, const OrderRequest& request, Exchange& exchange) noexcept;
    void reject_order(const Current& current, FixOrder& order, const FixReason& reason) noexcept;
    void reject_cancel(const Current& current, const FixOrder* order, char response_to,
                       const FixReason& reason) noexcept;
    void reject_message(const Current& current, std::uint16_t code, std::string_view text) noexcept;
    void reject_missing(const Current& current, protocols::fix::Tag tag) noexcept;

    // Reports: fix_desk_reports.cpp.
    void hand_over(FixOrder& target, FixOrder& successor) noexcept;
    void finish_pending(const Exchange& exchange, Time now) noexcept;
    /// To the order's session, if it is one of FIX, and to drop copies.
    void report(const FixAddress& to, const FixOrder& order, const FixReportTerms& terms) noexcept;

    protocols::fix::FieldList fields_;
    FixOrders orders_;
    FixReports reports_;
    std::optional<CopiedOrders> copied_;  // none: no copies
    FixedArray<std::uint8_t> dialects_;   // by session: an index
    Pending pending_;
    std::uint32_t day_ = TradingDay{}.number;
    FixDeskCounters counters_;
};

}  // namespace hotpath::exchange
