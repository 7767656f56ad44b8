#include "apps/hotpath/exchange/status.hpp"

#include <algorithm>

#include "apps/hotpath/exchange/run.hpp"
#include "apps/hotpath/exchange/sessions.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/protocols/config/all.hpp"

namespace hotpath::app {

namespace {

/// call(InstrumentId) for each listed instrument.
template <class Call>
void for_each_listed(const exchange::VenueServer& server, Call&& call) {
    const exchange::Exchange::Venue& venue = server.log().exchange().venue();
    for (std::uint32_t id = 1; id <= venue.instruments.instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        if (venue.instruments.is_listed(instrument)) {
            call(instrument);
        }
    }
}

[[nodiscard]] std::vector<TradingCount> trading_of(const exchange::VenueServer& server) {
    const exchange::Exchange::Venue& venue = server.log().exchange().venue();
    std::vector<TradingCount> counts;
    for_each_listed(server, [&](InstrumentId instrument) {
        const book::TradingState state = venue.matcher.books().trading_state(instrument);
        const auto found = std::ranges::find(counts, state, &TradingCount::state);
        if (found == counts.end()) {
            counts.push_back({.state = state, .instruments = 1});
        } else {
            ++found->instruments;
        }
    });
    return counts;
}

/// Best prices, in 1/10,000 dollar, and the checksum of each listed instrument's book, of the first
/// kBooksMax: what a trader's JSON has of the same message. A checksum reads every order, on the
/// venue's thread: while it runs there is none with more than kOrdersMax open.
[[nodiscard]] std::vector<BookStatus> books_of(const exchange::VenueServer& server,
                                               bool is_running) {
    constexpr std::size_t kBooksMax = 32;
    constexpr std::uint32_t kOrdersMax = 20'000;
    const exchange::InstrumentTable& instruments = server.log().exchange().venue().instruments;
    const book::L3Books& books = server.log().exchange().books();
    const bool has_sums = !is_running || books.open_orders() <= kOrdersMax;
    std::vector<BookStatus> shown;
    for_each_listed(server, [&](InstrumentId instrument) {
        if (shown.size() < kBooksMax) {
            shown.push_back(
                {.symbol = instruments.symbol(instrument),
                 .instrument = instrument,
                 .bbo = books.bbo(instrument),
                 .checksum = has_sums ? std::optional(books.checksum(instrument)) : std::nullopt});
        }
    });
    return shown;
}

[[nodiscard]] std::vector<ProtocolPortStatus> ports_of(const ExchangePorts& ports) {
    std::vector<ProtocolPortStatus> open;
    for (const live::VenuePortKeys& keys : protocols::venue_port_keys()) {
        if (const net::Endpoint* at = ports.find(keys.port)) {
            open.push_back({keys.port, *at});
        }
    }
    return open;
}

[[nodiscard]] std::vector<live::PublisherStatus> publishers_of(const ExchangePorts& ports) {
    std::vector<live::PublisherStatus> statuses;
    for (const auto& publisher : ports.publishers()) {
        statuses.push_back(publisher->status());
    }
    return statuses;
}

[[nodiscard]] std::optional<net::Endpoint> copy_of(const net::Endpoint* endpoint) {
    return endpoint == nullptr ? std::nullopt : std::optional(*endpoint);
}

}  // namespace

ExchangeHealth health_of(const ExchangeRun& run) {
    const exchange::VenueServer& server = run.server();
    const exchange::Exchange& exchange = server.log().exchange();
    ExchangeHealth health{.last_seq = server.last_seq(),
                          .durable_seq = run.journal().durable_seq(),
                          .room = run.journal().room(),
                          .open_orders = exchange.books().open_orders(),
                          .executions = exchange.counters().executions,
                          .feed_next_seq = server.feed().next_seq(),
                          .lines_lost = run.lines_lost()};
    for (std::uint16_t n = 0; n < server.sessions(); ++n) {
        health.sessions_logged_in += server.is_logged_in({n}) ? 1U : 0U;
    }
    for_each_listed(server, [&](InstrumentId instrument) {
        ++health.instruments_listed;
        health.instruments_trading += exchange.venue().may_trade(instrument) ? 1U : 0U;
    });
    return health;
}

ExchangeDetail detail_of(const ExchangeRun& run, bool is_running) {
    const exchange::VenueServer& server = run.server();
    const exchange::Exchange& exchange = server.log().exchange();
    const Time due = server.log().desk().schedule().due;
    return {.is_running = is_running,
            .order_entry = run.ports().order_entry(),
            .glimpse = run.ports().glimpse(),
            .requests_at = run.ports().requests(),
            .drop_copy = copy_of(run.ports().drop_copy()),
            .protocol_ports = ports_of(run.ports()),
            .operator_port = copy_of(run.ports().operator_port()),
            .publishers = publishers_of(run.ports()),
            .recovered = run.journal().recovered(),
            .has_overlapped_commits = run.journal().writers() > 1,
            .journal_error = run.journal().error(),
            .archive = run.journal().archive(),
            .venue = exchange.counters(),
            .session_orders = exchange.session_orders(),
            .book_checksum = exchange.books().checksum(),
            .output_checksum = server.log().output_checksum(),
            .books = books_of(server, is_running),
            .day = exchange.day(),
            .session = server.feed().session(),
            .schedule_done = due >= Time{0} ? std::optional(due) : std::nullopt,
            .trading = trading_of(server),
            .clients = server.counters(),
            .tls_failures = run.ports().tls_failures(),
            .connections_not_taken = run.ports().connections_not_taken(),
            .handshakes_refused = run.ports().handshakes_refused(),
            .logins_refused_for_certificate =
                server.certificates().refused() + run.ports().data_certificates_refused(),
            .log_lines_left_out = server.notes().suppressed(),
            .snapshots = server.snapshots(),
            .sessions = sessions_of(server),
            .packets = server.packets_sent(),
            .feed = server.feed().counters(),
            .requests = server.feed().requests(),
            .request_limit = server.request_limit().counters(),
            .requests_of_other_networks = run.ports().requests_of_other_networks(),
            .datagrams_unsent = run.ports().unsent()};
}

}  // namespace hotpath::app
