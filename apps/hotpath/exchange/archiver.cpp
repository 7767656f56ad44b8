#include "apps/hotpath/exchange/archiver.hpp"

#include <chrono>
#include <utility>

#include "hotpath/journal/snapshot.hpp"

namespace hotpath::app {

JournalArchiver::JournalArchiver(journal::Storage& storage, store::JournalArchive&& archive,
                                 std::uint32_t days)
    : storage_(storage), archive_(std::move(archive)), days_(days) {
    note({});
    thread_ = std::thread([this] { work(); });
}

JournalArchiver::~JournalArchiver() {
    finish();
}

void JournalArchiver::retire(std::vector<std::uint64_t> snapshots) {
    const std::scoped_lock lock(mutex_);
    asked_ = std::move(snapshots);
    has_work_.notify_one();
}

void JournalArchiver::finish() {
    {
        const std::scoped_lock lock(mutex_);
        is_ending_ = true;
        has_work_.notify_one();
    }
    if (thread_.joinable()) {
        thread_.join();
    }
}

ArchiveState JournalArchiver::state() const {
    const std::scoped_lock lock(mutex_);
    return state_;
}

void JournalArchiver::work() {
    for (;;) {
        std::unique_lock lock(mutex_);
        has_work_.wait(lock, [this] { return asked_ || is_ending_; });
        if (!asked_) {
            return;
        }
        const std::vector<std::uint64_t> snapshots = *std::exchange(asked_, std::nullopt);
        lock.unlock();
        note(retire_now(snapshots));
    }
}

Expected<void> JournalArchiver::retire_now(const std::vector<std::uint64_t>& snapshots) {
    class Taker final : public journal::SegmentTaker {
      public:
        explicit Taker(store::JournalArchive& archive) : archive_(archive) {}
        Expected<void> take(std::uint64_t first_seq) override { return archive_.take(first_seq); }

      private:
        store::JournalArchive& archive_;
    } taker(archive_);
    const auto retired = journal::retire(storage_, snapshots, &taker);
    if (!retired) {
        return std::unexpected(retired.error());
    }
    if (days_ == 0) {
        return {};
    }
    const auto removed = archive_.remove_before(store::JournalArchive::FileTime::clock::now() -
                                                std::chrono::days(days_));
    return removed ? Expected<void>() : std::unexpected(removed.error());
}

void JournalArchiver::note(const Expected<void>& done) {
    const std::scoped_lock lock(mutex_);
    const std::vector<store::ChainLine>& chain = archive_.chain();
    state_ = {.segments = chain.size(),
              .chain = chain.empty() ? std::string() : store::hex_of(chain.back().chain),
              .trouble = done ? std::string() : done.error().message};
}

}  // namespace hotpath::app
