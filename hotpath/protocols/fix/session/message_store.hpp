#pragma once
/// MessageStore: what a FIX session must not forget: its two sequence numbers, and the messages it
/// sent, for a peer that asks for them again.
///
/// A session writes to the store before its bytes are in output(). A durable store keeps its
/// promise when the owner makes it durable before sending them: nothing that a peer has seen is
/// then lost. The number of a received message is written after the listener's on_message() has
/// returned: a crash between the two brings the message once more, unless both are in one durable
/// group.
///
/// MemoryStore (memory_store.hpp) keeps it in memory, store::FixStore on a journal. Threads: one
/// owner. Allocation: none in a call. Complexity: O(bytes of the message).

#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols::fix {

/// A sent message. `fields` are those behind the header that every message has: what a resend
/// repeats; none of a Logon that went out at once.
struct StoredMessage {
    std::string_view msg_type;
    Time sending_time{};
    std::string_view fields;
};

class MessageStore {
  public:
    MessageStore() = default;
    MessageStore(const MessageStore&) = delete;
    MessageStore& operator=(const MessageStore&) = delete;
    MessageStore(MessageStore&&) = default;
    MessageStore& operator=(MessageStore&&) = default;
    virtual ~MessageStore() = default;

    /// MsgSeqNum of the message that is sent next, and of the one expected next.
    [[nodiscard]] std::uint64_t next_out() const noexcept { return next_out_; }
    [[nodiscard]] std::uint64_t next_in() const noexcept { return next_in_; }
    /// When the numbers began at 1.
    [[nodiscard]] Time created_at() const noexcept { return created_at_; }

    /// The lowest number that find() may have; next_out() when there is none.
    [[nodiscard]] virtual std::uint64_t first_kept() const noexcept = 0;
    /// The message sent with this number, valid until the next change; empty when it is not kept.
    [[nodiscard]] virtual std::optional<StoredMessage> find(
        std::uint64_t number) const noexcept = 0;

    /// Keeps the message under next_out(), which grows by one. Older ones may be forgotten for it,
    /// but none from `keep_from` on: false then, or when it is too long, and nothing has changed.
    [[nodiscard]] virtual bool try_append(const StoredMessage& message,
                                          std::uint64_t keep_from) noexcept = 0;
    virtual void set_next_in(std::uint64_t number) noexcept = 0;
    /// Messages below are not kept: a peer that asks for them gets a gap fill.
    virtual void set_next_out(std::uint64_t number) noexcept = 0;
    /// Both numbers are 1 again, and no message is kept.
    virtual void reset(Time now) noexcept = 0;

  protected:
    std::uint64_t next_out_ = 1;
    std::uint64_t next_in_ = 1;
    Time created_at_{};
};

}  // namespace hotpath::protocols::fix
