#pragma once
/// The last executions of ours, each known by order and match number: a report told twice is
/// recognised, and a broken trade can be taken back.
///
/// An order that trades with another of ours appears twice under one match number, hence the pair
/// as the key. When the memory is full the oldest execution is forgotten. Threads: one. Allocation:
/// at construction. Complexity: O(1). An open-addressing index (half full at most, linear probing)
/// over a ring of records; the key is a hash of nothing secret: the venue is trusted with its own
/// match numbers, not with our memory, which is bounded.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hotpath/core/units.hpp"

namespace hotpath::oms {

struct ExecutionKey {
    ClOrdId id{};
    MatchId match{};
    friend constexpr bool operator==(const ExecutionKey&, const ExecutionKey&) = default;
};

struct Execution {
    ExecutionKey key{};
    InstrumentId instrument{};
    Side side = Side::Buy;
    bool is_broken = false;
    Qty qty{};
    Price price{};
};

class Executions {
  public:
    /// `capacity` is a power of two.
    explicit Executions(std::uint32_t capacity);

    [[nodiscard]] Execution* find(const ExecutionKey& key) noexcept;

    /// The key is not in here yet.
    void add(const Execution& execution) noexcept;

  private:
    static constexpr std::uint32_t kEmpty = 0xffff'ffff;

    [[nodiscard]] std::size_t home_of(const ExecutionKey& key) const noexcept;
    [[nodiscard]] std::size_t find_place(const ExecutionKey& key) const noexcept;
    void forget(const ExecutionKey& key) noexcept;

    std::vector<Execution> ring_;
    std::vector<std::uint32_t> index_;  // places in the ring, twice as many slots as records
    std::uint64_t added_ = 0;
};

}  // namespace hotpath::oms
