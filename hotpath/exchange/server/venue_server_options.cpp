#include "hotpath/exchange/server/venue_server_options.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>

#include "hotpath/exchange/server/journaled_log.hpp"
#include "hotpath/exchange/server/server_clients.hpp"
#include "hotpath/exchange/server/stream_room.hpp"

namespace hotpath::exchange {

namespace {

/// A stream with less room could not take what a few inputs cause.
[[nodiscard]] Expected<void> check_kept(const VenueServerOptions& options) {
    const std::uint64_t least = replies_kept_min(options.exchange);
    Expected<void> checked;
    const auto check_one = [&](const KeptMessages& kept) {
        if (checked && kept.is_used && kept.messages < least) {
            checked =
                fail("exchange: " + std::string(kept.key) + " must be at least " +
                     std::to_string(least) + " (16 times executions_per_order_max, and 192), got " +
                     std::to_string(kept.messages));
        }
    };
    check_one({"replies_kept of [order_entry]", options.replies.messages_max});
    VenueProtocols::for_each(
        [&]<class P>() { check_one(P::kept(std::get<typename P::Options>(options.protocols))); });
    return checked;
}

[[nodiscard]] Expected<void> check_protocols(const VenueServerOptions& options) {
    Expected<void> checked;
    VenueProtocols::for_each([&]<class P>() {
        checked = checked ? P::check(std::get<typename P::Options>(options.protocols)) : checked;
    });
    return checked;
}

}  // namespace

VenueProtocols::DeskOptions desk_options_of(const VenueServerOptions& options) {
    VenueProtocols::DeskOptions desks;
    VenueProtocols::for_each([&]<class P>() {
        std::get<typename P::DeskOptions>(desks) =
            std::get<typename P::Options>(options.protocols).desk;
    });
    return desks;
}

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
    if (auto protocols = check_protocols(options); !protocols) {
        return protocols;
    }
    if (auto kept = check_kept(options); !kept) {
        return kept;
    }
    if (options.record_bytes_max < 2 * kInputLengthMax) {
        return fail("exchange: record_bytes_max must hold the records of two inputs");
    }
    // Twice: reading stops when one no longer fits, and what was read by then still has its room.
    const OutputRoom room = output_room_max(options.exchange, desk_options_of(options));
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
    VenueProtocols::for_each(
        [&]<class P>() { P::complete(std::get<typename P::Options>(options.protocols)); });
    return options;
}

std::uint64_t stream_bytes(const VenueServerOptions& options) {
    const VenueServerOptions whole = completed(options);
    std::uint64_t bytes = protocols::SequencedStore::bytes_for(whole.replies) * whole.users.size() +
                          protocols::SequencedStore::bytes_for(whole.drop_copies);
    VenueProtocols::for_each([&]<class P>() {
        bytes += P::stream_bytes(std::get<typename P::Options>(whole.protocols));
    });
    return bytes;
}

}  // namespace hotpath::exchange
