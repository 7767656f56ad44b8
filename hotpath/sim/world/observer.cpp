#include "hotpath/sim/world/observer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"

namespace hotpath::sim::world {

namespace {

constexpr std::size_t kWaitingMax = 4'000;  // outputs of the venue, for its journal
constexpr Nanos kCopyOnItsWay{100 * kNanosPerMillisecond};

[[nodiscard]] bool is_crossed(const book::L3Books& books, InstrumentId id) {
    return books.has_orders(id, Side::Buy) && books.has_orders(id, Side::Sell) &&
           books.best_price(id, Side::Buy) >= books.best_price(id, Side::Sell);
}

}  // namespace

Observer::Observer(const WorldOptions& options, std::size_t venue, Verdict& verdict)
    : verdict_(&verdict),
      options_(&options),
      venue_(venue),
      traders_(options.traders.size()),
      watches_(traders_),
      taps_(clients_of(options)) {
    begin_day();
}

std::string Observer::name_of(std::size_t client) const {
    return fmt::format("{} {}{}", client < traders_ ? "trader" : "client", client,
                       options_->venues.size() == 1 ? "" : fmt::format(" at venue {}", venue_));
}

std::uint64_t Observer::orders_sent(std::size_t trader) const noexcept {
    const TraderWatch& watch = watches_[trader];
    return watch.earlier_orders_sent + (watch.risk ? watch.risk->orders_sent() : 0);
}

void Observer::on_connection(std::size_t client, trader::Port port) {
    taps_[client][static_cast<std::size_t>(port)] = SoupTap();
    if (client < traders_ && port == trader::Port::DropCopy) {
        watches_[client].copies_given = SoupTap();
    }
}

void Observer::on_client_bytes(std::size_t client, trader::Port port, Bytes bytes, Time now) {
    taps_[client][static_cast<std::size_t>(port)].on_client_bytes(bytes, [&](Bytes message) {
        if (client < traders_ && port == trader::Port::OrderEntry) {
            watches_[client].risk->on_request(message, now);
        }
    });
}

void Observer::on_venue_bytes(std::size_t client, trader::Port port, Bytes bytes) {
    SoupTap& tap = taps_[client][static_cast<std::size_t>(port)];
    tap.on_venue_bytes(bytes, [&](std::uint64_t number, Bytes message) {
        std::uint64_t next_seq = 0;
        if (port == trader::Port::OrderEntry) {
            on_reply(client, number, message);
        } else if (port == trader::Port::DropCopy) {
            on_copy(client, message);
        } else if (protocols::nasdaq::glimpse50::decode_end_of_snapshot(message, next_seq) ==
                   protocols::DecodeStatus::Ok) {
            on_snapshot(client, tap.session(), next_seq);
        }
    });
}

void Observer::on_reply(std::size_t client, std::uint64_t number, Bytes reply) {
    const SoupTap& tap = taps_[client][0];
    const std::size_t day = day_named(tap.session());
    days_[day].ledgers[client].on_told(number, reply);
    if (client >= traders_ || tap.is_probe()) {
        return;
    }
    TraderWatch& watch = watches_[client];
    if (watch.reported != 0 && watch.day != day) {
        verdict_->find(Invariant::PositionsAgree,
                       fmt::format("{} goes on into another day", name_of(client)));
    }
    watch.day = day;
    watch.reported = number;
    watch.risk->on_reply(reply);
    watch.copies.on_reply(number, reply, verdict_->time());
}

void Observer::on_copy(std::size_t client, Bytes message) {
    protocols::nasdaq::dropcopy::CopiedReply copied;
    if (protocols::nasdaq::dropcopy::decode(message, copied) != protocols::DecodeStatus::Ok) {
        return;
    }
    const SoupTap& tap = taps_[client][static_cast<std::size_t>(trader::Port::DropCopy)];
    const auto user = copied.copy->load_username();
    std::vector<ReplyLedger>& ledgers = days_[day_named(tap.session())].ledgers;
    for (std::size_t account = 0; account < ledgers.size(); ++account) {
        if (user == account_of(account).username) {
            ledgers[account].on_told(copied.copy->load_sequence_number(), copied.reply);
            if (account == client) {
                watches_[client].copies.on_copy(copied.copy->load_sequence_number(), copied.reply,
                                                verdict_->time());
            }
        }
    }
}

void Observer::on_trader_started(std::size_t trader) {
    const std::uint64_t earlier = orders_sent(trader);
    watches_[trader] = {};
    watches_[trader].day = days_.size() - 1;
    watches_[trader].earlier_orders_sent = earlier;
    watches_[trader].risk.emplace(name_of(trader), trader_engine_options(), *verdict_);
}

void Observer::after_trader(std::size_t trader, const TraderView& view) {
    check_position(trader, view);
    check_orders(trader, view);
    check_session(trader, view);
    check_feed(trader, view);
    check_books(trader, view);
    check_copies(trader, view);
    check_doubled_copy(trader, view);
    check_journal(trader, view);
    check_mode(trader, view);
    check_day(trader, view);
    if (view.packets != watches_[trader].given || view.line_packets != watches_[trader].given) {
        verdict_->find(
            Invariant::NothingIsHidden,
            fmt::format("{} was given {} packets; its engine counts {}, its lines {}",
                        name_of(trader), watches_[trader].given, view.packets, view.line_packets));
    }
}

void Observer::check_position(std::size_t trader, const TraderView& view) {
    ++positions_compared_;
    const std::uint64_t reported = watches_[trader].reported;
    const Holdings& holdings = ledger_of(trader).after(reported);
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        const oms::Position& held = view.orders->position({id});
        if (held.position != holdings.shares[id - 1U] || held.cash != holdings.cash[id - 1U]) {
            verdict_->find(
                Invariant::PositionsAgree,
                fmt::format("{}, instrument {}: {} shares for {}, reported {} for {} in {} replies",
                            name_of(trader), id, held.position.value, held.cash.value,
                            holdings.shares[id - 1U].value, holdings.cash[id - 1U].value,
                            reported));
        }
    }
}

