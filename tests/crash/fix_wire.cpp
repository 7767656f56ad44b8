#include "tests/crash/fix_wire.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::crash {

namespace {

[[nodiscard]] sockaddr_un address_of(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string text = path.string();
    HOTPATH_ASSERT(text.size() < sizeof address.sun_path, "the socket's path is short");
    std::memcpy(address.sun_path, text.data(), text.size());
    return address;
}

[[nodiscard]] bool is_readable(int descriptor, int milliseconds) {
    pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    return ::poll(&waiting, 1, milliseconds) > 0;
}

[[nodiscard]] const sockaddr* plain(const sockaddr_un& address) {
    return reinterpret_cast<const sockaddr*>(&address);
}

}  // namespace

store::FixStoreOptions fix_crash_options(journal::AckMode mode) {
    return {.kept = {.messages_max = 4'096, .bytes_max = 262'144},
            .journal = {.ack_mode = mode,
                        .segment_bytes = std::uint64_t{mode == journal::AckMode::Sync ? 32U : 512U}
                                         << 10U,
                        .spares = 2,
                        .payload_bytes_max = 512,
                        .batch_bytes = 16'384,
                        .ring_slots = 1'024},
            .transaction_bytes_max = std::size_t{1} << 20U,
            .checkpoint_records = mode == journal::AckMode::Sync ? 500U : 5'000U};
}

Time fix_now() {
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(
                std::chrono::system_clock::now().time_since_epoch())
                .count()};
}

int listen_at(const std::filesystem::path& path) {
    const sockaddr_un address = address_of(path);
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    HOTPATH_ASSERT(listener >= 0 && ::bind(listener, plain(address), sizeof address) == 0 &&
                       ::listen(listener, 8) == 0,
                   "a local socket can be made");
    return listener;
}

int connect_to(const std::filesystem::path& path) {
    const sockaddr_un address = address_of(path);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket >= 0 && ::connect(socket, plain(address), sizeof address) != 0) {
        ::close(socket);
        return -1;
    }
    return socket;
}

int accept_from(int listener, int milliseconds) {
    return is_readable(listener, milliseconds) ? ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC)
                                               : -1;
}

FixWire::~FixWire() {
    ::close(socket_);
}

bool FixWire::run(support::DurableFixEnd& end, std::uint64_t orders) {
    if (!receive(end)) {
        return false;
    }
    while (end.session().is_logged_on() && !end.is_broken() && end.orders_sent() < orders &&
           end.orders_sent() - end.reports_received() < kOrdersOnTheirWay) {
        end.order(fix_now());
    }
    end.session().on_timer(fix_now());
    return send(end);
}

bool FixWire::receive(support::DurableFixEnd& end) {
    if (!is_readable(socket_, 1)) {
        return true;
    }
    std::array<std::byte, 4'096> bytes;
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count > 0) {
        end.receive(Bytes(bytes).first(static_cast<std::size_t>(count)), fix_now());
    }
    return count > 0 || (count < 0 && errno == EAGAIN);
}

bool FixWire::send(support::DurableFixEnd& end) {
    const Bytes output = end.durable_output(fix_now());
    if (output.empty()) {
        return true;
    }
    const ssize_t count =
        ::send(socket_, output.data(), output.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count > 0) {
        end.session().on_written(static_cast<std::size_t>(count), fix_now());
    }
    return count > 0 || errno == EAGAIN;
}

}  // namespace hotpath::crash
