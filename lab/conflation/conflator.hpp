#pragma once
/// Conflator: for a consumer slower than the feed: the instruments changed since its last poll,
/// each once.
///
///   on_book    A  B  A  A  C  A                dirty: A B C, in the order of their first change
///   next       A, 4 updates | B, 1 | C, 1      then the books are asked: the newest state
///
/// Nothing is copied an update: the newest state is the books' own when the consumer drains. A
/// consumer in another thread is served by the books' thread, which drains whenever there is room
/// in the queue between them (BookDepth is a value). Threads: that of the books. Allocation: the
/// constructor. Bounds: one entry an instrument, so it never overflows. Complexity: O(1) an update
/// and an instrument drained.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "hotpath/book/order_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

struct ConflatorOptions {
    std::uint16_t instruments_max = 16'000;
    bool bbo_only = false;  // ignore changes beyond the best prices
};

/// One instrument that changed.
struct Conflated {
    InstrumentId instrument{};
    bool bbo_changed = false;   // in any of them; it may have changed back
    std::uint64_t updates = 0;  // folded into this one

    friend constexpr bool operator==(const Conflated&, const Conflated&) = default;
};

class Conflator {
  public:
    explicit Conflator(const ConflatorOptions& options)
        : entries_(std::size_t{options.instruments_max} + 1),
          dirty_(std::size_t{options.instruments_max} + 1),
          bbo_only_(options.bbo_only) {}

    /// Instruments that have changed.
    [[nodiscard]] std::size_t dirty() const noexcept { return dirty_.size(); }

    /// After an update that changed the books.
    void on_book(const BookUpdate& update) noexcept {
        if (update.instrument.value >= entries_.size() || (bbo_only_ && !update.bbo_changed)) {
            return;
        }
        Conflated& entry = entries_[update.instrument.value];
        if (entry.updates++ == 0) {
            entry.instrument = update.instrument;
            (void)dirty_.try_push(update.instrument);  // has room for every instrument
        }
        entry.bbo_changed |= update.bbo_changed;
    }

    /// The instrument that has waited longest; it is clean then. Nothing when none has changed.
    [[nodiscard]] std::optional<Conflated> next() noexcept {
        if (dirty_.empty()) {
            return std::nullopt;
        }
        Conflated& entry = entries_[dirty_.front().value];
        dirty_.pop();
        return std::exchange(entry, Conflated{});
    }

  private:
    FixedArray<Conflated> entries_;  // by instrument id; updates 0: clean
    FixedQueue<InstrumentId> dirty_;
    bool bbo_only_;
};

/// The best levels of one instrument as a value, to be handed to another thread.
template <std::size_t LevelsMax>
struct BookDepth {
    static_assert(LevelsMax > 0);

    InstrumentId instrument{};
    std::array<std::uint32_t, 2> level_count{};            // by side_index()
    std::array<std::array<Level, LevelsMax>, 2> levels{};  // best first

    [[nodiscard]] std::span<const Level> side(Side side) const noexcept {
        return std::span(levels[side_index(side)]).first(level_count[side_index(side)]);
    }
    [[nodiscard]] Bbo bbo() const noexcept {
        return {.bid = levels[side_index(Side::Buy)][0], .ask = levels[side_index(Side::Sell)][0]};
    }
    friend constexpr bool operator==(const BookDepth&, const BookDepth&) = default;
};

template <std::size_t LevelsMax, OrderBooks Books>
[[nodiscard]] BookDepth<LevelsMax> depth_of(const Books& books, InstrumentId instrument) noexcept {
    BookDepth<LevelsMax> depth{.instrument = instrument};
    for (const Side side : {Side::Buy, Side::Sell}) {
        depth.level_count[side_index(side)] = static_cast<std::uint32_t>(
            books.depth(instrument, side, depth.levels[side_index(side)]));
    }
    return depth;
}

/// visit(const Conflated&, const BookDepth<LevelsMax>&) for at most `instruments_max` of those that
/// have changed, longest waiting first; how many there were.
template <std::size_t LevelsMax, OrderBooks Books, class Visitor>
std::size_t drain(Conflator& conflator, const Books& books, std::size_t instruments_max,
                  Visitor&& visit) {
    std::size_t drained = 0;
    while (drained < instruments_max) {
        const std::optional<Conflated> next = conflator.next();
        if (!next) {
            break;
        }
        visit(*next, depth_of<LevelsMax>(books, next->instrument));
        ++drained;
    }
    return drained;
}

}  // namespace hotpath::book
