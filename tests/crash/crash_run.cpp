#include "tests/crash/crash_run.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <unistd.h>

namespace hotpath::crash {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{10};
constexpr std::uint64_t kKillWithinUs = 3'000;
constexpr useconds_t kLookEveryUs = 50;

std::string evidence_of(const RunOptions& options) {
    return (options.folder / "evidence").string();
}

std::vector<std::string> worker(const char* role, const RunOptions& options) {
    return {HOTPATH_CRASH_WORKER, role, std::string(name_of(options.scenario)),
            (options.folder / "channels").string(), evidence_of(options)};
}

}  // namespace

CrashRun::CrashRun(const RunOptions& options)
    : options_(options),
      evidence_(EvidenceFile::create(evidence_of(options))),
      truth_(options.scenario, *evidence_),
      random_(options.seed) {}

template <class Condition>
void CrashRun::wait_until(Condition&& is_met, const char* what) {
    const auto deadline = Clock::now() + kPatience;
    while (!is_met()) {
        if (Clock::now() > deadline) {
            truth_.complain(std::string("waited in vain until ") + what);
            return;
        }
        truth_.verify_deliveries();
        ::usleep(kLookEveryUs);
    }
}

void CrashRun::let_pass(std::uint64_t microseconds) {
    const auto end = Clock::now() + std::chrono::microseconds(microseconds);
    while (Clock::now() < end) {
        truth_.verify_deliveries();
        ::usleep(kLookEveryUs);
    }
}

void CrashRun::start_writer() {
    evidence_->writer.phase.store(Phase::Starting);
    writer_.start(worker("writer", options_));
}

void CrashRun::start_reader() {
    evidence_->reader.phase.store(Phase::Starting);
    reader_.start(worker("reader", options_));
}

void CrashRun::kill_writer() {
    if (!writer_.kill()) {
        truth_.complain("the writer had ended by itself");
    }
    truth_.on_writer_end(true);
}

void CrashRun::kill_reader() {
    if (!reader_.kill()) {
        truth_.complain("the reader had ended by itself");
    }
    truth_.on_reader_end(true);
}

/// The writer, the reader, or sometimes both at once. Sometimes one is dead for a while.
void CrashRun::kill_somebody() {
    const bool is_at_work = random_.one_in(2);
    if (is_at_work) {
        wait_until(
            [&] {
                return evidence_->writer.phase.load() != Phase::Starting &&
                       evidence_->reader.phase.load() != Phase::Starting;
            },
            "both ends are attached");
    }
    let_pass(random_.below(kKillWithinUs));
    const std::uint64_t lot = random_.below(20);
    if (lot <= 10) {
        kill_writer();
    }
    if (lot >= 10) {
        kill_reader();
    }
    if (random_.one_in(8)) {
        let_pass(random_.below(kKillWithinUs));
    }
    if (lot <= 10) {
        start_writer();
    }
    if (lot >= 10) {
        start_reader();
    }
}

void CrashRun::finish() {
    wait_until([&] { return evidence_->writer.phase.load() != Phase::Starting; },
               "the last writer is attached");
    wait_until([&] { return evidence_->reader.phase.load() != Phase::Starting; },
               "the last reader is attached");
    evidence_->is_writer_stopped.store(true);
    if (writer_.wait() != 0) {
        truth_.complain("the last writer failed");
    }
    truth_.on_writer_end(false);
    wait_until(
        [&] {
            truth_.verify_deliveries();
            return truth_.is_all_delivered();
        },
        "everything that was acknowledged is delivered");
    evidence_->is_reader_stopped.store(true);
    if (reader_.wait() != 0) {
        truth_.complain("the last reader failed");
    }
    truth_.on_reader_end(false);
}

void CrashRun::run() {
    start_writer();
    wait_until([&] { return evidence_->writer.phase.load() != Phase::Starting; },
               "the first writer is attached");
    start_reader();
    const auto kills = [&] { return truth_.totals().writer_kills + truth_.totals().reader_kills; };
    while (kills() < options_.kills && truth_.complaints().empty()) {
        kill_somebody();
    }
    // After a complaint the ends may be in any state; they are killed with this object.
    if (truth_.complaints().empty()) {
        finish();
    }
}

}  // namespace hotpath::crash
