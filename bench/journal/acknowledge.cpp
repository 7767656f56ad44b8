// The question: how long is it from the moment a record was to be appended until its caller may let
// the outputs go, in each mode, when 100,000 records a second come at random (Poisson)? Late is
// late: a record that had to wait for a full ring counts from when it was due. A regression means
// that orders are acknowledged later. It does not show a network, nor another disk than this one.
//
//   hotpath       sync, pwrite and fdatasync in the journal's thread, which sleeps
//   overlapped    sync, two such threads: one group is written while the one before is synced
//   uring         sync, both by io_uring while the thread polls, one group at a time
//   uring_three   the same, three groups at a time
//   pagecache     pwrite
//   memory        taken by the ring
//   group_floor   the least that one fdatasync at a time allows, without a journal: a loop that
//                 writes all that has come and syncs it, its core kept awake
//   floor         none: a spinning thread's own lateness at the same moments

#include <atomic>
#include <cmath>
#include <optional>
#include <thread>
#include <vector>

#include "bench/journal/group_file.hpp"
#include "bench/journal/journal_tests.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kSeed = 2026;
constexpr double kMeanNs = 10'000;
constexpr double kHeadStartNs = 1'000'000;
constexpr std::size_t kSampled = 100'000;
constexpr std::size_t kSampledQuick = 20'000;
constexpr std::size_t kWarm = 5'000;
constexpr std::uint64_t kGiveUpNs = 20'000'000'000;

