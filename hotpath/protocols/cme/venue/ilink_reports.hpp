#pragma once
/// IlinkReports: writes what the venue says to iLink 3 sessions.
///
/// A report is a whole SBE message but for SeqNum and UUID, which the session stores when it sends
/// it. SendingTimeEpoch is TransactTime, so that a replay makes the same bytes. ExecID of a trade is
/// its match number and the order's side as its last digit, as in FIX reports; of other reports R
/// and a counter. A market order's Price is 0. Threads: one owner. Allocation: the constructor.
/// Complexity: O(1) a report.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/report_outbox.hpp"
#include "hotpath/protocols/cme/venue/ilink_filter.hpp"
#include "hotpath/protocols/cme/venue/ilink_order.hpp"
#include "hotpath/protocols/cme/venue/ilink_request.hpp"

namespace hotpath::exchange {

/// No report of the venue is longer: ExecutionReportStatus is the longest.
inline constexpr std::size_t kIlinkReportLengthMax = 512;

/// Where a report goes, and when it is made.
struct IlinkAddress {
    SessionId session{};
    Time time{};  // since 1970
    std::uint16_t date = 0;
};

/// The fields of a trade that are not from its order.
struct IlinkTrade {
    Qty last_qty{};
    Price last_price{};
    MatchId match{};
    bool is_aggressor = false;
};

/// A message that cannot be carried out at all.
struct IlinkBusinessReject {
    IlinkLabels labels{};
    std::uint32_t number = 0;        // SeqNum of the message
    std::uint16_t code = 0;          // of FIX's tag 380
    std::uint16_t tag = 0;           // RefTagID: the field at fault; 0: none
    std::string_view msg_type = {};  // of FIX, as CME writes it
    std::string_view text{};
};

/// An OrderStatusRequest, or an OrderMassStatusRequest.
struct IlinkStatusRequest {
    IlinkLabels labels{};
    OrderId order_id{};  // of one order
    bool is_mass = false;
    std::uint64_t id = 0;  // OrdStatusReqID or MassStatusReqID
    bool is_last = true;   // of the reports that answer it
};

struct IlinkMassReport {
    IlinkLabels labels{};
    IlinkFilter filter{};
    bool is_accepted = false;
    std::uint32_t orders = 0;
};

class IlinkReports {
  public:
    explicit IlinkReports(std::size_t reports_max) : outbox_(reports_max, kIlinkReportLengthMax) {}

    [[nodiscard]] std::span<const Reply> reports() const noexcept { return outbox_.reports(); }
    void clear() noexcept { outbox_.clear(); }
    /// Reports so far that are not trades.
    [[nodiscard]] std::uint64_t numbered() const noexcept { return numbered_; }
    void set_numbered(std::uint64_t numbered) noexcept { numbered_ = numbered; }

    void accept(const IlinkAddress& to, const IlinkOrder& order) noexcept;
    void modify(const IlinkAddress& to, const IlinkOrder& order) noexcept;
    void execute(const IlinkAddress& to, const IlinkOrder& order, const IlinkTrade& trade) noexcept;
    /// With the labels of the request that asked for it, or the order's; a reason when no request
    /// did.
    void cancel(const IlinkAddress& to, const IlinkOrder& order, const IlinkLabels& labels,
                std::optional<protocols::cme::ilink3::ExecReason> why) noexcept;
    /// Reports the quantity that the time in force does not let rest.
    void eliminate(const IlinkAddress& to, const IlinkOrder& order) noexcept;
    void reject(const IlinkAddress& to, const IlinkOrder& order, const IlinkReason& why) noexcept;
    /// A trade of this party that is broken or corrected.
    void amend(const IlinkAddress& to, const AmendedTrade& amended,
               const TradeParty& party) noexcept;
    /// `order_id` as the request named it.
    void reject_cancel(const IlinkAddress& to, const IlinkLabels& labels, OrderId order_id,
                       const IlinkReason& why) noexcept;
    void reject_modify(const IlinkAddress& to, const IlinkLabels& labels, OrderId order_id,
                       const IlinkReason& why) noexcept;
    /// nullptr: no such order is open.
    void status(const IlinkAddress& to, const IlinkStatusRequest& request,
                const IlinkOrder* order) noexcept;
    void reject_message(const IlinkAddress& to, const IlinkBusinessReject& reject) noexcept;
    void report_mass_action(const IlinkAddress& to, const IlinkMassReport& report) noexcept;

  private:
    using ExecId = std::array<char, 40>;

    template <class Message, class Fill>
    void write(const IlinkAddress& to, Fill&& fill) noexcept;
    template <class Message>
    void write_cancel_reject(const IlinkAddress& to, const IlinkLabels& labels, OrderId order_id,
                             const IlinkReason& why) noexcept;
    /// The next; valid until the next call.
    [[nodiscard]] std::string_view next_exec_id() noexcept;
    [[nodiscard]] std::string_view exec_id_of(std::uint64_t number) noexcept;

    std::array<std::byte, kIlinkReportLengthMax> room_{};
    ExecId exec_id_{};
    ReportOutbox outbox_;
    std::uint64_t numbered_ = 0;
};

}  // namespace hotpath::exchange
