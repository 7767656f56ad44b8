// Which function runs: chosen for every call, or once, by the compiler.

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// ---- as published: one object, chosen once, whose function returns a constant

// [published]
class Base {
  public:
    Base() = default;
    Base(const Base&) = delete;
    Base& operator=(const Base&) = delete;
    virtual ~Base() = default;
    [[nodiscard]] virtual int function() const = 0;
};

class Derived1 : public Base {
  public:
    [[nodiscard]] int function() const override { return 1; }
};

class Derived2 : public Base {
  public:
    [[nodiscard]] int function() const override { return 2; }
};

std::uint64_t published_at_run_time(std::uint64_t items) {
    std::unique_ptr<Base> object;
    if (hidden(1) == 1) {
        object = std::make_unique<Derived1>();
    } else {
        object = std::make_unique<Derived2>();
    }
    int result = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        result = object->function();
        keep(result);
    }
    return static_cast<std::uint64_t>(result);
}

template <class T>
std::uint64_t published_at_compile_time(std::uint64_t items) {
    const T object;
    int result = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        result = object.function();
        keep(result);
    }
    return static_cast<std::uint64_t>(result);
}
// [end]

// ---- fees of executions: the venue's model is known when the program starts

struct Execution {
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
    bool is_added = false;  // liquidity
};

constexpr std::size_t kExecutions = 1U << 12U;

