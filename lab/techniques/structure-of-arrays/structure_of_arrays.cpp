// Open orders as an array of records, as an array for each field, and as hot and cold halves.

#include <array>
#include <vector>

#include "hotpath/core/cpu.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// [records]
struct alignas(kCacheLine) Order {  // one line, wherever the array lies
    std::uint64_t order_id;
    std::uint64_t client_id;
    std::uint64_t venue_time;
    std::uint64_t local_time;
    std::int64_t price;
    std::int64_t fees;
    std::int32_t leaves_qty;
    std::int32_t cum_qty;
    std::uint32_t instrument;
    std::uint32_t account;
};
static_assert(sizeof(Order) == 64);
// [end]

constexpr std::size_t kOrders = 1U << 19U;
constexpr std::size_t kTouched = 1U << 17U;

struct Records {
    std::vector<Order> orders = std::vector<Order>(kOrders);

    void set(std::size_t i, const Order& order) { orders[i] = order; }
    [[nodiscard]] std::int64_t price(std::size_t i) const { return orders[i].price; }
    [[nodiscard]] std::int32_t leaves_qty(std::size_t i) const { return orders[i].leaves_qty; }
    [[nodiscard]] const Order& get(std::size_t i) const { return orders[i]; }
};

// [arrays]
struct Arrays {
    std::vector<std::uint64_t> order_id = std::vector<std::uint64_t>(kOrders);
    std::vector<std::uint64_t> client_id = std::vector<std::uint64_t>(kOrders);
    std::vector<std::uint64_t> venue_time = std::vector<std::uint64_t>(kOrders);
    std::vector<std::uint64_t> local_time = std::vector<std::uint64_t>(kOrders);
    std::vector<std::int64_t> prices = std::vector<std::int64_t>(kOrders);
    std::vector<std::int64_t> fees = std::vector<std::int64_t>(kOrders);
    std::vector<std::int32_t> leaves = std::vector<std::int32_t>(kOrders);
    std::vector<std::int32_t> cum_qty = std::vector<std::int32_t>(kOrders);
    std::vector<std::uint32_t> instrument = std::vector<std::uint32_t>(kOrders);
    std::vector<std::uint32_t> account = std::vector<std::uint32_t>(kOrders);
    // [end]

    void set(std::size_t i, const Order& order) {
        order_id[i] = order.order_id;
        client_id[i] = order.client_id;
        venue_time[i] = order.venue_time;
        local_time[i] = order.local_time;
        prices[i] = order.price;
        fees[i] = order.fees;
        leaves[i] = order.leaves_qty;
        cum_qty[i] = order.cum_qty;
        instrument[i] = order.instrument;
        account[i] = order.account;
    }
    [[nodiscard]] std::int64_t price(std::size_t i) const { return prices[i]; }
    [[nodiscard]] std::int32_t leaves_qty(std::size_t i) const { return leaves[i]; }
    [[nodiscard]] Order get(std::size_t i) const {
        return {.order_id = order_id[i],
                .client_id = client_id[i],
                .venue_time = venue_time[i],
                .local_time = local_time[i],
                .price = prices[i],
                .fees = fees[i],
                .leaves_qty = leaves[i],
                .cum_qty = cum_qty[i],
                .instrument = instrument[i],
                .account = account[i]};
    }
};

// [hybrid]
/// What every scan reads, and the rest.
struct HotOrder {
    std::int64_t price;
    std::int32_t leaves_qty;
    std::uint32_t instrument;
};
struct ColdOrder {
    std::uint64_t order_id;
    std::uint64_t client_id;
    std::uint64_t venue_time;
    std::uint64_t local_time;
    std::int64_t fees;
    std::int32_t cum_qty;
    std::uint32_t account;
};
struct Hybrid {
    std::vector<HotOrder> hot = std::vector<HotOrder>(kOrders);
    std::vector<ColdOrder> cold = std::vector<ColdOrder>(kOrders);
    // [end]

    void set(std::size_t i, const Order& order) {
        hot[i] = {
            .price = order.price, .leaves_qty = order.leaves_qty, .instrument = order.instrument};
        cold[i] = {.order_id = order.order_id,
                   .client_id = order.client_id,
                   .venue_time = order.venue_time,
                   .local_time = order.local_time,
                   .fees = order.fees,
                   .cum_qty = order.cum_qty,
                   .account = order.account};
    }
    [[nodiscard]] std::int64_t price(std::size_t i) const { return hot[i].price; }
    [[nodiscard]] std::int32_t leaves_qty(std::size_t i) const { return hot[i].leaves_qty; }
    [[nodiscard]] Order get(std::size_t i) const {
        return {.order_id = cold[i].order_id,
                .client_id = cold[i].client_id,
                .venue_time = cold[i].venue_time,
                .local_time = cold[i].local_time,
                .price = hot[i].price,
                .fees = cold[i].fees,
                .leaves_qty = hot[i].leaves_qty,
                .cum_qty = cold[i].cum_qty,
                .instrument = hot[i].instrument,
                .account = cold[i].account};
    }
};

