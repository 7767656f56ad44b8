#pragma once
/// The room that the venue server's streams need so that no reply is ever lost, and its memory. Not
/// for users of the library.
///
/// Functions of their arguments: threads any, allocation only in make_stream(), complexity O(1).

#include <algorithm>
#include <cstdint>
#include <limits>

#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_options.hpp"

namespace hotpath::exchange {

inline constexpr std::uint32_t kKeptReplyLengthMax = 120;
static_assert(kKeptReplyLengthMax >= kReplyLengthMax);
inline constexpr std::uint32_t kCopyLengthMax =
    kKeptReplyLengthMax + protocols::nasdaq::dropcopy::ReplyCopy::kLength;

/// The most replies of one input to one session, besides the last report of each of its open
/// orders: both sides of a trade with itself, and both refreshed.
[[nodiscard]] constexpr std::uint64_t replies_of_input_max(const ExchangeOptions& options) {
    constexpr std::uint64_t kOfExecution = 4;
    constexpr std::uint64_t kOther = 48;  // its answer; replies of one step of a command for all
    return std::uint64_t{options.executions_per_command_max} * kOfExecution + kOther;
}

/// Additional free room of a stream: one input, and its effects when sessions are stopped for lack
/// of room.
[[nodiscard]] constexpr std::uint64_t replies_kept_free(const ExchangeOptions& options) {
    return 2 * replies_of_input_max(options);
}

/// The least with which a session can enter an order.
[[nodiscard]] constexpr std::uint64_t replies_kept_min(const ExchangeOptions& options) {
    return replies_kept_free(options) + 2 * replies_of_input_max(options);
}

/// Room for a copy of every reply of all streams.
[[nodiscard]] inline std::uint32_t copies_max(const VenueServerOptions& options) {
    if (options.drop_copy_users.empty()) {
        return 1;
    }
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{options.replies.messages_max} * options.users.size(),
                                std::numeric_limits<std::uint32_t>::max()));
}

/// In the caller's memory if the options provide it.
[[nodiscard]] inline Expected<protocols::SequencedStore> make_stream(
    const protocols::SequencedStoreOptions& options, StreamMemory* stream_memory) {
    if (stream_memory == nullptr) {
        return protocols::SequencedStore::create(options);
    }
    const Expected<MutableBytes> memory =
        stream_memory->take(protocols::SequencedStore::bytes_for(options));
    return memory ? protocols::SequencedStore::create_in(*memory, options)
                  : std::unexpected(memory.error());
}

}  // namespace hotpath::exchange
