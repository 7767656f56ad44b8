#include "hotpath/protocols/nasdaq/venue/ouch_port_order.hpp"

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"

namespace hotpath::exchange {

namespace ouch50 = protocols::nasdaq::ouch50;

namespace {

class WantedOrder : public ouch50::NullRequestListener {
  public:
    WantedOrder(const Exchange& exchange, SessionId session)
        : exchange_(exchange), session_(session) {}

    void on_enter_order(const ouch50::EnterOrder& m, ouch50::Appendage) noexcept {
        order = {.instrument = exchange_.venue().instruments.find(m.load_symbol()),
                 .side = ouch50::to_side(m.load_side()),
                 .price = ouch50::to_price(m.load_price()),
                 .qty = {m.load_quantity()}};
    }
    void on_replace_order_request(const ouch50::ReplaceOrderRequest& m,
                                  ouch50::Appendage) noexcept {
        order = port_replacement_of(exchange_, session_, {m.load_orig_user_ref_num()},
                                    ouch50::to_price(m.load_price()), {m.load_quantity()});
    }

    PortOrder order{};

  private:
    const Exchange& exchange_;
    SessionId session_;
};

}  // namespace

PortOrder port_order_of(const Exchange& exchange, SessionId session, Bytes ouch_request) noexcept {
    WantedOrder wanted(exchange, session);
    static_cast<void>(ouch50::decode_request(ouch_request, wanted));
    return wanted.order;
}

}  // namespace hotpath::exchange
