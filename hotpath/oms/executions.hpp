#pragma once
/// The last executions of ours, each known by order and match number: a report told twice is
/// recognised, and a broken trade can be taken back.
///
/// When two orders of ours trade with each other one match number comes twice, hence the pair as
/// the key. When the memory is full the oldest execution is forgotten.
/// Threads: one. Allocation: at construction. Complexity: O(1).

#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::oms {

struct ExecutionKey {
    ClOrdId id{};
    MatchId match{};
    friend constexpr bool operator==(const ExecutionKey&, const ExecutionKey&) = default;
};

struct ExecutionKeyHash {
    [[nodiscard]] constexpr std::uint64_t operator()(const ExecutionKey& key) const noexcept {
        return KeyHash<std::uint64_t>{}(key.match.value ^ (std::uint64_t{key.id.value} << 32U));
    }
};

struct Execution {
    InstrumentId instrument{};
    Side side = Side::Buy;
    bool is_broken = false;
    Qty qty{};
    Price price{};
    std::int64_t fee = 0;
};

class Executions {
  public:
    explicit Executions(std::uint32_t capacity) : keys_(capacity), by_key_(capacity) {}

    /// Null when it never happened or is forgotten.
    [[nodiscard]] Execution* find(const ExecutionKey& key) noexcept { return by_key_.find(key); }

    /// The key is not in here yet.
    void add(const ExecutionKey& key, const Execution& execution) noexcept {
        if (by_key_.full()) {
            by_key_.erase(keys_[oldest_]);
        }
        const Execution* added = by_key_.try_insert(key, execution);
        HOTPATH_ASSERT(added != nullptr, "an execution is added once");
        keys_[oldest_] = key;
        oldest_ = oldest_ + 1 == keys_.size() ? 0 : oldest_ + 1;
    }

  private:
    FixedArray<ExecutionKey> keys_;  // a ring, in order of arrival
    FixedHashMap<ExecutionKey, Execution, ExecutionKeyHash> by_key_;
    std::size_t oldest_ = 0;
};

}  // namespace hotpath::oms
