// A number, a price or a field of fixed width as text: snprintf, std::to_chars, {fmt}, a digit at a time, two digits from a table.

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <fmt/compile.h>
#include <fmt/format-inl.h>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

// {fmt} is a library, which is not linked here: the second header has its functions, and these two its source file would name.
template auto fmt::detail::thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto fmt::detail::decimal_point_impl<char>(locale_ref) -> char;

namespace hotpath::lab {
namespace {

constexpr std::size_t kNumbers = 1U << 14U;
constexpr std::size_t kTextMax = 32;
constexpr std::uint32_t kPriceUnits = 10'000;  // of a dollar, as ITCH's prices

struct Data {
    std::vector<std::uint32_t> numbers;  // of one to nine digits, each length as often
    std::vector<std::uint32_t> prices;
};

const Data& data() {
    static const Data made = [] {
        Random random(1);
        Data data;
        for (std::size_t i = 0; i < kNumbers; ++i) {
            std::uint32_t power = 10;
            for (std::uint64_t more = random.next() % 9; more > 0; --more) {
                power *= 10;
            }
            data.numbers.push_back(static_cast<std::uint32_t>(random.next() % power));
            data.prices.push_back(static_cast<std::uint32_t>(random.next() % 20'000'000));
        }
        return data;
    }();
    return made;
}

// [table]
/// "00" to "99".
constexpr std::array<char, 200> kPairs = [] {
    std::array<char, 200> pairs{};
    for (std::size_t i = 0; i < 100; ++i) {
        pairs[2 * i] = static_cast<char>('0' + i / 10);
        pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
}();

void write_pair(char* to, std::uint32_t below_100) {
    std::memcpy(to, &kPairs[2 * below_100], 2);
}

std::size_t digits_of(std::uint32_t number) {
    std::size_t digits = 1;
    for (std::uint64_t power = 10; number >= power; power *= 10) {
        ++digits;
    }
    return digits;
}

[[gnu::noinline]] char* write_by_pairs(char* to, std::uint32_t number) {
    char* const end = to + digits_of(number);
    char* at = end;
    while (number >= 100) {
        at -= 2;
        write_pair(at, number % 100);
        number /= 100;
    }
    if (number >= 10) {
        write_pair(at - 2, number);
    } else {
        at[-1] = static_cast<char>('0' + number);
    }
    return end;
}
// [end]

char* write_with_snprintf(char* to, std::uint32_t number) {
    return to + std::snprintf(to, kTextMax, "%u", number);
}
char* write_with_to_chars(char* to, std::uint32_t number) {
    return std::to_chars(to, to + kTextMax, number).ptr;
}
char* write_with_fmt(char* to, std::uint32_t number) {
    return fmt::format_to(to, FMT_COMPILE("{}"), number);
}
char* write_digit_by_digit(char* to, std::uint32_t number) {
    char* const end = to + digits_of(number);
    char* at = end;
    do {
        *--at = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return end;
}

// [price]
char* price_with_snprintf_of_double(char* to, std::uint32_t price) {
    return to + std::snprintf(to, kTextMax, "%.4f", price / static_cast<double>(kPriceUnits));
}
char* price_with_snprintf(char* to, std::uint32_t price) {
    return to + std::snprintf(to, kTextMax, "%u.%04u", price / kPriceUnits, price % kPriceUnits);
}
char* price_with_fmt(char* to, std::uint32_t price) {
    return fmt::format_to(to, FMT_COMPILE("{}.{:04}"), price / kPriceUnits, price % kPriceUnits);
}
char* price_with_to_chars(char* to, std::uint32_t price) {
    to = std::to_chars(to, to + kTextMax, price / kPriceUnits).ptr;
    // 10,000 more gives the zeros after the point; its first digit becomes the point.
    char* const end = std::to_chars(to, to + kTextMax, kPriceUnits + price % kPriceUnits).ptr;
    *to = '.';
    return end;
}
char* price_by_pairs(char* to, std::uint32_t price) {
    to = write_by_pairs(to, price / kPriceUnits);
    const std::uint32_t units = price % kPriceUnits;
    *to++ = '.';
    write_pair(to, units / 100);
    write_pair(to + 2, units % 100);
    return to + 4;
}
// [end]

// [fixed]
/// Eight digits, zeros first: OUCH's and FIX's fields of a known width.
char* eight_digits_with_snprintf(char* to, std::uint32_t number) {
    return to + std::snprintf(to, kTextMax, "%08u", number % 100'000'000);
}
char* eight_digits_one_by_one(char* to, std::uint32_t number) {
    for (unsigned i = 8; i > 0; --i) {
        to[i - 1] = static_cast<char>('0' + number % 10);
        number /= 10;
    }
    return to + 8;
}
char* eight_digits_by_pairs(char* to, std::uint32_t number) {
    const std::uint32_t high = number / 10'000 % 10'000;
    const std::uint32_t low = number % 10'000;
    write_pair(to, high / 100);
    write_pair(to + 2, high % 100);
    write_pair(to + 4, low / 100);
    write_pair(to + 6, low % 100);
    return to + 8;
}
/// Fours, pairs and digits, all lanes of a register at once; a lane is divided by a multiplication.
char* eight_digits_at_once(char* to, std::uint32_t number) {
    const std::uint64_t below = number % 100'000'000;
    std::uint64_t fours = below / 10'000 | (below % 10'000) << 32U;
    const std::uint64_t hundreds = (fours * 10'486 >> 20U) & 0x0000'007f'0000'007fU;
    const std::uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16U;
    const std::uint64_t tens = (pairs * 103 >> 10U) & 0x000f'000f'000f'000fU;
    const std::uint64_t digits = (tens | (pairs - 10 * tens) << 8U) + 0x3030'3030'3030'3030U;
    std::memcpy(to, &digits, sizeof digits);
    return to + 8;
}
// [end]

template <const std::vector<std::uint32_t> Data::* numbers, char* (*write)(char*, std::uint32_t)>
std::uint64_t write_all(std::uint64_t items) {
    const Data& all = data();
    std::array<char, kTextMax> text{};
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        char* const end = write(text.data(), (all.*numbers)[i % kNumbers]);
        keep(text);
        sum = sum * 31 + static_cast<std::uint64_t>(end - text.data()) +
              static_cast<std::uint8_t>(text[0]) * 256U +
              static_cast<std::uint8_t>(end[-1]) * 65'536U +
              static_cast<std::uint8_t>(text[static_cast<std::size_t>(end - text.data()) / 2]);
    }
    return sum;
}

constexpr std::array kInteger{
    Variant{.name = "snprintf",
            .work = write_all<&Data::numbers, write_with_snprintf>,
            .instructions_min = 300},
    Variant{.name = "std::to_chars",
            .work = write_all<&Data::numbers, write_with_to_chars>,
            .instructions_min = 30},
    Variant{
        .name = "fmt", .work = write_all<&Data::numbers, write_with_fmt>, .instructions_min = 25},
    Variant{.name = "digit_by_digit",
            .work = write_all<&Data::numbers, write_digit_by_digit>,
            .instructions_min = 45},
    Variant{.name = "table_of_pairs",
            .work = write_all<&Data::numbers, write_by_pairs>,
            .instructions_min = 35}};

constexpr std::array kPrice{
    Variant{.name = "snprintf_of_a_double",
            .work = write_all<&Data::prices, price_with_snprintf_of_double>,
            .instructions_min = 1'000},
    Variant{.name = "snprintf",
            .work = write_all<&Data::prices, price_with_snprintf>,
            .instructions_min = 450},
    Variant{
        .name = "fmt", .work = write_all<&Data::prices, price_with_fmt>, .instructions_min = 80},
    Variant{.name = "std::to_chars",
            .work = write_all<&Data::prices, price_with_to_chars>,
            .instructions_min = 45},
    Variant{.name = "table_of_pairs",
            .work = write_all<&Data::prices, price_by_pairs>,
            .instructions_min = 40}};

constexpr std::array kFixed{Variant{.name = "snprintf",
                                    .work = write_all<&Data::numbers, eight_digits_with_snprintf>,
                                    .instructions_min = 350},
                            Variant{.name = "digit_by_digit",
                                    .work = write_all<&Data::numbers, eight_digits_one_by_one>,
                                    .instructions_min = 40},
                            Variant{.name = "table_of_pairs",
                                    .work = write_all<&Data::numbers, eight_digits_by_pairs>,
                                    .instructions_min = 25},
                            Variant{.name = "eight_at_once",
                                    .work = write_all<&Data::numbers, eight_digits_at_once>,
                                    .instructions_min = 22}};

constexpr std::array kComparisons{
    Comparison{
        .name = "one_to_nine_digits", .unit = "ns/number", .items = 100'000, .variants = kInteger},
    Comparison{
        .name = "price_of_four_decimals", .unit = "ns/price", .items = 50'000, .variants = kPrice},
    Comparison{.name = "field_of_eight_digits",
               .unit = "ns/number",
               .items = 100'000,
               .variants = kFixed}};

constexpr Technique kTechnique{
    .name = "formatting",
    .question = "how are a number and a price written as text in the least time?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
