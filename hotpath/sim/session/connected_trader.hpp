#pragma once
/// ConnectedTrader: trader::Trader, with its sessions, as the trader of a Session. The other end of the
/// wires is a ServedVenue.
///
///   datagrams ──────────────> Trader::on_packet, on_loop_packet
///   pieces of order entry ──> on_bytes, on_disconnected ──> output(port) ──> pieces of order entry
///
/// Until the trader is logged on and has its past, its pieces travel at once: a log-on takes no
/// simulated time. Afterwards each message of the session takes what its wire takes. Threads: one
/// owner. Allocation: buffers grow to the most that one event sends. Complexity: the trader's, and a
/// copy of what it sends.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/protocols/nasdaq/sim/soup_framing.hpp"
#include "hotpath/protocols/trader/session_start.hpp"
#include "hotpath/sim/session/pieces.hpp"
#include "hotpath/sim/session/session_ends.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::sim::session {

/// T is a trader::Trader of one venue.
template <class T>
class ConnectedTrader {
  public:
    explicit ConnectedTrader(T trader)
        : trader_(std::move(trader)),
          orders_(&order_ends(trader_.options().order_entry.index())),
          feed_(&feed_ends(trader_.options().market_data.index())) {}

    [[nodiscard]] const T& trader() const noexcept { return trader_; }
    [[nodiscard]] T& trader() noexcept { return trader_; }
    [[nodiscard]] const auto& engine() const noexcept { return trader_.engine(); }
    /// The trader is logged on and may trade.
    [[nodiscard]] bool is_ready() const noexcept { return is_ready_; }

    // A Session's trader.
    void on_packet(Bytes packet, Time now) {
        begin(now);
        const Bytes bytes = bytes_of_piece(packet);
        const std::optional<feed::FeedLoop> loop =
            feed_->loop_of(packet.front(), trader_.options());
        if (!loop) {
            trader_.on_packet({.line = feed::Line::A, .bytes = bytes, .now = now});
        } else if (trader_.is_wanted(*loop)) {
            trader_.on_loop_packet(*loop, bytes, now);
        }
    }
    void on_order_bytes(Bytes piece, Time now) {
        begin(now);
        const PieceHead head = PieceHead::of(piece);
        if (head.kind == PieceKind::Bytes) {
            trader_.on_bytes(head.port, bytes_of_piece(piece), now);
        } else if (std::exchange(is_up_[index(head.port)], false)) {
            trader_.on_disconnected(head.port, now);
        }
    }
    void on_timer(Time now) {
        begin(now);
        trader_.on_timer(now);
    }
    /// When a log-on is tried again.
    [[nodiscard]] Time wakes_at() const noexcept {
        const auto* const orders = trader_.session(trader::Port::OrderEntry);
        return !is_ready_ && orders->state() == trader::SessionState::Waiting
                   ? orders->next_deadline()
                   : kNever;
    }
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        join_loops();
        for (const trader::Port port : trader::kAllPorts) {
            serve(port);
        }
        for (std::size_t n = 0; n < pieces_.size(); ++n) {
            sink(pieces_[n]);
        }
        pieces_.clear();
    }

  private:
    [[nodiscard]] static std::size_t index(trader::Port port) noexcept {
        return static_cast<std::size_t>(port);
    }
    [[nodiscard]] protocols::SessionStart start_of(trader::Port port) const noexcept {
        const auto* const link = trader_.session(port)->link();
        if (link == nullptr) {
            return {};
        }
        protocols::SessionStart start = link->next_start();
        if (link->connections() == 0) {
            start = orders_->first_start(now_);
        }
        start.utc = now_;
        return start;
    }

    void begin(Time now) noexcept { now_ = now; }

    void join_loops() {
        const bool wants = std::ranges::any_of(
            feed::kAllFeedLoops, [&](feed::FeedLoop loop) { return trader_.is_wanted(loop); });
        if (std::exchange(has_joined_, wants) != wants) {
            const PieceKind kind = wants ? PieceKind::Joined : PieceKind::Left;
            pieces_.append(head(trader::Port::OrderEntry, kind).to_byte(), {});
        }
    }

    void serve(trader::Port port) {
        bool& is_up = is_up_[index(port)];
        close_if_left(port);
        if (!is_up && trader_.is_wanted(port)) {
            trader_.on_connected(port, now_, start_of(port));
            is_up = true;
            pieces_.append(head(port, PieceKind::Opened).to_byte(), {});
        }
        send_output(port);
        close_if_left(port);
    }
    void close_if_left(trader::Port port) {
        bool& is_up = is_up_[index(port)];
        if (is_up && !trader_.is_open(port)) {
            is_up = false;
            pieces_.append(head(port, PieceKind::Closed).to_byte(), {});
        }
    }
    /// The ring of an output may cut a message: it is whole here.
    void send_output(trader::Port port) {
        output_.clear();
        for (Bytes bytes = trader_.output(port); is_up_[index(port)] && !bytes.empty();
             bytes = trader_.output(port)) {
            output_.insert(output_.end(), bytes.begin(), bytes.end());
            trader_.on_written(port, bytes.size(), now_);
        }
        append_messages(pieces_, head(port, PieceKind::Bytes), output_,
                        port == trader::Port::OrderEntry ? orders_->framing
                                                         : protocols::nasdaq::soup_framing());
    }
    [[nodiscard]] PieceHead head(trader::Port port, PieceKind kind) {
        is_ready_ = is_ready_ || (trader_.session(trader::Port::OrderEntry)->is_logged_in() &&
                                  !trader_.engine().gateway().is_recovering());
        return {.port = port, .kind = kind, .is_at_once = !is_ready_};
    }

    T trader_;
    const OrderEnds* orders_;
    const FeedEnds* feed_;
    Time now_{};
    std::array<bool, trader::kPorts> is_up_{};
    bool is_ready_ = false;
    bool has_joined_ = false;  // the feed's loops
    PieceBuffer pieces_;
    std::vector<std::byte> output_;  // of one port
};

}  // namespace hotpath::sim::session
