#pragma once
/// SessionStart: what a connection of order entry over FIX or iLink 3 begins with. A trader has no clock
/// of dates and no disk: its owner has.
///
/// A value. Threads: any. Allocation: none.

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols {

struct SessionStart {
    Time utc{};                     // since 1970, at the input's time
    std::uint64_t next_number = 1;  // of our next message, from an earlier process
    std::uint64_t uuid = 0;         // of an iLink 3 session; 0: FIX
    bool is_negotiated = false;     // the UUID
    // The UUID before, as the venue named it when this one was negotiated, and the number behind its
    // last report; end 0: none, or not known yet. UUID 0 is that of before a week's first Negotiate.
    std::uint64_t former_uuid = 0;
    std::uint32_t former_end = 0;

    [[nodiscard]] bool has_former() const noexcept { return former_uuid != 0 || former_end > 1; }

    friend bool operator==(const SessionStart&, const SessionStart&) = default;
};

}  // namespace hotpath::protocols
