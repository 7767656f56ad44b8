#pragma once
/// The journal of `hotpath trade`: a channel in shared memory, the process that empties it, and
/// the stop that an earlier trader left in the journal.
///
///   auto journal = TradeJournal::open(config);
///   recorder = InputRecorder<InputChannelEnd>((*journal)->end());
///   recorder.start((*journal)->start(now));
///   ... at intervals: (*journal)->is_alive() ...
///   (*journal)->finish();
///
/// Threads: the trader's. Allocation: set-up and the end. Complexity: is_alive() is a system call.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/live/run/input_channel.hpp"
#include "hotpath/shm/writer_process.hpp"
#include "hotpath/trader/input_log.hpp"
#include "hotpath/trader/operator_command.hpp"

namespace hotpath::live {

/// A stop that outlives its process.
struct LatchedStop : trader::ModeChange {
    std::string why{};  // in words, where the reason alone does not say it

    /// The command that makes it hold in this process.
    [[nodiscard]] trader::OperatorCommand command() const noexcept {
        const bool is_killed = mode == risk::TradingMode::Killed;
        return {
            .action = is_killed ? trader::OperatorAction::Kill : trader::OperatorAction::ReduceOnly,
            .origin = trader::OperatorOrigin::Restart,
            .reason = reason};
    }
};

/// The last change of the trading mode that is in a journal, or was taken over by its last trader,
/// the strictest of the first `venues`; nothing when there is none. A stop in order is none: it
/// does not outlive its process.
[[nodiscard]] Expected<std::optional<LatchedStop>> read_last_latch(
    const std::filesystem::path& folder, std::size_t venues = 1);

class TradeJournal {
  public:
    /// Its process has the folder, and all that was left for it is kept.
    [[nodiscard]] static Expected<std::unique_ptr<TradeJournal>> open(const TradeConfig& config);
    TradeJournal(const TradeJournal&) = delete;
    TradeJournal& operator=(const TradeJournal&) = delete;
    /// Waits for the process like finish(), but ignores its result.
    ~TradeJournal();

    /// A stop by an earlier process that was not opened again.
    [[nodiscard]] const std::optional<LatchedStop>& last_latch() const noexcept {
        return last_latch_;
    }
    /// Until finish().
    [[nodiscard]] InputChannelEnd end() noexcept { return {&*producer_}; }
    /// Its text is valid as long as this is.
    [[nodiscard]] trader::Start start(Time now) const;

    /// The process is there, and takes what comes.
    [[nodiscard]] bool is_alive() const;
    /// The channel's, and about how many of them wait for the process; 0 after finish().
    [[nodiscard]] std::size_t slots() const noexcept { return slots_; }
    [[nodiscard]] std::size_t waiting() const noexcept;
    /// Closes the journal: waits until all records are kept, or returns the error.
    [[nodiscard]] Expected<void> finish();

  private:
    TradeJournal(const TradeConfig& config, shm::WriterProcess process, std::size_t slots,
                 InputChannel::Producer producer)
        : text_(config.text), process_(std::move(process)), slots_(slots) {
        producer_.emplace(std::move(producer));
    }
    /// The channel is closed, and everything in it kept or lost: how the process ended.
    [[nodiscard]] std::string await_process(std::string& last_words);

    std::string text_;
    shm::WriterProcess process_;
    std::size_t slots_;
    std::optional<InputChannel::Producer> producer_{};
    std::optional<LatchedStop> last_latch_{};
};

}  // namespace hotpath::live
