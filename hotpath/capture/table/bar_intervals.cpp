#include "hotpath/capture/table/bar_intervals.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace hotpath::capture {

namespace {

[[nodiscard]] auto time_of(const BarRow& bar) {
    return std::tuple(bar.date, bar.begin, bar.end);
}

}  // namespace

Expected<BarIntervals> BarIntervals::create(std::vector<BarTable> tables,
                                            std::vector<Symbol> symbols) {
    BarIntervals intervals(std::move(symbols));
    std::ranges::sort(intervals.symbols_);
    for (BarTable& table : tables) {
        Source& source = intervals.sources_.emplace_back(Source{.table = std::move(table)});
        if (auto read = intervals.advance(source); !read) {
            return std::unexpected(read.error());
        }
    }
    return intervals;
}

/// To the next bar of a wanted symbol.
Expected<void> BarIntervals::advance(Source& source) {
    for (;;) {
        const auto more = source.table.next();
        if (!more) {
            return std::unexpected(more.error());
        }
        source.has_bar = *more;
        if (!*more || symbols_.empty() ||
            std::ranges::binary_search(symbols_, source.table.bar().symbol)) {
            return {};
        }
    }
}

const BarIntervals::Source* BarIntervals::earliest() const {
    const Source* first = nullptr;
    for (const Source& source : sources_) {
        if (source.has_bar &&
            (first == nullptr || time_of(source.table.bar()) < time_of(first->table.bar()))) {
            first = &source;
        }
    }
    return first;
}

Expected<bool> BarIntervals::next() {
    bars_.clear();
    seen_.clear();
    const Source* const first = earliest();
    if (first == nullptr) {
        return false;
    }
    const auto time = time_of(first->table.bar());
    for (Source& source : sources_) {
        while (source.has_bar && time_of(source.table.bar()) == time) {
            if (auto taken = take(source); !taken) {
                return std::unexpected(taken.error());
            }
        }
    }
    std::ranges::sort(bars_, {}, &BarRow::symbol);
    return true;
}

Expected<void> BarIntervals::take(Source& source) {
    const BarRow& bar = source.table.bar();
    if (!seen_.insert(bar.symbol).second) {
        return std::unexpected(
            source.table.refusal("is the second bar of " + bar.symbol.str() + " at this time"));
    }
    bars_.push_back(bar);
    return advance(source);
}

bool BarIntervals::is_last_of_day() const {
    const Source* const after = earliest();
    return after == nullptr || after->table.bar().date != bars_.front().date;
}

}  // namespace hotpath::capture
