#pragma once
/// Days that are kept as they are done, so that an interrupted run goes on from them.
///
/// The run asks what is there, and keeps what it has run; where and how is the store's. Threads: has(),
/// load() and begin() any, also at once. Allocation and complexity: the store's.

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

/// A day that is being run. Without commit() nothing is kept.
class KeptDay {
  public:
    KeptDay() = default;
    KeptDay(const KeptDay&) = delete;
    KeptDay& operator=(const KeptDay&) = delete;
    virtual ~KeptDay() = default;

    [[nodiscard]] virtual Expected<void> commit(const DayResult& day) = 0;
    /// With bars: the tables of all days.
    [[nodiscard]] virtual Expected<void> commit_all(std::span<const DayResult> days) = 0;
};

class KeptDays {
  public:
    KeptDays() = default;
    KeptDays(const KeptDays&) = delete;
    KeptDays& operator=(const KeptDays&) = delete;
    virtual ~KeptDays() = default;

    [[nodiscard]] virtual bool has(std::size_t day) const = 0;
    [[nodiscard]] virtual Expected<DayResult> load(std::size_t day) const = 0;
    /// Called before the day runs, so that what stands in its way is known at once.
    [[nodiscard]] virtual Expected<std::unique_ptr<KeptDay>> begin(
        std::size_t day, const std::string& name) const = 0;
    /// The same of all days of a run over bars.
    [[nodiscard]] virtual bool has_all() const = 0;
    [[nodiscard]] virtual Expected<std::unique_ptr<KeptDay>> begin_all(
        const std::string& recording) const = 0;
};

}  // namespace hotpath::backtest
