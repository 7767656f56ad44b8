#pragma once
/// OperatorLink: one trader's operator port and the operator who commands it, over a connection that
/// may break at any byte.
///
///   operator ── login, command ──> OperatorPort ──> the trader
///            <── login, answer ───
///
/// Each command has a connection to itself. A command is carried out exactly when all of its bytes
/// have arrived. Threads: one owner. Allocation: free. Complexity: O(bytes).

#include <cstddef>
#include <limits>
#include <optional>

#include "hotpath/core/random.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/world/trader_host.hpp"
#include "hotpath/trader/operator_command.hpp"
#include "hotpath/trader/operator_port.hpp"

namespace hotpath::sim::world {

/// The outcome of a command.
struct CommandFate {
    bool has_arrived = false;                        // whole, by the bytes that the port was given
    std::uint32_t carried_out = 0;                   // times that the trader was commanded
    std::optional<trader::OperatorAnswer> answer{};  // of the port, the last one
};

class OperatorLink {
  public:
    /// Bytes of a connection that does not break.
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

    OperatorLink();

    /// Connects, logs in, sends the command, reads the answer; `random` cuts the operator's bytes
    /// into pieces. The connection breaks after `bytes_max` of them.
    [[nodiscard]] CommandFate command(const trader::OperatorCommand& command, std::size_t bytes_max,
                                      TraderHost& trader, Random& random, Time now);

  private:
    trader::OperatorPort port_;
};

}  // namespace hotpath::sim::world
