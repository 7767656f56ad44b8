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
    /// Fails if the process has no descriptor left.
    [[nodiscard]] static Expected<Waiter> create();

    /// Waits for bytes, connections or the end of this socket from now on. Fails if it is watched
    /// already or is no socket.
    [[nodiscard]] Expected<void> watch(int descriptor) noexcept;
    /// Stops watching a socket that stays open.
    void forget(int descriptor) noexcept;
    /// Also waits for room to send (`wanted`), or no longer.
    void watch_room(int descriptor, bool wanted) noexcept;

    /// Waits at most `time`, in nanoseconds. Returns true if something is ready or wake() was
    /// called.
    bool wait(Nanos time) noexcept;
    /// Ends the present wait, or the next one. Any thread.
    void wake() noexcept;

  private:
    Waiter(Descriptor&& ready, Descriptor&& wakes) noexcept;

    Descriptor ready_;
    Descriptor wakes_;
};

}  // namespace hotpath::net
