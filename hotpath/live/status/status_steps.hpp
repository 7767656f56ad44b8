#pragma once
/// StatusSteps: takes the status of a run in steps, so that no turn of the trading loop is long.
///
///   if (steps.step({trader, symbols, inputs}, status, note_rest)) { it is whole }
///
/// A status is of one moment: an input between two steps begins it again.
/// Threads: the trading thread. Allocation: none. Complexity: a step is O(1).

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/symbol.hpp"
#include "hotpath/live/status/report.hpp"
#include "hotpath/live/status/status.hpp"
#include "hotpath/risk/shared_limits.hpp"

namespace hotpath::live {

template <class Trader>
struct StatusSources {
    const Trader& trader;
    std::span<const Symbol> symbols;
    std::uint64_t inputs = 0;  // that the trader has had
};

class StatusSteps {
  public:
    /// Between the first step and the last.
    [[nodiscard]] bool is_begun() const noexcept { return venue_ != 0 || step_ != 0; }

    /// The next step, or the first when there were inputs since: true after the last. The rest of a
    /// venue's status is made by note_rest(venue, status).
    template <class Trader, class NoteRest>
    [[nodiscard]] bool step(const StatusSources<Trader>& of, RunStatus& status,
                            NoteRest&& note_rest) {
        if (inputs_ != of.inputs) {
            inputs_ = of.inputs;
            venue_ = 0;
            step_ = 0;
        }
        if (venue_ == of.trader.venues()) {
            note_shared(of.trader, status);
            venue_ = 0;
            return true;
        }
        TradeStatus& at_venue = status.venues[venue_];
        if (note_step(at_venue, of.trader.at(venue_), of.symbols, step_++)) {
            note_rest(venue_, at_venue);
            ++venue_;
            step_ = 0;
        }
        return false;
    }

  private:
    template <class Trader>
    static void note_shared(const Trader& trader, RunStatus& status) {
        status.venues_count = static_cast<std::uint32_t>(trader.venues());
        if constexpr (requires { trader.strategy().template get<strategy::ArbitrageLegs>(); }) {
            if (const auto* legs = trader.strategy().template get<strategy::ArbitrageLegs>()) {
                status.arbitrage = legs->counters();
            }
        }
        if (const risk::SharedLimits* firm = trader.firm(); firm != nullptr) {
            for (const risk::FirmLimit limit : risk::kFirmLimits) {
                status.firm_taken[static_cast<std::size_t>(limit)] = firm->taken(limit);
            }
            for (std::size_t level = 0; level < risk::kExposureLevels; ++level) {
                status.firm_exposure[level] = trader.firm_exposure()->sum(level).value;
            }
        }
    }

    std::size_t venue_ = 0;
    std::size_t step_ = 0;      // at this venue; note_step()
    std::uint64_t inputs_ = 0;  // at the first step
};

}  // namespace hotpath::live
