#pragma once
/// A strategy for tests of the backtest command: it buys once of each instrument, and decides by
/// something that is no event of the market, as its test wants it.
///
///   auto registry = strategy::Registry::create({{strategy::registration_of<Changeable>()}});
///   Changeable::has_changed = true;   // the runs after this one decide otherwise
///
/// Threads: the engine's; the test's between runs. Allocation: at construction. Tests only.

#include <atomic>
#include <cstdint>
#include <new>
#include <string_view>
#include <vector>

#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::support {

class Changeable : public strategy::NullStrategy {
  public:
    static constexpr std::string_view kName = "changeable";
    static constexpr std::string_view kSummary = "decides by what its test wants";

    /// What depends on has_changed.
    enum Part : std::uint8_t { Nothing, LimitPrice, Immediacy, CancelTime, Sending };

    inline static std::atomic<bool> has_changed{false};
    inline static std::atomic<bool> is_out_of_memory{false};  // no strategy can be made

    struct Options {
        std::uint64_t part = Nothing;
        std::uint16_t instruments_max = 0;  // the trader's
    };
    static void visit(Options& options, auto& parameters) {
        parameters.integer({"part", 0, 4, "what depends on has_changed"}, options.part);
    }

    explicit Changeable(const Options& options)
        : part_(static_cast<Part>(options.part)), sent_(options.instruments_max + std::size_t{1}) {
        if (is_out_of_memory) {
            throw std::bad_alloc();
        }
    }

    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        Sent& sent = sent_[book.instrument().value];
        if (!book.bbo().is_two_sided()) {
            return;
        }
        if (sent.id == ClOrdId{} && !is_changed(Sending)) {
            sent.at = context.now;
            sent.id = intents.enter(
                {.instrument = book.instrument(),
                 .side = Side::Buy,
                 .qty = {100},
                 .price = book.best_bid().price - (is_changed(LimitPrice) ? 500 : 400),
                 .time_in_force = is_changed(Immediacy) ? TimeInForce::Ioc : TimeInForce::Day});
        } else if (!sent.is_canceled && context.now > sent.at && !is_changed(CancelTime)) {
            sent.is_canceled = intents.cancel(sent.id);
        }
    }

  private:
    struct Sent {
        ClOrdId id{};
        Time at{};
        bool is_canceled = false;
    };

    [[nodiscard]] bool is_changed(Part part) const noexcept { return part == part_ && has_changed; }

    Part part_;
    std::vector<Sent> sent_;  // by InstrumentId
};

static_assert(strategy::Strategy<Changeable>);

}  // namespace hotpath::support
