#pragma once
/// Leaner: long while much more is bid than offered at the touch, short in the opposite case.
///
/// Threads: the engine's. Allocation: at construction. Complexity: O(1) a decision.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/position_seeker.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace own {

using namespace hotpath;

class Leaner : public strategy::NullStrategy {
  public:
    static constexpr std::string_view kName = "leaner";
    static constexpr std::string_view kSummary = "holds the side of the touch with more shares";

    struct Options {
        SignedQty qty{100};
        std::uint64_t lean_percent = 400;
        std::uint16_t instruments_max = 0;  // the trader's
    };
    static void visit(Options& options, auto& parameters) {
        parameters.shares({"qty", 1, 100'000, "shares of a position"}, options.qty);
        parameters.integer({"lean_percent", 100, 100'000, "one side of the other, to trade"},
                           options.lean_percent);
    }

    explicit Leaner(const Options& options)
        : options_(options), seekers_(options.instruments_max + std::size_t{1}) {}

    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        const std::uint64_t bid_qty = book.best_bid().qty.value;
        const std::uint64_t ask_qty = book.best_ask().qty.value;
        strategy::PositionSeeker& seeker = seekers_[book.instrument().value];
        if (bid_qty * 100 > options_.lean_percent * ask_qty) {
            seeker.seek(options_.qty, strategy::Touch::of(book), context, intents);
        } else if (ask_qty * 100 > options_.lean_percent * bid_qty) {
            seeker.seek(-options_.qty, strategy::Touch::of(book), context, intents);
        }
    }
    void on_reject(const oms::Rejection& rejection, const strategy::Context& context) noexcept {
        (void)seekers_[rejection.instrument.value].on_reject(rejection, context);
    }

  private:
    Options options_;
    std::vector<strategy::PositionSeeker> seekers_;  // by InstrumentId
};

static_assert(strategy::Strategy<Leaner>);

}  // namespace own
