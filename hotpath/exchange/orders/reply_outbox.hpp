#pragma once
/// OUCH messages of all sessions on their way out, in order, kept until the caller has sent them.
///
/// Threads: one owner. Allocation: in the constructor; a room too small for what is appended
/// between two clear() is our bug (sizes are computed at set-up). Complexity: one copy a message.

#include <algorithm>
#include <cstddef>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/exchange/orders/taken_options.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

class ReplyOutbox {
  public:
    explicit ReplyOutbox(std::size_t replies_max)
        : bytes_(replies_max * kReplyLengthMax), replies_(replies_max) {}

    [[nodiscard]] std::span<const Reply> replies() const noexcept {
        return replies_.items().first(count_);
    }

    void append(SessionId session, Bytes message) noexcept {
        HOTPATH_ASSERT(count_ < replies_.size() && message.size() <= kReplyLengthMax,
                       "the caller clears the replies after every command");
        const MutableBytes room = bytes_.items().subspan(count_ * kReplyLengthMax, message.size());
        std::ranges::copy(message, room.begin());
        replies_[count_++] = {session, room};
    }

    void clear() noexcept { count_ = 0; }

  private:
    FixedArray<std::byte> bytes_;
    FixedArray<Reply> replies_;
    std::size_t count_ = 0;
};

}  // namespace hotpath::exchange
