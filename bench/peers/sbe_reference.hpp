#pragma once
/// The C++ code that the SBE reference tool (sbe-all 1.38.1, Apache-2.0) generates from the same schema,
/// used as its samples use it: the flyweight reads each field where it lies, groups in turn.
///
/// tests/peers/sbe/build generates it; nothing of it is committed. A field of the tool's own has its
/// bounds checked against the buffer unless SBE_NO_BOUNDS_CHECK is defined, and it is not.
/// Threads: one. Allocation: none. Source: github.com/aeron-io/simple-binary-encoding.

#include <cstddef>
#include <cstdint>

#include "bench/protocols/sbe_flow.hpp"
#include "hotpath/core/bytes.hpp"

namespace hotpath::bench::peers {

/// The sum of the same fields as decode_sbe.
[[nodiscard]] std::uint64_t reference_decode_sbe(Bytes frames);

/// The same message as encode_sbe; the bytes written.
[[nodiscard]] std::size_t reference_encode_sbe(const SbeUpdate& update, MutableBytes room);

}  // namespace hotpath::bench::peers
