#pragma once
/// Waiter: sleeps until one of several sockets has something, another thread calls wake(), or a
/// time is over. For loops that would rather leave the core to others than poll it hot.
///
///   waiter.watch(connection.descriptor());
///   waiter.wait(Nanos{1'000'000});           then poll every object: it does not return which
///
/// A closed socket leaves by itself. Threads: one owner; wake() from any. Allocation: create().
/// Complexity: a system call. Source: Linux epoll(7), eventfd(2).

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::net {

class Waiter {
  public:
    [[nodiscard]] static Expected<Waiter> create();

    /// Wait for bytes, connections or the end of it.
    [[nodiscard]] Expected<void> watch(int descriptor) noexcept;
    /// No longer: the socket goes on elsewhere.
    void forget(int descriptor) noexcept;
    /// Wait for room to send as well, or no longer.
    void watch_room(int descriptor, bool wanted) noexcept;

    /// At most `time`; true when something is ready.
    bool wait(Nanos time) noexcept;
    /// Ends the wait that is, or the next one.
    void wake() noexcept;

  private:
    Waiter(Descriptor&& ready, Descriptor&& wakes) noexcept;

    Descriptor ready_;
    Descriptor wakes_;
};

}  // namespace hotpath::net
