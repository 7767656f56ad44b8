// The fee of an order by its venue's model: a virtual call, a template, a variant, a switch; one model always, or any.

#include <array>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kOrders = 1U << 16U;  // more than a branch predictor remembers
constexpr std::size_t kModels = 4;

struct Order {
    std::uint32_t price;
    std::uint32_t qty;
};

// [models]
/// The four ways in which a venue charges, each with its parameters.
struct PerShare {
    std::uint64_t rate;
    [[nodiscard]] std::uint64_t fee(const Order& order) const { return order.qty * rate; }
};
struct ByValue {
    std::uint64_t rate;
    [[nodiscard]] std::uint64_t fee(const Order& order) const {
        return (std::uint64_t{order.price} * order.qty * rate) >> 20U;
    }
};
struct Capped {
    std::uint64_t rate;
    std::uint64_t fee_max;
    [[nodiscard]] std::uint64_t fee(const Order& order) const {
        const std::uint64_t fee = order.qty * rate;
        return fee < fee_max ? fee : fee_max;
    }
};
struct PerOrder {
    std::uint64_t fixed;
    std::uint64_t rate;
    [[nodiscard]] std::uint64_t fee(const Order& order) const { return fixed + order.qty * rate; }
};
// [end]

// [virtual]
class FeeModel {
  public:
    virtual ~FeeModel() = default;
    [[nodiscard]] virtual std::uint64_t fee(const Order& order) const = 0;
};

template <class Model>
class VirtualFee final : public FeeModel {
  public:
    explicit VirtualFee(Model model) : model_(model) {}
    [[nodiscard]] std::uint64_t fee(const Order& order) const override { return model_.fee(order); }
    [[nodiscard]] const Model& model() const { return model_; }

  private:
    Model model_;
};

[[gnu::noinline]] std::uint64_t fees_virtual(const FeeModel& model, const Order* orders,
                                             std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += model.fee(orders[i]);
    }
    return sum;
}
// [end]

// [crtp]
template <class Derived>
class CrtpFee {
  public:
    [[nodiscard]] std::uint64_t fee(const Order& order) const {
        return static_cast<const Derived*>(this)->model().fee(order);
    }
};
class CrtpPerShare : public CrtpFee<CrtpPerShare> {
  public:
    explicit CrtpPerShare(PerShare model) : model_(model) {}
    [[nodiscard]] const PerShare& model() const { return model_; }

  private:
    PerShare model_;
};
// [end]

// [concept]
template <class T>
concept ChargesFees = requires(const T& model, const Order& order) {
    { model.fee(order) } -> std::same_as<std::uint64_t>;
};

template <ChargesFees Model>
[[gnu::noinline]] std::uint64_t fees_of(const Model& model, const Order* orders,
                                        std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += model.fee(orders[i]);
    }
    return sum;
}
// [end]

using AnyModel = std::variant<PerShare, ByValue, Capped, PerOrder>;

constexpr PerShare kPerShare{.rate = 3};
constexpr ByValue kByValue{.rate = 21};
constexpr Capped kCapped{.rate = 4, .fee_max = 1'900};
constexpr PerOrder kPerOrder{.fixed = 350, .rate = 2};

struct Data {
    std::vector<Order> orders;
    std::vector<std::uint8_t> venue;                   // any of four
    std::vector<std::uint8_t> usual_venue;             // the first but for one order in 64
    std::array<std::vector<Order>, kModels> by_venue;  // the orders of `venue`, sorted
    std::array<std::unique_ptr<FeeModel>, kModels> virtual_models;
    std::array<AnyModel, kModels> variants;
};

const Data& data() {
    static const Data made = [] {
        Random random(1);
        Data data;
        for (std::size_t i = 0; i < kOrders; ++i) {
            data.orders.push_back({.price = static_cast<std::uint32_t>(random.next() % 1'000'000),
                                   .qty = static_cast<std::uint32_t>(random.next() % 1'000)});
            data.venue.push_back(static_cast<std::uint8_t>(random.next() % kModels));
            data.by_venue[data.venue.back()].push_back(data.orders.back());
            data.usual_venue.push_back(random.next() % 64 == 0
                                           ? static_cast<std::uint8_t>(1 + random.next() % 3)
                                           : std::uint8_t{0});
        }
        data.virtual_models = {std::make_unique<VirtualFee<PerShare>>(kPerShare),
                               std::make_unique<VirtualFee<ByValue>>(kByValue),
                               std::make_unique<VirtualFee<Capped>>(kCapped),
                               std::make_unique<VirtualFee<PerOrder>>(kPerOrder)};
        data.variants = {kPerShare, kByValue, kCapped, kPerOrder};
        return data;
    }();
    return made;
}

/// All orders again and again: `fees` of a run of them.
template <class Fees>
std::uint64_t in_runs(std::uint64_t items, const Fees& fees) {
    std::uint64_t sum = 0;
    while (items > 0) {
        const std::size_t count = items < kOrders ? items : kOrders;
        sum += fees(hidden(data().orders.data()), count);  // not the sum of the run before
        items -= count;
    }
    return sum;
}

std::uint64_t one_virtual(std::uint64_t items) {
    const FeeModel& model = *hidden(data().virtual_models[0].get());
    return in_runs(items, [&](const Order* orders, std::size_t count) {
        return fees_virtual(model, orders, count);
    });
}

template <class Model>
std::uint64_t one_template(std::uint64_t items) {
    const Model model{PerShare{.rate = hidden(kPerShare.rate)}};
    return in_runs(items, [&](const Order* orders, std::size_t count) {
        return fees_of(model, orders, count);
    });
}

std::uint64_t one_variant(std::uint64_t items) {
    const AnyModel& model = *hidden(&data().variants[0]);
    return in_runs(items, [&](const Order* orders, std::size_t count) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            sum += std::visit([&](const auto& any) { return any.fee(orders[i]); }, model);
        }
        return sum;
    });
}

/// The fee of each order by `fee(order, venue)`, the venue being any or nearly always the first.
template <const std::vector<std::uint8_t> Data::* venues, class Fee>
std::uint64_t each(std::uint64_t items, const Fee& fee) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += fee(all.orders[i % kOrders], (all.*venues)[i % kOrders]);
    }
    return sum;
}

