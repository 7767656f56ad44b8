#pragma once
/// FixReplies: outgoing FIX messages of all sessions, in order, until the caller has taken them:
/// each is MsgType and the fields of the body; the session writes header and trailer.
///
/// Threads: one owner. Allocation: the constructor; overflow between two clear() is our bug (sizes
/// are computed at set-up). Complexity: one copy a message.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

/// No reply of the venue is longer.
inline constexpr std::size_t kFixReplyLengthMax = 512;

class FixReplies {
  public:
    explicit FixReplies(std::size_t replies_max)
        : bytes_(replies_max * kFixReplyLengthMax), replies_(replies_max) {}

    [[nodiscard]] std::span<const Reply> replies() const noexcept {
        return replies_.items().first(count_);
    }

    void append(SessionId session, std::string_view body) noexcept {
        HOTPATH_ASSERT(count_ < replies_.size() && body.size() <= kFixReplyLengthMax,
                       "call clear() after every input");
        const MutableBytes room = bytes_.items().subspan(used_, body.size());
        std::ranges::copy(std::as_bytes(std::span(body)), room.begin());
        replies_[count_++] = {session, room};
        used_ += body.size();
    }

    void clear() noexcept {
        count_ = 0;
        used_ = 0;
    }

  private:
    FixedArray<std::byte> bytes_;
    FixedArray<Reply> replies_;
    std::size_t count_ = 0;
    std::size_t used_ = 0;
};

}  // namespace hotpath::exchange
