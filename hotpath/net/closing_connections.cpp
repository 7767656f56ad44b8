#include "hotpath/net/closing_connections.hpp"

#include <thread>
#include <utility>

#include "hotpath/core/assert.hpp"

namespace hotpath::net {

namespace {

constexpr std::chrono::milliseconds kPatience{250};
constexpr std::chrono::milliseconds kLookEvery{1};

}  // namespace

ClosingConnections::ClosingConnections(std::size_t connections_max)
    : connections_max_(connections_max) {
    HOTPATH_ASSERT(connections_max != 0, "there must be room for a connection");
    waiting_.reserve(connections_max);
}

ClosingConnections::~ClosingConnections() {
    while (!waiting_.empty()) {
        look(Clock::now());
        if (!waiting_.empty()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
}

void ClosingConnections::add(TcpConnection&& connection) {
    if (waiting_.size() == connections_max_) {
        waiting_.erase(waiting_.begin());
    }
    if (!connection.end_sending()) {
        return;  // the peer is gone
    }
    waiting_.push_back({std::move(connection), Clock::now() + kPatience});
}

void ClosingConnections::poll() noexcept {
    if (waiting_.empty()) {
        return;
    }
    if (const Clock::time_point now = Clock::now(); now >= look_at_) {
        look(now);
        look_at_ = now + kLookEvery;
    }
}

void ClosingConnections::look(Clock::time_point now) noexcept {
    std::erase_if(waiting_, [now](Waiting& waiting) {
        return now >= waiting.until || !waiting.connection.end_sending() ||
               waiting.connection.receive().status == ReceiveStatus::Closed;
    });
}

}  // namespace hotpath::net
