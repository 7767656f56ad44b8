#pragma once
/// DayRun: a Run of any strategy, of the engine alone or with sessions, as one type.
///
/// Threads: one owner. Allocation: make_day_run(), and that of the Run. Complexity: a virtual call besides the
/// Run's.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/run_options.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/sim/session/session_counters.hpp"
#include "hotpath/strategy/any_strategy.hpp"

namespace hotpath::backtest {

class DayRun {
  public:
    DayRun() = default;
    DayRun(const DayRun&) = delete;
    DayRun& operator=(const DayRun&) = delete;
    virtual ~DayRun() = default;

    [[nodiscard]] virtual std::uint64_t messages() const noexcept = 0;
    [[nodiscard]] virtual const sim::session::SessionCounters& counters() const noexcept = 0;
    /// The calls of Run; finish() is the last.
    [[nodiscard]] virtual Expected<void> on_message(Bytes message) = 0;
    [[nodiscard]] virtual Expected<void> on_block(Bytes block) = 0;
    [[nodiscard]] virtual Expected<DayResult> finish(std::string day) = 0;
};

/// A DayRun that owns the Run `R`.
template <class R>
class DayRunOf final : public DayRun {
  public:
    explicit DayRunOf(R run) : run_(std::move(run)) {}

    [[nodiscard]] std::uint64_t messages() const noexcept override { return run_.messages(); }
    [[nodiscard]] const sim::session::SessionCounters& counters() const noexcept override {
        return run_.counters();
    }
    [[nodiscard]] Expected<void> on_message(Bytes message) override {
        return run_.on_message(message);
    }
    [[nodiscard]] Expected<void> on_block(Bytes block) override { return run_.on_block(block); }
    [[nodiscard]] Expected<DayResult> finish(std::string day) override {
        return run_.finish(std::move(day));
    }

  private:
    R run_;
};

template <class R>
[[nodiscard]] Expected<std::unique_ptr<DayRun>> make_run_of(const RunOptions& options,
                                                            strategy::AnyStrategy strategy) {
    auto run = R::create(options, std::move(strategy));
    if (!run) {
        return std::unexpected(run.error());
    }
    return std::make_unique<DayRunOf<R>>(std::move(*run));
}

/// With sessions when options.sessions says so.
[[nodiscard]] Expected<std::unique_ptr<DayRun>> make_day_run(const RunOptions& options,
                                                             strategy::AnyStrategy strategy);
/// The second of them, compiled by itself.
[[nodiscard]] Expected<std::unique_ptr<DayRun>> make_session_run(const RunOptions& options,
                                                                 strategy::AnyStrategy strategy);

}  // namespace hotpath::backtest
