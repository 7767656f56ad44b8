// A comparison or a callback given to a function: as std::function, as a pointer, as a function object, as a lambda.

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

using Level = std::pair<std::uint32_t, std::uint32_t>;  // price, quantity
constexpr std::size_t kLevels = 512;
constexpr std::size_t kWanted = 1U << 14U;
constexpr std::size_t kMessages = 1U << 12U;
constexpr std::size_t kMessageBytes = 36;  // an ITCH Add Order

struct Data {
    std::vector<Level> levels;          // from the best down
    std::vector<std::uint32_t> wanted;  // near the best more often
    std::vector<std::byte> messages;
};

const Data& data() {
    static const Data made = [] {
        Random random(1);
        Data data;
        for (std::uint32_t i = 0; i < kLevels; ++i) {
            data.levels.emplace_back(100'000 - i,
                                     1 + static_cast<std::uint32_t>(random.next() % 1'000));
        }
        for (std::size_t i = 0; i < kWanted; ++i) {
            const auto depth = static_cast<std::uint32_t>(random.next() % (1 + random.next() % 40));
            data.wanted.push_back(100'000 - depth);
        }
        for (std::size_t i = 0; i < kMessages * kMessageBytes; ++i) {
            data.messages.push_back(static_cast<std::byte>(random.next()));
        }
        return data;
    }();
    return made;
}

// [search]
/// The first level that is not better than `price`: as the levels of a book are searched from the best.
template <class Better>
[[gnu::noinline]] std::size_t find_level(const Level* levels, std::size_t count,
                                         std::uint32_t price, const Better& is_better) {
    std::size_t i = 0;
    while (i < count && is_better(levels[i], price)) {
        ++i;
    }
    return i;
}

bool is_better_bid(const Level& level, std::uint32_t price) {
    return level.first > price;
}

struct BetterBid {
    bool operator()(const Level& level, std::uint32_t price) const { return level.first > price; }
};
// [end]

template <class Better>
std::uint64_t search(std::uint64_t items, const Better& is_better) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::size_t found =
            find_level(all.levels.data(), all.levels.size(), all.wanted[i % kWanted], is_better);
        sum += found + all.levels[found].second;
    }
    return sum;
}

std::uint64_t search_with_function(std::uint64_t items) {
    std::function<bool(const Level&, std::uint32_t)> is_better =
        [](const Level& level, std::uint32_t price) { return level.first > price; };
    keep(is_better);
    return search(items, is_better);
}

std::uint64_t search_with_pointer(std::uint64_t items) {
    return search(items, hidden(&is_better_bid));
}

std::uint64_t search_with_functor(std::uint64_t items) {
    return search(items, BetterBid{});
}

std::uint64_t search_with_lambda(std::uint64_t items) {
    return search(items,
                  [](const Level& level, std::uint32_t price) { return level.first > price; });
}

// [listener]
/// Calls the listener with the checksum of each message: a callback for some tens of nanoseconds of work.
template <class Listener>
[[gnu::noinline]] void read_messages(const std::byte* messages, std::size_t count,
                                     const Listener& on_message) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::byte* const message = messages + i * kMessageBytes;
        std::uint64_t checksum = 0;
        for (std::size_t at = 0; at < kMessageBytes; ++at) {
            checksum =
                hidden((checksum ^ static_cast<std::uint64_t>(message[at])) * 0x100000001b3U);
        }
        on_message(checksum, load_be<std::uint32_t>(message));
    }
}
// [end]

struct Totals {
    std::uint64_t checksums = 0;
    std::uint64_t words = 0;
};

template <class Listener>
void read_all(std::uint64_t items, const Listener& on_message) {
    while (items > 0) {
        const std::size_t count = items < kMessages ? items : kMessages;
        read_messages(data().messages.data(), count, on_message);
        items -= count;
    }
}

std::uint64_t listen_with_function(std::uint64_t items) {
    Totals totals;
    std::function<void(std::uint64_t, std::uint32_t)> on_message = [&totals](std::uint64_t checksum,
                                                                             std::uint32_t word) {
        totals.checksums ^= checksum;
        totals.words += word;
    };
    keep(on_message);
    read_all(items, on_message);
    return totals.checksums + totals.words;
}

