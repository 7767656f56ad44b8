#pragma once
/// ChannelWatch: an observer of a channel that may not exist yet, may lose its trader, get another one,
/// or be removed.
///
///   ChannelWatch watch(shm::ChannelFolder::standard(), "trader");
///   watch.maintain(now);          // attaches if it must
///   while (watch.read(now)) {}    // then: watch.summary(), watch_json(watch, now)
///
/// Threads: one owner. Allocation: the summary once, each attaching. Complexity: O(records) a look.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "hotpath/core/units.hpp"
#include "hotpath/shm/channel_folder.hpp"
#include "hotpath/shm/end_locks.hpp"
#include "hotpath/telemetry/reader.hpp"
#include "hotpath/telemetry/summary.hpp"

namespace hotpath::telemetry {

/// The last state that was read, and when, on the observer's own clock.
struct LastState {
    std::uint64_t session = 0;
    std::uint64_t number = 0;
    Time read_at{};
};

class ChannelWatch {
  public:
    ChannelWatch(shm::ChannelFolder place, std::string name)
        : place_(std::move(place)), name_(std::move(name)), summary_(std::make_unique<Summary>()) {}

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool is_attached() const { return reader_.has_value(); }
    /// Why it is not.
    [[nodiscard]] const std::string& problem() const { return problem_; }
    [[nodiscard]] const Summary& summary() const { return *summary_; }
    [[nodiscard]] ReaderCounters counters() const {
        return reader_ ? reader_->counters() : ReaderCounters{};
    }
    [[nodiscard]] shm::EndState writer() const {
        return reader_ ? reader_->writer() : shm::EndState{};
    }
    /// Since the last state came.
    [[nodiscard]] Nanos age(Time now) const { return now - last_.read_at; }

    /// Attaches if it must. System calls.
    void maintain(Time now);
    /// Reads what has come, a bounded share of it; true when there may be more.
    bool read(Time now);

  private:
    static constexpr std::size_t kRecordsPerRead = 20'000;

    shm::ChannelFolder place_;
    std::string name_;
    std::string problem_;
    std::optional<Reader> reader_;
    std::unique_ptr<Summary> summary_;
    LastState last_{};
};

}  // namespace hotpath::telemetry
