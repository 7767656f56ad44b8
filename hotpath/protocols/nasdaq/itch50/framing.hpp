#pragma once
/// A recorded ITCH day: BinaryFILE framing, each message after its length in two big-endian bytes.
///
/// A frame of length 0 ends the session (the last two bytes of Nasdaq's own files).
/// Threads: any. Allocation: none. Source: Nasdaq BinaryFILE 1.00.

#include "hotpath/protocols/framing.hpp"

namespace hotpath::protocols::nasdaq::itch50 {

using protocols::append_frame;
using protocols::FrameCursor;
using protocols::kFramePrefixLength;

}  // namespace hotpath::protocols::nasdaq::itch50