/// When records are due, and where their latencies go.
class Arrivals {
  public:
    Arrivals(std::size_t sampled, const timing::TscClock& clock)
        : clock_(clock), due_(sampled + kWarm), samples_(sampled) {
        Random random(kSeed);
        const double ticks_per_ns =
            1e9 / static_cast<double>(clock.to_duration(1'000'000'000).value);
        double due = kHeadStartNs * ticks_per_ns;
        for (std::uint64_t& ticks : due_) {
            due -= kMeanNs * ticks_per_ns * std::log(1.0 - random.unit_double());
            ticks = static_cast<std::uint64_t>(due);
        }
        give_up_ticks_ = static_cast<std::uint64_t>(static_cast<double>(kGiveUpNs) * ticks_per_ns);
    }

    /// One journal's thread, or two.
    Measurement run(journal::Journal& journal, CommitWay way) {
        while (journal.poll() || journal.housekeep()) {
        }
        std::atomic<bool> is_over{false};
        bool is_done = false;
        {
            const auto keep = [&] { keep_polling(journal, way, is_over); };
            OtherThread keeper(keep);
            std::optional<OtherThread> second;
            if (way == CommitWay::Overlapped) {
                second.emplace(keep);
                second->start();
            }
            keeper.start();
            is_done = send_and_watch(journal);
            is_over.store(true, std::memory_order_release);
        }
        if (!is_done) {
            return {.error = journal.has_failed() ? journal.error() : "the journal stands still"};
        }
        to_nanoseconds(clock_, samples_);
        return {.answer = due_.size(), .items = samples_.size(), .samples_ns = samples_};
    }

    /// The records of a group are those that were due when it began.
    Measurement run_group_floor(GroupFile& file) {
        const KeptAwake awake;
        const std::uint64_t begin = timing::SystemClocks::ticks();
        for (std::size_t safe = 0; safe < due_.size();) {
            const std::uint64_t now = timing::SystemClocks::ticks() - begin;
            std::size_t end = safe;
            while (end < due_.size() && due_[end] <= now) {
                ++end;
            }
            if (end > safe && !file.commit((end - safe) * journal::record_bytes(kJournaledBytes))) {
                return {.error = "the floor's file cannot be written"};
            }
            for (; safe < end; ++safe) {
                sample(safe, begin);
            }
        }
        to_nanoseconds(clock_, samples_);
        return {.answer = due_.size(), .items = samples_.size(), .samples_ns = samples_};
    }

    Measurement run_floor() {
        const std::uint64_t begin = timing::SystemClocks::ticks();
        for (std::size_t k = 0; k < due_.size(); ++k) {
            while (timing::SystemClocks::ticks() < begin + due_[k]) {
            }
            sample(k, begin);
        }
        to_nanoseconds(clock_, samples_);
        return {.answer = due_.size(), .items = samples_.size(), .samples_ns = samples_};
    }

  private:
    static void keep_polling(journal::Journal& journal, CommitWay way,
                             const std::atomic<bool>& is_over) {
        while (!is_over.load(std::memory_order_acquire)) {
            if (!journal.poll() && way == CommitWay::Overlapped) {
                std::this_thread::yield();  // they share the other core
            }
        }
    }

    void sample(std::size_t k, std::uint64_t begin) noexcept {
        if (k >= kWarm) {
            const std::uint64_t late = timing::SystemClocks::ticks() - begin - due_[k];
            samples_[k - kWarm] = static_cast<std::uint32_t>(late);
        }
    }

    bool send_and_watch(journal::Journal& journal) {
        const std::uint64_t before = journal.appended_seq();
        const std::uint64_t begin = timing::SystemClocks::ticks();
        JournaledPayload payload{};
        std::size_t sent = 0;
        std::size_t safe = 0;
        while (safe < due_.size()) {
            const std::uint64_t now = timing::SystemClocks::ticks() - begin;
            if (sent < due_.size() && now >= due_[sent]) {
                payload[0] = static_cast<std::byte>(sent);
                sent += journal.append(1, {1}, payload).seq != 0 ? 1U : 0U;
            }
            const std::uint64_t durable = journal.durable_seq() - before;
            for (; safe < durable; ++safe) {
                sample(safe, begin);
            }
            if (now > give_up_ticks_ || journal.has_failed()) {
                return false;
            }
        }
        return true;
    }

    timing::TscClock clock_;
    std::vector<std::uint64_t> due_;
    std::vector<std::uint32_t> samples_;
    std::uint64_t give_up_ticks_ = 0;
};

struct Kept {
    const char* name;
    journal::AckMode mode;
    CommitWay way;
    std::uint32_t commits;
};

constexpr std::array<Kept, 6> kKept{
    {{"hotpath", journal::AckMode::Sync, CommitWay::Fdatasync, 1},
     {"overlapped", journal::AckMode::Sync, CommitWay::Overlapped, 2},
     {"uring", journal::AckMode::Sync, CommitWay::Uring, 1},
     {"uring_three", journal::AckMode::Sync, CommitWay::Uring, 3},
     {"pagecache", journal::AckMode::PageCache, CommitWay::Fdatasync, 1},
     {"memory", journal::AckMode::Memory, CommitWay::Fdatasync, 1}}};

}  // namespace

Expected<Test> acknowledge_test(const Scale& scale, const timing::TscClock& clock) {
    Test test{.name = "acknowledged_100k", .unit = "ns", .subjects = {}};
    const auto arrivals = std::make_shared<Arrivals>(scale.quick ? kSampledQuick : kSampled, clock);
    const auto folder = std::make_shared<BenchFolder>("acknowledge");
    for (const Kept& kept : kKept) {
        auto opened = open_bench_journal(folder->path() / kept.name, kept.way,
                                         {.ack_mode = kept.mode, .commits_max = kept.commits});
        if (!opened) {
            return std::unexpected(opened.error());
        }
        const std::shared_ptr<journal::Journal> journal = std::move(*opened);
        test.subjects.push_back(
            {kept.name, "records",
             [arrivals, folder, journal, way = kept.way] { return arrivals->run(*journal, way); },
             kept.mode == journal::AckMode::Sync});
    }
    const auto file = std::make_shared<GroupFile>(folder->path());
    test.subjects.push_back({"group_floor", "records", [arrivals, folder, file] {
                                 return arrivals->run_group_floor(*file);
                             }});
    test.subjects.push_back(
        {"floor", "records", [arrivals] { return arrivals->run_floor(); }, false});
    return test;
}

}  // namespace hotpath::bench
