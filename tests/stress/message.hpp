#pragma once
/// A message of fixed size for the queues of typed slots, with the bytes of a payload in it.
///
/// Aligned to a byte, so that odd sizes are what they say. Threads: a value. Allocation: none.
/// Complexity: O(kBytes).

#include <array>
#include <cstddef>
#include <type_traits>

#include "tests/stress/run.hpp"

namespace hotpath::stress {

template <std::size_t kBytes>
struct Message {
    std::array<std::byte, kBytes> bytes;

    [[nodiscard]] static Message from(const Source& source, std::size_t i) noexcept {
        Message message;
        source.write(message.bytes, i);
        return message;
    }
};

static_assert(sizeof(Message<73>) == 73 && std::is_trivially_copyable_v<Message<73>>);

/// The next messages of a source, for calls that take many at once.
template <std::size_t kBytes>
class MessageBatch {
  public:
    MessageBatch(const Source& source, std::size_t messages) noexcept : size_(messages) {
        for (std::size_t i = 0; i < messages; ++i) {
            messages_[i] = Message<kBytes>::from(source, i);
        }
    }
    [[nodiscard]] std::span<const Message<kBytes>> span() const noexcept {
        return std::span(messages_).first(size_);
    }

  private:
    std::array<Message<kBytes>, Requests::kMessagesMax> messages_;
    std::size_t size_;
};

}  // namespace hotpath::stress
