#include "hotpath/protocols/fix/venue/data/fix_data_server.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/dialect_dictionary.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace soup = protocols::nasdaq::soupbintcp;

namespace {

constexpr std::size_t kPortsOfData = 1;
/// Trades of an increment, beside its levels.
constexpr std::size_t kDataTradesMax = 256;

[[nodiscard]] std::size_t entries_max(const FixDataOptions& options) noexcept {
    return std::size_t{2} * options.depth_max + kDataTradesMax;
}

[[nodiscard]] std::size_t message_length_max(const FixDataOptions& options) noexcept {
    return kDataMessageLengthMin + entries_max(options) * kDataEntryLengthMax;
}

/// A session's output has room for four messages, as fix::Session asks for: the fourth is left for
/// what the session itself sends.
[[nodiscard]] std::size_t output_bytes_max(const FixDataOptions& options) noexcept {
    return 4 * (message_length_max(options) + kDataMessageLengthMin);
}

[[nodiscard]] Expected<void> check(const FixDataOptions& options) {
    constexpr std::uint32_t kDepthMax = 10'000;
    if (options.users.empty() || options.sessions_max == 0 || options.subscriptions_max == 0) {
        return fail("fix market data: users, sessions_max and subscriptions_max must not be 0");
    }
    if (options.depth_max == 0 || options.depth_max > kDepthMax || options.levels_per_turn == 0) {
        return fail("fix market data: depth_max must be 1 to 10,000, levels_per_turn above 0");
    }
    return {};
}

[[nodiscard]] fix::SessionOptions session_options_of(const FixDataUser& user,
                                                     const FixDataOptions& options) {
    return {.role = fix::Role::Acceptor,
            .begin_string = user.begin_string,
            .sender_comp_id = user.venue_comp_id,
            .target_comp_id = user.comp_id,
            .heartbeat_interval_min = options.heartbeat_min,
            .heartbeat_interval_max = options.heartbeat_max,
            .logon_timeout = options.logon_timeout,
            .stall_timeout = options.stall_timeout,
            .sending_time_accuracy = options.sending_time_accuracy,
            .resend_age_max = Nanos{0},  // a gap fill: market data is not of yesterday
            .message_length_max = message_length_max(options),
            .fields_max = 1'024,
            .output_bytes_max = output_bytes_max(options),
            .held_messages_max = 2,
            .resets = {.on_logon = true}};
}

}  // namespace

Expected<FixDataServer> FixDataServer::create(const FixDataOptions& options) {
    if (Expected<void> checked = check(options); !checked) {
        return std::unexpected(std::move(checked.error()));
    }
    Expected<PublishedBooks> market = PublishedBooks::create({.books = options.books,
                                                              .changes_max = options.changes_max,
                                                              .trades_max = options.changes_max});
    if (!market) {
        return std::unexpected(std::move(market.error()));
    }
    FixDataServer server(options, std::move(*market));
    for (const FixDataUser& user : options.users) {
        if (Expected<void> added = server.add(user); !added) {
            return std::unexpected(std::move(added.error()));
        }
    }
    return server;
}

FixDataServer::FixDataServer(const FixDataOptions& options, PublishedBooks market)
    : options_(options),
      market_(std::move(market)),
      subscriptions_(options.users.size(), options.subscriptions_max,
                     options.books.instruments_max),
      arrivals_(options.places.pending_max),
      clients_(
          soup::ConnectionPlaces::places_for(options.sessions_max, kPortsOfData, options.places)),
      certificates_(options.certificates, clients_.size()),
      places_(clients_.size(), options.places),
      login_limit_(options.failed_logins),
      message_length_max_(message_length_max(options)),
      output_bytes_max_(output_bytes_max(options)),
      levels_{FixedArray<book::Level>(options.depth_max),
              FixedArray<book::Level>(options.depth_max)},
      entries_(entries_max(options)),
      levels_left_(options.levels_per_turn) {
    closed_.reserve(clients_.size());
}

Expected<void> FixDataServer::add(const FixDataUser& user) {
    const fix::Dialect* const dialect = fix::dialect_of(user.begin_string);
    if (dialect == nullptr) {
        return fail("exchange: FIX must be FIX.4.2 or FIX.4.4, got " + user.begin_string);
    }
    const fix::Dictionary& dictionary = fix::dictionary_of(*dialect);
    for (const std::unique_ptr<End>& other : ends_) {
        if (session_names_of(other->user) == session_names_of(user)) {
            return fail("fix market data: the CompIDs of a session must be unique, two have " +
                        user.comp_id + " and " + user.venue_comp_id);
        }
    }
    constexpr std::size_t kMessagesKept = 64;  // those of an output that is full
    auto store = fix::MemoryStore::create(
        {.messages_max = kMessagesKept, .bytes_max = 2 * message_length_max_});
    if (!store) {
        return std::unexpected(std::move(store.error()));
    }
    constexpr std::string_view kRequest = fix::text_of(fix::app_type::kMarketDataRequest);
    auto end =
        std::make_unique<End>(End{.user = user,
                                  .dictionary = &dictionary,
                                  .request = dictionary.message(kRequest).value_or(fix::kHeader),
                                  .store = std::move(*store),
                                  .number = static_cast<std::uint16_t>(ends_.size())});
    Expected<fix::Session> session =
        fix::Session::create(session_options_of(user, options_), dictionary, end->store);
    if (!session) {
        return std::unexpected(std::move(session.error()));
    }
    end->session.emplace(std::move(*session));
    ends_.push_back(std::move(end));
    return {};
}

void FixDataServer::begin(const Exchange& exchange) noexcept {
    feed_.begin(exchange, [this](Bytes message) { market_.on_message(message); });
}

bool FixDataServer::is_logged_on(std::size_t user) const noexcept {
    return ends_[user]->session->is_logged_on();
}

Time FixDataServer::next_deadline() const noexcept {
    if (is_behind_) {
        return {};
    }
    Time next = kNever;
    for (std::size_t n = 0; n < clients_.size(); ++n) {
        const Client& client = clients_[n];
        if (!client.is_in_use || client.is_closed()) {
            continue;
        }
        if (client.end == nullptr) {
            next = std::min(next, arrivals_.logon_until({static_cast<std::uint16_t>(n)}));
        } else if (const Time due = client.end->session->next_deadline(); due != kNever) {
            next = std::min(next, due - utc_offset_);
        }
    }
    return next;
}

}  // namespace hotpath::exchange
