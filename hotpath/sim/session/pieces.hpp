#pragma once
/// Pieces: what the wires between a ServedVenue and a ConnectedTrader carry.
///
///   order entry   | port, kind, at once: 1 byte | bytes of the connection: one message of its session |
///   feed          | group: 1 byte               | datagram |
///
/// A connection is opened and closed by a piece without bytes, and loops are joined and left. A piece that travels at once takes no
/// simulated time. Threads: one owner. Allocation: the buffer grows to the most that one event sends.
/// Complexity: one copy a piece.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::sim::session {

/// Joined, Left: the trader receives the feed's loops, or does not any more.
enum class PieceKind : std::uint8_t { Bytes, Opened, Closed, Joined, Left };

/// The head of a piece of order entry.
struct PieceHead {
    trader::Port port = trader::Port::OrderEntry;
    PieceKind kind = PieceKind::Bytes;
    bool is_at_once = false;

    [[nodiscard]] std::byte to_byte() const noexcept {
        return static_cast<std::byte>(static_cast<unsigned>(port) |
                                      static_cast<unsigned>(kind) << 2U |
                                      (is_at_once ? kAtOnce : 0U));
    }
    [[nodiscard]] static PieceHead of(Bytes piece) noexcept {
        HOTPATH_ASSERT(!piece.empty(), "a piece must begin with its head");
        const auto head = std::to_integer<unsigned>(piece.front());
        return {.port = static_cast<trader::Port>(head & 3U),
                .kind = static_cast<PieceKind>(head >> 2U & 7U),
                .is_at_once = (head & kAtOnce) != 0};
    }

  private:
    static constexpr unsigned kAtOnce = 0x80;
};

[[nodiscard]] inline Bytes bytes_of_piece(Bytes piece) noexcept {
    return piece.subspan(1);
}

/// Pieces of one event, in order, until they are taken.
class PieceBuffer {
  public:
    void append(std::byte head, Bytes bytes) {
        ends_.push_back((ends_.empty() ? 0 : ends_.back()) + 1 + bytes.size());
        bytes_.push_back(head);
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
    [[nodiscard]] Bytes operator[](std::size_t n) const noexcept {
        const std::size_t begin = n == 0 ? 0 : ends_[n - 1];
        return Bytes(bytes_).subspan(begin, ends_[n] - begin);
    }
    void clear() noexcept {
        ends_.clear();
        bytes_.clear();
    }

  private:
    std::vector<std::size_t> ends_;
    std::vector<std::byte> bytes_;
};

/// What pieces need of a session's protocol.
struct Framing {
    /// The length of the first message of a session's bytes; all of them when it is not whole.
    std::size_t (*length)(Bytes) noexcept;
    /// A message that only says that its sender is there.
    bool (*is_heartbeat)(Bytes) noexcept;
    /// The reply in a message of the venue, as a codec takes it; empty: a message of the session alone.
    Bytes (*reply)(Bytes) noexcept;
};

/// The bytes of a connection as pieces, a message each.
inline void append_messages(PieceBuffer& to, const PieceHead& head, Bytes bytes,
                            const Framing& framing) {
    while (!bytes.empty()) {
        const std::size_t length = framing.length(bytes);
        to.append(head.to_byte(), bytes.first(length));
        bytes = bytes.subspan(length);
    }
}

}  // namespace hotpath::sim::session
