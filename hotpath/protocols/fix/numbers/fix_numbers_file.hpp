#pragma once
/// The file with the number of the next message of a FIX session.
///
/// A value. Threads: any. Allocation: none.

#include "hotpath/store/number_file.hpp"

namespace hotpath::protocols::fix {

/// After a power cut that took back the last numbers the venue refuses the logon with the number that it
/// expects.
inline constexpr store::NumberFileKind kFixNumbers{
    .magic = "HPFIXNO1", .content = "FIX numbers", .owner = "process"};

}  // namespace hotpath::protocols::fix
