#pragma once
/// FixReports: writes what the venue says to FIX sessions: ExecutionReport, OrderCancelReject,
/// OrderMassCancelReport, BusinessMessageReject; and copies of ExecutionReports for drop copies.
///
/// Each field is written in one place, in the session's dialect; a copy is FIX 4.4. ExecID of a
/// trade is its match number and the order's side as its last digit, and ExecRefID of a report that
/// breaks or corrects it; of other reports ExecID is R and a counter. A copy has its report's. AvgPx has two decimals more than prices, rounded. Threads: one
/// owner. Allocation: the constructor. Complexity: O(1) a report.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/report_outbox.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/venue/fix_orders.hpp"
#include "hotpath/protocols/fix/venue/reject_reasons.hpp"

namespace hotpath::exchange {

/// MsgType and body: no report of the venue is longer.
inline constexpr std::size_t kFixReplyLengthMax = 512;

/// Where a report goes, and when it is made.
struct FixAddress {
    SessionId session{};
    const protocols::fix::Dialect* dialect = &protocols::fix::kDialect44;
    Time time{};  // since 1970
};

/// The fields of a report that are not from its order.
struct FixReportTerms {
    protocols::fix::ExecKind kind = protocols::fix::ExecKind::New;
    std::string_view id{};        // ClOrdID; empty: the order's
    std::string_view original{};  // OrigClOrdID; empty: none
    Qty last_qty{};               // of a trade, of one that is broken or corrected
    Price last_price{};
    MatchId match{};
    char liquidity = 0;     // 0: not said
    char restatement = 0;   // ExecRestatementReason
    FixReason rejection{};  // of a rejected order
    std::string_view text{};
};

/// A refused cancel or replacement.
struct FixCancelReject {
    std::string_view id{};
    std::string_view original{};
    const FixOrder* order = nullptr;  // nullptr: unknown
    char response_to = protocols::fix::cxl_rej_response_to::kCancel;
    std::uint16_t code = 0;  // CxlRejReason of FIX 4.4
    std::string_view text{};
};

/// A message that cannot be carried out at all.
struct FixBusinessReject {
    std::string_view msg_type{};
    std::string_view id{};     // BusinessRejectRefID; empty: none
    std::uint64_t number = 0;  // MsgSeqNum of the message; 0: none
    std::uint16_t code = 0;
    std::string_view text{};
};

struct FixMassCancelReport {
    std::string_view id{};
    char request = 0;
    char response = 0;
    std::uint32_t orders = 0;
    std::string_view text{};
};

class FixReports {
  public:
    /// copies_max 0: no copies.
    FixReports(std::size_t replies_max, std::size_t copies_max)
        : replies_(replies_max, kFixReplyLengthMax), copies_(copies_max, kFixReplyLengthMax) {}

    [[nodiscard]] const ReportOutbox& replies() const noexcept { return replies_; }
    /// To the session whose order it is.
    [[nodiscard]] const ReportOutbox& copies() const noexcept { return copies_; }
    void clear() noexcept {
        replies_.clear();
        copies_.clear();
    }
    /// Reports so far that are not trades.
    [[nodiscard]] std::uint64_t reports() const noexcept { return reports_; }
    void set_reports(std::uint64_t reports) noexcept { reports_ = reports; }

    void report(const FixAddress& to, const FixOrder& order, const FixReportTerms& terms) noexcept;
    /// The copy of the report that was made last.
    void copy(const FixAddress& to, const FixOrder& order, const FixReportTerms& terms) noexcept;
    /// A report that no FIX session gets: the order came by another protocol.
    void copy_only(const FixAddress& to, const FixOrder& order,
                   const FixReportTerms& terms) noexcept;
    void reject_cancel(const FixAddress& to, const FixCancelReject& reject) noexcept;
    void reject_message(const FixAddress& to, const FixBusinessReject& reject) noexcept;
    void report_mass_cancel(const FixAddress& to, const FixMassCancelReport& report) noexcept;

  private:
    [[nodiscard]] protocols::fix::MessageWriter begin(const FixAddress& to, char msg_type) noexcept;
    void finish(const FixAddress& to, const protocols::fix::MessageWriter& writer) noexcept;
    [[nodiscard]] protocols::fix::MessageWriter begin_report(const FixAddress& to,
                                                             const FixOrder& order,
                                                             const FixReportTerms& terms) noexcept;
    void count(const FixReportTerms& terms) noexcept;
    void add_exec_id(protocols::fix::MessageWriter& writer, const FixOrder& order,
                     const FixReportTerms& terms) const noexcept;

    std::array<std::byte, kFixReplyLengthMax + 64> room_{};
    ReportOutbox replies_;
    ReportOutbox copies_;
    std::uint64_t reports_ = 0;
};

/// OrdStatus (39) of an order, in the dialect's words.
[[nodiscard]] char ord_status_of(const FixOrder& order,
                                 const protocols::fix::Dialect& dialect) noexcept;

}  // namespace hotpath::exchange
