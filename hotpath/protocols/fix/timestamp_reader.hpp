#pragma once
/// TimestampReader: UTCTimestamps to nanoseconds, a second read once.
///
///   20240229-12:34:56.789      the characters up to the point are compared with those of the
///   ^^^^^^^^^^^^^^^^^^         timestamp before, in three words; then only 789 is a number
///
/// Times of a session follow one another: calendar and clock are computed once a second. to_time()
/// reads what has other characters or another precision; that is also the obvious twin. Threads: one
/// owner. Allocation: none. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/digit_words.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

class TimestampReader {
  public:
    /// The same as to_time() of the characters.
    [[nodiscard]] std::optional<Time> read(std::string_view text) noexcept {
        if (text.size() != kLength) {
            return to_time(text);
        }
        const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
        const auto last = load_le<std::uint64_t>(bytes + kLastWord);
        const Second second{load_le<std::uint64_t>(bytes), load_le<std::uint64_t>(bytes + 8),
                            last & kBeforeFraction};
        const std::uint64_t fraction = digit_words::digits(last) >> kFractionShift;
        const auto millis = static_cast<std::int64_t>(
            (fraction & 0xFFU) * 100 + (fraction >> 8U & 0xFFU) * 10 + (fraction >> 16U));
        constexpr std::int64_t kNanosPerMilli = 1'000'000;
        if (second == second_ && digit_words::are_digits(fraction)) [[likely]] {
            return begin_ + Nanos{millis * kNanosPerMilli};
        }
        const std::optional<Time> time = to_time(text);
        if (time) {
            second_ = second;
            begin_ = *time + Nanos{-millis * kNanosPerMilli};
        }
        return time;
    }

  private:
    static constexpr std::size_t kLength = 21;    // with milliseconds
    static constexpr std::size_t kLastWord = 13;  // 4:56.789
    static constexpr std::uint64_t kBeforeFraction = 0x000000FFFFFFFFFFULL;
    static constexpr unsigned kFractionShift = 40;

    /// The characters of a second and the point: 20240229, -12:34:5, 4:56.
    struct Second {
        std::uint64_t date = 0;
        std::uint64_t time = 0;
        std::uint64_t end = ~std::uint64_t{0};  // no characters are like the first ones

        friend constexpr bool operator==(const Second&, const Second&) = default;
    };

    Second second_{};
    Time begin_{};
};

}  // namespace hotpath::protocols::fix
