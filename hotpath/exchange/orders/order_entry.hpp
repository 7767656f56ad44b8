#pragma once
/// One OUCH request of one session, heard and carried out: checked, answered, matched. Lives for
/// one message. Not for users of the library.
///
/// Requests that repeat or go back behind a UserRefNum, and those on orders no longer open, pass in
/// silence, as OUCH has it: a client that is not sure may send again. A refused replace leaves the
/// original as it was. Threads: one owner. Allocation: none.

#include <cstdint>
#include <expected>

#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::exchange {

class OrderEntry : public wire::ouch50::NullRequestListener {
  public:
    using Venue = Exchange::Venue;

    /// A `refusal` that is a reason of OUCH refuses what would bring an order to the book.
    OrderEntry(Venue& venue, SessionId session, Nanos now, std::uint16_t refusal)
        : venue_(venue), session_(session), now_(now), refusal_(refusal) {}

    void on_enter_order(const wire::ouch50::EnterOrder& m,
                        wire::ouch50::Appendage options) noexcept;
    void on_replace_order_request(const wire::ouch50::ReplaceOrderRequest& m,
                                  wire::ouch50::Appendage options) noexcept;
    void on_cancel_order_request(const wire::ouch50::CancelOrderRequest& m) noexcept;
    void on_modify_order_request(const wire::ouch50::ModifyOrderRequest& m) noexcept;
    void on_account_query_request(const wire::ouch50::AccountQueryRequest& m) noexcept;

  private:
    /// False for a UserRefNum that is not above all before it.
    [[nodiscard]] bool take_user_ref_num(ClOrdId user_ref_num) noexcept;
    /// For what reason the venue as it stands takes no such order; its terms are order_rules.hpp's.
    [[nodiscard]] std::uint16_t reject_reason(const SessionOrder& order) const noexcept;
    /// The conditions of an order that venue and matcher take, or the reject reason.
    [[nodiscard]] std::expected<match::Conditions, std::uint16_t> check(
        const SessionOrder& order, const wire::ouch50::Appendage& options) const noexcept;
    void accept(SessionOrder order, const match::Conditions& conditions,
                const wire::ouch50::Appendage& options) noexcept;
    void replace(const SessionOrder& original, SessionOrder order,
                 const match::Conditions& conditions,
                 const wire::ouch50::Appendage& options) noexcept;
    void match(const SessionOrder& order, const match::Conditions& conditions,
               MarketEvents& events) noexcept;
    /// Down to `size` in all, executed shares included.
    void shrink(SessionOrder& order, Qty size, const CommandContext& context) noexcept;

    template <class Request>
    void reject(const Request& m, std::uint16_t reason) noexcept;
    /// What Order Accepted and Order Replaced have in common, the options that were taken included.
    template <class Message>
    void send_terms(Message& message, const SessionOrder& order,
                    const wire::ouch50::Appendage& options) noexcept;

    Venue& venue_;
    SessionId session_;
    Nanos now_;
    std::uint16_t refusal_;
};

}  // namespace hotpath::exchange
