// The question: what does logging cost the trading thread, in the report's
// stress test of 100,000 ticks and for its batch sizes? seed4_stress is the whole run: `time` and
// `throughput` without a stopwatch in it, `unreported` without the venue's reports either, as the
// report has none; percentiles tick by tick. A regression in it means that
// order records, matching or the journal's ring got slower; in seed4_logger that the ring did. It
// does not show a durable disk: neither log is synced.
//
//   hotpath        order records and matching, trades into the journal's ring; its thread writes on
//                  the other core
//   hotpath_bytes  the same behind the gateway, with the risk check and OUCH bytes (seed4_stress)
//   multimap       the report's design, text written by the same thread, 1,000 trades at a time
//   batch_N        hotpath's path with that log, N trades at a time (seed4_logger)

#include <atomic>
#include <memory>
#include <span>
#include <string>

#include <fmt/format.h>

#include "bench/exchange/ticks/bytes_path.hpp"
#include "bench/exchange/ticks/multimap_path.hpp"
#include "bench/exchange/ticks/record_path.hpp"
#include "bench/exchange/ticks/tick_tests.hpp"
#include "bench/exchange/ticks/timed_ticks.hpp"
#include "bench/journal/journal_tests.hpp"
#include "bench/messaging/two_cores.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kTicks = 100'000;
constexpr std::size_t kTicksQuick = 20'000;
constexpr std::size_t kSeedBatch = 1'000;

/// Into the ring of a journal that another thread writes; waits where it is full.
class JournalTrades {
  public:
    explicit JournalTrades(journal::Journal& journal) : journal_(journal) {}

    void add(const TradeRecord& trade) noexcept {
        while (journal_.append(kTrade, {}, std::as_bytes(std::span(&trade, 1))).seq == 0) {
        }
    }

  private:
    static constexpr journal::RecordType kTrade = 1;

    journal::Journal& journal_;
};

/// Both logs of one test, in a separate folder.
class Logs {
  public:
    static Expected<std::shared_ptr<Logs>> create(const std::string& name) {
        std::shared_ptr<Logs> logs(new Logs(name));
        auto journal = open_bench_journal(logs->folder_.path() / "journal", CommitWay::Fdatasync,
                                          {.ack_mode = journal::AckMode::PageCache});
        if (!journal) {
            return std::unexpected(journal.error());
        }
        logs->journal_ = std::move(*journal);
        return logs;
    }

    [[nodiscard]] journal::Journal& journal() noexcept { return *journal_; }
    [[nodiscard]] std::string text_file() const { return (folder_.path() / "trades.csv").string(); }

    /// work() while the journal's thread runs on the other core.
    template <class Work>
    Measurement beside_the_journal(Work&& work) {
        while (journal_->poll() || journal_->housekeep()) {
        }
        std::atomic<bool> is_over{false};
        Measurement measured;
        {
            OtherThread keeper([&] {
                while (!is_over.load(std::memory_order_acquire)) {
                    journal_->poll();
                }
            });
            keeper.start();
            measured = work();
            is_over.store(true, std::memory_order_release);
        }
        if (journal_->has_failed()) {
            measured.error = journal_->error();
        }
        return measured;
    }

  private:
    explicit Logs(const std::string& name) : folder_(name) {}

    BenchFolder folder_;
    std::unique_ptr<journal::Journal> journal_;  // before its folder goes
};

struct LoggedTest {
    TickCase test;
    timing::TscClock clock;
    std::shared_ptr<Logs> logs;

    template <template <class> class Path>
    [[nodiscard]] Measurement with_journal() const {
        return logs->beside_the_journal([&] {
            return measure<Path>([&] {
                return AlsoLogged<JournalTrades>(test.trades_max(), JournalTrades(logs->journal()));
            });
        });
    }

    template <template <class> class Path>
    [[nodiscard]] Measurement with_text(std::size_t batch) const {
        return measure<Path>([&] {
            return AlsoLogged<CsvTrades>(test.trades_max(), CsvTrades(logs->text_file(), batch));
        });
    }

  private:
    template <template <class> class Path, class MakeLog>
    [[nodiscard]] Measurement measure(MakeLog&& make_log) const {
        Measurement measured = measure_ticks<Path>(test, clock, make_log);
        auto log = make_log();
        Path<decltype(log)> path(test.flow, test.repetitions, log);
        add_throughput("unreported", time_unreported(test, path), measured);
        add_throughput("throughput", measured.elapsed_ticks, measured);
        if (log.answer() != measured.answer) {
            measured.error = "the same ticks made different trades";
        }
        return measured;
    }

    void add_throughput(const char* name, std::uint64_t ticks, Measurement& measured) const {
        const auto ns = static_cast<double>(clock.to_duration(ticks).value);
        measured.metrics.push_back(
            {name, "ticks/s", 1e9 * static_cast<double>(measured.items) / ns});
    }
};

Expected<std::shared_ptr<const LoggedTest>> logged_test(const std::string& name, const Scale& scale,
                                                        const timing::TscClock& clock) {
    auto logs = Logs::create(name);
    if (!logs) {
        return std::unexpected(logs.error());
    }
    const TickPlan plan{
        .rule = TickRule::TwoBuysASell, .qty = 50, .ticks = scale.quick ? kTicksQuick : kTicks};
    return std::make_shared<const LoggedTest>(
        LoggedTest{.test = {.flow = make_tick_flow(plan)}, .clock = clock, .logs = *logs});
}

}  // namespace

Expected<std::vector<Test>> trade_log_tests(const Scale& scale, const timing::TscClock& clock) {
    const auto stress = logged_test("stress", scale, clock);
    const auto batches = logged_test("logger", scale, clock);
    if (!stress || !batches) {
        return std::unexpected(stress ? batches.error() : stress.error());
    }
    std::vector<Test> tests(2);
    tests[0] = {.name = "seed4_stress",
                .unit = "ns/tick",
                .subjects = {{"hotpath", "trades",
                              [test = *stress] { return test->with_journal<RecordPath>(); }},
                             {"hotpath_bytes", "trades",
                              [test = *stress] { return test->with_journal<BytesPath>(); }},
                             {"multimap", "trades", [test = *stress] {
                                  return test->with_text<MultimapPath>(kSeedBatch);
                              }}}};
    tests[1] = {.name = "seed4_logger",
                .unit = "ns/tick",
                .subjects = {{"hotpath", "trades",
                              [test = *batches] { return test->with_journal<RecordPath>(); }}}};
    for (const std::size_t batch : {1U, 100U, 1'000U, 10'000U}) {
        tests[1].subjects.push_back(
            {fmt::format("batch_{}", batch), "trades",
             [test = *batches, batch] { return test->with_text<RecordPath>(batch); }});
    }
    return tests;
}

}  // namespace hotpath::bench