/// Its open orders against the reports it received, whenever it has received all of them.
void Observer::check_orders(std::size_t trader, const TraderView& view) {
    const ReplyLedger& ledger = ledger_of(trader);
    if (watches_[trader].reported != ledger.applied()) {
        return;
    }
    std::size_t open = 0;
    OpenQty counted{};
    for (const ClOrdId id : view.orders->open_orders()) {
        const oms::Order* const order = view.orders->find(id);
        if (!order->is_accepted) {
            continue;
        }
        ++open;
        const LedgerOrder* const reported = ledger.find(id.value);
        const bool is_same = reported != nullptr && !reported->is_closed &&
                             reported->open == std::int64_t{order->leaves_qty.value};
        if (!is_same) {
            verdict_->find(
                Invariant::OrdersHaveOneState,
                fmt::format("{}, order {}: {} shares open, reported {}", name_of(trader), id.value,
                            order->leaves_qty.value, reported == nullptr ? 0 : reported->open));
            return;
        }
        counted[reported->instrument - 1U][side_index(order->side)] += reported->open;
    }
    if (open == view.orders->open_orders().size()) {
        check_open_qty(trader, view, counted);
    }
    if (open != ledger.open_orders()) {
        verdict_->find(Invariant::OrdersHaveOneState,
                       fmt::format("{}: {} orders open, reported {}", name_of(trader), open,
                                   ledger.open_orders()));
    }
}

/// Nothing is in flight: what counts as open is what the venue has open.
void Observer::check_open_qty(std::size_t trader, const TraderView& view, const OpenQty& reported) {
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            const std::uint64_t counted = view.orders->position({id}).open(side);
            if (static_cast<std::int64_t>(counted) != reported[id - 1U][side_index(side)]) {
                verdict_->find(
                    Invariant::QuantityIsConserved,
                    fmt::format("{}, instrument {}: {} shares counted as open, reported {}",
                                name_of(trader), id, counted, reported[id - 1U][side_index(side)]));
            }
        }
    }
}

void Observer::check_feed(std::size_t trader, const TraderView& view) {
    TraderWatch& watch = watches_[trader];
    const std::uint64_t reach = watch.sights[view.feed_session].reach();
    if (!view.is_in_snapshot && view.feed_next > reach) {
        verdict_->find(Invariant::FeedHasNoHoles,
                       fmt::format("{} is at message {} and never received {}", name_of(trader),
                                   view.feed_next, reach));
    }
    // A session is another day's, or that of a damaged first packet, before the right one.
    // Its numbers begin again, also while the trader loads a snapshot.
    if (std::exchange(watch.feed_sessions, view.feed_sessions) != view.feed_sessions) {
        watch.feed_next = 0;
    }
    if (!view.is_in_snapshot && view.feed_next < watch.feed_next) {
        verdict_->find(Invariant::FeedHasNoHoles,
                       fmt::format("{} went back from message {} to {}", name_of(trader),
                                   watch.feed_next, view.feed_next));
    }
    watch.feed_next = view.is_in_snapshot ? watch.feed_next : view.feed_next;
    const bool has_sent = watch.risk->orders_sent() != watch.orders_before_event;
    if (has_sent && !watch.was_current && !view.is_current) {
        verdict_->find(
            Invariant::FeedHasNoHoles,
            fmt::format("{} sent an order on books with a gap or stale", name_of(trader)));
    }
    watch.was_current = view.is_current;
}

