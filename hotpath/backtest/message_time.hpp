#pragma once
/// The time of an ITCH message of a recording: all messages share their first eleven bytes.
///
/// Threads: any. Allocation: none. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::backtest {

/// 0 of a message that is too short for a time.
[[nodiscard]] inline Time time_of_message(Bytes message) {
    using protocols::nasdaq::itch50::SystemEvent;
    return message.size() < SystemEvent::kLength
               ? Time{}
               : Time{static_cast<std::int64_t>(SystemEvent::at(message.data()).load_timestamp())};
}

}  // namespace hotpath::backtest
