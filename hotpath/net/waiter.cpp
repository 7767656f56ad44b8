#include "hotpath/net/waiter.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "hotpath/net/socket.hpp"

namespace hotpath::net {

namespace {

/// In the kernel's milliseconds, up: a wait that ends too early spins.
[[nodiscard]] int to_milliseconds(Nanos time) noexcept {
    const std::int64_t up = (std::max(time.value, std::int64_t{0}) + 999'999) / 1'000'000;
    return static_cast<int>(std::min<std::int64_t>(up, std::numeric_limits<int>::max()));
}

/// epoll_wait counts milliseconds; epoll_pwait2 (Linux 5.11) nanoseconds.
[[nodiscard]] int wait_for(int ready, epoll_event& event, Nanos time) noexcept {
    const std::int64_t nanos = std::max(time.value, std::int64_t{0});
    const timespec timeout{.tv_sec = nanos / 1'000'000'000, .tv_nsec = nanos % 1'000'000'000};
    const int count = ::epoll_pwait2(ready, &event, 1, &timeout, nullptr);
    if (count < 0 && errno == ENOSYS) {
        return ::epoll_wait(ready, &event, 1, to_milliseconds(time));
    }
    return count;
}

}  // namespace

Waiter::Waiter(Descriptor&& ready, Descriptor&& wakes) noexcept
    : ready_(std::move(ready)), wakes_(std::move(wakes)) {}

Expected<Waiter> Waiter::create() {
    Descriptor ready(::epoll_create1(EPOLL_CLOEXEC));
    Descriptor wakes(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!ready || !wakes) {
        return fail_with_errno("wait for", "sockets");
    }
    Waiter waiter(std::move(ready), std::move(wakes));
    if (Expected<void> watched = waiter.watch(waiter.wakes_.number()); !watched) {
        return std::unexpected(std::move(watched.error()));
    }
    return waiter;
}

Expected<void> Waiter::watch(int descriptor) noexcept {
    epoll_event event{.events = EPOLLIN | EPOLLRDHUP, .data = {.fd = descriptor}};
    if (::epoll_ctl(ready_.number(), EPOLL_CTL_ADD, descriptor, &event) != 0) {
        return fail_with_errno("wait for", fmt::format("descriptor {}", descriptor));
    }
    return {};
}

void Waiter::forget(int descriptor) noexcept {
    ::epoll_ctl(ready_.number(), EPOLL_CTL_DEL, descriptor, nullptr);
}

void Waiter::watch_room(int descriptor, bool wanted) noexcept {
    const std::uint32_t room = wanted ? std::uint32_t{EPOLLOUT} : 0U;
    epoll_event event{.events = EPOLLIN | EPOLLRDHUP | room, .data = {.fd = descriptor}};
    ::epoll_ctl(ready_.number(), EPOLL_CTL_MOD, descriptor, &event);
}

bool Waiter::wait(Nanos time) noexcept {
    epoll_event event{};
    const bool is_ready = wait_for(ready_.number(), event, time) > 0;
    if (is_ready && event.data.fd == wakes_.number()) {
        std::uint64_t count = 0;
        static_cast<void>(::read(wakes_.number(), &count, sizeof count) == sizeof count);
    }
    return is_ready;
}

void Waiter::wake() noexcept {
    constexpr std::uint64_t kOne = 1;
    static_cast<void>(::write(wakes_.number(), &kOne, sizeof kOne) == sizeof kOne);
}

}  // namespace hotpath::net