/// While the venue's session is heard, no other is believed: anyone may send to the group.
void Observer::check_session(std::size_t trader, const TraderView& view) {
    constexpr std::uint64_t kPacketsMin = 8;
    TraderWatch& watch = watches_[trader];
    if (view.feed_session != watch.feed_session) {
        const bool is_alive =
            find_day(watch.feed_session) && !watch.is_session_over &&
            watch.packets_of_session >= kPacketsMin &&
            watch.given_at - watch.feed_heard <= trader_engine_options().feed_silence_max;
        if (is_alive && !find_day(view.feed_session)) {
            verdict_->find(
                Invariant::FeedHasNoHoles,
                fmt::format("{} has left the venue's session for a stranger's", name_of(trader)));
        }
        watch.feed_session = view.feed_session;
        watch.packets_of_session = 0;
        watch.is_session_over = false;
    }
    watch.feed_heard = view.feed_heard;
}

void Observer::check_books(std::size_t trader, const TraderView& view) {
    if (!view.is_feed_live || view.is_stale) {
        return;
    }
    const auto day = find_day(view.feed_session);
    const auto mark = day ? books_at_.find({*day, view.feed_next}) : books_at_.end();
    if (mark != books_at_.end()) {
        ++books_compared_;
        if (view.books->checksum() != mark->second) {
            verdict_->find(Invariant::BooksAgree,
                           fmt::format("{} at message {}", name_of(trader), view.feed_next));
        }
    }
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        const bool is_trading = view.books->trading_state({id}) == book::TradingState::Trading;
        if (is_trading && is_crossed(*view.books, {id})) {
            verdict_->find(Invariant::NoBookIsCrossed,
                           fmt::format("{}, instrument {}, at message {}", name_of(trader), id,
                                       view.feed_next));
        }
    }
}

/// Orders are refused while the journal has room for cancels alone.
void Observer::check_room(const exchange::VenueServer& server, bool is_disk_full) {
    const std::uint32_t orders = server.log().exchange().session_orders();
    if (was_disk_full_ && is_disk_full && orders > session_orders_) {
        verdict_->find(Invariant::RiskLimitsHold,
                       "the venue accepted an order that its journal has no room for");
    }
    was_disk_full_ = is_disk_full;
    session_orders_ = orders;
}

/// A user whom the venue's operator has suspended has no orders.
void Observer::check_members(const exchange::VenueServer& server) {
    const exchange::Exchange& exchange = server.log().exchange();
    is_suspended_.resize(server.log().users().size());
    for (std::size_t n = 0; n < is_suspended_.size(); ++n) {
        const exchange::SessionId session{static_cast<std::uint16_t>(n)};
        const bool is_suspended = exchange.member(session).is_suspended;
        suspensions_ += is_suspended && !is_suspended_[n] ? 1U : 0U;
        is_suspended_[n] = is_suspended;
        if (is_suspended && exchange.session_orders(session) != 0) {
            verdict_->find(Invariant::RiskLimitsHold,
                           fmt::format("{} is suspended and has {} open orders", name_of(n),
                                       exchange.session_orders(session)));
        }
    }
}

void Observer::after_venue(const exchange::VenueServer& server, bool is_disk_full) {
    end_day(server);
    check_room(server, is_disk_full);
    check_members(server);
    const std::uint64_t seq = server.last_seq();
    if (outputs_after_.size() > seq) {
        return;
    }
    outputs_after_.resize(seq + 1);
    outputs_after_[seq] = server.log().output_checksum();
    check_crossed(server);
    if (seq >= marked_at_ + kMarkEvery) {
        marked_at_ = seq;
        const exchange::Exchange& exchange = server.log().exchange();
        books_at_[{exchange.day().number - 1, exchange.next_seq()}] = exchange.books().checksum();
    }
    if (server.waiting_outputs() > kWaitingMax) {
        verdict_->find(Invariant::NothingGrows,
                       fmt::format("{} outputs still wait at the venue", server.waiting_outputs()));
    }
}

