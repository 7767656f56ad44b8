#include "hotpath/protocols/iex/capture/new_york.hpp"

#include <algorithm>
#include <chrono>

namespace hotpath::capture::iex {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::seconds;
using std::chrono::Sunday;
using std::chrono::sys_days;
using std::chrono::sys_seconds;

constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

/// The clock jumps at 02:00 of the time that ends.
[[nodiscard]] seconds offset_from_utc(sys_seconds utc) {
    constexpr hours kStandard{-5};
    constexpr hours kDaylight{-4};
    const std::chrono::year year =
        std::chrono::year_month_day{std::chrono::floor<days>(utc)}.year();
    const sys_seconds begin =
        sys_days{year / std::chrono::March / Sunday[2]} + hours{2} - kStandard;
    const sys_seconds end =
        sys_days{year / std::chrono::November / Sunday[1]} + hours{2} - kDaylight;
    return utc >= begin && utc < end ? kDaylight : kStandard;
}

}  // namespace

NewYorkDay new_york_day(std::int64_t ns_since_1970) {
    constexpr sys_seconds kFirst = sys_days{days{1}};
    constexpr sys_seconds kLast = sys_days{std::chrono::year{2199} / std::chrono::December / 31};
    const sys_seconds utc =
        std::clamp(sys_seconds{seconds{ns_since_1970 / kNanosPerSecond}}, kFirst, kLast);
    const seconds offset = offset_from_utc(utc);
    const sys_days local = std::chrono::floor<days>(utc + offset);
    return {
        .midnight_ns = (sys_seconds{local} - offset).time_since_epoch().count() * kNanosPerSecond,
        .date = {static_cast<std::int32_t>(local.time_since_epoch().count())}};
}

}  // namespace hotpath::capture::iex
