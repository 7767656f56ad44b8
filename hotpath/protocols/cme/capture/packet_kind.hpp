#pragma once
/// Which feed of an MDP 3.0 channel a packet is of, by what is in it: a capture need not say which
/// group and port is which.
///
///   definitions that count themselves (TotNumReports)   Definitions
///   SnapshotFullRefresh, ...OrderBook                   Levels, Orders
///   another message                                     Incremental
///   heartbeats and definitions not read here            that of its group and port, if it is known
///
/// Threads: any. Allocation: none. Complexity: O(messages of the packet).

#include <cstdint>
#include <optional>

#include "hotpath/core/bytes.hpp"

namespace hotpath::capture::mdp3 {

enum class PacketKind : std::uint8_t { Incremental, Definitions, Orders, Levels };

struct PacketContents {
    std::optional<PacketKind> kind;  // none: its messages are of any feed
    bool has_orders = false;         // the channel is by order
};

/// Empty: not an MDP 3.0 packet. Every message must have its header, and the first its schema.
[[nodiscard]] std::optional<PacketContents> look_at(Bytes packet) noexcept;

}  // namespace hotpath::capture::mdp3
