// OUCH 5.0 in SoupBinTCP.

#include "hotpath/backtest/live/live_messages.hpp"
#include "hotpath/backtest/live/live_order_entry.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_translator.hpp"

namespace hotpath::backtest {

namespace {

using Kind = LiveRequest::Kind;

class OuchReader : public protocols::nasdaq::ouch50::NullRequestListener,
                   public protocols::nasdaq::ouch50::NullReplyListener {
  public:
    explicit OuchReader(LiveOrders& orders) : orders_(orders) {}

    void on_enter_order(const protocols::nasdaq::ouch50::EnterOrder& m,
                        protocols::nasdaq::ouch50::Appendage) {
        orders_.enter({.id = {m.load_user_ref_num()},
                       .symbol = m.load_symbol(),
                       .side = protocols::nasdaq::ouch50::to_side(m.load_side()),
                       .qty = {m.load_quantity()},
                       .price = protocols::nasdaq::ouch50::to_price(m.load_price())});
    }
    void on_replace_order_request(const protocols::nasdaq::ouch50::ReplaceOrderRequest& m,
                                  protocols::nasdaq::ouch50::Appendage) {
        if (const auto* const before = orders_.find({m.load_orig_user_ref_num()})) {
            orders_.enter({.id = {m.load_user_ref_num()},
                           .symbol = before->symbol,
                           .side = before->side,
                           .qty = {m.load_quantity()},
                           .price = protocols::nasdaq::ouch50::to_price(m.load_price())},
                          before->id);
        }
    }
    void on_cancel_order_request(const protocols::nasdaq::ouch50::CancelOrderRequest& m) {
        orders_.cancel({m.load_user_ref_num()});
    }
    void on_account_query_request(const protocols::nasdaq::ouch50::AccountQueryRequest&) {
        orders_.query();
    }

    void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        orders_.note_answer(Kind::Order, {m.load_user_ref_num()}, sent(m));
    }
    void on_order_replaced(const protocols::nasdaq::ouch50::OrderReplaced& m,
                           protocols::nasdaq::ouch50::Appendage) {
        orders_.note_answer(Kind::Order, {m.load_user_ref_num()}, sent(m));
    }
    void on_order_rejected(const protocols::nasdaq::ouch50::OrderRejected& m) {
        orders_.note_answer(Kind::Order, {m.load_user_ref_num()}, sent(m));
        orders_.reject({m.load_user_ref_num()});
    }
    void on_order_canceled(const protocols::nasdaq::ouch50::OrderCanceled& m) {
        orders_.note_answer(Kind::Cancel, {m.load_user_ref_num()}, sent(m));
        orders_.close({m.load_user_ref_num()}, sent(m));
    }
    void on_account_query_response(const protocols::nasdaq::ouch50::AccountQueryResponse& m) {
        orders_.end_query();
        orders_.note_answer(Kind::Query, {}, sent(m));
    }
    void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        orders_.note_reply(sent(m));
        orders_.fill({m.load_user_ref_num()},
                     {.at = orders_.now(),
                      .qty = {m.load_quantity()},
                      .price = protocols::nasdaq::ouch50::to_price(m.load_price()),
                      .liquidity = protocols::nasdaq::to_liquidity(m.load_liquidity_flag())},
                     sent(m));
    }

  private:
    template <class Message>
    [[nodiscard]] static Time sent(const Message& m) {
        return {static_cast<std::int64_t>(m.load_timestamp())};
    }

    LiveOrders& orders_;
};

class LiveOuch : public LiveOrderEntry {
  public:
    void on_connection() override { messages_.on_connection(); }
    void on_output(Bytes bytes, LiveOrders& into) override {
        OuchReader reader(into);
        messages_.on_output(bytes, [&](Bytes message) {
            static_cast<void>(protocols::nasdaq::ouch50::decode_request(message, reader));
        });
    }
    void on_input(Bytes bytes, LiveOrders& into) override {
        OuchReader reader(into);
        messages_.on_input(bytes, [&](Bytes message) {
            static_cast<void>(protocols::nasdaq::ouch50::decode_reply(message, reader));
        });
    }

  private:
    LiveMessages messages_;
};

}  // namespace

std::unique_ptr<LiveOrderEntry> live_ouch() {
    return std::make_unique<LiveOuch>();
}

}  // namespace hotpath::backtest
