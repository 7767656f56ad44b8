#pragma once
/// GrowingIndex: hash chains through the records of an array that something else owns, with as many
/// chains as there are records in use: what is touched grows and shrinks with them, and not with the
/// most there may ever be.
///
///   heads_:  | 7 | - | 2 | 5 || - ............ |      record 7 -> record 9 -> none
///              chains in use    not yet touched
///
/// Linear hashing: a new record splits the next two chains at most, a removed one joins the last four
/// at most, so that there are two to four chains a record and no operation pays for a whole table.
/// Records do not move; one is in one chain of an index at a time, and may be in other indexes, too.
///
/// `Chains` says where a record keeps the link: next(record) gives it, hash(record) is its key's.
/// Threads: one owner. Allocation: once, at construction (own memory or an arena). Complexity: O(1)
/// expected; the longest chain when keys collide: insert() visits two chains at most, erase() five.
/// Source: Litwin, "Linear Hashing: A New Tool for File and Table Addressing", 1980.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/prefetch.hpp"

namespace hotpath {

/// Neighbouring keys have neighbouring chains, sixteen to a cache line or two; the runs of sixteen
/// are spread by a multiplicative hash, so that keys a fixed step apart do not meet in few chains.
template <WordKey Key>
struct NeighbourHash {
    static constexpr unsigned kRunBits = 4;

    [[nodiscard]] constexpr std::uint32_t operator()(Key key) const noexcept {
        const std::uint64_t word = word_of(key);
        const std::uint64_t run = (word >> kRunBits) * KeyHash<std::uint64_t>::kGoldenRatio;
        return static_cast<std::uint32_t>((run >> 32U) + (word & ((1U << kRunBits) - 1)));
    }

  private:
    [[nodiscard]] static constexpr std::uint64_t word_of(Key key) noexcept {
        if constexpr (sizeof(Key) == 8) {
            return std::bit_cast<std::uint64_t>(key);
        } else if constexpr (sizeof(Key) == 4) {
            return std::bit_cast<std::uint32_t>(key);
        } else if constexpr (sizeof(Key) == 2) {
            return std::bit_cast<std::uint16_t>(key);
        } else {
            return std::bit_cast<std::uint8_t>(key);
        }
    }
};

/// GrowsOnly: an insert splits one chain at most and an erase joins none, so the number of chains
/// follows the most records there have been. For tables whose size varies little.
enum class IndexSize : std::uint8_t { GrowsAndShrinks, GrowsOnly };

/// `None` ends a chain: a number that no record has.
template <std::uint32_t None, IndexSize Size>
class BasicGrowingIndex {
  public:
    static constexpr std::uint32_t kNone = None;

    explicit BasicGrowingIndex(std::size_t records_max)
        : BasicGrowingIndex(FixedArray<std::uint32_t>(chains_for(records_max))) {}
    BasicGrowingIndex(Arena& arena, std::size_t records_max)
        : BasicGrowingIndex(FixedArray<std::uint32_t>(arena, chains_for(records_max))) {}

