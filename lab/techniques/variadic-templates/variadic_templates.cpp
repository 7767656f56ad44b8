// A log record of any number of arguments of any type: how the types reach the writer.

#include <array>
#include <bit>
#include <cstdarg>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kEvents = 1U << 12U;
constexpr std::size_t kRecordBytesMax = 64;
using Record = std::array<std::byte, kRecordBytesMax>;

struct Event {
    std::uint64_t order_id;
    std::int64_t price;
    std::uint32_t qty;
    std::uint16_t instrument;
};

const std::vector<Event>& events() {
    static const std::vector<Event> made = [] {
        Random random(6);
        std::vector<Event> events;
        for (std::size_t i = 0; i < kEvents; ++i) {
            events.push_back({.order_id = random.next(),
                              .price = static_cast<std::int64_t>(random.below(1'000'000)),
                              .qty = static_cast<std::uint32_t>(random.below(10'000)),
                              .instrument = static_cast<std::uint16_t>(random.below(500))});
        }
        return events;
    }();
    return made;
}

template <class T>
std::byte* put(std::byte* to, T value) {
    std::memcpy(to, &value, sizeof value);
    return to + sizeof value;
}

// [va-list]
/// The types are letters in a string, read again at every call: l 8 bytes, i 4, s 2 (which arrive as an int).
[[gnu::noinline]] std::size_t write_va_list(Record& record, const char* types, ...) {
    std::byte* to = record.data();
    va_list arguments;
    va_start(arguments, types);
    for (; *types != '\0'; ++types) {
        switch (*types) {
            case 'l':
                to = put(to, va_arg(arguments, std::uint64_t));
                break;
            case 'i':
                to = put(to, va_arg(arguments, std::uint32_t));
                break;
            default:
                to = put(to, static_cast<std::uint16_t>(va_arg(arguments, int)));
                break;
        }
    }
    va_end(arguments);
    return static_cast<std::size_t>(to - record.data());
}
// [end]

// [list]
/// A value with its width; the caller writes an array of them to the stack.
struct Argument {
    std::uint64_t value;
    std::size_t bytes;

    template <class T>
    explicit(false) Argument(T of) : value(static_cast<std::uint64_t>(of)), bytes(sizeof(T)) {}
};

[[gnu::noinline]] std::size_t write_list(Record& record, std::initializer_list<Argument> all) {
    std::byte* to = record.data();
    for (const Argument& argument : all) {
        switch (argument.bytes) {
            case 8:
                to = put(to, argument.value);
                break;
            case 4:
                to = put(to, static_cast<std::uint32_t>(argument.value));
                break;
            default:
                to = put(to, static_cast<std::uint16_t>(argument.value));
                break;
        }
    }
    return static_cast<std::size_t>(to - record.data());
}
// [end]

// [after]
/// The types are known when the call is compiled: a store for each argument, at a fixed place.
template <class... Arguments>
std::size_t write_variadic(Record& record, Arguments... arguments) {
    static_assert((sizeof(Arguments) + ... + 0) <= kRecordBytesMax);
    std::byte* to = record.data();
    ((to = put(to, arguments)), ...);
    return static_cast<std::size_t>(to - record.data());
}
// [end]

std::size_t with_va_list(Record& record, const Event& event) {
    return write_va_list(record, "llis", event.order_id, event.price, event.qty,
                         static_cast<int>(event.instrument));
}
std::size_t with_list(Record& record, const Event& event) {
    return write_list(record, {event.order_id, event.price, event.qty, event.instrument});
}
[[gnu::noinline]] std::size_t with_variadic(Record& record, const Event& event) {
    return write_variadic(record, event.order_id, event.price, event.qty, event.instrument);
}
/// What the template should become.
[[gnu::noinline]] std::size_t by_hand(Record& record, const Event& event) {
    std::memcpy(record.data(), &event.order_id, 8);
    std::memcpy(record.data() + 8, &event.price, 8);
    std::memcpy(record.data() + 16, &event.qty, 4);
    std::memcpy(record.data() + 20, &event.instrument, 2);
    return 22;
}

template <std::size_t (*write)(Record&, const Event&)>
std::uint64_t write_records(std::uint64_t items) {
    const std::vector<Event>& all = events();
    Record record{};
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += write(record, all[i % kEvents]);
        keep(record);
        sum += load_le<std::uint64_t>(record.data() + i % 2 * 8);
    }
    return sum;
}

// A message of one call site is one instantiation. Here are 256 shapes of a record: eight arguments, each of 4 or 8 bytes by a bit
// of the shape; they come at random, as log lines do.
constexpr std::size_t kShapes = 256;
constexpr std::size_t kArguments = 8;
using Values = std::array<std::uint64_t, kArguments>;

// [shapes]
/// One function for all shapes, which looks at each bit.
[[gnu::noinline]] std::size_t write_any_shape(Record& record, std::size_t shape,
                                              const Values& values) {
    std::byte* to = record.data();
    for (std::size_t i = 0; i < kArguments; ++i) {
        to = (shape >> i & 1U) != 0 ? put(to, values[i])
                                    : put(to, static_cast<std::uint32_t>(values[i]));
    }
    return static_cast<std::size_t>(to - record.data());
}

/// One function a shape.
template <std::size_t shape, std::size_t... i>
std::size_t write_shape(Record& record, const Values& values, std::index_sequence<i...>) {
    return write_variadic(
        record,
        static_cast<std::conditional_t<(shape >> i & 1U) != 0, std::uint64_t, std::uint32_t>>(
            values[i])...);
}
template <std::size_t shape>
[[gnu::noinline]] std::size_t write_one_shape(Record& record, const Values& values) {
    return write_shape<shape>(record, values, std::make_index_sequence<kArguments>());
}
// [end]

using WriteShape = std::size_t (*)(Record&, const Values&);

template <std::size_t... shape>
constexpr std::array<WriteShape, kShapes> table_of(std::index_sequence<shape...> /*all*/) {
    return {write_one_shape<shape>...};
}
constexpr std::array<WriteShape, kShapes> kWriteShape =
    table_of(std::make_index_sequence<kShapes>());

/// Single bytes: a load of what two stores wrote would wait for both to reach the cache.
std::uint64_t sum_of(const Record& record, std::size_t bytes, std::uint64_t i) {
    return bytes + std::to_integer<std::uint64_t>(record[i % 32]);
}

template <bool is_instantiated, bool is_one_shape>
std::uint64_t write_shapes(std::uint64_t items) {
    static const std::vector<std::uint8_t> shapes = [] {
        Random random(8);
        std::vector<std::uint8_t> made(1U << 14U);
        for (std::uint8_t& shape : made) {
            shape = is_one_shape ? 0xa5 : static_cast<std::uint8_t>(random.next());
        }
        return made;
    }();
    Record record{};
    Values values{1, 2, 3, 4, 5, 6, 7, 8};
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::size_t shape = shapes[i % shapes.size()];
        values[i % kArguments] += i;
        const std::size_t bytes = is_instantiated ? kWriteShape[shape](record, values)
                                                  : write_any_shape(record, shape, values);
        keep(record);
        sum += sum_of(record, bytes, i);
    }
    return sum;
}

