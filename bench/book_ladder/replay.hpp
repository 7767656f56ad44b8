#pragma once
/// Runs a flow through a book and times it: in bulk, in groups of sixteen, one by one, by kind.
///
/// After each update the best level of its side is read, as a strategy would, and added up; that
/// sum and all levels at the end are the answer, which every book must give. A Subject is a book
/// over a container, or the floor. One book serves all passes; it is emptied and brought to where
/// the flow begins before the clock starts. Threads: one. Allocation: outside the timed regions,
/// std::map excepted.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/book_ladder/floor_book.hpp"
#include "bench/book_ladder/level_flow.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/runner/measurement.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/measure/statistics.hpp"
#include "lab/levels/l2_book.hpp"

namespace hotpath::bench {

/// A sum over the best levels read. Modulo 2^64.
struct BestSums {
    std::uint64_t prices = 0;
    std::uint64_t totals = 0;  // quantity << 20 | orders
};

template <book::LevelContainer Levels>
class ContainerSubject {
  public:
    using Book = book::BasicL2Book<Levels>;
    using Update = LevelUpdate;

    explicit ContainerSubject(const LevelFlow& flow) : flow_(&flow) {}

    [[nodiscard]] const std::vector<Update>& updates() const { return flow_->timed; }

    [[nodiscard]] Book make_book() const {
        auto book = Book::create({.levels_max = flow_->levels_max, .tick = kTick});
        HOTPATH_ASSERT(book.has_value(), "a book of one instrument fits this machine");
        return std::move(*book);
    }

    /// Whatever was there, the book that the flow begins with.
    void rewind(Book& book) const {
        std::vector<book::Level> levels(flow_->levels_max);
        for (const Side side : {Side::Buy, Side::Sell}) {
            const std::size_t count = book.depth(side, levels);
            for (const book::Level& level : std::span(levels).first(count)) {
                (void)book.set_level(side, {.price = level.price});
            }
        }
        for (const Update& update : flow_->before) {
            (void)book.set_level(update.side, update.level);
        }
    }

    static void apply(Book& book, const Update& update, BestSums& sums) {
        (void)book.set_level(update.side, update.level);
        const book::Level best = book.best(update.side);
        sums.prices += static_cast<std::uint64_t>(best.price.value);
        sums.totals += (best.qty.value << FloorBook::kQtyShift) + best.orders;
    }

    [[nodiscard]] std::uint64_t answer(const Book& book, const BestSums& sums) const {
        Checksum checksum;
        checksum.add(sums.prices);
        checksum.add(sums.totals);
        std::vector<book::Level> levels(flow_->levels_max);
        for (const Side side : {Side::Buy, Side::Sell}) {
            levels.resize(book.depth(side, levels));
            for (const book::Level& level : levels) {
                checksum.add(static_cast<std::uint64_t>(level.price.value));
                checksum.add((level.qty.value << FloorBook::kQtyShift) + level.orders);
            }
            levels.resize(flow_->levels_max);
        }
        return checksum.value();
    }

  private:
    const LevelFlow* flow_;
};

class FloorSubject {
  public:
    struct Book {
        FloorBook book;
        std::array<std::uint64_t, 2> best_indices{};  // added up
    };
    using Update = DenseUpdate;

    explicit FloorSubject(const LevelFlow& flow)
        : prices_(flow),
          before_(to_dense(prices_, flow.before)),
          updates_(to_dense(prices_, flow.timed)) {}

    [[nodiscard]] const std::vector<Update>& updates() const { return updates_; }

    [[nodiscard]] Book make_book() const { return {.book = FloorBook(prices_.size)}; }
    void rewind(Book& book) const {
        book.best_indices = {};
        book.book.clear();
        for (const Update& update : before_) {
            book.book.apply(update);
        }
    }

    static void apply(Book& book, const Update& update, BestSums& sums) {
        book.book.apply(update);
        const std::uint32_t best = book.book.best(update.side);
        book.best_indices[update.side] += best;
        sums.totals += book.book.totals(update.side, best);
    }

    [[nodiscard]] std::uint64_t answer(const Book& book, const BestSums& sums) const;

  private:
    DensePrices prices_;
    std::vector<Update> before_;
    std::vector<Update> updates_;
};

/// The timers of one run of a subject.
struct Passes {
    std::uint64_t updates = 1'000'000;  // at least, in each way of timing
};

template <class Subject>
class Replay {
  public:
    Replay(const LevelFlow& flow, const timing::TscClock& clock, Passes passes)
        : subject_(flow),
          book_(subject_.make_book()),
          ns_per_tick_(static_cast<double>(clock.to_duration(kManyTicks).value) / kManyTicks),
          passes_(passes.updates / subject_.updates().size() + 1) {
        samples_.resize(passes_ * subject_.updates().size());  // touched before anything is timed
    }

