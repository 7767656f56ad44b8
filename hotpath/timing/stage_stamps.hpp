#pragma once
/// The stages between a packet and the order it causes, and the tick at which each of them ended.
///
///   packet ──Rx──> decode ──Decode──> books ──Book──> strategy ──Decide──┐
///             order <──Tx── transport <──Encode── bytes <──Risk── risk <─┘
///
/// Rx is the moment the packet is handed in, Tx the moment the transport has taken the order. A
/// stage lasts from the stamp before its own to its own. Stages are stamped in order; one that was
/// not reached keeps the stamp 0. Threads: one owner. Allocation: none. Complexity: a stamp is one
/// read of the tick source and one store.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::timing {

/// The stages in their order.
enum class Stage : std::uint8_t { Rx, Decode, Book, Decide, Risk, Encode, Tx };

inline constexpr std::size_t kStages = 7;

inline constexpr std::array<Stage, kStages> kAllStages{
    Stage::Rx, Stage::Decode, Stage::Book, Stage::Decide, Stage::Risk, Stage::Encode, Stage::Tx};

/// Returns the stage in lower case, such as "decode".
[[nodiscard]] constexpr const char* stage_name(Stage stage) noexcept {
    constexpr std::array<const char*, kStages> kNames{"rx",   "decode", "book", "decide",
                                                      "risk", "encode", "tx"};
    return kNames[static_cast<std::size_t>(stage)];
}

class StageStamps {
  public:
    /// Forgets every stamp and stamps Rx. Does nothing with NoTicks.
    template <TickSource T>
    void begin(const T& source) noexcept {
        if constexpr (!std::same_as<T, NoTicks>) {
            ticks_ = {};
            stamp(Stage::Rx, source);
        }
    }

    /// Stamps the end of a stage with the present tick. Does nothing with NoTicks.
    template <TickSource T>
    void stamp(Stage stage, const T& source) noexcept {
        if constexpr (!std::same_as<T, NoTicks>) {
            ticks_[static_cast<std::size_t>(stage)] = source.ticks();
        }
    }

    /// Enters a stamp that was taken elsewhere.
    void set(Stage stage, std::uint64_t ticks) noexcept {
        ticks_[static_cast<std::size_t>(stage)] = ticks;
    }

    /// Returns the tick of a stage; 0 if the stage was not reached.
    [[nodiscard]] std::uint64_t at(Stage stage) const noexcept {
        return ticks_[static_cast<std::size_t>(stage)];
    }

    /// Returns the ticks from Rx to the end of `stage`, which must have been reached.
    [[nodiscard]] std::uint64_t ticks_until(Stage stage) const noexcept {
        return at(stage) - at(Stage::Rx);
    }

    /// Returns the ticks from the end of the stage before to the end of `stage`. Both must have
    /// been reached; aborts for Rx, which has no stage before it.
    [[nodiscard]] std::uint64_t ticks_in(Stage stage) const noexcept {
        HOTPATH_ASSERT(stage != Stage::Rx, "the stage must not be Rx: no stage comes before rx");
        return at(stage) - ticks_[static_cast<std::size_t>(stage) - 1];
    }

  private:
    std::array<std::uint64_t, kStages> ticks_{};
};

}  // namespace hotpath::timing
