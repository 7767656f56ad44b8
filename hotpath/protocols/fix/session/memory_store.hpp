#pragma once
/// MemoryStore: a MessageStore in memory of a fixed size: the last messages_max messages, as far as
/// bytes_max holds them. It forgets all when the process ends.
///
/// Threads: one owner. Allocation: create() only. Complexity: O(bytes of the message), amortised.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/fix/session/message_store.hpp"

namespace hotpath::protocols::fix {

/// Size of a store.
struct MemoryStoreOptions {
    std::size_t messages_max = 65'536;
    std::size_t bytes_max = 16'777'216;  // of their fields together
};

class MemoryStore final : public MessageStore {
  public:
    /// Allocates the store. Fails if a size is 0.
    [[nodiscard]] static Expected<MemoryStore> create(const MemoryStoreOptions& options);

    [[nodiscard]] std::uint64_t first_kept() const noexcept override { return first_; }
    [[nodiscard]] std::optional<StoredMessage> find(std::uint64_t number) const noexcept override;

    /// Returns the place of the oldest message, or of the next one if there is none.
    [[nodiscard]] std::uint64_t begin_place() const noexcept {
        return (first_ < next_out_ ? entry(first_).begin : bytes_end_) % bytes_.size();
    }

    /// Empties the store and lets its next message have this number and place: a copy of a store,
    /// message by message, then has room for exactly what the store has.
    void start_at(std::uint64_t number, std::uint64_t place) noexcept {
        set_next_out(number);
        place_ = place % bytes_.size();
        bytes_end_ = place_;
    }
    [[nodiscard]] bool try_append(const StoredMessage& message,
                                  std::uint64_t keep_from) noexcept override;
    void set_next_in(std::uint64_t number) noexcept override { next_in_ = number; }
    void set_next_out(std::uint64_t number) noexcept override;
    void reset(Time now) noexcept override;

  private:
    static constexpr std::size_t kTypeLengthMax = 8;

    struct Entry {
        std::uint64_t begin = 0;  // in the bytes ever kept
        std::uint32_t length = 0;
        std::uint32_t type_length = 0;
        std::array<char, kTypeLengthMax> type{};
        Time sending_time{};
    };

    explicit MemoryStore(const MemoryStoreOptions& options)
        : entries_(options.messages_max), bytes_(options.bytes_max) {}

    /// The entry of a number from first_ on, at most as many after it as there are entries. A
    /// division by their count would cost as much as the rest of try_append().
    [[nodiscard]] std::size_t index_of(std::uint64_t number) const noexcept {
        const std::uint64_t index = first_index_ + (number - first_);
        return index < entries_.size() ? index : index - entries_.size();
    }
    [[nodiscard]] const Entry& entry(std::uint64_t number) const noexcept {
        return entries_[index_of(number)];
    }
    [[nodiscard]] bool try_forget_until(std::uint64_t bytes_end, std::uint64_t keep_from) noexcept;

    FixedArray<Entry> entries_;
    FixedArray<char> bytes_;
    std::uint64_t first_ = 1;      // the lowest number kept
    std::size_t first_index_ = 0;  // of its entry
    std::uint64_t bytes_end_ = 0;  // of the newest message; only grows
    std::size_t place_ = 0;        // bytes_end_ in the ring
};

}  // namespace hotpath::protocols::fix
