#include "hotpath/gateway/order_news.hpp"

#include "hotpath/gateway/ouch_words.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::gateway {

namespace {

namespace ouch = wire::ouch50;

struct NewsReader : ouch::NullReplyListener {
    void on_order_accepted(const ouch::OrderAccepted& m, ouch::Appendage) noexcept {
        news = to_accepted(m);
    }
    void on_order_replaced(const ouch::OrderReplaced& m, ouch::Appendage) noexcept {
        news = to_replaced(m);
    }
    void on_order_executed(const ouch::OrderExecuted& m, ouch::Appendage) noexcept {
        news = to_executed(m);
    }
    void on_order_canceled(const ouch::OrderCanceled& m) noexcept {
        news = Canceled{{m.load_user_ref_num()}, {m.load_quantity()}};
    }
    void on_aiq_canceled(const ouch::AiqCanceled& m) noexcept {
        news = Canceled{{m.load_user_ref_num()}, {m.load_decrement_shares()}};
    }
    void on_order_rejected(const ouch::OrderRejected& m) noexcept {
        news = Rejected{{m.load_user_ref_num()}, m.load_reason()};
    }
    void on_cancel_reject(const ouch::CancelReject& m) noexcept {
        news = CancelRejected{{m.load_user_ref_num()}};
    }
    void on_broken_trade(const ouch::BrokenTrade& m) noexcept {
        news = Broken{{m.load_user_ref_num()}, {m.load_match_number()}};
    }

    OrderNews news;
};

}  // namespace

OrderNews read_news(Bytes message) noexcept {
    NewsReader reader;
    return ouch::decode_reply(message, reader) == wire::DecodeStatus::Ok ? reader.news
                                                                         : OrderNews{};
}

}  // namespace hotpath::gateway
