#pragma once
/// Leaner: long while much more is bid than offered at the touch, short in the opposite case.
///
/// The strategy of docs/guide/your-first-strategy.md, for one instrument. Threads: the
/// engine's.

#include "hotpath/strategy/position_seeker.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace tutorial {

using namespace hotpath;

class Leaner : public strategy::NullStrategy {
  public:
    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        const std::uint64_t bid_qty = book.best_bid().qty.value;
        const std::uint64_t ask_qty = book.best_ask().qty.value;
        if (bid_qty > kMuchMore * ask_qty) {
            target_ = kShares;
        } else if (ask_qty > kMuchMore * bid_qty) {
            target_ = -kShares;
        }
        seeker_.seek(target_, strategy::Touch::of(book), context, intents);
    }
    void on_reject(const oms::Rejection& rejection, const strategy::Context& context) noexcept {
        (void)seeker_.on_reject(rejection, context);
    }

  private:
    static constexpr std::uint64_t kMuchMore = 4;
    static constexpr SignedQty kShares{100};

    strategy::PositionSeeker seeker_;
    SignedQty target_{};
};

}  // namespace tutorial
