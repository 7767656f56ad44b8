#pragma once
/// FaultSweep: a fault at each operation of a disk in turn, and how its process ends then: the
/// parameter of tests, with a name.
///
/// Threads: the test's. Allocation: the name. Tests only.

#include <array>
#include <string>

#include "hotpath/journal/memory_storage.hpp"
#include "hotpath/journal/options.hpp"

namespace hotpath::support {

struct FaultSweep {
    journal::FaultKind fault;
    journal::AckMode mode;
    journal::Ending ending;
};

[[nodiscard]] inline std::string name_of(const FaultSweep& sweep) {
    constexpr std::array kFaults{"None",       "IoError", "ShortWrite", "NoRoom",
                                 "NoRoomOnce", "Stop",    "StopHalfway"};
    return std::string(kFaults[static_cast<std::size_t>(sweep.fault)]) + "_" +
           journal::ack_mode_name(sweep.mode) +
           (sweep.ending == journal::Ending::Process ? "_process_ends" : "_power_ends");
}

}  // namespace hotpath::support
