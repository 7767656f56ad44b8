#pragma once
/// FixAccount: a trader's FIX session at a venue.
///
/// A value. Threads: any. Allocation: the texts.

#include <string>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols::fix {

struct FixEntry;

struct FixAccount {
    using Entry = FixEntry;

    std::string begin_string = "FIX.4.4";  // or FIX.4.2
    std::string comp_id{};                 // ours: SenderCompID
    std::string user{};                    // whose session it must be: Username; empty: not said
    std::string venue_comp_id{};
    std::string password{};
    Nanos heartbeat{30 * kNanosPerSecond};  // whole seconds
    bool resets_numbers = false;            // both begin at 1 at the logon: ResetSeqNumFlag
};

}  // namespace hotpath::protocols::fix
