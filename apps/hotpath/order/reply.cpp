#include "apps/hotpath/order/reply.hpp"

#include <algorithm>

#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::app {

namespace ouch50 = wire::ouch50;

class OrderBookkeeping::Reader : public ouch50::NullReplyListener {
  public:
    explicit Reader(OrderBookkeeping& kept) : kept_(kept) {}

    void on_order_accepted(const ouch50::OrderAccepted& m, const ouch50::Appendage&) { add(m); }
    void on_order_replaced(const ouch50::OrderReplaced& m, const ouch50::Appendage&) {
        kept_.open_.erase(m.load_orig_user_ref_num());
        add(m);
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        take(m.load_user_ref_num(), m.load_quantity());
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        take(m.load_user_ref_num(), m.load_decrement_shares());
    }
    void on_order_executed(const ouch50::OrderExecuted& m, const ouch50::Appendage&) {
        take(m.load_user_ref_num(), m.load_quantity());
    }
    void on_order_rejected(const ouch50::OrderRejected&) { ++kept_.rejected_; }
    void on_order_modified(const ouch50::OrderModified& m) {
        if (const auto order = kept_.open_.find(m.load_user_ref_num());
            order != kept_.open_.end()) {
            order->second.side = m.load_side();
            order->second.open_qty = m.load_quantity();
        }
    }
    void on_account_query_response(const ouch50::AccountQueryResponse& m) {
        ++kept_.queries_answered_;
        kept_.next_number_ = m.load_next_user_ref_num();
    }

  private:
    template <class Message>
    void add(const Message& m) {
        if (m.load_order_state() == ouch50::order_state::kLive) {
            kept_.open_[m.load_user_ref_num()] = {.side = m.load_side(),
                                                  .open_qty = m.load_quantity(),
                                                  .symbol = m.load_symbol(),
                                                  .price = ouch50::to_price(m.load_price())};
        }
    }
    void take(std::uint32_t number, std::uint32_t qty) {
        const auto order = kept_.open_.find(number);
        if (order == kept_.open_.end()) {
            return;
        }
        order->second.open_qty -= std::min(qty, order->second.open_qty);
        if (order->second.open_qty == 0) {
            kept_.open_.erase(order);
        }
    }

    OrderBookkeeping& kept_;
};

void OrderBookkeeping::on_reply(Bytes reply) {
    Reader reader(*this);
    static_cast<void>(ouch50::decode_reply(reply, reader));
}

}  // namespace hotpath::app
