#pragma once
/// OuchReplies: the replies of each session of the day, in its stream, and the drop copy of them all.
///
///   reply ──> counted ── journal ──> keep(): the session's stream ──> drop copy: user, number, reply
///
/// The drop copy has room for all replies, or ends where it has none. Threads: the server's.
/// Allocation: create(), make_sessions(). Complexity: O(1) a reply.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

class OuchReplies {
  public:
    /// The core outlives it.
    [[nodiscard]] static Expected<OuchReplies> create(VenueCore& core);

    [[nodiscard]] const protocols::SequencedStore& of(SessionId session) const noexcept {
        return ends_[session.value].replies;
    }
    [[nodiscard]] const protocols::SequencedStore& drop_copies() const noexcept {
        return drop_copies_;
    }
    /// Number of replies in the session's day, sent or waiting.
    [[nodiscard]] std::uint64_t made(SessionId session) const noexcept {
        return ends_[session.value].made;
    }
    /// The number of replies that the session may still have today, `most` at most.
    [[nodiscard]] std::uint64_t free(SessionId session, std::uint64_t most) const noexcept;
    /// The drop copy is full, and replies are missing from it.
    [[nodiscard]] bool is_drop_copy_cut_short() const noexcept;

    /// Makes streams for sessions 0 to `sessions` - 1. One without memory for its stream gets the
    /// smallest, and the error is returned.
    [[nodiscard]] Expected<void> make_sessions(std::size_t sessions);
    /// Counts the replies of the input that has just been applied: they wait for the journal.
    void count() noexcept;
    void begin_counts() noexcept;
    /// Counts what the streams have.
    void count_kept() noexcept;
    /// A reply may leave. False: it had no room, which is a fault of the venue's own. After the end
    /// of the session no reply is stored.
    [[nodiscard]] bool try_keep(SessionId session, Bytes reply) noexcept;
    void end_session() noexcept;
    void clear() noexcept;

    void save_copies(StateWriter& writer) const;
    void load_copies(StateReader& reader);
    /// The users are the journal's: a configuration with others has the same state.
    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    struct End {
        protocols::SequencedStore replies;
        std::uint64_t made = 0;  // of the day, sent or waiting
    };

    OuchReplies(VenueCore& core, protocols::SequencedStore&& drop_copies)
        : core_(&core), drop_copies_(std::move(drop_copies)) {}

    void copy(SessionId session, Bytes reply) noexcept;

    VenueCore* core_;
    std::vector<End> ends_;  // by session
    protocols::SequencedStore drop_copies_;
};

}  // namespace hotpath::exchange
