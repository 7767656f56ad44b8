#pragma once
/// Carries out one request of one session: checked, answered, matched. Lives for one request.
/// Not for users of the library. Requests with a repeated or older number, and those on orders no
/// longer open, are ignored silently: a client in doubt may send again. A refused replace leaves the
/// original as it was. Threads: one owner. Allocation: none.

#include <expected>
#include <optional>

#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_request.hpp"

namespace hotpath::exchange {

class OrderEntry {
  public:
    using Venue = Exchange::Venue;

    /// A `refusal` refuses requests that would enter an order.
    OrderEntry(Venue& venue, SessionId session, Time now, RejectReason refusal)
        : venue_(venue), session_(session), now_(now), refusal_(refusal) {}

    void carry_out(const OrderRequest& request) noexcept {
        switch (request.kind) {
            case OrderRequest::Kind::Enter:
                return enter(request);
            case OrderRequest::Kind::Replace:
                return replace(request);
            case OrderRequest::Kind::Reduce:
                return reduce(request);
            case OrderRequest::Kind::Modify:
                return modify(request);
            case OrderRequest::Kind::AskNumber:
                return answer_number();
        }
    }

  private:
    void enter(const OrderRequest& request) noexcept;
    void replace(const OrderRequest& request) noexcept;
    void reduce(const OrderRequest& request) noexcept;
    void modify(const OrderRequest& request) noexcept;
    void answer_number() noexcept;

    /// False for a number that is not above all earlier ones.
    [[nodiscard]] bool take_number(ClOrdId number) noexcept;
    /// Why the venue refuses such an order in its current state; order_rules.hpp checks the terms.
    [[nodiscard, gnu::always_inline]] inline RejectReason reject_reason(
        const SessionOrder& order) const noexcept;
    /// The conditions of an acceptable order, or the reject reason.
    [[nodiscard]] std::expected<match::Conditions, RejectReason> check(
        const SessionOrder& order, const std::optional<OrderOptions>& options) const noexcept;
    [[nodiscard]] RejectReason check_plain(const SessionOrder& order) const noexcept;
    /// It gets its id. Conditions are nullptr when there are none.
    void accept(SessionOrder& order, const match::Conditions* conditions,
                const std::optional<OrderOptions>& options) noexcept;
    void take_place_of(SessionOrder& replaced, SessionOrder order,
                       const match::Conditions& conditions,
                       const std::optional<OrderOptions>& options) noexcept;
    /// An order of the venue's table.
    void match(const SessionOrder& open, const match::Conditions* conditions,
               MarketEvents& events) noexcept;
    /// Reduces to `size` in total, executed shares included.
    void shrink(SessionOrder& order, Qty size, const CommandContext& context) noexcept;

    void reject(const OrderRequest& request, RejectReason reason) noexcept;
    /// The event is made of `fields`.
    template <class Event, class... Fields>
    Event& answer(const Fields&... fields) noexcept;

    Venue& venue_;
    SessionId session_;
    Time now_;
    RejectReason refusal_;
};

}  // namespace hotpath::exchange
