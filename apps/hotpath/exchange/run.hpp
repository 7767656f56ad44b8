#pragma once
/// `hotpath exchange` as a loop: sockets to the server, its inputs to the journal, durable outputs
/// back to the sockets, the background in real time, periodic snapshots, until a stop is
/// requested.
///
/// Threads: the venue's, the journal's inside ExchangeJournal, and the one that writes its output.
/// Allocation: set-up, snapshots, reports. Complexity: a turn is O(connections) system calls.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "apps/hotpath/exchange/background.hpp"
#include "apps/hotpath/exchange/config.hpp"
#include "apps/hotpath/exchange/journal.hpp"
#include "apps/hotpath/exchange/ports.hpp"
#include "apps/hotpath/exchange/reply_files.hpp"
#include "apps/hotpath/exchange/sessions.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/process/output_thread.hpp"
#include "hotpath/sim/flow/background.hpp"

namespace hotpath::app {

class ExchangeRun {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<ExchangeRun>> create(
        const ExchangeConfig& config, const std::filesystem::path& json);
    ExchangeRun(const ExchangeRun&) = delete;
    ExchangeRun& operator=(const ExchangeRun&) = delete;
    ~ExchangeRun() = default;

    /// Until a stop is wanted; returns when everything is durable, sent and closed. A second wish
    /// ends the repetition of the session's end.
    [[nodiscard]] Expected<void> run(const std::atomic<int>& stops_wanted);

    [[nodiscard]] const exchange::VenueServer& server() const noexcept { return *server_; }
    [[nodiscard]] const ExchangePorts& ports() const noexcept { return *ports_; }
    [[nodiscard]] const ExchangeJournal& journal() const noexcept { return *journal_; }
    /// Lines of its output that found no room or no reader.
    [[nodiscard]] std::uint64_t lines_lost() const noexcept {
        return output_ ? output_->lines_lost() : 0;
    }
    /// On the venue's clock, which is not set and goes on over the days: nanoseconds since the
    /// midnight of the trading day in which it was started.
    [[nodiscard]] Time now() const noexcept;

  private:
    ExchangeRun(const ExchangeConfig& config, std::filesystem::path json,
                const TradingCalendar& calendar)
        : config_(config), json_(std::move(json)), calendar_(calendar) {}

    [[nodiscard]] Expected<void> open();
    [[nodiscard]] Expected<void> open_journal();
    void set_clock();
    /// Tells the venue what the next day is to be, when that may have changed.
    [[nodiscard]] Expected<void> plan_next_day();
    void say_who_changed();
    [[nodiscard]] Expected<void> begin_first_day();
    [[nodiscard]] Expected<void> list_symbols();
    [[nodiscard]] Expected<void> catch_up_with_the_day();
    [[nodiscard]] Expected<void> run_to_the_end(const std::atomic<int>& stops_wanted);
    void leave_clients();
    [[nodiscard]] Expected<void> journal_failure() const;
    void complain_of_archive();
    [[nodiscard]] Expected<void> turn();
    [[nodiscard]] Expected<void> keep_inputs();
    [[nodiscard]] Expected<void> run_background(Time now);
    [[nodiscard]] Expected<void> snapshot_if_due();
    void report(Time now);
    /// The state that is now, to be made text of by the output's thread.
    [[nodiscard]] process::OutputThread::ReportSource report_of_now(const char* before,
                                                                    bool is_running);
    [[nodiscard]] Expected<void> say_ready();
    /// One line to standard error.
    void complain(const std::string& what);
    [[nodiscard]] Expected<void> wait_and_turn(Time until);
    [[nodiscard]] Expected<void> shut_down(const std::atomic<int>& stops_wanted);
    [[nodiscard]] Expected<void> end_session(const std::atomic<int>& stops_wanted);
    void give_way(Time now) noexcept;
    /// Until every output has left the gate.
    [[nodiscard]] Expected<void> await_durable();
    void release(Time now);
    [[nodiscard]] Time next_deadline() const noexcept;

    ExchangeConfig config_;
    std::filesystem::path json_;
    TradingCalendar calendar_;
    std::int64_t since_midnight_ = 0;  // what to add to the monotonic clock
    Time plan_again_at_{};             // the next midnight
    std::uint32_t planned_in_ = 0;     // which trading day
    std::optional<sim::flow::Background> flow_;
    std::uint64_t durable_seq_ = 0;  // when it was last seen to change
    Time durable_since_{};
    std::optional<ReplyFiles> reply_files_;
    std::optional<exchange::VenueServer> server_;
    std::optional<net::Waiter> waiter_;
    std::optional<ExchangePorts> ports_;
    std::optional<ExchangeBackground> background_;
    std::unique_ptr<ExchangeJournal> journal_;  // its thread wakes waiter_: gone before that
    std::uint64_t snapshot_seq_ = 0;
    Time report_at_{};
    SessionRoom session_room_;
    DayRoom day_room_;
    std::optional<process::OutputThread> output_;  // while it runs
};

}  // namespace hotpath::app
