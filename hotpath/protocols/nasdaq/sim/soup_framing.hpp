#pragma once
/// The framing of SoupBinTCP: that of OUCH's sessions, and of snapshots and drop copies.
///
/// A value. Threads: any. Allocation: none.

#include "hotpath/sim/session/pieces.hpp"

namespace hotpath::protocols::nasdaq {

[[nodiscard]] const sim::session::Framing& soup_framing() noexcept;

}  // namespace hotpath::protocols::nasdaq
