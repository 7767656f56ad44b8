#pragma once
/// RequestLimit: limits answers to addresses without a login: a token bucket per address, in a
/// table of fixed size, and one for all together, because addresses are easily forged. An address keeps its bucket until it is full again: a flood of invented
/// addresses cannot reset another address's bucket. A new address without room in the table is not
/// answered. Threads: one owner. Allocation: the constructor. Complexity: O(1), kWays entries are
/// looked at.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/token_bucket.hpp"

namespace hotpath::exchange {

struct RequestLimitCounters {
    std::uint64_t refused_for_rate = 0;
    std::uint64_t refused_for_room = 0;  // the table is full of recently active addresses
    std::uint64_t refused_for_all = 0;   // the rate of all together
};

class RequestLimit {
  public:
    static constexpr std::size_t kWays = 4;

    /// per_second 0: no limit, of an address or of all. `addresses_max` is rounded up to a power of
    /// two, at least kWays.
    RequestLimit(const RateLimit& limit, std::size_t addresses_max, const RateLimit& of_all = {})
        : limit_(limit),
          of_all_(of_all),
          sets_(std::bit_ceil((addresses_max + kWays - 1) / kWays),
                Set{Entry{TokenBucket(limit)}, Entry{TokenBucket(limit)}, Entry{TokenBucket(limit)},
                    Entry{TokenBucket(limit)}}) {}

    [[nodiscard]] const RequestLimitCounters& counters() const noexcept { return counters_; }

    /// May this address be answered now?
    [[nodiscard]] bool try_take(std::uint32_t address, Time now) noexcept {
        if (!try_take_of(address, now)) {
            return false;
        }
        const bool is_taken = of_all_.try_take(now);
        counters_.refused_for_all += is_taken ? 0U : 1U;
        return is_taken;
    }

  private:
    [[nodiscard]] bool try_take_of(std::uint32_t address, Time now) noexcept {
        if (limit_.per_second == 0) {
            return true;
        }
        Entry* const entry = find_or_add(address, now);
        if (entry == nullptr) {
            ++counters_.refused_for_room;
            return false;
        }
        const bool is_taken = entry->bucket.try_take(now);
        counters_.refused_for_rate += is_taken ? 0U : 1U;
        return is_taken;
    }

    struct Entry {
        TokenBucket bucket;
        std::uint32_t address = 0;
        bool is_used = false;
    };
    using Set = std::array<Entry, kWays>;

    [[nodiscard]] Entry* find_or_add(std::uint32_t address, Time now) noexcept {
        constexpr std::uint32_t kOdd = 0x9E37'79B1;  // spreads neighbors
        constexpr unsigned kLowBitsDropped = 16;
        Set& set = sets_[((address * kOdd) >> kLowBitsDropped) & (sets_.size() - 1)];
        for (Entry& entry : set) {
            if (entry.is_used && entry.address == address) {
                return &entry;
            }
        }
        for (Entry& entry : set) {
            if (!entry.is_used || entry.bucket.is_full(now)) {
                entry = {.bucket = TokenBucket(limit_), .address = address, .is_used = true};
                return &entry;
            }
        }
        return nullptr;
    }

    RateLimit limit_;
    TokenBucket of_all_;
    std::vector<Set> sets_;
    RequestLimitCounters counters_;
};

}  // namespace hotpath::exchange
