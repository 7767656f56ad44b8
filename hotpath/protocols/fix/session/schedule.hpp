#pragma once
/// When a FIX session may be connected, in UTC: always, hours of days, or one stretch of a week.
///
///   Schedule::daily({.start = time_of_day(7, 30), .end = time_of_day(17, 0), .days = kMondayToFriday})
///   Schedule::weekly({.first_day = Weekday::Sunday, .start = time_of_day(22, 0), .last_day = ..., ...})
///
/// Each window is a session of its day or week: sequence numbers begin at 1 at its start. Hours
/// that end where they start are a whole day, one session after the other. Threads: a value.
/// Allocation: none. Complexity: O(windows), at most seven.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::protocols::fix {

enum class Weekday : std::uint8_t {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday
};

/// A time of day.
[[nodiscard]] constexpr Nanos time_of_day(int hour, int minute, int second = 0) noexcept {
    return Nanos{((std::int64_t{hour} * 60 + minute) * 60 + second) * kNanosPerSecond};
}

/// Bit n is the weekday of number n.
using Weekdays = std::uint8_t;
inline constexpr Weekdays kEveryDay = 0b111'1111;
inline constexpr Weekdays kMondayToFriday = 0b001'1111;

class Schedule {
  public:
    struct Daily {
        Nanos start{};
        Nanos end{};  // of the next day when not after start
        Weekdays days = kEveryDay;
    };
    struct Weekly {
        Weekday first_day = Weekday::Monday;
        Nanos start{};
        Weekday last_day = Weekday::Friday;
        Nanos end{};
    };

    /// Always open, and never a new session.
    Schedule() = default;
    [[nodiscard]] static Expected<Schedule> daily(const Daily& hours);
    [[nodiscard]] static Expected<Schedule> weekly(const Weekly& hours);

    [[nodiscard]] bool is_open(Time now) const noexcept { return session_end(now) > now; }
    /// When the session of this time began, or, of a time between sessions, the one before.
    [[nodiscard]] Time session_start(Time now) const noexcept;
    /// When that session ends; kNever when it does not.
    [[nodiscard]] Time session_end(Time now) const noexcept;

  private:
    struct Window {
        Nanos start{};   // since Monday 00:00
        Nanos length{};  // at most a week
    };
    static constexpr std::size_t kWindowsMax = 7;

    struct Session {
        Time start{};
        Time end{};
    };
    [[nodiscard]] Session session_at(Time now) const noexcept;
    [[nodiscard]] std::span<const Window> windows() const noexcept {
        return std::span(windows_).first(size_);
    }

    std::array<Window, kWindowsMax> windows_{};
    std::size_t size_ = 0;  // 0: always open
};

}  // namespace hotpath::protocols::fix