void Observer::check_crossed(const exchange::VenueServer& server) {
    const book::L3Books& books = server.log().exchange().books();
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        if (books.trading_state({id}) == book::TradingState::Trading && is_crossed(books, {id})) {
            verdict_->find(Invariant::NoBookIsCrossed,
                           fmt::format("the venue's book, instrument {}", id));
        }
    }
}

void Observer::on_venue_restarted(const exchange::VenueServer& server) {
    const std::uint64_t seq = server.last_seq();
    const bool is_known = seq < outputs_after_.size() && outputs_after_[seq] != 0;
    if (is_known && outputs_after_[seq] != server.log().output_checksum()) {
        verdict_->find(Invariant::ReplayGivesTheSame,
                       fmt::format("different output at input {} after the restart", seq));
    }
    outputs_after_.resize(std::min<std::size_t>(outputs_after_.size(), seq + 1));
    was_disk_full_ = false;  // orders that it had forgotten may be open again
    marked_at_ = std::min(marked_at_, seq);
    const exchange::Exchange& exchange = server.log().exchange();
    books_at_.erase(books_at_.upper_bound({exchange.day().number - 1, exchange.next_seq()}),
                    books_at_.end());
    check_kept(server);
}

void Observer::check_trader_recovered(std::size_t trader, const TraderView& view,
                                      const exchange::VenueServer& server) {
    // A trader trades until the end: the copy of its last execution may be on its way.
    const std::optional<Nanos> since = watches_[trader].copies.waits_since();
    const bool is_on_its_way = view.reconciliation == trader::Finding::Agrees && since &&
                               verdict_->time() < *since + kCopyOnItsWay;
    const bool is_reconciled = view.is_reconciled || view.is_copy_late() || is_on_its_way ||
                               watches_[trader].is_copy_doubled;
    const bool is_in_day =
        view.feed_session == server.feed().session() && watches_[trader].day == days_.size() - 1;
    const bool is_right = view.is_feed_live && !view.is_stale && view.is_logged_on &&
                          !view.is_recovering && is_reconciled && is_in_day;
    if (!is_right) {
        verdict_->find(Invariant::FaultsEndAndAllRecovers,
                       fmt::format("{}: {}{}{}{}{}{}{}", name_of(trader),
                                   is_in_day ? "" : "in another day than the venue; ",
                                   view.is_feed_live ? "" : "feed not live; ",
                                   view.is_stale ? "stale books; " : "",
                                   view.is_logged_on ? "" : "not logged on; ",
                                   view.is_recovering ? "still recovering; " : "",
                                   is_reconciled ? "" : "not reconciled, drop copy: ",
                                   is_reconciled ? "" : trader::name(view.reconciliation)));
    }
    if (view.is_killed && !view.orders->open_orders().empty()) {
        verdict_->find(Invariant::FaultsEndAndAllRecovers,
                       fmt::format("{} was killed and has open orders", name_of(trader)));
    }
    if (server.log().exchange().next_seq() == view.feed_next &&
        server.log().exchange().books().checksum() != view.books->checksum()) {
        verdict_->find(Invariant::BooksAgree, fmt::format("{} at the end", name_of(trader)));
    }
}

bool Observer::is_all_told(const exchange::VenueServer& server) const {
    return !untold_client(server);
}

std::optional<std::size_t> Observer::untold_client(const exchange::VenueServer& server) const {
    const std::vector<ReplyLedger>& ledgers = days_.back().ledgers;
    for (std::size_t client = 0; client < ledgers.size(); ++client) {
        const exchange::SessionId session{static_cast<std::uint16_t>(client)};
        if (is_client_at(*options_, client, venue_) &&
            ledgers[client].applied() + 1 != server.replies(session).next_sequence_number()) {
            return client;
        }
    }
    return std::nullopt;
}

void Observer::check_venue_at_end(const exchange::VenueServer& server,
                                  const exchange::VenueServer& replayed) {
    if (server.log().output_checksum() != replayed.log().output_checksum() ||
        server.log().state_checksum() != replayed.log().state_checksum()) {
        verdict_->find(Invariant::ReplayGivesTheSame,
                       "replay of the journal gives a different venue at the end");
    }
    if (const auto client = untold_client(server)) {
        const exchange::SessionId session{static_cast<std::uint16_t>(*client)};
        verdict_->find(Invariant::FaultsEndAndAllRecovers,
                       fmt::format("{} has received {} of {} replies", name_of(*client),
                                   days_.back().ledgers[*client].applied(),
                                   server.replies(session).next_sequence_number() - 1));
    } else {
        check_sum(days_.back(), server);
    }
}

}  // namespace hotpath::sim::world
