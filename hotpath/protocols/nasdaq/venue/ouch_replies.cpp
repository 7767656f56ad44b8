#include "hotpath/protocols/nasdaq/venue/ouch_replies.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"

namespace hotpath::exchange {

Expected<OuchReplies> OuchReplies::create(VenueCore& core) {
    const VenueServerOptions& options = core.options();
    Expected<protocols::SequencedStore> copies =
        make_stream(options.drop_copies, options.stream_memory);
    if (!copies) {
        return std::unexpected(std::move(copies.error()));
    }
    return OuchReplies(core, std::move(*copies));
}

std::uint64_t OuchReplies::free(SessionId session, std::uint64_t most) const noexcept {
    const std::uint64_t kept = core_->options().replies.messages_max;
    return std::min(most, kept - std::min(made(session), kept));
}

/// Copies are as many as replies, until there is no room for one.
bool OuchReplies::is_drop_copy_cut_short() const noexcept {
    if (drop_copies_.size() < core_->options().drop_copies.messages_max) {
        return false;
    }
    std::uint64_t all = 0;
    for (const End& end : ends_) {
        all += end.replies.size();
    }
    return all > drop_copies_.size();
}

/// The server refuses to start after an error.
Expected<void> OuchReplies::make_sessions(std::size_t sessions) {
    const VenueServerOptions& options = core_->options();
    Expected<void> made;
    while (ends_.size() < sessions) {
        Expected<protocols::SequencedStore> replies =
            make_stream(options.replies, options.stream_memory);
        if (!replies) {
            made = std::unexpected(std::move(replies.error()));
            replies = protocols::SequencedStore::create({.messages_max = 1, .bytes_max = 1});
        }
        HOTPATH_ASSERT(replies, "call validate(options) first");
        ends_.push_back({.replies = std::move(*replies)});
    }
    return made;
}

void OuchReplies::count() noexcept {
    const VenueLog& log = core_->log();
    for (const Reply& reply : log.replies()) {
        if (reply.session.value < log.users().size()) {
            ++ends_[reply.session.value].made;
        }
    }
    for (const Reply& reply : log.replies()) {
        if (reply.session.value < log.users().size()) {
            core_->note_crowded(reply.session);
        }
    }
}

void OuchReplies::begin_counts() noexcept {
    for (End& end : ends_) {
        end.made = 0;
    }
}

void OuchReplies::count_kept() noexcept {
    for (End& end : ends_) {
        end.made = end.replies.size();
    }
}

bool OuchReplies::try_keep(SessionId session, Bytes reply) noexcept {
    protocols::SequencedStore& replies = ends_[session.value].replies;
    if (replies.try_append(reply)) {
        if (!core_->options().drop_copy_users.empty()) {
            copy(session, reply);
        }
        return true;
    }
    core_->counters().replies_not_kept += replies.is_ended() ? 0U : 1U;
    return replies.is_ended();
}

void OuchReplies::copy(SessionId session, Bytes reply) noexcept {
    protocols::nasdaq::dropcopy::ReplyCopy copy;
    copy.store_username(core_->log().users().name_of(session));
    copy.store_sequence_number(of(session).size());
    std::array<std::byte, kCopyLengthMax> room{};
    const std::size_t length = protocols::nasdaq::dropcopy::encode(room, copy, reply);
    const bool is_kept = drop_copies_.try_append(Bytes(room).first(length));
    core_->counters().drop_copies_not_kept += is_kept ? 0U : 1U;
}

void OuchReplies::end_session() noexcept {
    for (End& end : ends_) {
        end.replies.end_session();
    }
    drop_copies_.end_session();
}

void OuchReplies::clear() noexcept {
    for (End& end : ends_) {
        end.replies.clear();
    }
    drop_copies_.clear();
}

void OuchReplies::save_copies(StateWriter& writer) const {
    save_stream(writer, drop_copies_);
}

void OuchReplies::load_copies(StateReader& reader) {
    load_stream(reader, drop_copies_);
}

void OuchReplies::save(StateWriter& writer) const {
    for (std::uint16_t n = 0; n < core_->log().users().size(); ++n) {
        save_stream(writer, of({n}));
    }
}

void OuchReplies::load(StateReader& reader) {
    for (std::uint16_t n = 0; n < core_->log().users().size(); ++n) {
        load_stream(reader, ends_[n].replies);
    }
}

}  // namespace hotpath::exchange
