#pragma once
/// Messages that arrived ahead of missing ones, until their turn.
///
/// A slot a message, by its number modulo their count. A message too far ahead is not held: the
/// session asks for it again. Threads: one owner. Allocation: the constructor. Complexity: O(1) and
/// the copy of a message.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"

namespace hotpath::protocols::fix {

class HeldMessages {
  public:
    HeldMessages(std::size_t messages_max, std::size_t message_length_max)
        : slots_(messages_max),
          bytes_(messages_max * message_length_max),
          message_length_max_(message_length_max) {}

    [[nodiscard]] bool is_empty() const noexcept { return size_ == 0; }

    /// False when it is too far ahead of `next`. An empty message is one that needs nothing more
    /// than to be counted.
    [[nodiscard]] bool try_hold(std::uint64_t number, std::uint64_t next, Bytes message) noexcept {
        if (number - next >= slots_.size() || message.size() > message_length_max_) {
            return false;
        }
        Slot& slot = slots_[number % slots_.size()];
        size_ += slot.number == 0 ? 1 : 0;
        slot = {number, message.size()};
        if (!message.empty()) {
            std::memcpy(place_of(number), message.data(), message.size());
        }
        return true;
    }

    /// The message of this number, no longer held and valid until the next try_hold().
    [[nodiscard]] std::optional<Bytes> take(std::uint64_t number) noexcept {
        if (size_ == 0) [[likely]] {
            return std::nullopt;
        }
        Slot& slot = slots_[number % slots_.size()];
        if (slot.number != number) {
            // One that a sequence reset has jumped over.
            size_ -= slot.number != 0 && slot.number < number ? 1 : 0;
            slot.number = slot.number < number ? 0 : slot.number;
            return std::nullopt;
        }
        slot.number = 0;
        --size_;
        return Bytes(place_of(number), slot.length);
    }

    void clear() noexcept {
        std::ranges::fill(slots_.items(), Slot{});
        size_ = 0;
    }

  private:
    struct Slot {
        std::uint64_t number = 0;  // 0: empty
        std::size_t length = 0;
    };

    [[nodiscard]] std::byte* place_of(std::uint64_t number) noexcept {
        return bytes_.items().data() + number % slots_.size() * message_length_max_;
    }

    FixedArray<Slot> slots_;
    FixedArray<std::byte> bytes_;
    std::size_t message_length_max_;
    std::size_t size_ = 0;
};

}  // namespace hotpath::protocols::fix
