#include "hotpath/backtest/scrambled_market.hpp"

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::backtest {

namespace itch50 = protocols::nasdaq::itch50;

/// Decides about one message.
class ScrambledMarket::Chooser : public itch50::NullListener {
  public:
    explicit Chooser(ScrambledMarket& market) : market_(market) {}

    [[nodiscard]] bool is_admitted() const { return is_admitted_; }

    void on_add_order(const itch50::AddOrder& m) { choose(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { choose(m); }
    void on_order_executed(const itch50::OrderExecuted& m) { follow(m); }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) { follow(m); }
    void on_order_cancel(const itch50::OrderCancel& m) { follow(m); }
    void on_order_delete(const itch50::OrderDelete& m) { follow(m); }
    void on_order_replace(const itch50::OrderReplace& m) {
        is_admitted_ = market_.left_out_.erase(m.load_original_order_reference_number()) == 0;
        if (!is_admitted_) {
            market_.left_out_.insert(m.load_new_order_reference_number());
        }
    }

  private:
    void choose(const auto& m) {
        is_admitted_ = market_.random_.one_in(2);
        if (!is_admitted_) {
            market_.left_out_.insert(m.load_order_reference_number());
        }
    }
    void follow(const auto& m) {
        is_admitted_ = !market_.left_out_.contains(m.load_order_reference_number());
    }

    ScrambledMarket& market_;
    bool is_admitted_ = true;
};

bool ScrambledMarket::admits(Bytes message) {
    Chooser chooser(*this);
    static_cast<void>(itch50::decode(message, chooser));
    return chooser.is_admitted();
}

}  // namespace hotpath::backtest
