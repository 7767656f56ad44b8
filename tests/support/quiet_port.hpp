#pragma once
/// QuietPort: a port of a venue's core that has no connections, for tests of a port's parts.
///
/// Threads: the test's. Allocation: none. Tests only.

#include <array>

#include "hotpath/exchange/server/venue_port.hpp"

namespace hotpath::support {

class QuietPort : public exchange::VenuePort {
  public:
    void on_connected(exchange::ConnectionId, Time) noexcept override {}
    void on_bytes(exchange::ConnectionId, Bytes, Time) override {}
    void on_disconnected(exchange::ConnectionId, Time) noexcept override {}
    void on_timer(exchange::ConnectionId, Time) noexcept override {}
    void on_durable(exchange::ConnectionId, Time) noexcept override {}
    void on_written(exchange::ConnectionId, std::size_t, Time) noexcept override {}
    [[nodiscard]] Time next_deadline(exchange::ConnectionId) const noexcept override {
        return kNever;
    }
    [[nodiscard]] Bytes output(exchange::ConnectionId) const noexcept override { return {}; }
    [[nodiscard]] std::array<Bytes, 2> last_output(exchange::ConnectionId) const noexcept override {
        return {};
    }
};

}  // namespace hotpath::support
