#pragma once
/// MessageStore: messages received ahead of a gap, each in the slot of its sequence number.
///
///              base                                 base + messages_max
///   ... gone | missing | kept | kept | missing | ... | beyond the window
/// A ring of fixed slots and one bit a slot: messages already kept cost nothing, and missing ones
/// are found 64 at a time. The window only moves forward. Threads: one owner. Allocation: the
/// constructor. Complexity: keep() is one copy; searches read one word for 64 messages, so at most
/// messages_max / 64 of them.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"

namespace hotpath::feed {

struct MessageStoreOptions {
    std::uint32_t messages_max = 65'536;    // a power of two, at least 64
    std::uint16_t message_length_max = 62;  // with its length a cache line; the longest of ITCH: 50
};

class MessageStore {
  public:
    static constexpr std::uint32_t kMessagesMin = 64;
    static constexpr std::uint32_t kMessagesMax = 1U << 24U;

    explicit MessageStore(const MessageStoreOptions& options)
        : slots_(options.messages_max * slot_bytes(options)),
          kept_(options.messages_max / kWordBits),
          slot_bytes_(slot_bytes(options)),
          messages_max_(options.messages_max) {
        HOTPATH_ASSERT(is_valid(options), "check is_valid(options) first");
    }

    [[nodiscard]] static constexpr bool is_valid(const MessageStoreOptions& options) noexcept {
        return std::has_single_bit(options.messages_max) && options.messages_max >= kMessagesMin &&
               options.messages_max <= kMessagesMax && options.message_length_max > 0;
    }

    /// The first number of the window: all lower ones are delivered.
    [[nodiscard]] std::uint64_t base() const noexcept { return base_; }
    /// The first number after the window.
    [[nodiscard]] std::uint64_t end() const noexcept { return base_ + messages_max_; }
    [[nodiscard]] std::uint32_t messages_max() const noexcept { return messages_max_; }
    /// Messages kept.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    [[nodiscard]] bool contains(std::uint64_t sequence_number) const noexcept {
        return sequence_number - base_ < messages_max_ && is_kept(sequence_number);
    }

    /// The message kept under this number; valid until the window moves past it.
    [[nodiscard]] Bytes at(std::uint64_t sequence_number) const noexcept {
        HOTPATH_ASSERT_HOT(contains(sequence_number), "call contains(sequence_number) first");
        const std::byte* const slot = &slots_.items()[slot_of(sequence_number)];
        std::uint16_t length = 0;
        std::memcpy(&length, slot, sizeof length);
        return {slot + sizeof length, length};
    }

    /// The first number in [from, until) that is kept, or is not; `until` when there is none. The
    /// range is within the window.
    [[nodiscard]] std::uint64_t first_kept(std::uint64_t from, std::uint64_t until) const noexcept {
        return search(from, until, 0);
    }
    [[nodiscard]] std::uint64_t first_missing(std::uint64_t from,
                                              std::uint64_t until) const noexcept {
        return search(from, until, ~std::uint64_t{0});
    }

    /// False when it is outside the window, kept already or too long for a slot.
    bool try_keep(std::uint64_t sequence_number, Bytes message) noexcept {
        if (sequence_number - base_ >= messages_max_ || is_kept(sequence_number) ||
            message.size() + sizeof(std::uint16_t) > slot_bytes_) {
            return false;
        }
        std::byte* const slot = &slots_[slot_of(sequence_number)];
        const auto length = static_cast<std::uint16_t>(message.size());
        std::memcpy(slot, &length, sizeof length);
        std::ranges::copy(message, slot + sizeof length);
        word_of(sequence_number) |= bit_of(sequence_number);
        ++size_;
        return true;
    }

    /// The window begins one further: its first message is delivered.
    void advance() noexcept {
        if (size_ > 0) [[unlikely]] {
            drop(base_);
        }
        ++base_;
    }

    /// The same for a store that keeps nothing.
    void advance_empty() noexcept {
        HOTPATH_ASSERT_HOT(size_ == 0, "the store must be empty");
        ++base_;
    }

    /// The window begins at `base` or stays; what is below is dropped.
    void advance_to(std::uint64_t base) noexcept;
    /// Resets to an empty window that begins at `base`.
    void restart_at(std::uint64_t base) noexcept;

  private:
    static constexpr std::uint32_t kWordBits = 64;

    [[nodiscard]] static constexpr std::size_t slot_bytes(
        const MessageStoreOptions& options) noexcept {
        return sizeof(std::uint16_t) + options.message_length_max;
    }
    [[nodiscard]] std::size_t slot_of(std::uint64_t sequence_number) const noexcept {
        return (sequence_number & (messages_max_ - 1)) * slot_bytes_;
    }
    [[nodiscard]] static std::uint64_t bit_of(std::uint64_t sequence_number) noexcept {
        return std::uint64_t{1} << (sequence_number % kWordBits);
    }
    [[nodiscard]] std::uint64_t& word_of(std::uint64_t sequence_number) noexcept {
        return kept_[(sequence_number & (messages_max_ - 1)) / kWordBits];
    }
    [[nodiscard]] const std::uint64_t& word_of(std::uint64_t sequence_number) const noexcept {
        return kept_[(sequence_number & (messages_max_ - 1)) / kWordBits];
    }
    [[nodiscard]] bool is_kept(std::uint64_t sequence_number) const noexcept {
        return (word_of(sequence_number) & bit_of(sequence_number)) != 0;
    }
    void drop(std::uint64_t sequence_number) noexcept {
        size_ -= is_kept(sequence_number) ? 1U : 0U;
        word_of(sequence_number) &= ~bit_of(sequence_number);
    }
    [[nodiscard]] std::uint64_t search(std::uint64_t from, std::uint64_t until,
                                       std::uint64_t inverted) const noexcept;

    FixedArray<std::byte> slots_;     // each: length u16, then the message
    FixedArray<std::uint64_t> kept_;  // one bit a slot
    std::size_t slot_bytes_;
    std::uint32_t messages_max_;
    std::uint32_t size_ = 0;
    std::uint64_t base_ = 1;
};

}  // namespace hotpath::feed
