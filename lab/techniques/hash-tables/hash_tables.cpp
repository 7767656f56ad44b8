// The order of an order reference: in std::unordered_map, the fixed map of Hotpath, a sorted vector, an array indexed by the reference.

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kFew = 4'096;
constexpr std::size_t kMany = 1'000'000;  // in no structure smaller than the last cache
constexpr std::size_t kWanted = 1U << 17U;
constexpr std::size_t kAdded = 1U << 15U;  // in a day of additions and deletions
constexpr std::uint64_t kFirstId = 5'000'000'000;

/// Ascending, every fourth reference on average: the others are of other instruments.
std::vector<std::uint64_t> make_ids(std::size_t count) {
    Random random(count);
    std::vector<std::uint64_t> ids;
    for (std::uint64_t id = kFirstId; ids.size() < count; id += 1 + random.next() % 7) {
        ids.push_back(id);
    }
    return ids;
}

constexpr std::uint32_t qty_of(std::uint64_t id) {
    return static_cast<std::uint32_t>(id * 2'654'435'761U >> 8U) | 1U;  // never 0
}

/// The most orders at a time, and references from the first to the last of the day.
struct Size {
    std::size_t orders;
    std::size_t references;
};
constexpr std::size_t references_of(std::size_t orders) {
    return 7 * orders + 2;
}

// [maps]
/// The same four verbs for each: add(), find() and remove(), which answer 0 for an unknown reference, and clear().
class UnorderedMap {
  public:
    explicit UnorderedMap(Size size) { map_.reserve(size.orders); }
    void add(std::uint64_t id, std::uint32_t qty) { map_.emplace(id, qty); }
    [[nodiscard]] std::uint32_t find(std::uint64_t id) const {
        const auto found = map_.find(id);
        return found == map_.end() ? 0 : found->second;
    }
    std::uint32_t remove(std::uint64_t id) {
        const auto found = map_.find(id);
        if (found == map_.end()) {
            return 0;
        }
        const std::uint32_t qty = found->second;
        map_.erase(found);
        return qty;
    }
    void clear() { map_.clear(); }

  private:
    std::unordered_map<std::uint64_t, std::uint32_t> map_;
};

class FixedMap {
  public:
    explicit FixedMap(Size size) : map_(size.orders) {}
    void add(std::uint64_t id, std::uint32_t qty) { keep(map_.try_insert(id, qty)); }
    [[nodiscard]] std::uint32_t find(std::uint64_t id) const {
        const std::uint32_t* const found = map_.find(id);
        return found == nullptr ? 0 : *found;
    }
    std::uint32_t remove(std::uint64_t id) {
        const std::uint32_t qty = find(id);
        keep(map_.erase(id));
        return qty;
    }
    void clear() { map_.clear(); }

  private:
    FixedHashMap<std::uint64_t, std::uint32_t> map_;
};

/// References ascend, so an addition goes to the end; a removal moves all after it.
class SortedVector {
  public:
    explicit SortedVector(Size size) { entries_.reserve(size.orders); }
    void add(std::uint64_t id, std::uint32_t qty) { entries_.push_back({.id = id, .qty = qty}); }
    [[nodiscard]] std::uint32_t find(std::uint64_t id) const {
        const auto found = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
        return found == entries_.end() || found->id != id ? 0 : found->qty;
    }
    std::uint32_t remove(std::uint64_t id) {
        const auto found = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
        if (found == entries_.end() || found->id != id) {
            return 0;
        }
        const std::uint32_t qty = found->qty;
        entries_.erase(found);
        return qty;
    }
    void clear() { entries_.clear(); }

  private:
    struct Entry {
        std::uint64_t id;
        std::uint32_t qty;
    };
    std::vector<Entry> entries_;
};

/// A quantity for every reference of the day, four bytes each whether it is used or not.
class DirectIndex {
  public:
    explicit DirectIndex(Size size) : qty_(size.references) {}
    void add(std::uint64_t id, std::uint32_t qty) {
        qty_[id - kFirstId] = qty;
        end_ = std::max(end_, id - kFirstId + 1);
    }
    [[nodiscard]] std::uint32_t find(std::uint64_t id) const { return qty_[id - kFirstId]; }
    std::uint32_t remove(std::uint64_t id) {
        const std::uint32_t qty = qty_[id - kFirstId];
        qty_[id - kFirstId] = 0;
        return qty;
    }
    void clear() {
        std::fill_n(qty_.begin(), end_, 0);
        end_ = 0;
    }

  private:
    std::vector<std::uint32_t> qty_;
    std::uint64_t end_ = 0;
};
// [end]

struct Wanted {
    std::vector<std::uint64_t> present;
    std::vector<std::uint64_t> absent;  // between those that are there
};

template <std::size_t orders>
const Wanted& wanted() {
    static const Wanted made = [] {
        const std::vector<std::uint64_t> ids = make_ids(orders);
        Random random(2);
        Wanted wanted;
        while (wanted.present.size() < kWanted || wanted.absent.size() < kWanted) {
            const std::uint64_t id = ids[random.next() % orders];
            wanted.present.push_back(id);
            if (!std::ranges::binary_search(ids, id + 1)) {
                wanted.absent.push_back(id + 1);
            }
        }
        return wanted;
    }();
    return made;
}

template <class Map, std::size_t orders>
const Map& filled() {
    static const Map made = [] {
        Map map(Size{.orders = orders, .references = references_of(orders)});
        for (const std::uint64_t id : make_ids(orders)) {
            map.add(id, qty_of(id));
        }
        return map;
    }();
    return made;
}

template <std::size_t orders, std::vector<std::uint64_t> Wanted::* which>
struct LookUp {
    template <class Map>
    static std::uint64_t run(std::uint64_t items) {
        const Map& map = filled<Map, orders>();
        const std::vector<std::uint64_t>& ids = wanted<orders>().*which;
        std::uint64_t sum = 0;
        for (std::uint64_t i = 0; i < items; ++i) {
            sum += hidden(map.find(ids[i % kWanted]));
        }
        return sum;
    }
};

/// References in the order in which they are added, and in that in which they are removed, kFew additions later or more.
struct Day {
    std::vector<std::uint64_t> added;
    std::vector<std::uint64_t> removed;
};

const Day& day() {
    static const Day made = [] {
        Random random(3);
        Day day{.added = make_ids(kAdded), .removed = {}};
        std::vector<std::uint64_t> live(day.added.begin(), day.added.begin() + kFew);
        for (std::size_t i = kFew; i < kAdded; ++i) {
            std::uint64_t& leaving = live[random.next() % kFew];
            day.removed.push_back(leaving);
            leaving = day.added[i];
        }
        return day;
    }();
    return made;
}

/// A book that begins empty, and then loses an order at random for each that it gains.
struct AddAndRemove {
    template <class Map>
    static std::uint64_t run(std::uint64_t items) {
        static Map map(Size{.orders = kFew, .references = references_of(kAdded)});
        const Day& all = day();
        std::uint64_t sum = 0;
        for (std::uint64_t i = 0; i < items && i < kAdded; ++i) {
            if (i >= kFew) {
                sum += map.remove(all.removed[i - kFew]);
            }
            map.add(all.added[i], qty_of(all.added[i]));
        }
        map.clear();
        return sum;
    }
};

template <class Operation>
constexpr std::array kVariants{Variant{.name = "std::unordered_map",
                                       .work = Operation::template run<UnorderedMap>,
                                       .instructions_min = 15},
                               Variant{.name = "fixed_hash_map",
                                       .work = Operation::template run<FixedMap>,
                                       .instructions_min = 13},
                               Variant{.name = "sorted_vector",
                                       .work = Operation::template run<SortedVector>,
                                       .instructions_min = 70},
                               Variant{.name = "direct_index",
                                       .work = Operation::template run<DirectIndex>,
                                       .instructions_min = 5}};

using FewHits = LookUp<kFew, &Wanted::present>;
using FewMisses = LookUp<kFew, &Wanted::absent>;
using ManyHits = LookUp<kMany, &Wanted::present>;

constexpr std::array kComparisons{Comparison{.name = "hits_of_4096_orders",
                                             .unit = "ns/lookup",
                                             .items = kWanted / 2,
                                             .variants = kVariants<FewHits>},
                                  Comparison{.name = "misses_of_4096_orders",
                                             .unit = "ns/lookup",
                                             .items = kWanted / 2,
                                             .variants = kVariants<FewMisses>},
                                  Comparison{.name = "hits_of_a_million_orders",
                                             .unit = "ns/lookup",
                                             .items = kWanted,
                                             .variants = kVariants<ManyHits>},
                                  Comparison{.name = "add_and_remove",
                                             .unit = "ns/order",
                                             .items = kAdded,
                                             .variants = kVariants<AddAndRemove>,
                                             .items_counted = kFew + kFew / 4}};

constexpr Technique kTechnique{
    .name = "hash-tables",
    .question = "which structure finds an order by its reference in the least time?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
