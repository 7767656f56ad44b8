#pragma once
/// Outgoing messages, waiting back to back in one fixed buffer until the transport takes them.
///
///   | length u16 | message bytes | length u16 | message bytes | ...
///
/// A message that does not fit is refused. Part of the room is kept for the caller's most important
/// messages (cancels): only they may use it. Threads: one. Allocation: at construction.
/// Complexity: O(bytes copied).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/prefetch.hpp"

namespace hotpath::gateway {

class Outbox {
  public:
    /// Bytes that one message of this length takes.
    [[nodiscard]] static constexpr std::size_t bytes_for(std::size_t length) noexcept {
        return sizeof(std::uint16_t) + length;
    }

    explicit Outbox(std::size_t capacity_bytes) : buffer_(capacity_bytes) {}

    [[nodiscard]] std::uint32_t size() const noexcept { return state_.messages; }

    /// Is there room for a message of this length that leaves `reserve_bytes` free?
    [[nodiscard]] bool has_room(std::size_t length, std::size_t reserve_bytes) const noexcept {
        return buffer_.size() - state_.used_bytes >= bytes_for(length) + reserve_bytes;
    }

    /// has_room(message.size(), 0) was true. Returns where its bytes are: fields that change from
    /// message to message are written there, after the copy, because the copy would wait for
    /// earlier stores (docs/techniques/store-forwarding.md). Valid until the next call.
    std::byte* append(Bytes message) noexcept {
        HOTPATH_ASSERT(has_room(message.size(), 0), "call has_room() first");
        const auto length = static_cast<std::uint16_t>(message.size());
        std::byte* place = &buffer_[state_.used_bytes];
        std::memcpy(place, &length, sizeof length);
        std::memcpy(place + sizeof length, message.data(), message.size());
        state_.used_bytes += bytes_for(message.size());
        ++state_.messages;
        return place + sizeof length;
    }

    /// Calls sink(Bytes) for each message, oldest first; then the outbox is empty. The sink must
    /// not append.
    template <class Sink>
    void drain(Sink&& sink) {
        for (std::size_t at = 0; at < state_.used_bytes;) {
            std::uint16_t length = 0;
            std::memcpy(&length, &buffer_[at], sizeof length);
            sink(Bytes(&buffer_[at] + sizeof length, length));
            at += bytes_for(length);
        }
        state_.used_bytes = 0;
        state_.messages = 0;
    }

    /// Loads the lines that the next message will be written to; changes nothing.
    void prefetch() const noexcept {
        constexpr std::size_t kLines = 3;
        const std::byte* const place = buffer_.items().data() + state_.used_bytes;
        for (std::size_t line = 0; line < kLines; ++line) {
            prefetch_for_write(place + line * kCacheLine);
        }
    }

  private:
    struct State {
        std::size_t used_bytes = 0;
        std::uint32_t messages = 0;
    };

    FixedArray<std::byte> buffer_;
    State state_{};
};

}  // namespace hotpath::gateway
