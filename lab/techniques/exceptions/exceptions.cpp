// An order checked three calls deep, and refused never, once in a thousand times or every other time: by an exception, std::expected or a code.

#include <array>
#include <cstdint>
#include <exception>
#include <expected>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kOrders = 1U << 14U;
constexpr std::uint32_t kPriceMax = 2'000'000'000;

struct Order {
    std::uint32_t price;  // above kPriceMax: refused
    std::uint32_t qty;
    std::uint32_t instrument;
};

enum class Refusal : std::uint32_t { None, Price, Qty, Instrument };

/// With `one_in` refused orders at random places; none for 0.
std::vector<Order> make_orders(std::uint64_t one_in) {
    Random random(one_in + 1);
    std::vector<Order> orders;
    for (std::size_t i = 0; i < kOrders; ++i) {
        const bool is_bad = one_in > 0 && random.next() % one_in == 0;
        const auto which = random.next() % 2;
        orders.push_back(
            {.price = is_bad && which == 0 ? kPriceMax + 1
                                           : static_cast<std::uint32_t>(random.next() % kPriceMax),
             .qty =
                 is_bad && which == 1 ? 0 : 1 + static_cast<std::uint32_t>(random.next() % 1'000),
             .instrument = static_cast<std::uint32_t>(random.next() % 100)});
    }
    return orders;
}

template <std::uint64_t one_in>
const std::vector<Order>& orders() {
    static const std::vector<Order> made = make_orders(one_in);
    return made;
}

// [exception]
class OrderRefused final : public std::exception {
  public:
    explicit OrderRefused(Refusal reason) : reason_(reason) {}
    [[nodiscard]] Refusal reason() const { return reason_; }
    [[nodiscard]] const char* what() const noexcept override { return "order refused"; }

  private:
    Refusal reason_;
};

[[gnu::noinline]] std::uint64_t price_or_throw(const Order& order) {
    if (order.price > kPriceMax) {
        throw OrderRefused(Refusal::Price);
    }
    return order.price;
}
[[gnu::noinline]] std::uint64_t notional_or_throw(const Order& order) {
    if (order.qty == 0) {
        throw OrderRefused(Refusal::Qty);
    }
    return price_or_throw(order) * order.qty;
}
[[gnu::noinline]] std::uint64_t margin_or_throw(const Order& order) {
    return notional_or_throw(order) / 8 + order.instrument;
}
// [end]

// [expected]
using Checked = std::expected<std::uint64_t, Refusal>;

[[gnu::noinline]] Checked price_or_refusal(const Order& order) {
    if (order.price > kPriceMax) {
        return std::unexpected(Refusal::Price);
    }
    return order.price;
}
[[gnu::noinline]] Checked notional_or_refusal(const Order& order) {
    if (order.qty == 0) {
        return std::unexpected(Refusal::Qty);
    }
    const Checked price = price_or_refusal(order);
    if (!price) {
        return price;
    }
    return *price * order.qty;
}
[[gnu::noinline]] Checked margin_or_refusal(const Order& order) {
    const Checked notional = notional_or_refusal(order);
    if (!notional) {
        return notional;
    }
    return *notional / 8 + order.instrument;
}
// [end]

// [code]
[[gnu::noinline]] Refusal compute_price(const Order& order, std::uint64_t& price) {
    if (order.price > kPriceMax) {
        return Refusal::Price;
    }
    price = order.price;
    return Refusal::None;
}
[[gnu::noinline]] Refusal compute_notional(const Order& order, std::uint64_t& notional) {
    if (order.qty == 0) {
        return Refusal::Qty;
    }
    std::uint64_t price = 0;
    if (const Refusal refusal = compute_price(order, price); refusal != Refusal::None) {
        return refusal;
    }
    notional = price * order.qty;
    return Refusal::None;
}
[[gnu::noinline]] Refusal compute_margin(const Order& order, std::uint64_t& margin) {
    std::uint64_t notional = 0;
    if (const Refusal refusal = compute_notional(order, notional); refusal != Refusal::None) {
        return refusal;
    }
    margin = notional / 8 + order.instrument;
    return Refusal::None;
}
// [end]

/// The number that a refused order adds to the checksum, by its reason; an accepted one adds its margin.
std::uint64_t number_of(Refusal refusal) {
    return 0x10000 * static_cast<std::uint64_t>(refusal);
}

std::uint64_t check_by_exception(const Order& order) {
    try {
        return margin_or_throw(order);
    } catch (const OrderRefused& refused) {
        return number_of(refused.reason());
    }
}
std::uint64_t check_by_expected(const Order& order) {
    const Checked margin = margin_or_refusal(order);
    return margin ? *margin : number_of(margin.error());
}
std::uint64_t check_by_code(const Order& order) {
    std::uint64_t margin = 0;
    const Refusal refusal = compute_margin(order, margin);
    return refusal == Refusal::None ? margin : number_of(refusal);
}

template <std::uint64_t one_in, std::uint64_t (*check)(const Order&)>
std::uint64_t check_all(std::uint64_t items) {
    const std::vector<Order>& all = orders<one_in>();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += hidden(check(all[i % kOrders]));
    }
    return sum;
}

/// Three calls, three returns, and with a code or an expected two tests of what they return. A throw takes thousands.
template <std::uint64_t one_in>
constexpr std::array kVariants{
    Variant{.name = "exception",
            .work = check_all<one_in, check_by_exception>,
            .instructions_min = one_in == 2 ? 1'000 : 15},
    Variant{.name = "std::expected",
            .work = check_all<one_in, check_by_expected>,
            .instructions_min = 20},
    Variant{
        .name = "error_code", .work = check_all<one_in, check_by_code>, .instructions_min = 20}};

constexpr std::array kComparisons{
    Comparison{.name = "no_errors", .unit = "ns/order", .items = 500'000, .variants = kVariants<0>},
    Comparison{.name = "one_in_1000_fails",
               .unit = "ns/order",
               .items = 500'000,
               .variants = kVariants<1'000>},
    Comparison{.name = "one_in_2_fails",
               .unit = "ns/order",
               .items = 5'000,
               .variants = kVariants<2>,
               .items_counted = 1'000}};

constexpr Technique kTechnique{
    .name = "exceptions",
    .question = "is an exception faster than an error that each caller tests for?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
