#include "apps/hotpath/exchange/run.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/exchange/report.hpp"
#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/process/client_note_text.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::app {

namespace {

/// Background messages in one turn, before sockets are polled again.
constexpr int kBackgroundPerTurn = 256;
constexpr Nanos kWaitMax{100'000'000};
/// More than a group of records takes on a disk that is worth mode sync.
constexpr Nanos kJournalPatience{200'000};

}  // namespace

Expected<std::unique_ptr<ExchangeRun>> ExchangeRun::create(const ExchangeConfig& config,
                                                           const std::filesystem::path& json) {
    const auto calendar = TradingCalendar::create(config.calendar);
    if (!calendar) {
        return std::unexpected(calendar.error());
    }
    std::unique_ptr<ExchangeRun> run(new ExchangeRun(config, json, *calendar));
    if (auto opened = run->open(); !opened) {
        return std::unexpected(opened.error());
    }
    return run;
}

Time ExchangeRun::now() const noexcept {
    return {timing::monotonic_ns() + since_midnight_};
}

/// The wall clock is looked at here, and where a date ends to see which is next: a step of it moves
/// nothing else, throttles and timers least. A restart goes on in the day that the journal has, and
/// behind a clock that was set back where the venue was.
void ExchangeRun::set_clock() {
    const Time wall = timing::wall_clock();
    const std::uint32_t begun = server_->log().exchange().day().date;
    const std::uint32_t date = begun == 0 ? calendar_.date_at(wall) : begun;
    since_midnight_ = (wall - calendar_.midnight(date)).value - timing::monotonic_ns();
    since_midnight_ += std::max<std::int64_t>(0, (server_->log().time() - now()).value);
    server_->set_utc_offset(wall - now());
}

Expected<void> ExchangeRun::open() {
    exchange::BackgroundFlow* flow = nullptr;
    if (config_.background.source != BackgroundSource::None) {
        auto recorded = sim::flow::RecordedFlow::create(config_.server.exchange.books);
        if (!recorded) {
            return std::unexpected(recorded.error());
        }
        flow = &flow_.emplace(std::move(*recorded));
    }
    exchange::VenueServerOptions options = config_.server;
    options.day.schedule.clear();  // catch_up_with_the_day()
    if (config_.replies_folder) {
        options.stream_memory = &reply_files_.emplace(*config_.replies_folder);
    }
    auto server = exchange::VenueServer::create(options, flow);
    auto waiter = net::Waiter::create();
    if (!server || !waiter) {
        return std::unexpected(!server ? server.error() : waiter.error());
    }
    server_.emplace(std::move(*server));
    waiter_.emplace(std::move(*waiter));
    auto ports = ExchangePorts::open(config_, server_->places(), *waiter_);
    if (!ports) {
        return std::unexpected(ports.error());
    }
    ports_.emplace(std::move(*ports));
    if (auto opened = open_journal(); !opened) {
        return opened;
    }
    if (flow != nullptr) {
        auto background =
            ExchangeBackground::open(config_.background, server_->log().background_inputs(), now());
        if (!background) {
            return std::unexpected(background.error());
        }
        background_.emplace(std::move(*background));
    }
    return {};
}

Expected<void> ExchangeRun::open_journal() {
    set_clock();
    auto journal = ExchangeJournal::open(config_, *server_, now());
    if (!journal) {
        return std::unexpected(journal.error());
    }
    journal_ = std::move(*journal);
    set_clock();
    // The number of the snapshot on disk, not of the last record: a venue that dies often still
    // gets to a newer one.
    snapshot_seq_ = journal_->recovered().snapshot_seq;
    if (auto checked = server_->prepare_users(); !checked) {
        return fail(
            fmt::format("{}: {}", config_.journal_folder.string(), checked.error().message));
    }
    server_->start(journal_->next_seq(), now());
    if (auto begun = ports_->begin_published(*server_, now()); !begun) {
        return begun;
    }
    return plan_next_day();
}

Expected<void> ExchangeRun::plan_next_day() {
    const std::uint32_t day = server_->log().exchange().day().number;
    if (day == planned_in_ && now() < plan_again_at_) {
        return {};
    }
    const Time wall = timing::wall_clock();
    const std::uint32_t date = calendar_.date_at(wall);
    const Nanos server_day = wall - now();  // from 1970 to the midnight of the server's clock
    const Nanos midnight = calendar_.midnight(date) - server_day;
    const Time begins = calendar_.day_begins(date);
    planned_in_ = day;
    plan_again_at_ = Time{} + (calendar_.midnight(date + 1) - server_day);
    return server_->set_next_day(
        {.date = date,
         .midnight = midnight,
         .begins_at = begins == kNever ? kNever : begins + midnight,
         .schedule = calendar_.schedule_of(date, config_.server.day.schedule)});
}

/// At the first start all users are new.
void ExchangeRun::say_who_changed() {
    if (server_->is_new()) {
        return;
    }
    for (const exchange::UserChangeNote& note : server_->user_changes()) {
        output_->print(fmt::format("exchange: {}\n", user_change_text(note)));
    }
    for (const std::string& line : member_texts(*server_)) {
        output_->print(fmt::format("exchange: {}\n", line));
    }
}

Expected<void> ExchangeRun::begin_first_day() {
    if (!server_->is_new()) {
        return {};
    }
    exchange::Control start{.action = exchange::ControlAction::StartDay,
                            .origin = exchange::ControlOrigin::Configuration};
    if (!server_->try_control(start, now())) {
        return fail("the venue rejected the start of its first day");
    }
    if (auto kept = keep_inputs(); !kept) {
        return kept;
    }
    return plan_next_day();
}

/// Those that the venue has not: at the first start all of them.
Expected<void> ExchangeRun::list_symbols() {
    const exchange::InstrumentTable& instruments = server_->log().exchange().venue().instruments;
    for (std::size_t n = 0; n < config_.symbols.size(); ++n) {
        if (instruments.find(config_.symbols[n]) != InstrumentId{} || server_->log().has_ended()) {
            continue;
        }
        const InstrumentId instrument = instruments.lowest_free();
        if (instrument == InstrumentId{}) {
            return fail(fmt::format("venue.symbols: no room for {}, raise venue.instruments_max",
                                    config_.symbols[n].view()));
        }
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(instrument.value);
        protocols::nasdaq::itch50::fill_directory(directory, config_.symbols[n]);
        server_->publish(directory.bytes(), now());
        // Traders treat an instrument as not tradable until the feed says otherwise.
        protocols::nasdaq::itch50::StockTradingAction trading;
        trading.store_stock_locate(instrument.value);
        protocols::nasdaq::itch50::fill_trading_action(
            trading, config_.symbols[n], protocols::nasdaq::itch50::trading_state::kTrading);
        server_->publish(trading.bytes(), now());
        if (auto kept = keep_inputs(); !kept) {
            return kept;
        }
    }
    return {};
}

/// The rules of the configuration, and what the schedule says for the time before: ahead of any
/// order, and behind the instruments it is for.
Expected<void> ExchangeRun::catch_up_with_the_day() {
    const std::uint32_t date = server_->log().exchange().day().date;
    if (auto set = server_->set_schedule(calendar_.schedule_of(date, config_.server.day.schedule));
        !set) {
        return set;
    }
    server_->on_timer(now());
    return keep_inputs();
}

Expected<void> ExchangeRun::run(const std::atomic<int>& stops_wanted) {
    output_.emplace(process::OutputThread::Options{.program = "hotpath exchange", .json = json_});
    auto ended = run_to_the_end(stops_wanted);
    if (!ended) {
        leave_clients();
    }
    return ended;
}

/// After an error: clients are told, and the last report has it. What waits in the gate was never
/// durable and does not leave.
void ExchangeRun::leave_clients() {
    server_->set_journal_room(journal_->room());
    server_->close_all(exchange::VenueServer::CloseReason::ShutDown, now(),
                       journal_->has_failed() ? exchange::kJournalFailed : std::string_view());
    ports_->close_publishers(now());
    ports_->write(*server_, now());
    // The error of the run is the one to report, not that of its last report.
    const auto last = output_->finish_from(report_of_now("exchange: stopped: ", false));
    static_cast<void>(last);
}

Expected<void> ExchangeRun::run_to_the_end(const std::atomic<int>& stops_wanted) {
    say_who_changed();
    journal_->start(*waiter_);
    if (auto begun = begin_first_day(); !begun) {
        return begun;
    }
    if (auto listed = list_symbols(); !listed) {
        return listed;
    }
    if (auto caught_up = catch_up_with_the_day(); !caught_up) {
        return caught_up;
    }
    if (auto said = say_ready(); !said) {
        return said;
    }
    report_at_ = now() + config_.health_every;
    while (stops_wanted.load(std::memory_order_relaxed) == 0) {
        if (auto turned = wait_and_turn(kNever); !turned) {
            return turned;
        }
    }
    return shut_down(stops_wanted);
}

/// The first state is written before the line, by this thread: a file that cannot be written is
/// refused now.
Expected<void> ExchangeRun::say_ready() {
    if (!json_.empty() && !files::is_written_directly(json_)) {
        if (auto written =
                files::write_file(json_, exchange_json(health_of(*this), detail_of(*this, true)));
            !written) {
            return written;
        }
    }
    output_->print(fmt::format("exchange: ready: {}, {}\n", endpoints_text(*ports_),
                               exchange_health(health_of(*this))));
    return {};
}

void ExchangeRun::complain(const std::string& what) {
    output_->log(fmt::format("hotpath exchange: {}\n", what));
}

Expected<void> ExchangeRun::wait_and_turn(Time until) {
    waiter_->wait(std::clamp(std::min(next_deadline(), until) - now(), Nanos{0}, kWaitMax));
    return turn();
}

Time ExchangeRun::next_deadline() const noexcept {
    const Time background = background_ && journal_->is_accepting() ? background_->due() : kNever;
    return std::min({server_->next_deadline(), ports_->next_deadline(), background, report_at_});
}

Expected<void> ExchangeRun::turn() {
    if (journal_->has_failed()) {
        return journal_failure();
    }
    const Time now = this->now();
    server_->set_journal_room(journal_->room());
    ports_->accept(*server_, now);
    if (auto read = ports_->read(*server_, now, [this] { return keep_inputs(); }); !read) {
        return read;
    }
    if (auto ran = run_background(now); !ran) {
        return ran;
    }
    server_->on_timer(now);
    if (auto kept = keep_inputs(); !kept) {
        return kept;
    }
    if (auto planned = plan_next_day(); !planned) {
        return planned;
    }
    ports_->answer_requests(*server_, now);
    release(now);
    give_way(now);
    if (auto written = snapshot_if_due(); !written) {
        return written;
    }
    if (now >= report_at_) {
        report(now);
    }
    return {};
}

/// Nothing that waits in the gate may leave any more: no client would be served.
Expected<void> ExchangeRun::journal_failure() const {
    return fail(fmt::format("venue stopped: {}", journal_->error()));
}

Expected<void> ExchangeRun::keep_inputs() {
    Expected<void> kept;
    bool is_any = false;
    server_->for_each_record([&](const exchange::InputRecord& record) {
        if (kept) {
            kept = journal_->append(record);
            is_any = true;
        }
    });
    if (is_any) {
        journal_->wake_a_writer();
    }
    server_->set_journal_room(journal_->room());
    return kept;
}

void ExchangeRun::release(Time now) {
    server_->on_durable(journal_->durable_seq(), now);
    ports_->write(*server_, now);
    const auto log = [this](const protocols::nasdaq::soupbintcp::ClientNote& note) {
        complain(process::note_text(note, name(static_cast<exchange::Port>(note.port))));
    };
    server_->for_each_note(log);
    ports_->for_each_tls_note(log);
    for (const auto& publisher : ports_->publishers()) {
        publisher->for_each_note([this](const std::string& line) { complain(line); });
    }
}

/// A venue with input at every look keeps its core for as long as the scheduler lets it, and on a
/// machine with few cores the journal's thread may be waiting for that very core.
void ExchangeRun::give_way(Time now) noexcept {
    const std::uint64_t durable = journal_->durable_seq();
    if (durable != durable_seq_ || server_->waiting_outputs() == 0) {
        durable_seq_ = durable;
        durable_since_ = now;
    } else if (now - durable_since_ > kJournalPatience) {
        std::this_thread::yield();
    }
}

/// Without room for new orders the market's others wait, too; and between two sessions.
Expected<void> ExchangeRun::run_background(Time now) {
    if (!background_ || !journal_->is_accepting() || server_->is_between_sessions()) {
        return {};
    }
    for (int n = 0; n < kBackgroundPerTurn && background_->due() <= now && server_->may_read();
         ++n) {
        server_->on_background(background_->front(), now);
        if (auto kept = keep_inputs(); !kept) {
            return kept;
        }
        if (auto popped = background_->pop(); !popped) {
            return popped;
        }
    }
    return {};
}

Expected<void> ExchangeRun::await_durable() {
    while (server_->waiting_outputs() != 0 || journal_->durable_seq() < server_->last_seq()) {
        if (journal_->has_failed()) {
            return journal_failure();
        }
        waiter_->wait(Nanos{1'000'000});
        release(now());
    }
    return {};
}

Expected<void> ExchangeRun::snapshot_if_due() {
    if (server_->last_seq() - snapshot_seq_ < config_.snapshot_every || !journal_->is_accepting()) {
        return {};
    }
    if (auto durable = await_durable(); !durable) {
        return durable;
    }
    snapshot_seq_ = server_->last_seq();
    if (auto written = journal_->write_snapshot(*server_, now()); !written) {
        // The journal has everything: a restart takes longer, nothing is lost.
        complain("snapshot not written: " + written.error().message);
    }
    return {};
}

void ExchangeRun::report(Time now) {
    report_at_ = now + config_.health_every;
    output_->report_from(report_of_now("exchange: ", true));
    for (const std::string& line : session_room_.news(*server_)) {
        output_->log(fmt::format("hotpath exchange: {}\n", line));
    }
    for (const auto& publisher : ports_->publishers()) {
        if (const std::string trouble = publisher->trouble(); !trouble.empty()) {
            complain(trouble);
        }
    }
    complain_of_archive();
    const exchange::TradingDay day = server_->log().exchange().day();
    const Time time = Time{} + (timing::wall_clock() - (Time{} + calendar_.midnight(day.date)));
    const bool is_going_on = !server_->log().has_ended() || time >= exchange::kDayEndsBy;
    if (day.date != 0 && is_going_on) {
        for (const std::string& line : day_room_.news(day.number, time)) {
            complain(line);
        }
    }
}

void ExchangeRun::complain_of_archive() {
    if (const std::string trouble = journal_->archive().trouble; !trouble.empty()) {
        complain("old segments of the journal are not archived: " + trouble);
    }
}

process::OutputThread::ReportSource ExchangeRun::report_of_now(const char* before,
                                                               bool is_running) {
    return [output = &*output_, before, health = health_of(*this),
            detail = json_.empty() ? std::nullopt
                                   : std::optional(detail_of(*this, is_running))]() mutable {
        health.lines_lost = output->lines_lost();
        return process::OutputThread::Report{
            .line = fmt::format("{}{}\n", before, exchange_health(health)),
            .json = detail ? exchange_json(health, *detail) : std::string()};
    };
}

/// The end, and what came before it, may be lost on the way: it is said again and again, with what
/// is asked for.
Expected<void> ExchangeRun::end_session(const std::atomic<int>& stops_wanted) {
    server_->end_of_session(now());
    if (auto kept = keep_inputs(); !kept) {
        return kept;
    }
    const Time until = now() + config_.end_repeated_for;
    while (now() < until && stops_wanted.load(std::memory_order_relaxed) == 1) {
        if (auto turned = wait_and_turn(until); !turned) {
            return turned;
        }
    }
    return {};
}

Expected<void> ExchangeRun::shut_down(const std::atomic<int>& stops_wanted) {
    if (config_.ends_session_on_shutdown) {
        if (auto ended = end_session(stops_wanted); !ended) {
            return ended;
        }
    }
    if (auto durable = await_durable(); !durable) {
        return durable;
    }
    ports_->write(*server_, now());
    server_->close_all(exchange::VenueServer::CloseReason::ShutDown, now());
    ports_->close_publishers(now());
    ports_->write(*server_, now());
    if (auto written = journal_->write_snapshot(*server_, now()); !written) {
        complain("snapshot not written: " + written.error().message);
    }
    journal_->finish_archive();
    complain_of_archive();
    process::OutputThread::ReportSource last = report_of_now("exchange: stopped: ", false);
    if (auto closed = journal_->close(now()); !closed) {
        return closed;
    }
    return output_->finish_from(std::move(last));
}

}  // namespace hotpath::app
