#pragma once
/// Pairs trading: two instruments whose prices move together; when their spread is unusually wide
/// it sells the dear one and buys the cheap one, and unwinds when the spread is back to normal.
///
/// The spread is `first - hedge x second` in mid prices; how unusual it is, its z-score over a
/// rolling window of samples, exact and in O(1) a tick. It decides at every update, or, with
/// samples_on_timer, at samples alone, which the timer takes: then its decisions are those of a
/// study of the same samples (python/hotpath/research/signals.py). Model, signal, parameters and
/// risks: docs/design/strategies/pairs-trading.md. Threads: the engine's. Allocation: at
/// construction. Complexity: O(1) a decision. Source: Gatev, Goetzmann, Rouwenhorst (2006).

#include <array>
#include <cstdint>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/position_seeker.hpp"
#include "hotpath/strategy/rolling_stats.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

struct PairsOptions {
    Symbol first{};
    Symbol second{};
    std::int64_t hedge_milli = 1'000;  // shares of the second for 1,000 of the first, above 0
    Qty first_qty{100};                // shares of the first when in the trade
    std::uint32_t window = 600;        // samples
    Nanos sample_every{kNanosPerSecond};
    bool samples_on_timer = false;       // else at the first update when sample_every is over
    std::int64_t entry_z_milli = 2'000;  // standard deviations x 1,000, from the mean
    std::int64_t exit_z_milli = 500;
    std::int64_t stop_z_milli = 4'000;  // close, and reopen only after it was within exit_z_milli
    SeekerOptions seeker{};
};

class PairsTrading : public NullStrategy {
  public:
    /// The held position of the spread.
    enum class Stance : std::uint8_t { Flat, Long, Short, Stopped };

    /// Refuses options that cannot work, by name.
    [[nodiscard]] static Expected<PairsTrading> create(const PairsOptions& options);

    [[nodiscard]] Stance stance() const noexcept { return stance_; }
    /// z-score of the last decision, in thousandths; 0 until the window is full.
    [[nodiscard]] std::int64_t z_milli() const noexcept { return z_milli_; }

    void on_instrument(const Instrument& instrument) noexcept;
    template <book::InstrumentView Book = book::BookView>
    void on_book(const Book& book, const Context& context, oms::Intents& intents) noexcept {
        on_touch(Touch::of(book), context, intents);
    }
    void on_timer(const Context& context, oms::Intents& intents) noexcept;
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept;

  private:
    void on_touch(const Touch& touch, const Context& context, oms::Intents& intents) noexcept;

    struct Leg {
        Leg(Symbol of, const SeekerOptions& options, SignedQty held)
            : symbol(of), seeker(options), qty(held) {}

        Symbol symbol;
        PositionSeeker seeker;
        SignedQty qty;  // when the spread is held, negative for the second
        Touch touch{};
    };

    explicit PairsTrading(const PairsOptions& options);

    void sample(Time now) noexcept;
    void decide() noexcept;
    void take_stance() noexcept;
    void seek(const Context& context, oms::Intents& intents) noexcept;
    [[nodiscard]] bool is_priced() const noexcept;
    [[nodiscard]] std::int64_t spread() const noexcept;

    PairsOptions options_;
    std::array<Leg, 2> legs_;
    RollingStats spreads_;
    Time next_sample_{};
    std::int64_t z_milli_ = 0;
    Stance stance_ = Stance::Flat;
};

static_assert(DepthStrategy<PairsTrading>);

}  // namespace hotpath::strategy
