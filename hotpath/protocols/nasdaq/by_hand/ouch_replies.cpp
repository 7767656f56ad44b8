#include "hotpath/protocols/nasdaq/by_hand/ouch_replies.hpp"

#include "hotpath/messages/message_fields.hpp"
#include "hotpath/messages/protocol_text.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"

namespace hotpath::order_entry {

namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

class KeptReply : public ouch50::NullReplyListener {
  public:
    explicit KeptReply(OrderBookkeeping& kept) : kept_(kept) {}

    void on_order_accepted(const ouch50::OrderAccepted& m, const ouch50::Appendage&) { add(m); }
    void on_order_replaced(const ouch50::OrderReplaced& m, const ouch50::Appendage&) {
        kept_.on_replaced(m.load_orig_user_ref_num());
        add(m);
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        kept_.on_taken(m.load_user_ref_num(), m.load_quantity());
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        kept_.on_taken(m.load_user_ref_num(), m.load_decrement_shares());
    }
    void on_order_executed(const ouch50::OrderExecuted& m, const ouch50::Appendage&) {
        kept_.on_taken(m.load_user_ref_num(), m.load_quantity());
    }
    void on_order_rejected(const ouch50::OrderRejected&) { kept_.on_rejected(); }
    void on_order_modified(const ouch50::OrderModified& m) {
        kept_.on_modified(m.load_user_ref_num(), m.load_side(), m.load_quantity());
    }
    void on_account_query_response(const ouch50::AccountQueryResponse& m) {
        kept_.on_next_number(m.load_next_user_ref_num());
    }

  private:
    template <class Message>
    void add(const Message& m) {
        if (m.load_order_state() == ouch50::order_state::kLive) {
            kept_.on_open(m.load_user_ref_num(), {.side = m.load_side(),
                                                  .open_qty = m.load_quantity(),
                                                  .symbol = m.load_symbol(),
                                                  .price = ouch50::to_price(m.load_price())});
        }
    }

    OrderBookkeeping& kept_;
};

}  // namespace

void keep_ouch_reply(Bytes reply, OrderBookkeeping& kept) {
    KeptReply listener(kept);
    static_cast<void>(ouch50::decode_reply(reply, listener));
}

EntryReply show_ouch_reply(Bytes reply) {
    return {.words = messages::ouch_reply_text(reply),
            .fields = messages::ouch_reply_fields(reply)};
}

}  // namespace hotpath::order_entry
