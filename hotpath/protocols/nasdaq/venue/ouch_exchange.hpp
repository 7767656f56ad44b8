#pragma once
/// OuchExchange: an exchange whose sessions all speak OUCH 5.0, as simulations and backtests have it.
///
///   venue.on_order_bytes(session, enter_order, now);
///   for (const Reply& reply : venue.replies()) { ... }
///   venue.clear_replies();
///
/// Threads: one owner. Allocation: create(). Complexity: the exchange's, and O(1) a message.

#include <span>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_desk.hpp"

namespace hotpath::exchange {

class OuchExchange : public Exchange {
  public:
    /// Allocates the venue. Fails if it cannot, or if an option is out of range.
    [[nodiscard]] static Expected<OuchExchange> create(const ExchangeOptions& options) {
        Expected<Exchange> exchange = Exchange::create(options);
        if (!exchange) {
            return std::unexpected(std::move(exchange.error()));
        }
        return OuchExchange(std::move(*exchange), options);
    }

    /// Takes one OUCH message of one session (ids 0 to sessions_max - 1). A malformed message is
    /// counted and has no other effect. A `refusal` refuses an order before it reaches the venue:
    /// its number counts as used. Other messages are carried out.
    void on_order_bytes(SessionId session, Bytes message, Time now,
                        RejectReason refusal = RejectReason::None) noexcept {
        desk_.on_message(session, message, refusal, now, *this);
    }

    /// Returns the replies since the last clear_replies(), in order; the spans live until then.
    [[nodiscard]] std::span<const Reply> replies() noexcept {
        desk_.on_reports(*this);
        return desk_.replies();
    }
    void clear_replies() noexcept {
        clear_reports();
        desk_.clear();
    }

  private:
    OuchExchange(Exchange&& exchange, const ExchangeOptions& options)
        : Exchange(std::move(exchange)), desk_(options) {}

    OuchDesk desk_;
};

}  // namespace hotpath::exchange
