#pragma once
/// FixAccount: a trader's FIX session at a venue; FixStart: what a connection begins with.
///
/// Values. Threads: any. Allocation: the texts.

#include <cstdint>
#include <string>

#include "hotpath/core/units.hpp"

namespace hotpath::trader {

struct FixAccount {
    std::string begin_string = "FIX.4.4";  // or FIX.4.2
    std::string comp_id{};                 // ours: SenderCompID
    std::string venue_comp_id{};
    std::string password{};
    Nanos heartbeat{30 * kNanosPerSecond};  // whole seconds
    bool resets_numbers = false;            // both begin at 1 at the logon: ResetSeqNumFlag
};

/// A trader has no clock of dates and no disk: its owner has.
struct FixStart {
    Time utc{};                     // since 1970, at the input's time
    std::uint64_t next_number = 1;  // MsgSeqNum of our next message, from an earlier process

    friend bool operator==(const FixStart&, const FixStart&) = default;
};

}  // namespace hotpath::trader
