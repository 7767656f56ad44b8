#pragma once
/// A recorded ITCH day: BinaryFILE framing, each message after its length in two big-endian bytes.
///
/// A frame of length 0 ends the session (the last two bytes of Nasdaq's own files).
/// Threads: any. Allocation: none. Source: Nasdaq BinaryFILE 1.00.

#include "hotpath/wire/framing.hpp"

namespace hotpath::wire::itch50 {

using wire::append_frame;
using wire::FrameCursor;
using wire::kFramePrefixLength;

}  // namespace hotpath::wire::itch50
