#pragma once
/// Cross-venue latency arbitrage: one stock at two venues; where the bid of one is above the ask of
/// the other it buys at the one and sells at the other, for more than the fees of both.
///
///   engine of venue 1 <- ArbitrageLeg ─┐
///                                      ├ LatencyArbitrage: turns, as in multi_venue.hpp
///   engine of venue 2 <- ArbitrageLeg ─┘
///
/// A leg is a Strategy like any other; what both know is in the LatencyArbitrage that they share.
/// ArbitrageLegs is the strategy of a trader with two venues.
/// The venue whose event showed the crossed market does not go first: the other is asked, so that
/// whatever may keep it from trading does so before anything is sent. What is bought and not sold,
/// or sold and not bought, is closed by separate rules. Model, conditions, parameters and
/// risks: docs/design/strategies/latency-arbitrage.md. Threads: one, of both engines. Allocation:
/// at construction. Complexity: O(1) a decision, O(symbols) a timer. Source: Wah and Wellman
/// (2013).

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/strategy/multi_venue.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

enum class Venue : std::uint8_t { First, Second };

inline constexpr std::size_t kVenues = 2;

struct ArbitrageVenue {
    Price fee{};                    // of a share, of an order that takes; negative: a rebate
    Nanos order_latency{100'000};   // from the decision until the order can trade there
    SignedQty position_max{1'000};  // long or short, at this venue alone
};

struct ArbitrageOptions {
    std::vector<Symbol> symbols{};           // traded at both venues
    std::uint16_t instruments_max = 16'000;  // ids 1 to instruments_max, of either feed
    Qty qty_max{100};                        // shares of one order
    std::int64_t edge_min = 100;             // price units a share, after the fees of both
    Nanos silence_max{kNanosPerSecond};      // a venue without a book event for longer is not used
    Nanos window{5'000'000};                 // how long a market stays crossed, as a rule
    Nanos answer_within{100'000'000};        // the longest wait for an answer to an order
    Nanos complete_within{10'000'000};       // how long a missing leg is retried without a loss
    std::int64_t loss_max = 500;   // price units a share: a leg losing more is closed at once
    Ticks slippage_ticks{2};       // beyond the touch, of a closing order
    Nanos pause{kNanosPerSecond};  // of a symbol after a leg was missing, of a leg refused
    std::array<ArbitrageVenue, kVenues> venues{};
};

struct ArbitrageCounters {
    std::uint64_t crosses = 0;   // all conditions held: the other leg's turn began
    std::uint64_t trades = 0;    // both legs sent an order
    std::uint64_t complete = 0;  // equal executed quantity above 0 at both venues
    std::uint64_t legged = 0;    // positions found that were not flat
    std::uint64_t stops = 0;     // closing orders that took a loss
    std::uint64_t too_late = 0;  // crossed markets whose window had passed
};

class LatencyArbitrage {
  public:
    /// Refuses options that cannot work, by name.
    [[nodiscard]] static Expected<void> validate(const ArbitrageOptions& options);
    /// Options that are valid.
    explicit LatencyArbitrage(const ArbitrageOptions& options);
    /// Not movable: its legs point to it.
    LatencyArbitrage(const LatencyArbitrage&) = delete;
    LatencyArbitrage& operator=(const LatencyArbitrage&) = delete;

    [[nodiscard]] const ArbitrageCounters& counters() const noexcept { return counters_; }
    /// Bought less sold, at both venues together.
    [[nodiscard]] SignedQty net_position(Symbol symbol) const noexcept;

    /// See for_each_turn().
    [[nodiscard]] std::optional<VenueTurn> next_turn() noexcept;

    // Events of a leg.
    void on_instrument(Venue venue, const Instrument& instrument) noexcept;
    void on_book(Venue venue, const book::BookView& book, const Context& context,
                 oms::Intents& intents) noexcept;
    void on_timer(Venue venue) noexcept;
    void on_fill(Venue venue, const oms::Fill& fill) noexcept;
    void on_reject(Venue venue, const oms::Rejection& rejection, Time now) noexcept;
    void on_books_state(Venue venue, BooksState state) noexcept;

  private:
    enum class Stage : std::uint8_t {
        Watching,
        Planned,  // the first leg's turn has begun
        Working,  // at least one order is out
        Legged,   // long at one venue by more than short at the other
    };
    /// The liquidity that an order of one side can take at a venue.
    struct Quote {
        Price price{};
        TotalQty qty{};
        Time since{};        // time of the last change
        Time spent_until{};  // an order of ours is on its way to it
    };
    struct Leg {
        InstrumentId instrument{};      // 0: not named yet
        std::array<Quote, 2> quotes{};  // by Side of the order that takes the quote
        std::int64_t tick = 1;
        SignedQty position{};
        ClOrdId order{};         // the last one sent
        Time paused_until{};     // after a refusal
        bool is_out = false;     // that order may still execute
        bool is_known = false;   // its position is the venue's
        bool is_market = false;  // two-sided, not crossed in itself
        bool is_able = false;    // may trade, as far as we know
    };
    struct Plan {
        std::array<Venue, 2> venue_of{};  // by Side
        std::array<Price, 2> price_of{};
        Qty qty{};
    };
    struct Watch {
        Symbol symbol{};
        Stage stage = Stage::Watching;
        Venue turn = Venue::First;
        bool is_queued = false;      // for its turn
        bool is_second_due = false;  // the first leg's order has gone, the second's has not
        bool has_plan = false;       // of a trade that is not over: its prices are known
        bool has_executed = false;   // any of that trade
        Plan plan{};
        Time answer_by{};
        Time flat_by{};
        Time paused_until{};
        std::array<Leg, kVenues> legs{};
    };

    [[nodiscard]] Watch* find(Venue venue, InstrumentId instrument) noexcept;
    [[nodiscard]] const ArbitrageVenue& options_of(Venue venue) const noexcept;
    [[nodiscard]] std::int64_t cost(Venue venue, Side side, Price price) const noexcept;
    [[nodiscard]] static std::optional<Venue> national_best(const Watch& watch, Side side) noexcept;
    [[nodiscard]] std::optional<Venue> cheapest(const Watch& watch, Side side,
                                                Time now) const noexcept;
    [[nodiscard]] std::optional<Plan> find_cross(const Watch& watch, Time now) noexcept;
    [[nodiscard]] bool is_in_time(const Watch& watch, const Plan& plan, Time now) noexcept;
    [[nodiscard]] Qty qty_of(const Watch& watch, const Plan& plan) const noexcept;
    [[nodiscard]] std::int64_t loss(const Watch& watch, Side side, Venue at) const noexcept;

    void note_book(Leg& leg, const book::BookView& book, const Context& context) const noexcept;
    void decide(Watch& watch, Venue at, Time now, oms::Intents& intents) noexcept;
    void look_for_cross(Watch& watch, Venue at, Time now) noexcept;
    void go_first(Watch& watch, Venue at, Time now, oms::Intents& intents) noexcept;
    void go_second(Watch& watch, Venue at, Time now, oms::Intents& intents) noexcept;
    void conclude(Watch& watch, Time now) noexcept;
    void get_flat(Watch& watch, Venue at, Time now, oms::Intents& intents) noexcept;
    bool send(Watch& watch, Venue at, const oms::NewOrder& order, Time now,
              oms::Intents& intents) const noexcept;
    void give_turn(Watch& watch, Venue venue) noexcept;
    void note_no_answer() noexcept;

    ArbitrageOptions options_;
    std::vector<Watch> watches_;
    std::array<std::vector<std::uint16_t>, kVenues> watch_of_;  // by InstrumentId; 0: none
    std::array<Time, kVenues> heard_at_{};
    FixedQueue<std::uint16_t> turns_;  // watches, each once
    Watch* asked_ = nullptr;           // its leg is acting, or could not
    ArbitrageCounters counters_;
};

/// The strategy of one venue's engine. The arbitrage outlives it.
class ArbitrageLeg : public NullStrategy {
  public:
    ArbitrageLeg(LatencyArbitrage& arbitrage, Venue venue) noexcept
        : arbitrage_(&arbitrage), venue_(venue) {}

    void on_instrument(const Instrument& instrument) noexcept {
        arbitrage_->on_instrument(venue_, instrument);
    }
    void on_book(const book::BookView& book, const Context& context,
                 oms::Intents& intents) noexcept {
        arbitrage_->on_book(venue_, book, context, intents);
    }
    void on_timer(const Context&, oms::Intents&) noexcept { arbitrage_->on_timer(venue_); }
    void on_fill(const oms::Fill& fill, const Context&) noexcept {
        arbitrage_->on_fill(venue_, fill);
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
        arbitrage_->on_reject(venue_, rejection, context.now);
    }
    void on_books_state(BooksState state, const Context&) noexcept {
        arbitrage_->on_books_state(venue_, state);
    }

  private:
    LatencyArbitrage* arbitrage_;
    Venue venue_;
};

static_assert(Strategy<ArbitrageLeg>);

/// A LatencyArbitrage that can be moved, with its legs.
class ArbitrageLegs {
  public:
    using Leg = ArbitrageLeg;

    /// Refuses options that cannot work, by name.
    [[nodiscard]] static Expected<ArbitrageLegs> create(const ArbitrageOptions& options);

    [[nodiscard]] static constexpr std::size_t venues() noexcept { return kVenues; }
    [[nodiscard]] const ArbitrageCounters& counters() const noexcept { return shared_->counters(); }
    [[nodiscard]] Leg leg(std::size_t venue) noexcept {
        return {*shared_, static_cast<Venue>(venue)};
    }
    [[nodiscard]] std::optional<VenueTurn> next_turn() noexcept { return shared_->next_turn(); }

  private:
    explicit ArbitrageLegs(const ArbitrageOptions& options)
        : shared_(std::make_unique<LatencyArbitrage>(options)) {}

    std::unique_ptr<LatencyArbitrage> shared_;
};

static_assert(MultiVenueStrategy<ArbitrageLegs>);

}  // namespace hotpath::strategy
