// Digits to a number: the standard library, a loop, eight digits at a time; and the same number in the big-endian bytes of a binary protocol.

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kNumbers = 1U << 14U;
constexpr char kEndOfField = '\x01';  // FIX's

/// Fields of text, each with its end, and the same numbers in four big-endian bytes each.
struct Fields {
    std::vector<char> text;
    std::vector<std::uint32_t> starts;
    std::vector<std::byte> binary;
};

/// `digits` of each, or 1 to 8 of each at random for 0.
Fields make_fields(unsigned digits) {
    Random random(digits + 1);
    Fields fields;
    fields.binary.resize(kNumbers * 4);
    for (std::size_t i = 0; i < kNumbers; ++i) {
        std::uint32_t number = 0;
        fields.starts.push_back(static_cast<std::uint32_t>(fields.text.size()));
        const std::uint64_t length = digits == 0 ? 1 + random.next() % 8 : digits;
        for (std::uint64_t digit = 0; digit < length; ++digit) {
            const auto value = static_cast<std::uint32_t>(random.next() % 10);
            number = number * 10 + value;
            fields.text.push_back(static_cast<char>('0' + value));
        }
        fields.text.push_back(kEndOfField);
        store_be(&fields.binary[i * 4], number);
    }
    fields.text.resize(fields.text.size() + 8, kEndOfField);  // eight bytes at once may be read
    return fields;
}

const Fields& eight_digits() {
    static const Fields made = make_fields(8);
    return made;
}
const Fields& any_digits() {
    static const Fields made = make_fields(0);
    return made;
}

std::uint64_t with_strtoll(const char* field) {
    return static_cast<std::uint64_t>(std::strtoll(field, nullptr, 10));
}

std::uint64_t with_from_chars(const char* field) {
    std::uint64_t number = 0;
    std::from_chars(field, field + 9, number);
    return number;
}

// [loop]
std::uint64_t parse_eight_in_a_loop(const char* field) {
    std::uint64_t number = 0;
    for (unsigned i = 0; i < 8; ++i) {
        number = number * 10 + static_cast<std::uint64_t>(field[i] - '0');
    }
    return number;
}

std::uint64_t parse_in_a_loop(const char* field) {
    std::uint64_t number = 0;
    while (*field != kEndOfField) {
        number = number * 10 + static_cast<std::uint64_t>(*field++ - '0');
    }
    return number;
}
// [end]

// [swar]
/// Eight digits in a register, the first in the lowest byte: neighbours are joined to pairs, pairs to fours, fours to the number.
constexpr std::uint64_t number_of_digits(std::uint64_t digits) {
    digits = (digits * 10 + (digits >> 8U)) & 0x00ff'00ff'00ff'00ffU;
    digits = (digits * 100 + (digits >> 16U)) & 0x0000'ffff'0000'ffffU;
    return (digits * 10'000 + (digits >> 32U)) & 0xffff'ffffU;
}

[[gnu::noinline]] std::uint64_t parse_eight_digits(const char* field) {
    std::uint64_t word;
    std::memcpy(&word, field, sizeof word);
    return number_of_digits(word & 0x0f0f'0f0f'0f0f'0f0fU);
}

/// Up to eight digits: the bytes from the field's end on are moved out, and zeros come before the digits.
std::uint64_t parse_up_to_eight_digits(const char* field) {
    std::uint64_t word;
    std::memcpy(&word, field, sizeof word);
    const std::uint64_t is_no_digit = ~word & 0x1010'1010'1010'1010U;  // a digit is 0x30 to 0x39
    const int length = std::countr_zero(is_no_digit) / 8;              // 8 when all are digits
    word = (word & 0x0f0f'0f0f'0f0f'0f0fU);
    return number_of_digits(word << (64 - 8 * length));
}
// [end]

template <const Fields& (*fields)(), std::uint64_t (*parse)(const char*)>
std::uint64_t parse_text(std::uint64_t items) {
    const Fields& all = fields();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += hidden(parse(&all.text[all.starts[i % kNumbers]]));
    }
    return sum;
}

// [binary]
std::uint64_t byte_by_byte(const std::byte* field) {
    std::uint64_t number = 0;
    for (unsigned i = 0; i < 4; ++i) {
        number = number << 8U | static_cast<std::uint64_t>(field[i]);
    }
    return number;
}

std::uint64_t load_and_swap(const std::byte* field) {
    return load_be<std::uint32_t>(field);
}
// [end]

template <std::uint64_t (*load)(const std::byte*)>
std::uint64_t load_binary(std::uint64_t items) {
    const Fields& all = eight_digits();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += hidden(load(&all.binary[i % kNumbers * 4]));
    }
    return sum;
}

constexpr std::array kEight{
    Variant{
        .name = "strtoll", .work = parse_text<eight_digits, with_strtoll>, .instructions_min = 130},
    Variant{.name = "std::from_chars",
            .work = parse_text<eight_digits, with_from_chars>,
            .instructions_min = 35},
    Variant{.name = "loop",
            .work = parse_text<eight_digits, parse_eight_in_a_loop>,
            .instructions_min = 12},
    Variant{.name = "eight_at_once",
            .work = parse_text<eight_digits, parse_eight_digits>,
            .instructions_min = 12}};

constexpr std::array kAny{
    Variant{
        .name = "strtoll", .work = parse_text<any_digits, with_strtoll>, .instructions_min = 90},
    Variant{.name = "std::from_chars",
            .work = parse_text<any_digits, with_from_chars>,
            .instructions_min = 22},
    Variant{
        .name = "loop", .work = parse_text<any_digits, parse_in_a_loop>, .instructions_min = 12},
    Variant{.name = "eight_at_once",
            .work = parse_text<any_digits, parse_up_to_eight_digits>,
            .instructions_min = 12}};

constexpr std::array kBinary{
    Variant{.name = "text_eight_at_once",
            .work = parse_text<eight_digits, parse_eight_digits>,
            .instructions_min = 12},
    Variant{.name = "byte_by_byte", .work = load_binary<byte_by_byte>, .instructions_min = 4},
    Variant{.name = "load_and_swap", .work = load_binary<load_and_swap>, .instructions_min = 4}};

constexpr std::array kComparisons{
    Comparison{.name = "eight_digits", .unit = "ns/number", .items = 200'000, .variants = kEight},
    Comparison{
        .name = "one_to_eight_digits", .unit = "ns/number", .items = 200'000, .variants = kAny},
    Comparison{
        .name = "binary_field", .unit = "ns/number", .items = 1'000'000, .variants = kBinary}};

constexpr Technique kTechnique{
    .name = "integer-parsing",
    .question = "how is a number read from text in the least time, and what does binary save?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