// Four loads and four stores.
constexpr double kLeast = 8;

constexpr std::array kRecords{
    Variant{.name = "va_list", .work = write_records<with_va_list>, .instructions_min = 25},
    Variant{.name = "initializer_list", .work = write_records<with_list>, .instructions_min = 20},
    Variant{.name = "variadic", .work = write_records<with_variadic>, .instructions_min = kLeast},
    Variant{.name = "by_hand", .work = write_records<by_hand>, .instructions_min = kLeast}};

// Eight loads and eight stores.
template <bool is_one_shape>
constexpr std::array kShapesVariants{
    Variant{
        .name = "one_function", .work = write_shapes<false, is_one_shape>, .instructions_min = 20},
    Variant{.name = "an_instance_each",
            .work = write_shapes<true, is_one_shape>,
            .instructions_min = 14}};

constexpr std::array kComparisons{
    Comparison{.name = "log_record", .unit = "ns/record", .items = 400'000, .variants = kRecords},
    Comparison{.name = "one_shape",
               .unit = "ns/record",
               .items = 400'000,
               .variants = kShapesVariants<true>},
    Comparison{.name = "random_shapes",
               .unit = "ns/record",
               .items = 100'000,
               .variants = kShapesVariants<false>}};

constexpr Technique kTechnique{
    .name = "variadic-templates",
    .question =
        "what does it gain to hand over arguments by a template, not by a list at run time?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
