#pragma once
/// IlinkDesk: iLink 3 order entry. A client's message becomes a request to the venue; the venue's
/// reports about its orders become messages.
///
///   SBE message ──> terms, labels ── checks ──> OrderRequest ──> Exchange ── OrderReport ───┐
///                      │ refused, unknown, status                                           v
///                      └───────────────────> IlinkReports <────────────────────── IlinkOrders
///
/// It is part of the venue's log, as FixDesk is: the record of a message is its bytes, and
/// everything here depends on the inputs alone, so that a replay makes the same reports. Matching,
/// limits and the book know nothing of iLink 3: an order by it and the same by another protocol are one, and
/// drop copies have it.
///
/// A replacement that only lowers OrderQty keeps its place in the queue: it is a reduction. OrderID
/// stays that of the entry. Threads: one owner. Allocation: the
/// constructor. Complexity: that of the requests; a mass action O(orders). Source: CME, "iLink
/// 3 Message Specification" (public).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/desk_input.hpp"
#include "hotpath/protocols/cme/venue/ilink_orders.hpp"
#include "hotpath/protocols/cme/venue/ilink_reports.hpp"

namespace hotpath::exchange {

struct IlinkDeskCounters {
    std::uint64_t messages = 0;
    std::uint64_t malformed = 0;  // cannot be decoded: answered with a BusinessReject
    std::uint64_t business_rejects = 0;

    friend bool operator==(const IlinkDeskCounters&, const IlinkDeskCounters&) = default;
};

class IlinkDesk {
  public:
    explicit IlinkDesk(const ExchangeOptions& options);

    [[nodiscard]] const IlinkDeskCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const IlinkOrders& orders() const noexcept { return orders_; }
    /// Since the last clear(), in order.
    [[nodiscard]] std::span<const Reply> reports() const noexcept { return reports_.reports(); }
    [[nodiscard]] std::array<std::span<const Reply>, 1> outputs() const noexcept {
        return {reports()};
    }
    void clear() noexcept { reports_.clear(); }

    /// The message is SBE with its header; one with a refusal may not ask about many orders, either. Then
    /// on_reports(), as after every input of the venue.
    void on_message(const DeskInput& input, Exchange& exchange) noexcept;
    /// Translates the exchange's reports about its orders. `is_disconnect`: this input cancels the
    /// orders of a session that is disconnected.
    void on_reports(const Exchange& exchange, Time now, bool is_disconnect) noexcept;

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    class RequestReader;
    class ReportReader;

    /// The client's request that the venue is carrying out.
    struct Pending {
        enum class Kind : std::uint8_t { None, Enter, Cancel, Replace, Reduce, CancelMany };

        Kind kind = Kind::None;
        SessionId session{};
        ClOrdId user_ref_num{};        // of the order that it would make
        IlinkOrder order{};            // that order, or what its target would become
        IlinkOrder* target = nullptr;  // while it is open
        OrderId target_id{};
        IlinkLabels labels{};
    };

    [[nodiscard]] static IlinkAddress address_of(SessionId session, const Exchange& exchange,
                                                 Time now) noexcept;
    void finish_pending(const Exchange& exchange, Time now) noexcept;

    IlinkOrders orders_;
    IlinkReports reports_;
    Pending pending_;
    FixedArray<OrderId> meant_;  // by a mass action
    std::uint32_t day_ = TradingDay{}.number;
    IlinkDeskCounters counters_;
};

}  // namespace hotpath::exchange
