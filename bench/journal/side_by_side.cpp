// The question: does this disk make two or four groups durable side by side in the time of one?
// Threads on the other core, each with blocks of its own in one file of zeros: a block written past
// the page cache, fdatasync, again. `time` is of all threads together, the percentiles of one
// commit. It decides what OverlappedStorage can gain and how many commits are worth having under
// way (docs/guide/journal.md). A regression would be the machine's. It does not show larger groups.
//
//   one, two, four   threads; write_alone: one thread without fdatasync

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "bench/journal/journal_tests.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kBlock = 4'096;
constexpr std::size_t kBlocksEach = 1'024;
constexpr std::size_t kThreadsMax = 4;
constexpr std::size_t kCommits = 1'200;
constexpr std::size_t kCommitsQuick = 240;

class SideBySide {
  public:
    SideBySide(std::size_t commits, const timing::TscClock& clock)
        : clock_(clock), samples_(commits), folder_("side-by-side") {
        const std::string path = (folder_.path() / "blocks").string();
        const std::vector<std::byte> zeros(kThreadsMax * kBlocksEach * kBlock);
        const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        is_ready_ = ::write(file, zeros.data(), zeros.size()) == std::ssize(zeros) &&
                    ::fdatasync(file) == 0;
        ::close(file);
        file_ = ::open(path.c_str(), O_RDWR | O_DIRECT | O_CLOEXEC);
    }
    SideBySide(const SideBySide&) = delete;
    SideBySide& operator=(const SideBySide&) = delete;
    ~SideBySide() { ::close(file_); }

    Measurement run(std::size_t threads, bool is_synced) {
        if (!is_ready_ || file_ < 0) {
            return {.error = "the file cannot be written, or not past the page cache"};
        }
        const std::uint64_t begin = timing::SystemClocks::ticks();
        const bool is_done = commit_by(threads, is_synced);
        const std::uint64_t elapsed = timing::SystemClocks::ticks() - begin;
        if (!is_done) {
            return {.error = "a block could not be written"};
        }
        to_nanoseconds(clock_, samples_);
        return {.answer = samples_.size(),
                .items = samples_.size(),
                .elapsed_ticks = elapsed,
                .samples_ns = samples_};
    }

  private:
    struct Free {
        void operator()(void* bytes) const noexcept { std::free(bytes); }
    };

    bool commit_by(std::size_t threads, bool is_synced) {
        const std::size_t each = samples_.size() / threads;
        std::atomic<bool> has_failed{false};
        std::vector<std::unique_ptr<OtherThread>> all;
        for (std::size_t thread = 0; thread < threads; ++thread) {
            const auto mine = std::span(samples_).subspan(thread * each, each);
            const std::size_t first = thread * kBlocksEach;
            all.push_back(
                std::make_unique<OtherThread>([this, mine, first, is_synced, &has_failed] {
                    if (!commit_all(mine, first, is_synced)) {
                        has_failed.store(true);
                    }
                }));
        }
        for (const auto& thread : all) {
            thread->start();
        }
        all.clear();  // waits for each
        return !has_failed.load();
    }

    bool commit_all(std::span<std::uint32_t> samples, std::size_t first_block,
                    bool is_synced) const {
        const std::unique_ptr<void, Free> block(std::aligned_alloc(kBlock, kBlock));
        std::memset(block.get(), 0, kBlock);
        bool is_done = true;
        for (std::size_t n = 0; n < samples.size(); ++n) {
            const std::size_t at = (first_block + n % kBlocksEach) * kBlock;
            const std::uint64_t begin = timing::SystemClocks::ticks();
            is_done &= ::pwrite(file_, block.get(), kBlock, static_cast<off_t>(at)) ==
                       static_cast<ssize_t>(kBlock);
            is_done &= !is_synced || ::fdatasync(file_) == 0;
            samples[n] = static_cast<std::uint32_t>(timing::SystemClocks::ticks() - begin);
        }
        return is_done;
    }

    timing::TscClock clock_;
    std::vector<std::uint32_t> samples_;
    BenchFolder folder_;
    int file_ = -1;
    bool is_ready_ = false;
};

}  // namespace

Test side_by_side_test(const Scale& scale, const timing::TscClock& clock) {
    const auto disk = std::make_shared<SideBySide>(scale.quick ? kCommitsQuick : kCommits, clock);
    const auto subject = [&](const char* name, std::size_t threads, bool is_synced) {
        return Subject{name, "commits", [=] { return disk->run(threads, is_synced); }, false};
    };
    return {.name = "commits_side_by_side",
            .unit = "ns/commit",
            .subjects = {subject("one", 1, true), subject("two", 2, true), subject("four", 4, true),
                         subject("write_alone", 1, false)}};
}

}  // namespace hotpath::bench
