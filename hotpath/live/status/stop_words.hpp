#pragma once
/// StopWords: why trading is stopped, in words that outlive the process: those of an earlier one, and
/// those to keep for the next one.
///
/// Threads: the trading thread. Allocation: the words of a new stop. Complexity: O(1) without one.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "hotpath/live/run/journal.hpp"
#include "hotpath/live/status/report.hpp"
#include "hotpath/live/status/status.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::live {

class StopWords {
  public:
    using Before = std::array<char, trader::kWhyTextMax>;

    /// The words of an earlier process; shown in every status from here on. The line that says so.
    [[nodiscard]] std::string take_over(const LatchedStop& stop) {
        std::copy_n(stop.why.begin(), std::min(stop.why.size(), before_.size()), before_.begin());
        const bool is_killed = stop.mode == risk::TradingMode::Killed;
        return fmt::format("trade: still {} since the last run: {}\n",
                           is_killed ? "killed" : "reduce-only",
                           stop.why.empty() ? stop_name(stop.reason) : stop.why);
    }
    [[nodiscard]] const Before& before() const noexcept { return before_; }

    /// The words of each venue's stop that was not there before, after so many inputs.
    template <class Recorder>
    void keep(Recorder& recorder, std::uint64_t inputs, const RunStatus& status) {
        for (std::size_t n = 0; n < status.venues_count; ++n) {
            recorder.note_why({.number = inputs,
                               .venue = static_cast<trader::Venue>(n),
                               .text = news(n, status.venues[n])});
        }
    }
    /// Empty: there is none.
    [[nodiscard]] std::string news(std::size_t venue, const TradeStatus& status) {
        const trader::event::StopTrading stop{status.mode, status.stop_reason};
        trader::event::StopTrading& kept = kept_[venue];
        const bool is_stop = stop.mode != risk::TradingMode::Open && !status.is_stopping;
        const bool is_new = is_stop && (stop.mode != kept.mode || stop.reason != kept.reason);
        kept = is_stop || !status.is_stopping ? stop : kept;
        return is_new ? stop_text(status) : std::string();
    }

  private:
    Before before_{};
    std::array<trader::event::StopTrading, trader::kVenuesMax> kept_{};
};

}  // namespace hotpath::live
