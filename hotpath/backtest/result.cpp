#include "hotpath/backtest/result.hpp"

#include <algorithm>

#include "hotpath/core/checksum.hpp"

namespace hotpath::backtest {

namespace {

Money sum_of_days(const BacktestResult& result, Money (*amount)(const DayResult&) noexcept) {
    Money sum;
    for (const DayResult& day : result.days) {
        sum += amount(day);
    }
    return sum;
}

std::uint64_t hash_of_days(const BacktestResult& result, std::uint64_t DayResult::* hash) {
    Checksum checksum;
    for (const DayResult& day : result.days) {
        checksum.add(day.*hash);
    }
    return checksum.value();
}

}  // namespace

OrderCounts& OrderCounts::operator+=(const OrderCounts& other) noexcept {
    entered += other.entered;
    replaced += other.replaced;
    reduced += other.reduced;
    canceled += other.canceled;
    rejected_by_risk += other.rejected_by_risk;
    rejected_by_venue += other.rejected_by_venue;
    decisions += other.decisions;
    in_flight_at_end += other.in_flight_at_end;
    for (std::size_t reason = 0; reason < refused.size(); ++reason) {
        refused[reason] += other.refused[reason];
    }
    return *this;
}

Money gross(const DayResult& day) noexcept {
    Money sum;
    for (const InstrumentResult& instrument : day.instruments) {
        sum += instrument.gross;
    }
    return sum;
}

bool carries_on(const BacktestResult& result, std::size_t day) noexcept {
    return day + 1 < result.days.size() && result.days[day + 1].since_first > Nanos{};
}

Money fees(const DayResult& day) noexcept {
    Money sum;
    for (const InstrumentResult& instrument : day.instruments) {
        sum += instrument.fees;
    }
    return sum;
}

Money pnl(const DayResult& day) noexcept {
    return gross(day) - fees(day);
}

const InstrumentResult* find_instrument(const DayResult& day, InstrumentId id) noexcept {
    const auto found = std::ranges::find(day.instruments, id, &InstrumentResult::id);
    return found == day.instruments.end() ? nullptr : &*found;
}

Money gross(const BacktestResult& result) noexcept {
    return sum_of_days(result, &gross);
}

Money fees(const BacktestResult& result) noexcept {
    return sum_of_days(result, &fees);
}

Money pnl(const BacktestResult& result) noexcept {
    return sum_of_days(result, &pnl);
}

OrderCounts order_counts(const BacktestResult& result) noexcept {
    OrderCounts sum;
    for (const DayResult& day : result.days) {
        sum += day.counts;
    }
    return sum;
}

std::size_t fill_count(const BacktestResult& result) noexcept {
    std::size_t count = 0;
    for (const DayResult& day : result.days) {
        count += day.fills.size();
    }
    return count;
}

std::uint64_t input_hash(const BacktestResult& result) noexcept {
    return hash_of_days(result, &DayResult::input_hash);
}

std::uint64_t output_hash(const BacktestResult& result) noexcept {
    return hash_of_days(result, &DayResult::output_hash);
}

}  // namespace hotpath::backtest