// [each]
std::uint64_t fee_virtual(const Order& order, std::uint8_t venue) {
    return data().virtual_models[venue]->fee(order);
}
std::uint64_t fee_variant(const Order& order, std::uint8_t venue) {
    return std::visit([&](const auto& model) { return model.fee(order); }, data().variants[venue]);
}
std::uint64_t fee_switch(const Order& order, std::uint8_t venue) {
    switch (venue) {
        case 0:
            return kPerShare.fee(order);
        case 1:
            return kByValue.fee(order);
        case 2:
            return kCapped.fee(order);
        default:
            return kPerOrder.fee(order);
    }
}
/// A test for the usual class, whose function is then known, before the virtual call.
std::uint64_t fee_guarded(const Order& order, std::uint8_t venue) {
    const FeeModel* const model = data().virtual_models[venue].get();
    if (venue == 0) [[likely]] {
        return static_cast<const VirtualFee<PerShare>*>(model)->fee(order);
    }
    return model->fee(order);
}
// [end]

template <const std::vector<std::uint8_t> Data::* venues,
          std::uint64_t (*fee)(const Order&, std::uint8_t)>
std::uint64_t charge_each(std::uint64_t items) {
    return each<venues>(items,
                        [](const Order& order, std::uint8_t venue) { return fee(order, venue); });
}

/// The same orders in one list a model: a loop each, no choice in it. Whole rounds only; the rest one by one.
std::uint64_t by_model(std::uint64_t items) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (; items >= kOrders; items -= kOrders) {
        const auto charge = [&](const auto& model, std::size_t venue) {
            return fees_of(model, hidden(all.by_venue[venue].data()), all.by_venue[venue].size());
        };
        sum +=
            charge(kPerShare, 0) + charge(kByValue, 1) + charge(kCapped, 2) + charge(kPerOrder, 3);
    }
    return sum + charge_each<&Data::venue, fee_switch>(items);
}

// A vectorised loop takes eight orders a round, so the floors of the templates are low.
constexpr std::array kOneType{
    Variant{.name = "virtual_call", .work = one_virtual, .instructions_min = 2},
    Variant{.name = "variant", .work = one_variant, .instructions_min = 0.4},
    Variant{.name = "crtp", .work = one_template<CrtpPerShare>, .instructions_min = 0.4},
    Variant{.name = "concept", .work = one_template<PerShare>, .instructions_min = 0.4}};

constexpr std::array kRandomTypes{
    Variant{.name = "virtual_call",
            .work = charge_each<&Data::venue, fee_virtual>,
            .instructions_min = 10},
    Variant{
        .name = "variant", .work = charge_each<&Data::venue, fee_variant>, .instructions_min = 5},
    Variant{.name = "switch", .work = charge_each<&Data::venue, fee_switch>, .instructions_min = 5},
    Variant{.name = "list_a_model", .work = by_model, .instructions_min = 0.5}};

constexpr std::array kUsualType{Variant{.name = "virtual_call",
                                        .work = charge_each<&Data::usual_venue, fee_virtual>,
                                        .instructions_min = 10},
                                Variant{.name = "variant",
                                        .work = charge_each<&Data::usual_venue, fee_variant>,
                                        .instructions_min = 5},
                                Variant{.name = "guarded_call",
                                        .work = charge_each<&Data::usual_venue, fee_guarded>,
                                        .instructions_min = 5}};

constexpr std::array kComparisons{
    Comparison{.name = "one_type", .unit = "ns/order", .items = 1'000'000, .variants = kOneType},
    Comparison{.name = "random_types",
               .unit = "ns/order",
               .items = 5 * kOrders,
               .variants = kRandomTypes,
               .items_counted = kOrders},
    Comparison{.name = "one_type_but_for_one_in_64",
               .unit = "ns/order",
               .items = 500'000,
               .variants = kUsualType}};

constexpr Technique kTechnique{
    .name = "virtual-calls",
    .question = "what does a virtual call cost against a call that the compiler resolves?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