std::uint64_t listen_with_lambda(std::uint64_t items) {
    Totals totals;
    read_all(items, [&totals](std::uint64_t checksum, std::uint32_t word) {
        totals.checksums ^= checksum;
        totals.words += word;
    });
    return totals.checksums + totals.words;
}

// [made]
/// A search that calls a function with the level it finds; the callee is compiled once, elsewhere.
using OnFound = std::function<void(std::size_t)>;
[[gnu::noinline]] void visit_level(std::uint32_t price, const OnFound& on_found) {
    on_found(100'000 - price);
}

/// Two words, a pointer and a function; does not own what it calls.
class FoundRef {
  public:
    template <class F>
    explicit FoundRef(F& f)
        : object_(&f),
          call_([](void* object, std::size_t at) { (*static_cast<F*>(object))(at); }) {}
    void operator()(std::size_t at) const { call_(object_, at); }

  private:
    void* object_;
    void (*call_)(void*, std::size_t);
};
[[gnu::noinline]] void visit_level(std::uint32_t price, FoundRef on_found) {
    on_found(100'000 - price);
}
// [end]

template <class Visit>
std::uint64_t visit(std::uint64_t items, const Visit& visit_one) {
    const Data& all = data();
    std::uint64_t qty = 0;
    std::uint64_t steps = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        visit_one(all, all.wanted[i % kWanted], qty, steps);
    }
    return qty ^ steps;
}

std::uint64_t make_function(std::uint64_t items) {
    return visit(items, [](const Data& all, std::uint32_t price, std::uint64_t& qty,
                           std::uint64_t& steps) {
        visit_level(price, OnFound([&all, &qty, &steps](std::size_t at) {
                        qty += all.levels[at].second;  // three references: too many for its buffer
                        steps += at;
                    }));
    });
}

std::uint64_t make_small_function(std::uint64_t items) {
    return visit(
        items, [](const Data& all, std::uint32_t price, std::uint64_t& qty, std::uint64_t& steps) {
            const auto found = [&all, &qty, &steps](std::size_t at) {
                qty += all.levels[at].second;
                steps += at;
            };
            visit_level(price, OnFound(std::ref(found)));  // one reference: no allocation
        });
}

std::uint64_t make_reference(std::uint64_t items) {
    return visit(
        items, [](const Data& all, std::uint32_t price, std::uint64_t& qty, std::uint64_t& steps) {
            auto found = [&all, &qty, &steps](std::size_t at) {
                qty += all.levels[at].second;
                steps += at;
            };
            visit_level(price, FoundRef(found));
        });
}

// A search makes ten steps on average.
constexpr std::array kSearch{
    Variant{.name = "std::function", .work = search_with_function, .instructions_min = 100},
    Variant{.name = "function_pointer", .work = search_with_pointer, .instructions_min = 70},
    Variant{.name = "functor", .work = search_with_functor, .instructions_min = 30},
    Variant{.name = "lambda", .work = search_with_lambda, .instructions_min = 30}};

constexpr std::array kListener{
    Variant{.name = "std::function",
            .work = listen_with_function,
            .instructions_min = kMessageBytes * 1.5},
    Variant{.name = "lambda", .work = listen_with_lambda, .instructions_min = kMessageBytes * 1.5}};

constexpr std::array kMade{
    Variant{.name = "std::function", .work = make_function, .instructions_min = 100},
    Variant{.name = "std::function_of_ref", .work = make_small_function, .instructions_min = 12},
    Variant{.name = "function_reference", .work = make_reference, .instructions_min = 10}};

constexpr std::array kComparisons{
    Comparison{
        .name = "compare_levels", .unit = "ns/search", .items = 100'000, .variants = kSearch},
    Comparison{.name = "listener", .unit = "ns/message", .items = 50'000, .variants = kListener},
    Comparison{
        .name = "made_for_each_call", .unit = "ns/call", .items = 200'000, .variants = kMade}};

constexpr Technique kTechnique{
    .name = "functors",
    .question = "is a lambda or function object faster than std::function or a function pointer?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