const std::vector<Execution>& executions() {
    static const std::vector<Execution> made = [] {
        Random random(2);
        std::vector<Execution> drawn;
        for (std::size_t i = 0; i < kExecutions; ++i) {
            drawn.push_back({.price = static_cast<std::uint32_t>(1 + random.below(100'000)),
                             .qty = static_cast<std::uint32_t>(1 + random.below(1'000)),
                             .is_added = random.one_in(2)});
        }
        return drawn;
    }();
    return made;
}

constexpr std::uint64_t kAddedPerShare = 20;
constexpr std::uint64_t kRemovedPerShare = 30;

constexpr std::uint64_t fee_per_share(const Execution& execution) {
    return execution.qty * (execution.is_added ? kAddedPerShare : kRemovedPerShare);
}
constexpr std::uint64_t fee_of_value(const Execution& execution) {
    return std::uint64_t{execution.qty} * execution.price >> 14U;
}
constexpr std::uint64_t fee_flat(const Execution&) {
    return 100;
}

// [before]
class FeeModel {
  public:
    FeeModel() = default;
    FeeModel(const FeeModel&) = delete;
    FeeModel& operator=(const FeeModel&) = delete;
    virtual ~FeeModel() = default;
    [[nodiscard]] virtual std::uint64_t fee(const Execution& execution) const = 0;
};

[[gnu::noinline]] std::uint64_t sum_virtual(const FeeModel& model,
                                            const std::vector<Execution>& all) {
    std::uint64_t sum = 0;
    for (const Execution& execution : all) {
        sum += model.fee(execution);
    }
    return sum;
}
// [end]

struct PerShare : FeeModel {
    [[nodiscard]] std::uint64_t fee(const Execution& execution) const override {
        return fee_per_share(execution);
    }
};
struct OfValue : FeeModel {
    [[nodiscard]] std::uint64_t fee(const Execution& execution) const override {
        return fee_of_value(execution);
    }
};
struct Flat : FeeModel {
    [[nodiscard]] std::uint64_t fee(const Execution& execution) const override {
        return fee_flat(execution);
    }
};

// [branch]
enum class Fees : std::uint8_t { PerShare, OfValue, Flat };

[[gnu::noinline]] std::uint64_t sum_branch(Fees fees, const std::vector<Execution>& all) {
    std::uint64_t sum = 0;
    for (const Execution& execution : all) {
        if (fees == Fees::PerShare) {  // the same way each time: always guessed
            sum += fee_per_share(execution);
        } else if (fees == Fees::OfValue) {
            sum += fee_of_value(execution);
        } else {
            sum += fee_flat(execution);
        }
    }
    return sum;
}
// [end]

// [after]
template <std::uint64_t (*fee)(const Execution&)>
[[gnu::noinline]] std::uint64_t sum_template(const std::vector<Execution>& all) {
    std::uint64_t sum = 0;
    for (const Execution& execution : all) {
        sum += fee(execution);
    }
    return sum;
}
// [end]

std::uint64_t fees_virtual(std::uint64_t items) {
    static const std::array<std::unique_ptr<FeeModel>, 3> kModels{
        std::make_unique<PerShare>(), std::make_unique<OfValue>(), std::make_unique<Flat>()};
    const FeeModel& model = *kModels[hidden(std::size_t{0})];
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < items; done += kExecutions) {
        sum += sum_virtual(model, executions());
    }
    return sum;
}

std::uint64_t fees_branch(std::uint64_t items) {
    const auto fees = static_cast<Fees>(hidden(std::uint8_t{0}));
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < items; done += kExecutions) {
        sum += sum_branch(fees, executions());
    }
    return sum;
}

/// The choice is still made at run time, but once for all executions.
std::uint64_t fees_template(std::uint64_t items) {
    constexpr std::array kSums{sum_template<fee_per_share>, sum_template<fee_of_value>,
                               sum_template<fee_flat>};
    const auto sum_of = kSums[hidden(std::size_t{0})];
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < items; done += kExecutions) {
        sum += sum_of(executions());
    }
    return sum;
}

// ---- messages of mixed kinds: the kind is in the bytes, so something must choose at run time

constexpr std::size_t kKinds = 6;
constexpr std::size_t kMessages = 1U << 15U;

struct Message {
    std::uint32_t kind = 0;
    std::uint32_t word = 0;
};

const std::vector<Message>& messages() {
    static const std::vector<Message> made = [] {
        Random random(3);
        std::vector<Message> drawn;
        for (std::size_t i = 0; i < kMessages; ++i) {
            drawn.push_back({.kind = static_cast<std::uint32_t>(random.below(kKinds)),
                             .word = static_cast<std::uint32_t>(random.next())});
        }
        return drawn;
    }();
    return made;
}

struct Books {
    std::array<std::uint64_t, kKinds> sums{};
};

template <std::uint32_t kind>
void apply(Books& books, std::uint32_t word) {
    books.sums[kind] = (books.sums[kind] ^ word) + kind * (word >> (kind + 1));
}

class Handler {
  public:
    Handler() = default;
    Handler(const Handler&) = delete;
    Handler& operator=(const Handler&) = delete;
    virtual ~Handler() = default;
    virtual void on_message(Books& books, std::uint32_t word) const = 0;
};

template <std::uint32_t kind>
class HandlerOf : public Handler {
  public:
    void on_message(Books& books, std::uint32_t word) const override { apply<kind>(books, word); }
};

// [mixed]
void by_virtual_call(Books& books, const Message& message) {
    static const std::array<std::unique_ptr<Handler>, kKinds> kHandlers{
        std::make_unique<HandlerOf<0>>(), std::make_unique<HandlerOf<1>>(),
        std::make_unique<HandlerOf<2>>(), std::make_unique<HandlerOf<3>>(),
        std::make_unique<HandlerOf<4>>(), std::make_unique<HandlerOf<5>>()};
    kHandlers[message.kind]->on_message(books, message.word);
}

void by_switch(Books& books, const Message& message) {
    switch (message.kind) {
        case 0:
            return apply<0>(books, message.word);
        case 1:
            return apply<1>(books, message.word);
        case 2:
            return apply<2>(books, message.word);
        case 3:
            return apply<3>(books, message.word);
        case 4:
            return apply<4>(books, message.word);
        default:
            return apply<5>(books, message.word);
    }
}
// [end]

template <void (*dispatch)(Books&, const Message&)>
std::uint64_t apply_mixed(std::uint64_t items) {
    Books books;
    for (std::uint64_t i = 0; i < items; ++i) {
        dispatch(books, messages()[i % kMessages]);
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t each : books.sums) {
        sum = sum * 31 + each;
    }
    return sum;
}

// ---- one instance a configuration, where configurations are many and alternate

constexpr std::size_t kInstances = 64;
constexpr std::size_t kPrices = 12;

struct Rules {
    std::uint64_t tick = 1;
    std::uint64_t lot = 1;
};

template <std::size_t n>
constexpr Rules kRulesOf{.tick = 2 * n + 3, .lot = 4 * n + 5};

/// Rounds twelve prices to the rules' tick and lot.
[[gnu::always_inline]] inline std::uint64_t round_all(const Rules& rules, std::uint64_t seed) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < kPrices; ++i) {
        const auto price = static_cast<std::uint32_t>((seed >> i) & 0xffffffU);
        sum += price * rules.tick - (price >> 3U) * rules.lot;
        sum ^= sum >> 7U;
    }
    return sum;
}