    [[nodiscard]] static constexpr std::size_t arena_bytes(std::size_t records_max) noexcept {
        return Arena::bytes_for<std::uint32_t>(chains_for(records_max));
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// The first so many heads are all that is touched.
    [[nodiscard]] std::size_t chains() const noexcept { return chains_; }

    /// The first record of this hash's chain, or kNone.
    [[nodiscard]] std::uint32_t first(std::uint32_t hash) const noexcept {
        return heads_[chain_of(hash)];
    }

    /// The record of this hash for which is_wanted(record), or kNone.
    template <class Chains, class IsWanted>
    [[nodiscard]] std::uint32_t find(std::uint32_t hash, const Chains& chains,
                                     IsWanted&& is_wanted) const noexcept {
        std::uint32_t record = first(hash);
        while (record != kNone && !is_wanted(record)) {
            record = chains.next(record);
        }
        return record;
    }

    /// A record that is not in the index; fewer than records_max are.
    template <class Chains>
    void insert(std::uint32_t record, Chains&& chains) noexcept {
        insert(record, chains.hash(record), chains);
    }
    /// The same with the hash that chains.hash(record) would read.
    template <class Chains>
    void insert(std::uint32_t record, std::uint32_t hash, Chains&& chains) noexcept {
        std::uint32_t& head = heads_[chain_of(hash)];
        chains.next(record) = head;
        head = record;
        ++size_;
        for (int n = 0; n < kSplitsMax && chains_ < size_ * kChainsPerRecordMin; ++n) {
            split(chains);
        }
    }

    /// A record that is in the index.
    template <class Chains>
    void erase(std::uint32_t record, Chains&& chains) noexcept {
        std::uint32_t* link = &heads_[chain_of(chains.hash(record))];
        while (*link != record) {
            HOTPATH_ASSERT_HOT(*link != kNone, "the record must be in the index");
            link = &chains.next(*link);
        }
        *link = chains.next(record);
        --size_;
        for (int n = 0; n < kJoinsMax && chains_ > size_ * kChainsPerRecordMax + kChainsMin; ++n) {
            join(chains);
        }
    }

    void clear() noexcept {
        chains_ = kChainsMin;
        lower_mask_ = kChainsMin - 1;
        size_ = 0;
        std::fill_n(heads_.items().begin(), kChainsMin, kNone);
    }

    /// Starts bringing the head near, for a find() some tens of nanoseconds later.
    void prefetch(std::uint32_t hash) const noexcept {
        prefetch_for_write(&heads_[chain_of(hash)]);
    }

  private:
    // Two chains a record: a look-up meets one other record in four on its way. Between two and four
    // nothing is split or joined: a number of records that goes up and down costs neither.
    static constexpr std::size_t kChainsPerRecordMin = 2;
    static constexpr std::size_t kChainsPerRecordMax = 4;
    static constexpr bool kShrinks = Size == IndexSize::GrowsAndShrinks;
    static constexpr int kSplitsMax = kShrinks ? 2 : 1;
    static constexpr int kJoinsMax = kShrinks ? 4 : 0;
    static constexpr std::uint32_t kChainsMin = 16;  // one cache line
    static constexpr std::uint32_t kChainsAhead = 8;

    explicit BasicGrowingIndex(FixedArray<std::uint32_t> heads) noexcept
        : heads_(std::move(heads)) {
        clear();
    }

    [[nodiscard]] static constexpr std::size_t chains_for(std::size_t records_max) noexcept {
        HOTPATH_ASSERT(records_max < (std::size_t{1} << 30U), "chains are counted in 32 bits");
        return std::max<std::size_t>(kChainsMin, records_max * kChainsPerRecordMin);
    }

    /// Uses as many low bits of the hash as number the chains; one more for chains already split.
    [[nodiscard]] std::uint32_t chain_of(std::uint32_t hash) const noexcept {
        const std::uint32_t chain = hash & (lower_mask_ * 2 + 1);
        return chain < chains_ ? chain : hash & lower_mask_;
    }

    /// One more chain, with those records of another whose hash has one more bit in common with it.
    template <class Chains>
    void split(Chains&& chains) noexcept {
        const std::uint32_t added = chains_;
        const std::uint32_t upper_bit = lower_mask_ + 1;
        std::uint32_t* stays = &heads_[added & lower_mask_];
        std::uint32_t* goes = &heads_[added];
        for (std::uint32_t record = *stays; record != kNone;) {
            std::uint32_t*& end = (chains.hash(record) & upper_bit) == 0 ? stays : goes;
            *end = record;
            end = &chains.next(record);
            record = *end;
        }
        *stays = kNone;
        *goes = kNone;
        ++chains_;
        lower_mask_ = std::bit_floor(chains_) - 1;
        // The first record of a later split may be old, and is in no cache then. Any record will do
        // where there is none: to ask first would be a branch as good as random.
        const std::uint32_t later = heads_[(added + kChainsAhead) & lower_mask_];
        prefetch_for_write(&chains.next(later == kNone ? 0 : later));
    }

    /// The other way round: the last chain goes before the one it was split from.
    template <class Chains>
    void join(Chains&& chains) noexcept {
        const std::uint32_t removed = --chains_;
        lower_mask_ = std::bit_floor(chains_) - 1;
        std::uint32_t& head = heads_[removed & lower_mask_];
        std::uint32_t* end = &heads_[removed];
        while (*end != kNone) {
            end = &chains.next(*end);
        }
        *end = head;
        head = heads_[removed];
    }

    FixedArray<std::uint32_t> heads_;
    std::size_t size_ = 0;
    std::uint32_t chains_ = kChainsMin;
    std::uint32_t lower_mask_ = kChainsMin - 1;  // the greatest power of two up to chains_, less 1
};

using GrowingIndex = BasicGrowingIndex<0xffff'ffff, IndexSize::GrowsAndShrinks>;

}  // namespace hotpath
