#pragma once
/// OuchDesk: OUCH 5.0 order entry. A session's message becomes a request to the venue, and the
/// venue's reports, about orders of every protocol, become OUCH messages.
///
///   OUCH message ──> OrderRequest ──> Exchange ── OrderReport ──> OUCH message
///
/// Orders that came by FIX or iLink 3 are in a session's OUCH messages, too: OUCH drop copies have
/// the orders of every protocol. Stateless but for the messages that the caller has not taken yet.
/// Threads: one owner. Allocation: the constructor. Complexity: O(1) a message. Source: Nasdaq OUCH
/// 5.0 specification, May 2023.

#include <cstddef>
#include <span>

#include "hotpath/core/bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/protocols/nasdaq/venue/reply_outbox.hpp"

namespace hotpath::exchange {

class OuchDesk {
  public:
    explicit OuchDesk(const ExchangeOptions& options);

    /// Since the last clear(), in order; the spans live until then.
    [[nodiscard]] std::span<const Reply> replies() const noexcept { return replies_.replies(); }
    void clear() noexcept {
        replies_.clear();
        translated_ = 0;
    }

    /// Then on_reports(), as after every command of the venue. A malformed message is counted by the
    /// exchange and has no other effect. With a `refusal`, a message that would enter an order is
    /// refused.
    void on_message(SessionId session, Bytes message, RejectReason refusal, Time now,
                    Exchange& exchange) noexcept;
    /// Translates the exchange's reports that it has not translated yet: clear both together.
    void on_reports(const Exchange& exchange) noexcept {
        const std::span<const OrderReport> reports = exchange.reports();
        if (reports.size() != translated_) {
            translate(reports);
        }
    }

  private:
    class RequestReader;
    class ReportWriter;

    void translate(std::span<const OrderReport> reports) noexcept;

    bool takes_extensions_;
    ReplyOutbox replies_;
    std::size_t translated_ = 0;  // of the exchange's reports
};

}  // namespace hotpath::exchange
