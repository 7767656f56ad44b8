// From one trading day to the next: each has its streams, its numbers from 1 and its accounts, and
// what was said in the one is complete and in balance before the other begins.

#include <algorithm>

#include <fmt/format.h>

#include "hotpath/sim/world/observer.hpp"

namespace hotpath::sim::world {

namespace {

/// What a trader takes to stop, and to be there again.
constexpr Nanos kTurnMax{8 * kNanosPerSecond};

}  // namespace

void Observer::begin_day() {
    Day& day = days_.emplace_back(Day{.feed = FeedLedger(*verdict_)});
    for (std::size_t client = 0; client < taps_.size(); ++client) {
        day.ledgers.emplace_back(name_of(client), *verdict_);
    }
    if (days_.size() > 1) {
        const Day& before = days_[days_.size() - 2];
        for (std::size_t client = 0; client < taps_.size(); ++client) {
            day.ledgers[client].carry_over(before.ledgers[client]);
        }
    }
}

std::optional<std::size_t> Observer::find_day(const SessionName& name) const {
    const auto found = std::ranges::find(names_, name);
    return found == names_.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(found - names_.begin()));
}

std::size_t Observer::day_named(const SessionName& name) {
    if (const auto day = find_day(name)) {
        return *day;
    }
    if (!names_.empty()) {
        if (!days_.back().is_read) {
            verdict_->find(Invariant::NothingToldIsLost,
                           "a session has begun and the one before has not ended");
        }
        begin_day();
    }
    names_.push_back(name);
    return names_.size() - 1;
}

void Observer::on_published(Bytes packet) {
    protocols::nasdaq::moldudp64::PacketReader reader;
    if (reader.open(packet) != protocols::DecodeStatus::Ok) {
        return verdict_->find(Invariant::NothingToldIsLost, "the venue sent a malformed packet");
    }
    Day& day = days_[day_named(reader.session())];
    if (day.is_over && reader.message_count() > 0 &&
        reader.next_sequence_number() > day.feed.published() + 1) {
        verdict_->find(Invariant::NothingToldIsLost, "the feed goes on after its end");
    }
    day.is_over = day.is_over || reader.is_end_of_session();
    day.feed.on_published(packet);
}

void Observer::on_packet(std::size_t trader, const feed::LinePacket& packet) {
    TraderWatch& watch = watches_[trader];
    ++watch.given;
    watch.given_at = packet.now;
    protocols::nasdaq::moldudp64::PacketReader reader;
    if (reader.open(packet.bytes) != protocols::DecodeStatus::Ok) {
        return;
    }
    watch.sights[reader.session()].on_packet(packet.bytes);
    if (reader.session() == watch.feed_session && packet.line != feed::Line::Replies) {
        ++watch.packets_of_session;
        watch.is_session_over |= reader.is_end_of_session();
    }
}

void Observer::on_snapshot(std::size_t trader, const SessionName& name, std::uint64_t next_seq) {
    watches_[trader].sights[name].on_snapshot(next_seq);
}

std::uint64_t Observer::amended() const {
    std::uint64_t amended = 0;
    for (const Day& day : days_) {
        for (const ReplyLedger& ledger : day.ledgers) {
            amended += ledger.amended();
        }
    }
    return amended;
}

std::uint64_t Observer::executions(std::size_t client) const {
    std::uint64_t executions = 0;
    for (const Day& day : days_) {
        executions += day.ledgers[client].executions();
    }
    return executions;
}