    [[nodiscard]] Measurement run() {
        Measurement measured = bulk();
        add_percentiles("16 in a row", in_groups(), measured);
        add_percentiles("alone", one_by_one(), measured);
        return measured;
    }

    /// Back to back, divided.
    [[nodiscard]] Measurement bulk() {
        Measurement sum{.items = passes_ * subject_.updates().size()};
        for (std::size_t pass = 0; pass < passes_; ++pass) {
            subject_.rewind(book_);
            BestSums sums;
            const std::uint64_t begin = Stopwatch::begin();
            for (const auto& update : subject_.updates()) {
                Subject::apply(book_, update, sums);
            }
            sum.elapsed_ticks += Stopwatch::end() - begin;
            sum.answer = subject_.answer(book_, sums);
        }
        return sum;
    }

    /// Means of the samples up to the 99th percentile of each kind: the rest is the machine's.
    [[nodiscard]] Measurement by_kind(const LevelFlow& flow) {
        Measurement measured{.answer = 0, .items = samples_.size()};
        const std::span<const std::uint32_t> samples = one_by_one();
        for (std::size_t kind = 0; kind < kLevelKindNames.size(); ++kind) {
            std::vector<std::uint32_t> of_kind;
            for (std::size_t i = 0; i < samples.size(); ++i) {
                if (flow.timed[i % flow.timed.size()].kind == static_cast<LevelKind>(kind)) {
                    of_kind.push_back(samples[i]);
                }
            }
            std::ranges::sort(of_kind);
            of_kind.resize(of_kind.size() - of_kind.size() / 100);
            measured.metrics.push_back(
                {kLevelKindNames[kind], "ns", measure::moments(of_kind).mean * ns_per_tick_});
        }
        measured.answer = answer_;
        return measured;
    }

  private:
    static constexpr std::uint64_t kManyTicks = 1'000'000'000;
    static constexpr std::uint32_t kGroup = 16;

    /// Ticks of each group, in the order of time.
    [[nodiscard]] std::span<std::uint32_t> in_groups() {
        const auto& updates = subject_.updates();
        std::size_t sampled = 0;
        for (std::size_t pass = 0; pass < passes_; ++pass) {
            subject_.rewind(book_);
            BestSums sums;
            for (std::size_t i = 0; i + kGroup <= updates.size(); i += kGroup) {
                const std::uint64_t begin = Stopwatch::begin();
                for (std::size_t k = i; k < i + kGroup; ++k) {
                    Subject::apply(book_, updates[k], sums);
                }
                samples_[sampled++] = static_cast<std::uint32_t>(Stopwatch::end() - begin);
            }
            answer_ = subject_.answer(book_, sums);
        }
        return std::span(samples_).first(sampled);
    }

    [[nodiscard]] std::span<std::uint32_t> one_by_one() {
        std::size_t sampled = 0;
        for (std::size_t pass = 0; pass < passes_; ++pass) {
            subject_.rewind(book_);
            BestSums sums;
            for (const auto& update : subject_.updates()) {
                const std::uint64_t begin = Stopwatch::begin();
                Subject::apply(book_, update, sums);
                samples_[sampled++] = static_cast<std::uint32_t>(Stopwatch::end() - begin);
            }
            answer_ = subject_.answer(book_, sums);
        }
        return std::span(samples_).first(sampled);
    }

    void add_percentiles(const std::string& name, std::span<std::uint32_t> samples,
                         Measurement& measured) const {
        const double ns = name == "alone" ? ns_per_tick_ : ns_per_tick_ / kGroup;
        std::ranges::sort(samples);
        for (const auto& [percent_name, percent] :
             {std::pair{" p50", 50.0}, std::pair{" p99", 99.0}, std::pair{" p99.9", 99.9}}) {
            measured.metrics.push_back(
                {name + percent_name, "ns", measure::percentile(samples, percent) * ns});
        }
    }

    Subject subject_;
    typename Subject::Book
        book_;  // one for all passes: its memory is touched as in a running system
    double ns_per_tick_;
    std::size_t passes_;
    std::vector<std::uint32_t> samples_;
    std::uint64_t answer_ = 0;
};

}  // namespace hotpath::bench
