#pragma once
/// Outgoing OUCH messages of all sessions, in order, kept until the caller has sent them.
///
/// Threads: one owner. Allocation: in the constructor; overflow between two clear() is our bug
/// (sizes are computed at set-up). Complexity: one copy a message at most.

#include <algorithm>
#include <cstddef>
#include <new>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_options.hpp"

namespace hotpath::exchange {

class ReplyOutbox {
  public:
    explicit ReplyOutbox(std::size_t replies_max)
        : bytes_(replies_max * kReplyLengthMax), replies_(replies_max) {}

    [[nodiscard]] std::span<const Reply> replies() const noexcept {
        return replies_.items().first(count_);
    }

    void append(SessionId session, Bytes message) noexcept {
        std::ranges::copy(message, claim(session, message.size()));
    }
    /// The same of a message that the caller fills where it lies, before clear().
    template <class Message>
    [[nodiscard]] Message& append(SessionId session) noexcept {
        return *new (claim(session, Message::kLength)) Message;
    }

    void clear() noexcept { count_ = 0; }

  private:
    /// The place of the next message.
    [[nodiscard, gnu::always_inline]] inline std::byte* claim(SessionId session,
                                                              std::size_t length) noexcept {
        HOTPATH_ASSERT(count_ < replies_.size() && length <= kReplyLengthMax,
                       "call clear() after every command");
        std::byte* const place = &bytes_[count_ * kReplyLengthMax];
        replies_[count_++] = {session, {place, length}};
        return place;
    }

    FixedArray<std::byte> bytes_;
    FixedArray<Reply> replies_;
    std::size_t count_ = 0;
};

}  // namespace hotpath::exchange
