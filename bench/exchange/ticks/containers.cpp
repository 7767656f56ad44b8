// The question: what do the containers cost that the report compares for a side of its book, and
// L3Books, when sixty-four orders are added, as many prices are looked up, and the sixty-four
// oldest are removed? A regression means that L3Books got slower at one of the three. It does not
// show the flow of a real order book, mostly at the best price: docs/techniques/order-book.md does,
// with eight containers of levels.
//
//   hotpath              book::L3Books: an order added to its level, a price's level, an order
//                        removed by its id
//   multimap             std::multimap from price to order: the report's choice
//   sorted_vector        orders by price in one array
//   unordered_multimap   by price, without an order among prices: no best one
//
// Their orders are found again by price and id, ours by id. A look-up is the quantity at a price.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "bench/exchange/ticks/tick_flow.hpp"
#include "bench/exchange/ticks/tick_tests.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kGroup = 64;
constexpr std::size_t kGroups = 2'000;
constexpr std::size_t kGroupsQuick = 200;
constexpr std::uint64_t kSeed = 4;
constexpr std::int64_t kLowest = 10'000 * kCent;
constexpr InstrumentId kInstrument{1};

struct Resting {
    std::uint64_t id = 0;
    std::int64_t price = 0;
    std::uint32_t qty = 0;
};

class OurBook {
  public:
    explicit OurBook(std::size_t orders)
        : books_(std::move(*book::L3Books::create(
              {.orders_max = static_cast<std::uint32_t>(orders + kGroup),
               .levels_max = 1'000'000,
               .instruments_max = 1,
               .dense_ids = static_cast<std::uint32_t>(orders + kGroup * (kGroups + 1)),
               .prefault = true}))) {}

    void insert(const Resting& order) {
        books_.add({.id = {order.id},
                    .instrument = kInstrument,
                    .side = Side::Sell,
                    .price = {order.price},
                    .leaves_qty = {order.qty}});
    }
    [[nodiscard]] std::uint64_t qty_at(std::int64_t price) const {
        return books_.level(kInstrument, {.side = Side::Sell, .price = {price}}).qty.value;
    }
    void erase(const Resting& order) { books_.remove({order.id}); }

  private:
    book::L3Books books_;
};

template <class Map>
class MapBook {
  public:
    explicit MapBook(std::size_t) {}

    void insert(const Resting& order) { orders_.emplace(order.price, order); }
    [[nodiscard]] std::uint64_t qty_at(std::int64_t price) const {
        std::uint64_t qty = 0;
        for (auto [at, end] = orders_.equal_range(price); at != end; ++at) {
            qty += at->second.qty;
        }
        return qty;
    }
    void erase(const Resting& order) {
        for (auto [at, end] = orders_.equal_range(order.price); at != end; ++at) {
            if (at->second.id == order.id) {
                orders_.erase(at);
                return;
            }
        }
    }

  private:
    Map orders_;
};

class VectorBook {
  public:
    explicit VectorBook(std::size_t orders) { orders_.reserve(orders + kGroup); }

    void insert(const Resting& order) {
        orders_.insert(std::ranges::upper_bound(orders_, order.price, {}, &Resting::price), order);
    }
    [[nodiscard]] std::uint64_t qty_at(std::int64_t price) const {
        std::uint64_t qty = 0;
        for (const Resting& order : std::ranges::equal_range(orders_, price, {}, &Resting::price)) {
            qty += order.qty;
        }
        return qty;
    }
    void erase(const Resting& order) {
        const auto same = std::ranges::equal_range(orders_, order.price, {}, &Resting::price);
        orders_.erase(std::ranges::find(same, order.id, &Resting::id));
    }

  private:
    std::vector<Resting> orders_;
};

/// The flow, drawn in advance: orders in the sequence of arrival and removal, prices looked up.
struct ContainerFlow {
    std::size_t resting = 0;
    std::vector<Resting> orders;
    std::vector<std::int64_t> asked;
};

ContainerFlow make_flow(std::size_t resting, std::size_t groups) {
    ContainerFlow flow{.resting = resting, .orders = {}, .asked = {}};
    Random random(kSeed);
    const auto price = [&] {
        return kLowest + static_cast<std::int64_t>(random.below(resting)) * kCent;
    };
    for (std::uint64_t id = 1; id <= resting + groups * kGroup; ++id) {
        flow.orders.push_back({id, price(), static_cast<std::uint32_t>(1 + random.below(500))});
    }
    for (std::size_t n = 0; n < groups * kGroup; ++n) {
        flow.asked.push_back(price());
    }
    return flow;
}

struct Spent {
    std::uint64_t insert = 0;
    std::uint64_t look_up = 0;
    std::uint64_t erase = 0;
};

template <class Work>
void time_group(std::uint64_t& spent, std::size_t first, Work&& work) {
    const std::uint64_t begin = Stopwatch::begin();
    for (std::size_t n = first; n < first + kGroup; ++n) {
        work(n);
    }
    spent += Stopwatch::end() - begin;
}

template <class Book>
Measurement measure_container(const ContainerFlow& flow, const timing::TscClock& clock) {
    Book book(flow.resting);
    for (std::size_t n = 0; n < flow.resting; ++n) {
        book.insert(flow.orders[n]);
    }
    Measurement measured{.items = flow.asked.size()};
    Spent spent;
    for (std::size_t at = 0; at < flow.asked.size(); at += kGroup) {
        time_group(spent.insert, flow.resting + at,
                   [&](std::size_t n) { book.insert(flow.orders[n]); });
        time_group(spent.look_up, at, [&](std::size_t n) {
            measured.answer = measured.answer * 31 + book.qty_at(flow.asked[n]);
        });
        time_group(spent.erase, at, [&](std::size_t n) { book.erase(flow.orders[n]); });
    }
    for (const auto& [name, ticks] :
         {std::pair{"insert", spent.insert}, {"look up", spent.look_up}, {"erase", spent.erase}}) {
        const auto ns = static_cast<double>(clock.to_duration(ticks).value);
        measured.metrics.push_back({name, "ns", ns / static_cast<double>(measured.items)});
    }
    measured.elapsed_ticks = spent.insert + spent.look_up + spent.erase;
    return measured;
}

}  // namespace

std::vector<Test> container_tests(const Scale& scale, const timing::TscClock& clock) {
    using Tree = MapBook<std::multimap<std::int64_t, Resting>>;
    using Hash = MapBook<std::unordered_multimap<std::int64_t, Resting>>;
    std::vector<Test> tests;
    for (const std::size_t resting : {50U, 1'000U, 20'000U}) {
        const auto flow = std::make_shared<const ContainerFlow>(
            make_flow(resting, scale.quick ? kGroupsQuick : kGroups));
        const auto subject = [&]<class Book>(const char* name, std::type_identity<Book>) {
            return Subject{name, "quantities",
                           [flow, clock] { return measure_container<Book>(*flow, clock); }};
        };
        tests.push_back({.name = fmt::format("seed4_containers_{}", resting),
                         .unit = "ns/order",
                         .subjects = {subject("hotpath", std::type_identity<OurBook>{}),
                                      subject("multimap", std::type_identity<Tree>{}),
                                      subject("sorted_vector", std::type_identity<VectorBook>{}),
                                      subject("unordered_multimap", std::type_identity<Hash>{})}});
    }
    return tests;
}

}  // namespace hotpath::bench
