#pragma once
/// LateCancels: an operator's cancels of instruments that one venue of a trader has carried out and
/// another has not listed yet. They are carried out there when it lists them.
///
///   cancel AAPL ──> venue 0: canceled ─┐ answer: done at all venues
///              └──> venue 1: unlisted ─┴─> kept ── venue 1 lists AAPL ──> canceled
///
/// An instrument is listed before its venue's session is open, so no order of it comes before.
/// Resume ends them, as it ends what was carried out. Threads: the trader's. Allocation: by a
/// cancel that is kept. Complexity: O(1) an input while none is kept.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/trader/operator_command.hpp"

namespace hotpath::trader {

class LateCancels {
  public:
    [[nodiscard]] bool is_empty() const noexcept { return kept_.empty(); }

    /// After a command, with the answer of all `venues`: VenueTraders.
    template <class Venues>
    void on_command(const OperatorCommand& command, OperatorStatus status, const Venues& venues) {
        if (command.action == OperatorAction::Resume) {
            kept_.clear();
        }
        if (command.action != OperatorAction::Cancel || status != OperatorStatus::Done) {
            return;
        }
        for (std::size_t venue = 0; venue < venues.size(); ++venue) {
            const auto is_same = [&](const Kept& kept) {
                return kept.venue == venue && kept.command.symbol == command.symbol;
            };
            if (venues[venue].engine().trades(command.symbol) &&
                !is_listed(venues[venue], command.symbol) && std::ranges::none_of(kept_, is_same)) {
                kept_.push_back({.venue = venue, .command = command});
            }
        }
    }
    /// After each input.
    template <class Venues>
    void carry_out(Venues& venues, Time now) {
        std::erase_if(kept_, [&](const Kept& kept) {
            const bool is_due = is_listed(venues[kept.venue], kept.command.symbol);
            if (is_due) {
                venues[kept.venue].apply(kept.command, now);
            }
            return is_due;
        });
    }

  private:
    struct Kept {
        std::size_t venue = 0;
        OperatorCommand command{};
    };

    template <class AtVenue>
    [[nodiscard]] static bool is_listed(const AtVenue& venue, Symbol symbol) {
        return venue.engine().feed().market().directory().find(symbol).has_value();
    }

    std::vector<Kept> kept_;  // one a venue and symbol
};

}  // namespace hotpath::trader
