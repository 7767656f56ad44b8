#include "tests/venue/order_client.hpp"

#include <algorithm>
#include <chrono>

#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::venue_tests {

namespace ouch50 = wire::ouch50;
namespace soup = wire::soupbintcp;

Nanos steady_now() {
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(
                std::chrono::steady_clock::now().time_since_epoch())
                .count()};
}

OrderClient::OrderClient(const std::string& user, const std::string& password)
    : created_(soup::SoupClient::create(
          {.connection = {}, .credentials = soup::Credentials::of(user, password)})),
      soup_(*created_) {}

bool OrderClient::connect(const net::Endpoint& to) {
    auto connected = net::TcpConnection::connect(to);
    if (!connected) {
        return false;
    }
    connection_.emplace(std::move(*connected));
    soup_.on_connected(steady_now());
    return poll_until([this] { return soup_.is_logged_in() || soup_.is_closed(); }) &&
           soup_.is_logged_in();
}

void OrderClient::disconnect() {
    connection_.reset();
    soup_.on_disconnected();
}

bool OrderClient::poll() {
    if (!connection_) {
        return false;
    }
    const Nanos now = steady_now();
    soup_.on_timer(now);
    while (!soup_.output().empty() && connection_->send(soup_.output()) == net::SendStatus::Ok) {
        soup_.on_written(soup_.output().size());
    }
    static_cast<void>(connection_->flush());
    const net::TcpReceived received = connection_->receive();
    soup_.on_bytes(received.bytes, now, *this);
    if (received.status == net::ReceiveStatus::Closed || soup_.is_closed()) {
        disconnect();
    }
    return connection_.has_value();
}

bool OrderClient::catch_up() {
    const std::uint64_t answered = queries_answered_;
    send(ouch50::AccountQueryRequest().bytes());
    return poll_until([&] { return queries_answered_ > answered; });
}

std::uint32_t OrderClient::enter(const NewOrder& order) {
    ouch50::WithAppendage<ouch50::EnterOrder> with_options;
    ouch50::EnterOrder& m = with_options.message();
    m.store_user_ref_num(++last_number_);
    m.store_side(order.side);
    m.store_quantity(order.qty);
    m.store_symbol(*Symbol::from(order.symbol));
    m.store_price(static_cast<std::uint64_t>(order.price));
    m.store_time_in_force(order.time_in_force);
    m.store_display(ouch50::display::kVisible);
    m.store_cross_type(ouch50::cross_type::kContinuousMarket);
    if (order.stop_price != 0) {
        with_options.append<ouch50::extension::StopPrice>(order.stop_price);
    }
    send(with_options.bytes());
    return last_number_;
}

void OrderClient::cancel(std::uint32_t number) {
    ouch50::CancelOrderRequest m;
    m.store_user_ref_num(number);
    m.store_quantity(0);
    send(m.bytes());
}

void OrderClient::send(Bytes message) {
    static_cast<void>(soup_.try_send(message, steady_now()));
    poll();
}

void OrderClient::send_raw(Bytes bytes) {
    static_cast<void>(connection_->send(bytes));
}

void OrderClient::on_sequenced(std::uint64_t, Bytes message) noexcept {
    if (ouch50::decode_reply(message, *this) != wire::DecodeStatus::Ok) {
        complain("a reply that is no OUCH message");
    }
}

void OrderClient::on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) {
    if (!accepted_.insert(m.load_user_ref_num()).second) {
        complain("order accepted twice: " + std::to_string(m.load_user_ref_num()));
    }
    open_[m.load_user_ref_num()] = {m.load_order_reference_number(), m.load_side(),
                                    m.load_quantity(), m.load_symbol().str()};
}

void OrderClient::on_order_canceled(const ouch50::OrderCanceled& m) {
    take(m.load_user_ref_num(), m.load_quantity());
}

void OrderClient::on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
    if (const auto order = open_.find(m.load_user_ref_num()); order != open_.end()) {
        const auto qty = static_cast<std::int64_t>(m.load_quantity());
        position_ += order->second.side == 'B' ? qty : -qty;
    }
    ++fills_;
    take(m.load_user_ref_num(), m.load_quantity());
}

void OrderClient::on_order_rejected(const ouch50::OrderRejected& m) {
    ++rejects_;
    last_reject_ = m.load_reason();
}

void OrderClient::on_account_query_response(const ouch50::AccountQueryResponse& m) {
    ++queries_answered_;
    last_number_ = std::max(last_number_, m.load_next_user_ref_num() - 1);
}

void OrderClient::take(std::uint32_t number, std::uint32_t qty) {
    const auto order = open_.find(number);
    if (order == open_.end() || order->second.leaves_qty < qty) {
        return complain("more shares than order " + std::to_string(number) + " has");
    }
    order->second.leaves_qty -= qty;
    if (order->second.leaves_qty == 0) {
        open_.erase(order);
    }
}

void OrderClient::complain(const std::string& what) {
    complaint_ += complaint_.empty() ? what : "; " + what;
}

}  // namespace hotpath::venue_tests
