#include "hotpath/exchange/server/venue_server_options.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include "hotpath/exchange/server/journaled_log.hpp"
#include "hotpath/exchange/server/server_clients.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/protocols/fix/venue/fix_stream.hpp"

namespace hotpath::exchange {

namespace {

/// A stream with less room could not take what a few inputs cause.
[[nodiscard]] Expected<void> check_kept(const VenueServerOptions& options) {
    struct Kept {
        std::string_view key;
        std::uint64_t messages;
        bool is_used;
    };
    const std::uint64_t least = replies_kept_min(options.exchange);
    for (const Kept& kept :
         {Kept{"replies_kept of [order_entry]", options.replies.messages_max, true},
          {"reports_kept of [fix]", options.fix.reports.messages_max, !options.fix.users.empty()},
          {"reports_kept of [ilink]", options.ilink.reports.messages_max,
           !options.ilink.users.empty()}}) {
        if (kept.is_used && kept.messages < least) {
            return fail("exchange: " + std::string(kept.key) + " must be at least " +
                        std::to_string(least) +
                        " (16 times executions_per_order_max, and 192), got " +
                        std::to_string(kept.messages));
        }
    }
    return {};
}

}  // namespace

Expected<void> check(const VenueServerOptions& options) {
    const protocols::nasdaq::soupbintcp::PlaceLimits& places = options.places;
    if (places.pending_max == 0 || places.pending_per_address_max == 0 ||
        places.logins_per_user_max == 0 ||
        ServerClients::places_for(options) > std::numeric_limits<std::uint16_t>::max()) {
        return fail(
            "exchange: logins_pending_max, logins_pending_per_address_max and logins_per_user_max "
            "must be at least 1, and all connections together at most 65,535");
    }
    if (options.failed_logins.failures_max == 0 || options.failed_logins.wait < Nanos{}) {
        return fail("exchange: failed_logins_max must be at least 1 and its wait 0 or longer");
    }
    if (options.users.empty() || options.users.size() > 10'000 || options.connections_max == 0) {
        return fail("exchange: users must be 1..10,000 and connections_max at least 1");
    }
    if (!options.fix.users.empty() && options.exchange.fix_ids_max == 0) {
        return fail("exchange: with FIX sessions fix_ids_max must be a power of two, at least 16");
    }
    if (options.exchange.has_fix_copies != options.fix.has_drop_copy()) {
        return fail(
            "exchange: has_fix_copies must be true with FIX drop copy users and false without "
            "them");
    }
    if (!options.ilink.users.empty() && !options.exchange.takes_ilink) {
        return fail("exchange: with iLink 3 sessions takes_ilink must be true");
    }
    if (auto kept = check_kept(options); !kept) {
        return kept;
    }
    if (options.record_bytes_max < 2 * kInputLengthMax) {
        return fail("exchange: record_bytes_max must hold the records of two inputs");
    }
    // Twice: reading stops when one no longer fits, and what was read by then still has its room.
    const OutputRoom room = output_room_max(options.exchange);
    if (options.gate.outputs_max < 2 * room.outputs || options.gate.bytes_max < 2 * room.bytes) {
        return fail(
            "exchange: the output gate must hold the outputs of two inputs; raise its outputs_max "
            "and bytes_max, or lower orders_open_all_sessions_max and executions_per_order_max");
    }
    return {};
}

VenueServerOptions completed(VenueServerOptions options) {
    options.exchange.sessions_max =
        std::max(options.users_max, static_cast<std::uint16_t>(options.users.size()));
    options.replies.message_length_max = kKeptReplyLengthMax;
    options.replies.bytes_max = options.replies.messages_max * kKeptReplyLengthMax;
    if (options.drop_copies.messages_max == 0) {
        options.drop_copies.messages_max = copies_max(options);
    }
    options.drop_copies.message_length_max = kCopyLengthMax;
    options.drop_copies.bytes_max =
        std::uint64_t{options.drop_copies.messages_max} * kCopyLengthMax;
    options.answers.message_length_max = kControlAnswerLengthMax;
    options.answers.bytes_max =
        std::uint64_t{options.answers.messages_max} * kControlAnswerLengthMax;
    options.feed.message_length_max = 64;
    options.fix.reports.message_length_max = FixStream::kPrefixLength + kFixReplyLengthMax;
    options.fix.reports.bytes_max =
        std::uint64_t{options.fix.reports.messages_max} * options.fix.reports.message_length_max;
    options.ilink.reports.message_length_max = kIlinkReportLengthMax;
    options.ilink.reports.bytes_max =
        std::uint64_t{options.ilink.reports.messages_max} * kIlinkReportLengthMax;
    options.fix.copies.message_length_max = options.fix.reports.message_length_max;
    options.fix.copies.bytes_max =
        std::uint64_t{options.fix.copies.messages_max} * options.fix.copies.message_length_max;
    return options;
}

std::uint64_t stream_bytes(const VenueServerOptions& options) {
    const VenueServerOptions whole = completed(options);
    std::uint64_t bytes = protocols::SequencedStore::bytes_for(whole.replies) * whole.users.size() +
                          protocols::SequencedStore::bytes_for(whole.drop_copies);
    for (const FixUser& user : whole.fix.users) {
        bytes += protocols::SequencedStore::bytes_for(user.is_drop_copy ? whole.fix.copies
                                                                        : whole.fix.reports);
    }
    // The UUID and the one before have room.
    bytes +=
        2 * protocols::SequencedStore::bytes_for(whole.ilink.reports) * whole.ilink.users.size();
    return bytes;
}

}  // namespace hotpath::exchange