/// Between two sessions all of the first one can be read: what a client misses of it is gone with
/// it, so the accounts of the day are closed with the venue's own streams.
void Observer::end_day(const exchange::VenueServer& server) {
    Day& day = days_.back();
    const bool is_whole =
        server.is_between_sessions() && server.feed().has_ended() && server.waiting_outputs() == 0;
    if (day.is_read || !is_whole) {
        return;
    }
    day.is_read = true;
    ++days_ended_;
    for (std::size_t client = 0; client < day.ledgers.size(); ++client) {
        ReplyLedger& ledger = day.ledgers[client];
        const protocols::SequencedStore& replies =
            server.replies({static_cast<std::uint16_t>(client)});
        ledger.check_kept(replies);
        while (ledger.applied() + 1 < replies.next_sequence_number()) {
            ledger.on_told(ledger.applied() + 1, replies.at(ledger.applied() + 1));
        }
        if (ledger.open_orders_of_day() != 0) {
            verdict_->find(Invariant::OrdersHaveOneState,
                           fmt::format("{}: {} orders of a day that is over are open",
                                       name_of(client), ledger.open_orders_of_day()));
        }
    }
    check_sum(day, server);
}

/// Everything of the day is in its ledgers.
void Observer::check_sum(const Day& day, const exchange::VenueServer& server) {
    Holdings sum;
    for (std::size_t client = 0; client < day.ledgers.size(); ++client) {
        const exchange::SessionId session{static_cast<std::uint16_t>(client)};
        const ReplyLedger& ledger = day.ledgers[client];
        if (ledger.open_orders() != server.log().exchange().session_orders(session)) {
            verdict_->find(
                Invariant::QuantityIsConserved,
                fmt::format("{}: {} orders open at the venue, reported {}", name_of(client),
                            server.log().exchange().session_orders(session), ledger.open_orders()));
        }
        for (std::size_t n = 0; n < kInstruments; ++n) {
            sum.shares[n] += ledger.after(ledger.applied()).shares[n];
            sum.cash[n] += ledger.after(ledger.applied()).cash[n];
        }
    }
    const Holdings nothing;
    if (sum.shares != nothing.shares || sum.cash != nothing.cash) {
        verdict_->find(Invariant::PositionsAgree,
                       "the shares and cash of all accounts do not sum to zero");
    }
}

/// After a restart: of a later day than the venue's nothing may have been sent.
void Observer::check_kept(const exchange::VenueServer& server) {
    const std::size_t at_venue = server.log().exchange().day().number - 1;
    if (at_venue + 1 < days_.size()) {
        return verdict_->find(Invariant::NothingToldIsLost,
                              "the venue is back in a day that has ended");
    }
    if (at_venue >= days_.size()) {
        return;  // the next day has begun, and nothing of it was sent
    }
    Day& day = days_[at_venue];
    day.feed.check_kept(server.log().exchange().next_seq());
    for (std::size_t client = 0; client < day.ledgers.size(); ++client) {
        day.ledgers[client].check_kept(server.replies({static_cast<std::uint16_t>(client)}));
    }
}

void Observer::on_trader_stops(std::size_t trader, bool is_day_of_here) {
    TraderWatch& watch = watches_[trader];
    watch.is_stopping = true;
    watch.orders_at_stop = watch.risk->orders_sent();
    if (!is_day_of_here) {
        return;
    }
    ++stops_for_day_;
    if (!days_[watch.day].is_read) {
        verdict_->find(
            Invariant::FaultsEndAndAllRecovers,
            fmt::format("{} has stopped for the end of a day that is not over", name_of(trader)));
    }
}

/// Orders are of the day in which the trader has logged on, and its books, too.
void Observer::check_day(std::size_t trader, const TraderView& view) {
    TraderWatch& watch = watches_[trader];
    const std::optional<std::size_t> of_feed = find_day(view.feed_session);
    const bool is_another = of_feed && watch.reported != 0 && *of_feed != watch.day;
    if (!is_another || watch.is_stopping) {
        watch.in_two_days_since.reset();
        return;
    }
    watch.in_two_days_since = watch.in_two_days_since.value_or(verdict_->time());
    if (verdict_->time() > *watch.in_two_days_since + kTurnMax) {
        verdict_->find(
            Invariant::FaultsEndAndAllRecovers,
            fmt::format("{} has orders of one day and books of another", name_of(trader)));
    }
}

}  // namespace hotpath::sim::world
