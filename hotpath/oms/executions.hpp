#pragma once
/// Our latest executions, keyed by order and match number, to recognise a repeated report and to
/// reverse a broken trade.
///
/// A ring in order of arrival. The executions of an order are linked, newest first:
///
///   newest_[id % size] --> [id 7, match 31] --> [id 7, match 12] --> forgotten
///
/// A venue numbers its matches upward, so an execution whose number is above all those of its list
/// is new, and no search is needed. When two orders of ours trade with each other one match number
/// appears twice, hence the pair as the key. When the ring is full the oldest execution is
/// overwritten. A hash map in place of the links costs a cold line or two an execution. Threads:
/// one. Allocation: at construction. Complexity: add() O(1); find() O(1) for a number above the
/// others of its list, else O(executions of the orders in that list), at most `capacity`.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"

namespace hotpath::oms {

struct ExecutionKey {
    ClOrdId id{};
    MatchId match{};
    friend constexpr bool operator==(const ExecutionKey&, const ExecutionKey&) = default;
};

struct Execution {
    InstrumentId instrument{};
    Side side = Side::Buy;
    bool is_broken = false;
    Qty qty{};
    Price price{};
    Money fee{};
    Liquidity liquidity = Liquidity::Other;
    std::uint8_t tier = 0;  // of the fees
};

class Executions {
  public:
    /// At least 1; rounded up to a power of two.
    explicit Executions(std::uint32_t capacity)
        : newest_(std::bit_ceil(capacity)),
          ring_(std::bit_ceil(capacity)),
          mask_(static_cast<std::uint32_t>(ring_.size() - 1)) {}

    /// Null when it never happened or is no longer stored.
    [[nodiscard]] Execution* find(const ExecutionKey& key) noexcept {
        Entry* entry = entry_of(newest_[key.id.value & mask_]);
        if (entry == nullptr || key.match > entry->match_max) [[likely]] {
            return nullptr;
        }
        for (std::size_t n = 0; n < ring_.size() && entry != nullptr; ++n) {
            if (entry->key == key) {
                return &entry->execution;
            }
            entry = entry_of(entry->before);
        }
        return nullptr;
    }

    /// The key must not be stored yet: call find() first.
    void add(const ExecutionKey& key, const Execution& execution) noexcept {
        Number& newest = newest_[key.id.value & mask_];
        const Entry* before = entry_of(newest);
        const MatchId match_max =
            before == nullptr ? key.match : std::max(before->match_max, key.match);
        const Number number = next_number();
        // Field by field (docs/techniques/store-forwarding.md).
        Entry& entry = ring_[number & mask_];
        entry.number = number;
        entry.before = newest;
        entry.key = key;
        entry.match_max = match_max;
        entry.execution = execution;
        newest = number;
    }

  private:
    // How many executions had been added, modulo 2^32, 0 left out; 0: none.
    using Number = std::uint32_t;

    struct Entry {
        Number number = 0;  // differs from the entry it overwrote
        Number before = 0;  // the execution before it in its list
        ExecutionKey key{};
        MatchId match_max{};  // of the list up to here
        Execution execution{};
    };

    /// Null at the end of a list: no entry, or an overwritten one.
    [[nodiscard]] Entry* entry_of(Number wanted) noexcept {
        Entry& entry = ring_[wanted & mask_];
        return wanted != 0 && entry.number == wanted ? &entry : nullptr;
    }

    [[nodiscard]] Number next_number() noexcept {
        ++last_number_;
        last_number_ += last_number_ == 0 ? 1U : 0U;
        return last_number_;
    }

    FixedArray<Number> newest_;  // by order id modulo size
    FixedArray<Entry> ring_;     // by number modulo size
    std::uint32_t mask_;
    Number last_number_ = 0;
};

}  // namespace hotpath::oms
