// Faults, and their ends.

#include <array>
#include <utility>
#include <vector>

#include "hotpath/exchange/server/control.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/sim/world/simulation.hpp"
#include "hotpath/trader/operator_command.hpp"

namespace hotpath::sim::world {

namespace {

/// The subject of a Relief event, by its number; a halt's two steps are of its instrument, a disk is
/// of its trader, a reinstated user of its client.
enum class ReliefStep : std::uint32_t { AllFaults, CollectOrders, Cross, TraderDisk, Member };

[[nodiscard]] Event relief(Time time, std::uint8_t venue, ReliefStep step, std::uint16_t what) {
    return {.time = time,
            .kind = EventKind::Relief,
            .venue = venue,
            .what = static_cast<std::uint8_t>(what),
            .number = static_cast<std::uint32_t>(step)};
}

// The login of an operator's connection and its command: one in four breaks, at any byte.
constexpr std::uint64_t kCommandBytes = protocols::nasdaq::soupbintcp::LoginRequest::kLength +
                                        protocols::nasdaq::soupbintcp::kHeaderLength +
                                        trader::kOperatorCommandLength;
constexpr std::uint64_t kCommandCutOneIn = 4;

/// Stops of every kind, and their ends.
[[nodiscard]] trader::OperatorCommand draw_command(Random& random) {
    using trader::OperatorAction;
    trader::OperatorCommand command;
    const std::uint64_t what = random.below(16);
    command.action = what < 1    ? OperatorAction::Kill
                     : what < 5  ? OperatorAction::ReduceOnly
                     : what < 10 ? OperatorAction::Cancel
                     : what < 14 ? OperatorAction::Resume
                     : what < 15 ? OperatorAction::Status
                                 : OperatorAction::Override;
    const InstrumentId instrument{static_cast<std::uint16_t>(1 + random.below(kInstruments))};
    if (command.action == OperatorAction::Cancel || command.action == OperatorAction::Override) {
        command.symbol = symbol_of(instrument);
    }
    if (command.action == OperatorAction::Override) {
        command.duration = {kNanosPerSecond};
    }
    return command;
}

/// A command of a venue's operator about a user, or about one of the last trades.
[[nodiscard]] exchange::Control draw_control(Random& random, std::uint16_t client,
                                             std::uint64_t executions) {
    using exchange::ControlAction;
    constexpr std::uint64_t kTradesBack = 64;
    exchange::Control control{.session = {client}};
    const std::uint64_t what = random.below(8);
    control.action = what < 2   ? ControlAction::Suspend
                     : what < 3 ? ControlAction::Disconnect
                     : what < 4 ? ControlAction::SetLimits
                     : what < 7 ? ControlAction::BreakTrade
                                : ControlAction::CorrectTrade;
    for (exchange::LimitChange& change : control.limits) {
        change.kind = random.one_in(2) ? exchange::LimitChange::Kind::Set
                                       : exchange::LimitChange::Kind::Configured;
        const bool is_set = change.kind == exchange::LimitChange::Kind::Set;
        change.value = is_set ? static_cast<std::int64_t>(1 + random.below(2'000'000)) : 0;
    }
    // Every odd number is a trade's, but for a few crosses.
    const std::uint64_t back = random.below(kTradesBack);
    control.trade.match = {executions > back ? 2 * (executions - back) - 1 : 1};
    control.trade.corrected = {static_cast<std::int64_t>(1'000 + random.below(1'000'000))};
    return control;
}

}  // namespace

Nanos Simulation::while_of(std::int64_t least_ms, std::int64_t most_ms) {
    const auto span = static_cast<std::uint64_t>((most_ms - least_ms) * kNanosPerMillisecond);
    return {least_ms * kNanosPerMillisecond + static_cast<std::int64_t>(random_.below(span + 1))};
}

void Simulation::plan_fault(const Site& site, FaultKind kind) {
    const Nanos every = site.drawn.every_of(kind);
    if (every == Nanos{}) {
        return;
    }
    const auto twice = static_cast<std::uint64_t>(2 * every.value);
    const Nanos after{static_cast<std::int64_t>(1 + random_.below(twice))};
    agenda_.push({.time = now_ + after,
                  .kind = EventKind::Fault,
                  .venue = site.number,
                  .what = static_cast<std::uint8_t>(kind)});
}

std::optional<std::uint32_t> Simulation::any_connection(const Site& site) {
    std::vector<std::uint32_t> up;
    for (const Participant& participant : participants_) {
        for (const auto& connection : participant.seats[site.number].connections) {
            if (connection) {
                up.push_back(*connection);
            }
        }
    }
    if (up.empty()) {
        return std::nullopt;
    }
    return up[random_.below(up.size())];
}

void Simulation::harm_connection(Site& site, FaultKind kind) {
    const std::optional<std::uint32_t> number = any_connection(site);
    if (!number) {
        return;
    }
    if (kind == FaultKind::CutConnection) {
        site.network.cut(*number, now_);
    } else if (kind == FaultKind::SlowReader) {
        site.network.hold(*number, now_ + while_of(100, 3'000));
    } else {
        site.network.vanish(*number);
    }
}

std::uint8_t Simulation::any_trader() {
    return static_cast<std::uint8_t>(random_.below(options_.traders.size()));
}

std::uint8_t Simulation::any_script(const Site& site) {
    const std::size_t first = options_.traders.size() + site.number * kScripts;
    return static_cast<std::uint8_t>(first + random_.below(kScripts));
}

void Simulation::on_fault(const Event& event) {
    Site& site = sites_[event.venue];
    if (!has_faults_) {
        return;
    }
    const auto kind = static_cast<FaultKind>(event.what);
    ++faults_[event.what];
    plan_fault(site, kind);
    switch (kind) {
        case FaultKind::CutConnection:
        case FaultKind::SlowReader:
        case FaultKind::HalfOpen:
            return harm_connection(site, kind);
        case FaultKind::VenueCrash:
            return crash_venue(site);
        case FaultKind::TraderCrash:
            return crash_trader(any_trader());
        case FaultKind::SilentFeed:
            return site.network.silence(now_ + while_of(100, 4'000));
        case FaultKind::RequestsAway:
            return site.network.keep_requests_away(now_ + while_of(100, 2'000));
        case FaultKind::SnapshotsAway:
            site.snapshots_away_until = now_ + while_of(100, 2'000);
            return;
        case FaultKind::SlowDisk:
            site.slow_disk_until = now_ + while_of(100, 1'000);
            return;
        case FaultKind::Halt:
            return halt(site, {static_cast<std::uint16_t>(1 + random_.below(kInstruments))});
        case FaultKind::Garbage:
            return send_garbage(site);
        case FaultKind::FullDisk:
            site.disk_full_until = now_ + while_of(100, 2'000);
            return set_venue_room(site);
        case FaultKind::OperatorKills:
            return command(any_trader(), {.action = trader::OperatorAction::Kill},
                           OperatorLink::kAll);
        case FaultKind::OperatorCommands:
            return command_any(any_trader());
        case FaultKind::TraderDiskFull:
            return fill_trader_disk(site, any_trader());
        case FaultKind::Strangers:
            return intrude(site);
        case FaultKind::FailingDisk:
        case FaultKind::DamagedDisk:
            return harm_disk(site, kind);
        case FaultKind::VenueOperator:
            return command_venue(site);
    }
}

/// Traders that hear the venue's session. One that has heard nothing yet takes the first.
std::vector<std::uint8_t> Simulation::listeners(const Site& site) {
    std::vector<std::uint8_t> listeners;
    for (const std::uint8_t number : site.receivers) {
        TraderHost* const trader = participants_[number].trader.get();
        if (trader != nullptr &&
            trader->at(site.number).view().feed_session == site.host.server().feed().session()) {
            listeners.push_back(number);
        }
    }
    return listeners;
}

/// Sends packets on one line: of a session that is none of the venue's, or of the venue's with numbers
/// that no message has.
void Simulation::intrude(Site& site) {
    constexpr std::uint64_t kFar = 1'000'000;
    if (!site.host.is_up()) {
        return;
    }
    const std::vector<std::uint8_t> victims = listeners(site);
    const bool has_our_name = random_.one_in(4);
    const auto session =
        has_our_name
            ? site.host.server().feed().session()
            : protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>("STRANGER");
    const std::uint64_t first = has_our_name ? kFar + random_.below(kFar) : 1 + random_.below(3);
    const feed::Line line = random_.one_in(2) ? feed::Line::A : feed::Line::B;
    protocols::nasdaq::itch50::AddOrder order;
    order.store_stock_locate(static_cast<std::uint16_t>(1 + random_.below(kInstruments)));
    order.store_stock(symbol_of({order.load_stock_locate()}));
    order.store_buy_sell_indicator('S');
    order.store_shares(100);
    order.store_price(1);
    std::array<std::byte, protocols::nasdaq::moldudp64::kPacketLengthMax> room{};
    const std::uint64_t end = first + 3 + random_.below(3);
    for (std::uint64_t number = first; number < end; ++number) {
        protocols::nasdaq::moldudp64::PacketWriter writer(room, session, number);
        order.store_order_reference_number(number);
        if (!has_our_name) {
            static_cast<void>(writer.try_append(order.bytes()));
        }
        site.network.intrude(line, writer.finish(), victims, now_);
    }
}

void Simulation::send_garbage(const Site& site) {
    const std::uint8_t number = any_script(site);
    participants_[number].script->send_garbage(now_);
    after_client(number);
}

void Simulation::harm_disk(Site& site, FaultKind kind) {
    if (!site.host.is_up()) {
        return;
    }
    if (kind == FaultKind::FailingDisk) {
        return site.host.fail_disk(random_);
    }
    crash_venue(site);
    site.host.damage_disk(random_);
}

/// A suspended user is reinstated, and has its own limits again, after a while.
void Simulation::command_venue(Site& site) {
    const auto client = static_cast<std::uint8_t>(random_.below(clients_of(options_)));
    const std::uint64_t executions =
        site.host.is_up() ? site.host.server().log().exchange().counters().executions : 0;
    const exchange::Control control = draw_control(random_, client, executions);
    const Nanos pause = while_of(20, 1'500);
    if (!site.host.is_up() || executions == 0) {
        return;
    }
    static_cast<void>(site.host.server().try_control(control, now_));
    after_venue(site);
    if (control.action == exchange::ControlAction::Suspend ||
        control.action == exchange::ControlAction::SetLimits) {
        agenda_.push(relief(now_ + pause, site.number, ReliefStep::Member, client));
    }
}

/// A venue that is away is asked later.
void Simulation::reinstate(Site& site, std::uint8_t client) {
    if (!site.host.is_up()) {
        return agenda_.push(
            relief(now_ + while_of(50, 200), site.number, ReliefStep::Member, client));
    }
    exchange::Control control{.action = exchange::ControlAction::Reinstate, .session = {client}};
    static_cast<void>(site.host.server().try_control(control, now_));
    control.action = exchange::ControlAction::SetLimits;
    control.limits.fill({exchange::LimitChange::Kind::Configured, 0});
    static_cast<void>(site.host.server().try_control(control, now_));
    after_venue(site);
}

void Simulation::fill_trader_disk(const Site& site, std::uint8_t number) {
    set_trader_room(number, false);
    agenda_.push(relief(now_ + while_of(1, 500), site.number, ReliefStep::TraderDisk, number));
}

void Simulation::on_relief(const Event& event) {
    if (static_cast<ReliefStep>(event.number) == ReliefStep::AllFaults) {
        return end_faults();
    }
    if (static_cast<ReliefStep>(event.number) == ReliefStep::TraderDisk) {
        return set_trader_room(event.what, true);
    }
    if (static_cast<ReliefStep>(event.number) == ReliefStep::Member) {
        return reinstate(sites_[event.venue], event.what);
    }
    go_on_reopening(event);
}

/// By its operator, over a connection that may break.
void Simulation::command_any(std::uint8_t number) {
    const trader::OperatorCommand drawn = draw_command(random_);
    const bool is_cut = random_.one_in(kCommandCutOneIn);
    command(number, drawn, is_cut ? random_.below(kCommandBytes) : OperatorLink::kAll);
}

void Simulation::command(std::uint8_t number, const trader::OperatorCommand& command,
                         std::size_t bytes_max) {
    Participant& participant = participants_[number];
    if (participant.trader == nullptr) {
        return;
    }
    const CommandFate fate =
        participant.operator_link->command(command, bytes_max, *participant.trader, random_, now_);
    commands_ += fate.carried_out;
    commands_cut_ += fate.has_arrived ? 0U : 1U;
    for (Site& site : sites_) {
        if (participant.seats[site.number].client != nullptr) {
            site.observer.on_command(number, command, fate);
        }
    }
    after_client(number);
}

void Simulation::set_trader_room(std::uint8_t number, bool has_room) {
    if (participants_[number].trader != nullptr) {
        participants_[number].trader->set_journal_room(has_room);
    }
}

/// Also where its disk has failed it. Its clients are notified at once, or must detect it.
void Simulation::crash_venue(Site& site) {
    if (!site.host.is_up()) {
        return;
    }
    const bool is_told = random_.one_in(2);
    site.host.crash(random_);
    site.wake_at = kNever;
    site.is_commit_planned = false;
    for (auto& number : site.at_venue) {
        if (number) {
            site.network.close(*number, End::Venue, now_);
            if (!is_told) {
                site.network.vanish(*number);
            }
            number.reset();
        }
    }
    agenda_.push(
        {.time = now_ + while_of(10, 1'000), .kind = EventKind::Start, .venue = site.number});
}

void Simulation::crash_trader(std::uint8_t number) {
    Participant& participant = participants_[number];
    if (participant.trader == nullptr) {
        return;
    }
    end_process(number, random_.one_in(2));
}

void Simulation::halt(Site& site, InstrumentId instrument) {
    if (!site.host.is_up()) {
        return;
    }
    static_cast<void>(site.host.server().try_control({.action = exchange::ControlAction::SetTrading,
                                                      .symbol = symbol_of(instrument),
                                                      .state = book::TradingState::Halted},
                                                     now_));
    after_venue(site);
    agenda_.push(
        relief(now_ + while_of(20, 300), site.number, ReliefStep::CollectOrders, instrument.value));
}

/// Orders are collected for a while, then a cross ends it. A venue that is away is asked later.
void Simulation::go_on_reopening(const Event& event) {
    Site& site = sites_[event.venue];
    const InstrumentId instrument{event.what};
    const auto step = static_cast<ReliefStep>(event.number);
    if (!site.host.is_up()) {
        agenda_.push(relief(now_ + while_of(50, 200), site.number, step, instrument.value));
        return;
    }
    exchange::Control control{.action = exchange::ControlAction::SetTrading,
                              .symbol = symbol_of(instrument),
                              .state = book::TradingState::QuotationOnly};
    if (step == ReliefStep::Cross) {
        control.action = exchange::ControlAction::Cross;
        control.cross = match::CrossKind::Halt;
    }
    static_cast<void>(site.host.server().try_control(control, now_));
    after_venue(site);
    if (step == ReliefStep::CollectOrders) {
        agenda_.push(
            relief(now_ + while_of(20, 300), site.number, ReliefStep::Cross, instrument.value));
    }
}

/// Before each event of the world, as its process does after each look at the disk.
void Simulation::set_venue_room(Site& site) {
    if (site.host.is_up()) {
        site.host.server().set_journal_room({.takes_orders = now_ >= site.disk_full_until});
    }
}

/// Also repeats a halt's end that a crash has lost.
void Simulation::end_faults() {
    has_faults_ = false;
    for (Site& site : sites_) {
        site.network.heal();
        site.snapshots_away_until = {};
        site.slow_disk_until = {};
        site.disk_full_until = {};
        site.host.heal_disk();
        set_venue_room(site);
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            const Time later = now_ + Nanos{2 * kNanosPerSecond};
            agenda_.push(relief(later, site.number, ReliefStep::CollectOrders, id));
        }
    }
    for (Site& site : sites_) {
        if (site.drawn.every_of(FaultKind::VenueOperator) == Nanos{}) {
            continue;
        }
        for (std::size_t client = 0; client < clients_of(options_); ++client) {
            agenda_.push(relief(now_ + Nanos{2 * kNanosPerSecond}, site.number, ReliefStep::Member,
                                static_cast<std::uint16_t>(client)));
        }
    }
    // Half of the traders that operators commanded trade again.
    const bool has_commands =
        options_.venues.front().every_of(FaultKind::OperatorCommands) != Nanos{};
    for (std::size_t n = 0; n < options_.traders.size(); ++n) {
        const auto number = static_cast<std::uint8_t>(n);
        set_trader_room(number, true);
        if (has_commands && random_.one_in(2)) {
            command(number, {.action = trader::OperatorAction::Resume}, OperatorLink::kAll);
        }
    }
}

}  // namespace hotpath::sim::world
