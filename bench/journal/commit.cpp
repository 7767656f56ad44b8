// The question: how long does one group of eight records take to disk when nothing else is under
// way, and what is the least that this disk allows? A regression means that a commit got slower. It
// does not show load.
//
//   hotpath       append, poll until durable; pwrite and fdatasync, the thread sleeps
//   uring         the same by io_uring, write and fdatasync linked, the thread spins
//   floor         pwrite and fdatasync of as many bytes in a file of zeros, nothing else
//   floor_awake   the same, while an idle-priority thread keeps the core from sleeping

#include <vector>

#include "bench/journal/group_file.hpp"
#include "bench/journal/journal_tests.hpp"
#include "bench/messaging/stopwatch.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kCommits = 300;
constexpr std::size_t kCommitsQuick = 60;
constexpr std::size_t kGroup = 8;
constexpr std::size_t kGroupBytes = kGroup * journal::record_bytes(kJournaledBytes);

class Committing {
  public:
    Committing(std::size_t commits, const timing::TscClock& clock, std::shared_ptr<BenchFolder> in)
        : clock_(clock), samples_(commits), folder_(std::move(in)), file_(folder_->path()) {}

    Measurement run(journal::Journal& journal) {
        while (journal.poll() || journal.housekeep()) {
        }
        const JournaledPayload payload{};
        for (std::uint32_t& sample : samples_) {
            const std::uint64_t begin = timing::SystemClocks::ticks();
            for (std::size_t i = 0; i < kGroup; ++i) {
                [[maybe_unused]] const auto appended = journal.append(1, {1}, payload);
            }
            while (journal.durable_seq() < journal.appended_seq() && !journal.has_failed()) {
                journal.poll();
            }
            sample = static_cast<std::uint32_t>(timing::SystemClocks::ticks() - begin);
        }
        return journal.has_failed() ? Measurement{.error = journal.error()} : done();
    }

    Measurement run_floor() {
        for (std::uint32_t& sample : samples_) {
            const std::uint64_t begin = timing::SystemClocks::ticks();
            const bool is_done = file_.commit(kGroupBytes);
            sample = static_cast<std::uint32_t>(timing::SystemClocks::ticks() - begin);
            if (!is_done) {
                return {.error = "the floor's file cannot be written"};
            }
        }
        return done();
    }

  private:
    Measurement done() {
        to_nanoseconds(clock_, samples_);
        return {.answer = samples_.size(), .items = samples_.size(), .samples_ns = samples_};
    }

    timing::TscClock clock_;
    std::vector<std::uint32_t> samples_;
    std::shared_ptr<BenchFolder> folder_;
    GroupFile file_;
};

}  // namespace

Expected<Test> commit_test(const Scale& scale, const timing::TscClock& clock) {
    const auto folder = std::make_shared<BenchFolder>("commit");
    auto uring = open_bench_journal(folder->path() / "uring", CommitWay::Uring, {});
    auto files = open_bench_journal(folder->path() / "files", CommitWay::Fdatasync, {});
    if (!uring || !files) {
        return std::unexpected(uring ? files.error() : uring.error());
    }
    const auto committing =
        std::make_shared<Committing>(scale.quick ? kCommitsQuick : kCommits, clock, folder);
    const std::shared_ptr<journal::Journal> by_uring = std::move(*uring);
    const std::shared_ptr<journal::Journal> by_files = std::move(*files);
    return Test{.name = "commit_of_8",
                .unit = "ns",
                .subjects = {{"hotpath", "commits", [=] { return committing->run(*by_files); }},
                             {"uring", "commits", [=] { return committing->run(*by_uring); }},
                             {"floor", "commits", [=] { return committing->run_floor(); }},
                             {"floor_awake", "commits", [=] {
                                  const KeptAwake awake;
                                  return committing->run_floor();
                              }}}};
}

}  // namespace hotpath::bench
