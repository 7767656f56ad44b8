#pragma once
/// DayChangePosition: a venue's progress from one trading day to the next (day_change.hpp).
///
/// Threads: one owner. Allocation: save() only. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::exchange {

struct DayChangePosition {
    enum class Stage : std::uint8_t {
        None,  // a day, or the time before the first
        Closing,
        Farewell,
        Ending,
        Beginning,
        Listing,
        Standing,
        Opening,
        Greeting,
    };

    Stage stage = Stage::None;
    bool is_first = false;   // day of the venue
    std::uint32_t next = 0;  // of the stage's instruments or sessions
    Side side = Side::Buy;   // of `last`
    OrderId last{};          // shown, of instrument `next`; 0: none of this side

    void save(StateWriter& writer) const {
        writer.put(static_cast<std::uint8_t>(stage));
        writer.put(is_first);
        writer.put(next);
        writer.put(side == Side::Sell);
        writer.put(last.value);
    }
    void load(StateReader& reader) noexcept {
        const auto saved = reader.get<std::uint8_t>();
        if (saved > static_cast<std::uint8_t>(Stage::Greeting)) {
            return reader.refuse();
        }
        stage = static_cast<Stage>(saved);
        is_first = reader.get_bool();
        next = reader.get<std::uint32_t>();
        side = reader.get_bool() ? Side::Sell : Side::Buy;
        last = {reader.get<std::uint64_t>()};
    }
};

}  // namespace hotpath::exchange
