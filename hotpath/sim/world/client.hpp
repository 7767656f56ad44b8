#pragma once
/// A client of the venue, as seen by the network: requested connections, bytes both ways, timers.
///
/// Threads: one owner. Allocation, complexity: those of the implementation.

#include <cstddef>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::sim::world {

class Client {
  public:
    Client() = default;
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    virtual ~Client() = default;

    [[nodiscard]] virtual bool is_wanted(trader::Port port) const = 0;
    [[nodiscard]] virtual bool is_open(trader::Port port) const = 0;
    [[nodiscard]] virtual Bytes output(trader::Port port) const = 0;
    [[nodiscard]] virtual Time next_deadline() const = 0;

    virtual void on_connected(trader::Port port, Time now) = 0;
    virtual void on_bytes(trader::Port port, Bytes bytes, Time now) = 0;
    virtual void on_written(trader::Port port, std::size_t bytes, Time now) = 0;
    virtual void on_disconnected(trader::Port port, Time now) = 0;
    virtual void on_timer(Time now) = 0;
};

}  // namespace hotpath::sim::world
