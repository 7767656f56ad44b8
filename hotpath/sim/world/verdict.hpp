#pragma once
/// The invariants of every simulated world, by name, and their violations.
///
/// The numbers are those of docs/guide/simulation.md. The first finding is kept: what follows a
/// broken invariant means nothing. Threads: one owner. Allocation: the text of a finding.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/core/units.hpp"

namespace hotpath::sim::world {

enum class Invariant : std::uint8_t {
    NothingToldIsLost = 1,    // I1
    NothingExecutesTwice,     // I2
    PositionsAgree,           // I3
    BooksAgree,               // I4
    FeedHasNoHoles,           // I5
    RiskLimitsHold,           // I6
    OrdersHaveOneState,       // I7
    QuantityIsConserved,      // I8
    ReplayGivesTheSame,       // I9
    FaultsEndAndAllRecovers,  // I10
    NothingGrows,             // I11
    EverythingIsCounted,      // I12
    NoBookIsCrossed,          // I13
    NothingIsHidden,          // I14
};
inline constexpr std::size_t kInvariants = 14;

/// In a line.
[[nodiscard]] std::string_view text_of(Invariant invariant) noexcept;

struct Finding {
    Invariant invariant = Invariant::NothingToldIsLost;
    Nanos time{};
    std::uint64_t event = 0;  // the number of the event after which it was found
    std::string words{};
};

class Verdict {
  public:
    [[nodiscard]] bool is_good() const noexcept { return !finding_; }
    [[nodiscard]] const std::optional<Finding>& finding() const noexcept { return finding_; }

    /// Before each event.
    void begin_event(Nanos time) noexcept {
        time_ = time;
        ++event_;
    }
    [[nodiscard]] std::uint64_t events() const noexcept { return event_; }
    /// When the current event is, since the world began.
    [[nodiscard]] Nanos time() const noexcept { return time_; }

    void find(Invariant invariant, std::string words) {
        if (!finding_) {
            finding_ = {
                .invariant = invariant, .time = time_, .event = event_, .words = std::move(words)};
        }
    }

  private:
    Nanos time_{};
    std::uint64_t event_ = 0;
    std::optional<Finding> finding_;
};

}  // namespace hotpath::sim::world