template <class Orders>
const Orders& filled() {
    static const Orders made = [] {
        Random random(1);
        Orders orders;
        for (std::size_t i = 0; i < kOrders; ++i) {
            const std::uint64_t word = random.next();
            orders.set(i, {.order_id = i,
                           .client_id = word,
                           .venue_time = 1'000'000 * i,
                           .local_time = 1'000'000 * i + word % 1024,
                           .price = static_cast<std::int64_t>(word >> 50U),
                           .fees = static_cast<std::int64_t>(word % 100),
                           .leaves_qty = static_cast<std::int32_t>(word >> 20U & 1023U),
                           .cum_qty = static_cast<std::int32_t>(word >> 30U & 1023U),
                           .instrument = static_cast<std::uint32_t>(word >> 40U & 1023U),
                           .account = static_cast<std::uint32_t>(word >> 60U)});
        }
        return orders;
    }();
    return made;
}

const std::vector<std::uint32_t>& touched() {
    static const std::vector<std::uint32_t> made = [] {
        Random random(2);
        std::vector<std::uint32_t> indices(kTouched);
        for (std::uint32_t& index : indices) {
            index = static_cast<std::uint32_t>(random.next() % kOrders);
        }
        return indices;
    }();
    return made;
}

// [scan]
/// The quantity of orders first to last, not including last, that is still open.
template <class Orders>
std::int64_t open_qty(const Orders& orders, std::size_t first, std::size_t last) {
    std::int64_t sum = 0;
    for (std::size_t i = first; i < last; ++i) {
        sum += orders.leaves_qty(i);
    }
    return sum;
}

/// Its worth.
template <class Orders>
std::int64_t open_notional(const Orders& orders, std::size_t first, std::size_t last) {
    std::int64_t sum = 0;
    for (std::size_t i = first; i < last; ++i) {
        sum += orders.leaves_qty(i) * orders.price(i);
    }
    return sum;
}
// [end]

template <class Orders, std::int64_t (*scan)(const Orders&, std::size_t, std::size_t)>
std::uint64_t scan_all(std::uint64_t items) {
    const Orders& orders = filled<Orders>();
    std::uint64_t sum = 0;
    for (std::uint64_t left = items; left > 0;) {
        const std::size_t count = left < kOrders ? left : kOrders;
        sum += static_cast<std::uint64_t>(scan(orders, 0, count));
        left -= count;
    }
    return sum;
}

// [touch]
/// All that an execution report needs of one order.
template <class Orders>
std::uint64_t report(const Orders& orders, std::size_t i) {
    const Order& order = orders.get(i);  // of the arrays a copy, which lives as long
    return (order.order_id ^ order.client_id) + (order.venue_time ^ order.local_time) +
           static_cast<std::uint64_t>(order.price * order.leaves_qty + order.fees) +
           static_cast<std::uint64_t>(order.cum_qty) + (order.instrument ^ order.account);
}
// [end]

/// Reports that are all there: the processor works on several at once.
template <class Orders>
std::uint64_t touch_at_random(std::uint64_t items) {
    const Orders& orders = filled<Orders>();
    const std::vector<std::uint32_t>& indices = touched();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += report(orders, indices[i % kTouched]);
    }
    return sum;
}

/// Reports that come one by one: the next is not known before the last is done.
template <class Orders>
std::uint64_t touch_one_by_one(std::uint64_t items) {
    const Orders& orders = filled<Orders>();
    const std::vector<std::uint32_t>& indices = touched();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += report(orders, indices[i % kTouched] ^ (sum & 1U));
    }
    return sum;
}

// A vectorised sum of 4-byte fields may take less than an instruction an order.
template <class Orders>
constexpr auto kScanOne = scan_all<Orders, open_qty<Orders>>;
template <class Orders>
constexpr auto kScanTwo = scan_all<Orders, open_notional<Orders>>;

constexpr std::array kOneField{
    Variant{.name = "records", .work = kScanOne<Records>, .instructions_min = 0.1},
    Variant{.name = "arrays", .work = kScanOne<Arrays>, .instructions_min = 0.1},
    Variant{.name = "hybrid", .work = kScanOne<Hybrid>, .instructions_min = 0.1}};
constexpr std::array kTwoFields{
    Variant{.name = "records", .work = kScanTwo<Records>, .instructions_min = 0.2},
    Variant{.name = "arrays", .work = kScanTwo<Arrays>, .instructions_min = 0.2},
    Variant{.name = "hybrid", .work = kScanTwo<Hybrid>, .instructions_min = 0.2}};
constexpr std::array kOneByOne{
    Variant{.name = "records", .work = touch_one_by_one<Records>, .instructions_min = 8},
    Variant{.name = "arrays", .work = touch_one_by_one<Arrays>, .instructions_min = 8},
    Variant{.name = "hybrid", .work = touch_one_by_one<Hybrid>, .instructions_min = 8}};
constexpr std::array kWholeRecord{
    Variant{.name = "records", .work = touch_at_random<Records>, .instructions_min = 8},
    Variant{.name = "arrays", .work = touch_at_random<Arrays>, .instructions_min = 8},
    Variant{.name = "hybrid", .work = touch_at_random<Hybrid>, .instructions_min = 8}};

constexpr std::array kComparisons{
    Comparison{
        .name = "scan_one_field", .unit = "ns/order", .items = 2 * kOrders, .variants = kOneField},
    Comparison{.name = "scan_two_fields",
               .unit = "ns/order",
               .items = 2 * kOrders,
               .variants = kTwoFields},
    Comparison{
        .name = "whole_records", .unit = "ns/order", .items = kTouched, .variants = kWholeRecord},
    Comparison{.name = "whole_records_one_by_one",
               .unit = "ns/order",
               .items = kTouched / 4,
               .variants = kOneByOne}};

constexpr Technique kTechnique{
    .name = "structure-of-arrays",
    .question = "should orders be an array of records, or an array for each field?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
