#pragma once
/// The C++ code that the SBE reference tool (sbe-all 1.38.1, Apache-2.0) generates from our schema of
/// MDP 3.0, used as its samples use it: the flyweight reads each field where it lies, groups in turn.
///
/// tests/peers/sbe/build generates it; nothing of it is committed. Packets are walked and written by
/// our code, because the tool has none. Its fields have their bounds checked against the buffer
/// unless SBE_NO_BOUNDS_CHECK is defined, and it is not. Threads: one. Allocation: none. Source:
/// github.com/aeron-io/simple-binary-encoding.

#include <cstdint>

#include "bench/protocols/mdp3_flow.hpp"
#include "hotpath/core/bytes.hpp"

namespace hotpath::bench::peers {

/// The sum of the same fields as decode_mdp3().
[[nodiscard]] std::uint64_t reference_decode_mdp3(const Mdp3Stream& stream);

/// The same packet as encode_mdp3() writes.
[[nodiscard]] Bytes reference_encode_mdp3(const Mdp3Packet& packet,
                                          protocols::cme::mdp3::PacketWriter& writer);

}  // namespace hotpath::bench::peers
