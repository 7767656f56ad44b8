#pragma once
/// Momentum: buys an instrument that has risen by enough over the lookback, sells short one that
/// has fallen, and closes the position when the move has faded.
///
/// One position an instrument, of fixed size. Model, parameters and risks:
/// docs/design/strategies/momentum.md. Threads: the engine's. Allocation: at construction.
/// Complexity: O(1) a decision. Source: Jegadeesh and Titman (1993), on the scale of a day.

#include <cstdint>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/position_seeker.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

struct MomentumOptions {
    std::uint16_t instruments_max = 16'000;  // ids 1 to instruments_max
    Qty qty{100};                            // shares of a position
    std::uint32_t lookback = 60;             // samples
    Nanos sample_every{kNanosPerSecond};
    BasisPoints entry_bps{20};  // of the price a lookback ago
    BasisPoints exit_bps{5};    // a move below this has faded
    SeekerOptions seeker{};
};

class Momentum : public NullStrategy {
  public:
    /// Refuses options that cannot work, by name.
    [[nodiscard]] static Expected<Momentum> create(const MomentumOptions& options);

    template <book::InstrumentView Book = book::BookView>
    void on_book(const Book& book, const Context& context, oms::Intents& intents) noexcept {
        on_touch(Touch::of(book), context, intents);
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept;

  private:
    void on_touch(const Touch& touch, const Context& context, oms::Intents& intents) noexcept;

    struct Watch {
        PositionSeeker seeker{};
        std::int64_t direction = 0;  // +1 long, -1 short
        Time next_sample{};
        std::uint32_t sampled = 0;
    };

    explicit Momentum(const MomentumOptions& options);

    [[nodiscard]] std::int64_t& mid_ago(InstrumentId instrument, std::uint32_t sample) noexcept;
    [[nodiscard]] std::int64_t direction(std::int64_t held, std::int64_t now,
                                         std::int64_t ago) const noexcept;

    MomentumOptions options_;
    std::vector<Watch> watches_;            // by InstrumentId
    std::vector<std::int64_t> twice_mids_;  // `lookback` an instrument, each a ring
};

static_assert(DepthStrategy<Momentum>);

}  // namespace hotpath::strategy