// [many]
/// The instruments' rules are in a table, and one function reads them.
[[gnu::noinline]] std::uint64_t round_by_table(const Rules& rules, std::uint64_t seed) {
    return round_all(rules, seed);
}

/// Each instrument has a function, with its rules as constants.
template <std::size_t n>
[[gnu::noinline]] std::uint64_t round_instance(std::uint64_t seed) {
    return round_all(kRulesOf<n>, seed);
}
// [end]

struct Instances {
    std::array<Rules, kInstances> rules{};
    std::array<std::uint64_t (*)(std::uint64_t), kInstances> functions{};
    std::vector<std::uint8_t> instruments;
    Random random{4};
};

const Instances& instances() {
    static const Instances made = [] {
        Instances drawn;
        [&]<std::size_t... n>(std::index_sequence<n...>) {
            drawn.rules = {kRulesOf<n>...};
            drawn.functions = {round_instance<n>...};
        }(std::make_index_sequence<kInstances>());
        for (std::size_t i = 0; i < kMessages; ++i) {
            drawn.instruments.push_back(static_cast<std::uint8_t>(drawn.random.below(kInstances)));
        }
        return drawn;
    }();
    return made;
}

std::uint64_t rounds_by_table(std::uint64_t items) {
    const Instances& all = instances();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += round_by_table(all.rules[all.instruments[i % kMessages]], i * 0x9e3779b97f4a7c15ULL);
    }
    return sum;
}

std::uint64_t rounds_by_instance(std::uint64_t items) {
    const Instances& all = instances();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += all.functions[all.instruments[i % kMessages]](i * 0x9e3779b97f4a7c15ULL);
    }
    return sum;
}

// With a profile GCC unrolls this loop by eight: three instructions for eight items.
constexpr double kEmptyLoop = 0.2;

// With a template the optimised loop is a store, a count and a jump.
constexpr std::array kPublished{
    Variant{.name = "virtual_call", .work = published_at_run_time, .instructions_min = 1},
    Variant{.name = "template",
            .work = published_at_compile_time<Derived1>,
            .instructions_min = kEmptyLoop}};

// Several executions at a time where a compiler vectorises the loop: with the template, or with the branch moved out of the loop.
constexpr std::array kFees{
    Variant{.name = "virtual_call", .work = fees_virtual, .instructions_min = 4},
    Variant{.name = "branch", .work = fees_branch, .instructions_min = 0.5},
    Variant{.name = "template", .work = fees_template, .instructions_min = 0.5}};

constexpr std::array kMixed{
    Variant{.name = "virtual_call", .work = apply_mixed<by_virtual_call>, .instructions_min = 12},
    Variant{.name = "switch", .work = apply_mixed<by_switch>, .instructions_min = 10}};

constexpr std::array kMany{
    Variant{.name = "one_function", .work = rounds_by_table, .instructions_min = 75},
    Variant{.name = "64_instances", .work = rounds_by_instance, .instructions_min = 75}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/call",
               .items = 500'000,
               .variants = kPublished,
               .published_ratio = 1.92 / 2.60},
    Comparison{.name = "chosen_at_start",
               .unit = "ns/execution",
               .items = kExecutions * 128,
               .variants = kFees,
               .items_counted = kExecutions * 4},
    Comparison{
        .name = "chosen_by_message", .unit = "ns/message", .items = 100'000, .variants = kMixed},
    Comparison{.name = "many_instances", .unit = "ns/order", .items = 50'000, .variants = kMany}};

constexpr Technique kTechnique{
    .name = "compile-time-dispatch",
    .question = "is a function that the compiler chooses faster than one chosen at run time?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
