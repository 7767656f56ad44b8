#pragma once
/// Carries out one OUCH request of one session: checked, answered, matched. Lives for one message.
/// Not for users of the library. Requests with a repeated or older UserRefNum, and those on orders
/// no longer open, are ignored silently, as OUCH specifies: a client in doubt may send again. A
/// refused replace leaves the original as it was. Threads: one owner. Allocation: none.

#include <cstdint>
#include <expected>

#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::exchange {

class OrderEntry : public wire::ouch50::NullRequestListener {
  public:
    using Venue = Exchange::Venue;

    /// A `refusal` with an OUCH reason refuses requests that would enter an order.
    OrderEntry(Venue& venue, SessionId session, Time now, std::uint16_t refusal)
        : venue_(venue), session_(session), now_(now), refusal_(refusal) {}

    void on_enter_order(const wire::ouch50::EnterOrder& m,
                        wire::ouch50::Appendage options) noexcept;
    void on_replace_order_request(const wire::ouch50::ReplaceOrderRequest& m,
                                  wire::ouch50::Appendage options) noexcept;
    void on_cancel_order_request(const wire::ouch50::CancelOrderRequest& m) noexcept;
    void on_modify_order_request(const wire::ouch50::ModifyOrderRequest& m) noexcept;
    void on_account_query_request(const wire::ouch50::AccountQueryRequest& m) noexcept;

  private:
    /// False for a UserRefNum that is not above all earlier ones.
    [[nodiscard]] bool take_user_ref_num(ClOrdId user_ref_num) noexcept;
    /// Why the venue refuses such an order in its current state; order_rules.hpp checks the terms.
    [[nodiscard]] std::uint16_t reject_reason(const SessionOrder& order) const noexcept;
    /// The conditions of an acceptable order, or the reject reason.
    [[nodiscard]] std::expected<match::Conditions, std::uint16_t> check(
        const SessionOrder& order, const wire::ouch50::Appendage& options) const noexcept;
    [[nodiscard]] std::uint16_t check_plain(const SessionOrder& order) const noexcept;
    /// It gets its id. Conditions are nullptr when there are none.
    void accept(SessionOrder& order, const match::Conditions* conditions,
                const wire::ouch50::Appendage& options) noexcept;
    void replace(SessionOrder& replaced, SessionOrder order, const match::Conditions& conditions,
                 const wire::ouch50::Appendage& options) noexcept;
    /// An order of the venue's table.
    void match(const SessionOrder& open, const match::Conditions* conditions,
               MarketEvents& events) noexcept;
    /// Reduces to `size` in total, executed shares included.
    void shrink(SessionOrder& order, Qty size, const CommandContext& context) noexcept;

    template <class Request>
    void reject(const Request& m, std::uint16_t reason) noexcept;
    /// Order Accepted or Order Replaced, accepted options included; fill(Message&) stores what the
    /// other has not.
    template <class Message, class Fill>
    void send_terms(const SessionOrder& order, const wire::ouch50::Appendage& options,
                    Fill&& fill) noexcept;
    template <class Message>
    void store_terms(Message& message, const SessionOrder& order) const noexcept;

    Venue& venue_;
    SessionId session_;
    Time now_;
    std::uint16_t refusal_;
};

}  // namespace hotpath::exchange
