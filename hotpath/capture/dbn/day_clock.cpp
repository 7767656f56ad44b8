#include "hotpath/capture/dbn/day_clock.hpp"

#include <chrono>

#include <fmt/format.h>

#include "hotpath/protocols/dbn/codes.hpp"

namespace hotpath::capture::dbn {

namespace {

constexpr std::uint64_t kNanosPerDay = 86'400'000'000'000;
constexpr std::uint64_t kItchTimeMax = (std::uint64_t{1} << 48U) - 1;

Day to_day(std::uint64_t days_since_1970) {
    const std::chrono::year_month_day date{
        std::chrono::sys_days{std::chrono::days{static_cast<int>(days_since_1970)}}};
    return static_cast<Day>(static_cast<int>(date.year())) * 10'000 +
           static_cast<unsigned>(date.month()) * 100 + static_cast<unsigned>(date.day());
}

}  // namespace

Checked<Time> DayClock::time_of(const RecordTimes& times) {
    constexpr std::uint64_t kUndefined = protocols::dbn::kUndefinedTime;
    const std::uint64_t received = times.ts_recv == kUndefined ? times.ts_event : times.ts_recv;
    if (received == kUndefined) {
        return std::unexpected("the record has neither ts_event nor ts_recv");
    }
    if (!midnight_) {
        midnight_ = received / kNanosPerDay * kNanosPerDay;
    }
    const bool is_event_of_day =
        times.ts_event != kUndefined && times.ts_event >= *midnight_ && !times.is_snapshot;
    const std::uint64_t taken = is_event_of_day ? times.ts_event : received;
    if (taken < *midnight_ || taken - *midnight_ > kItchTimeMax) {
        return std::unexpected(fmt::format(
            "its time {} is not within 78 hours after {}, midnight of the recording's first day; "
            "cut the recording into days",
            taken, *midnight_));
    }
    if (const std::uint64_t number = taken / kNanosPerDay; number != day_number_) {
        day_number_ = number;
        day_ = to_day(number);
    }
    return Time{static_cast<std::int64_t>(taken - *midnight_)};
}

std::optional<Date> DayClock::first_date() const {
    return midnight_ ? std::optional(Date{static_cast<std::int32_t>(*midnight_ / kNanosPerDay)})
                     : std::nullopt;
}

}  // namespace hotpath::capture::dbn
