#include "tests/venue/order_client.hpp"

#include <algorithm>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

namespace hotpath::venue_tests {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace soup = protocols::nasdaq::soupbintcp;

OrderClient::OrderClient(const std::string& user, const std::string& password)
    : connection_(user, password) {}

bool OrderClient::connect(const net::Endpoint& to) {
    const soup::SoupClient& session = connection_.soup();
    return connection_.connect(to) &&
           poll_until([&] { return session.is_logged_in() || session.is_closed(); }) &&
           session.is_logged_in();
}

bool OrderClient::catch_up() {
    const std::uint64_t answered = queries_answered_;
    send(ouch50::AccountQueryRequest().bytes());
    return poll_until([&] { return queries_answered_ > answered || !connection_.is_open(); }) &&
           queries_answered_ > answered;
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
    connection_.send(message);
    poll();
}

void OrderClient::on_sequenced(std::uint64_t number, Bytes message) noexcept {
    replies_.emplace_back(message.begin(), message.end());
    if (number != replies_.size()) {
        complain("reply " + std::to_string(number) + " in the place of " +
                 std::to_string(replies_.size()));
    }
    if (ouch50::decode_reply(message, *this) != protocols::DecodeStatus::Ok) {
        complain("a reply that is no OUCH message");
    }
}

void OrderClient::on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) {
    note_time(m.load_timestamp());
    if (!accepted_.insert(m.load_user_ref_num()).second) {
        complain("order accepted twice: " + std::to_string(m.load_user_ref_num()));
    }
    open_[m.load_user_ref_num()] = {m.load_order_reference_number(), m.load_side(),
                                    m.load_quantity(), m.load_symbol().str()};
}

void OrderClient::on_order_canceled(const ouch50::OrderCanceled& m) {
    note_time(m.load_timestamp());
    take(m.load_user_ref_num(), m.load_quantity());
}

void OrderClient::on_aiq_canceled(const ouch50::AiqCanceled& m) {
    note_time(m.load_timestamp());
    take(m.load_user_ref_num(), m.load_decrement_shares());
}

void OrderClient::on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
    note_time(m.load_timestamp());
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

void OrderClient::note_time(std::uint64_t timestamp) {
    const Time time{static_cast<std::int64_t>(timestamp)};
    if (time < venue_time_) {
        complain("the venue's time goes back");
    }
    venue_time_ = time;
}

void OrderClient::complain(const std::string& what) {
    complaint_ += complaint_.empty() ? what : "; " + what;
}

}  // namespace hotpath::venue_tests
