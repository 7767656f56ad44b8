// OUCH 5.0 in a trader's journal.

#include <memory>

#include "hotpath/backtest/live/live_messages.hpp"
#include "hotpath/backtest/live/live_order_entry.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_entry.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_translator.hpp"

namespace hotpath::protocols::nasdaq {

namespace {

using backtest::LiveOrderEntry;
using backtest::LiveOrders;
using Kind = backtest::LiveRequest::Kind;

class OuchReader : public ouch50::NullRequestListener, public ouch50::NullReplyListener {
  public:
    explicit OuchReader(LiveOrders& orders) : orders_(orders) {}

    void on_enter_order(const ouch50::EnterOrder& m, ouch50::Appendage) {
        orders_.enter({.id = {m.load_user_ref_num()},
                       .symbol = m.load_symbol(),
                       .side = ouch50::to_side(m.load_side()),
                       .qty = {m.load_quantity()},
                       .price = ouch50::to_price(m.load_price())});
    }
    void on_replace_order_request(const ouch50::ReplaceOrderRequest& m, ouch50::Appendage) {
        if (const auto* const before = orders_.find({m.load_orig_user_ref_num()})) {
            orders_.enter({.id = {m.load_user_ref_num()},
                           .symbol = before->symbol,
                           .side = before->side,
                           .qty = {m.load_quantity()},
                           .price = ouch50::to_price(m.load_price())},
                          before->id);
        }
    }
    void on_cancel_order_request(const ouch50::CancelOrderRequest& m) {
        orders_.cancel({m.load_user_ref_num()});
    }
    void on_account_query_request(const ouch50::AccountQueryRequest&) { orders_.query(); }

    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) {
        orders_.note_answer(Kind::Order, {m.load_user_ref_num()}, sent(m));
    }
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) {
        orders_.note_answer(Kind::Order, {m.load_user_ref_num()}, sent(m));
    }
    void on_order_rejected(const ouch50::OrderRejected& m) {
        orders_.note_answer(Kind::Order, {m.load_user_ref_num()}, sent(m));
        orders_.reject({m.load_user_ref_num()});
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        orders_.note_answer(Kind::Cancel, {m.load_user_ref_num()}, sent(m));
        orders_.close({m.load_user_ref_num()}, sent(m));
    }
    void on_account_query_response(const ouch50::AccountQueryResponse& m) {
        orders_.end_query();
        orders_.note_answer(Kind::Query, {}, sent(m));
    }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        orders_.note_reply(sent(m));
        orders_.fill({m.load_user_ref_num()},
                     {.at = orders_.now(),
                      .qty = {m.load_quantity()},
                      .price = ouch50::to_price(m.load_price()),
                      .liquidity = to_liquidity(m.load_liquidity_flag())},
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
            static_cast<void>(ouch50::decode_request(message, reader));
        });
    }
    void on_input(Bytes bytes, LiveOrders& into) override {
        OuchReader reader(into);
        messages_.on_input(bytes, [&](Bytes message) {
            static_cast<void>(ouch50::decode_reply(message, reader));
        });
    }

  private:
    backtest::LiveMessages messages_;
};

}  // namespace

const backtest::RecordedOrders& OuchEntry::recorded() noexcept {
    static constexpr backtest::RecordedOrders kRecorded{
        .open = [](const trader::TraderOptions&, const backtest::LiveMarket&)
            -> std::unique_ptr<LiveOrderEntry> { return std::make_unique<LiveOuch>(); },
        .answers_query_itself = false,
        .has_exact_times = true};
    return kRecorded;
}

}  // namespace hotpath::protocols::nasdaq
