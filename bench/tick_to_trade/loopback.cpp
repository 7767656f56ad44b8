// The question: how long is it from the moment a venue hands a packet to the kernel until it has
// the order that follows from it, with the engine in another process, and how much of that is the
// kernel's? A regression of `hotpath` without one of `floor` is ours. It shows no network card.
//
//   hotpath   receives the packet, runs it to completion, sends the order: Hotpath's own sockets
//   floor     receives the packet, sends as many bytes as the order has: the same sockets
//
// Both sides spin. Packets without an order are sent too, and not waited for. The other process has
// the recording and feeds itself the replies, so that nothing but packets and orders is under way.
// SoupBinTCP's three bytes around an order are left out of both.

#include "bench/tick_to_trade/loopback.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/udp_socket.hpp"

namespace hotpath::bench::tick_to_trade {

namespace {

using LoopbackEngine = protocols::nasdaq::NasdaqEngine<strategy::Many<strategy::MarketMaker>>;

constexpr std::uint64_t kPatienceNs = 2'000'000'000;
constexpr std::uint64_t kBetweenNs = 20'000;  // after a packet without an answer

LoopbackEngine make_loopback_engine() {
    auto engine =
        LoopbackEngine::create(engine_options(1), strategy::Many<strategy::MarketMaker>(makers(1)));
    HOTPATH_ASSERT(engine.has_value(), "the engine that was recorded can be made again");
    return std::move(*engine);
}

/// The waiting bytes, one after the other.
std::span<const std::byte> take_orders(LoopbackEngine& engine, std::vector<std::byte>& room) {
    room.clear();
    engine.for_each_outgoing(
        [&](Bytes message) { room.insert(room.end(), message.begin(), message.end()); });
    return room;
}

class Loopback {
  public:
    Loopback(std::shared_ptr<const Recording> recording, std::size_t packets, const Ticks& clock)
        : recording_(std::move(recording)), clock_(clock) {
        auto engine = make_loopback_engine();
        std::vector<std::byte> orders;
        for (const Input& input : recording_->inputs) {
            const bool is_packet = input.kind == InputKind::Packet;
            if (is_packet && order_bytes_.size() == packets) {
                break;
            }
            feed(engine, input);
            const std::size_t sent = take_orders(engine, orders).size();
            if (is_packet) {
                order_bytes_.push_back(sent);
            }
        }
    }

    Measurement run(bool is_floor);

  private:
    static void feed(LoopbackEngine& engine, const Input& input) {
        if (input.kind == InputKind::Packet) {
            engine.on_packet(input.bytes, input.now);
        } else if (input.kind == InputKind::OrderBytes) {
            engine.on_order_bytes(input.bytes, input.now);
        } else {
            engine.on_timer(input.now);
        }
    }
    void trade(net::UdpSocket& feed_socket, net::TcpConnection& session, bool is_floor) const;
    [[nodiscard]] bool ask(net::UdpSocket& venue, net::TcpConnection& session);
    [[nodiscard]] bool wait_for(net::TcpConnection& session, std::size_t bytes);

    std::shared_ptr<const Recording> recording_;
    Ticks clock_;
    std::vector<std::size_t> order_bytes_;  // by packet: what follows at once from it
    net::Endpoint group_;
    std::vector<std::uint32_t> samples_;
    Checksum orders_;
};

/// The other process' whole life.
void Loopback::trade(net::UdpSocket& feed_socket, net::TcpConnection& session,
                     bool is_floor) const {
    auto engine = make_loopback_engine();
    std::vector<std::byte> orders(4'096);
    std::array<std::byte, 2'048> room{};
    std::size_t next = 0;
    for (const std::size_t bytes : order_bytes_) {
        const std::uint64_t until = clock_.ticks() + ticks_of(clock_, kPatienceNs);
        auto packet = feed_socket.receive(room);
        while (!packet && clock_.ticks() < until) {
            packet = feed_socket.receive(room);
        }
        if (!packet) {
            return;
        }
        if (is_floor) {
            static_cast<void>(session.send(Bytes(orders).first(bytes)));
            continue;
        }
        engine.on_packet(packet->bytes, recording_->inputs[next].now);
        if (const auto sent = take_orders(engine, orders); !sent.empty()) {
            static_cast<void>(session.send(sent));
        }
        for (++next;
             next < recording_->inputs.size() && recording_->inputs[next].kind != InputKind::Packet;
             ++next) {
            feed(engine, recording_->inputs[next]);
            take_orders(engine, orders);
        }
    }
}

/// False when no answer comes.
bool Loopback::wait_for(net::TcpConnection& session, std::size_t bytes) {
    const std::uint64_t until = clock_.ticks() + ticks_of(clock_, kPatienceNs);
    while (bytes > 0) {
        const net::TcpReceived received = session.receive();
        if (received.status == net::ReceiveStatus::Bytes) {
            orders_.add(received.bytes);
            bytes -= std::min(bytes, received.bytes.size());
        } else if (received.status == net::ReceiveStatus::Closed || clock_.ticks() > until) {
            return false;
        }
    }
    return true;
}

bool Loopback::ask(net::UdpSocket& venue, net::TcpConnection& session) {
    const std::uint64_t between = ticks_of(clock_, kBetweenNs);
    std::size_t packet = 0;
    for (const Input& input : recording_->inputs) {
        if (input.kind != InputKind::Packet) {
            continue;
        }
        if (packet == order_bytes_.size()) {
            break;
        }
        const std::size_t bytes = order_bytes_[packet++];
        const std::uint64_t begin = clock_.ticks();
        if (!venue.send(input.bytes, group_) || !wait_for(session, bytes)) {
            return false;
        }
        if (bytes > 0) {
            samples_.push_back(static_cast<std::uint32_t>(clock_.ticks() - begin));
        }
        while (clock_.ticks() < begin + between) {
        }
    }
    return true;
}

Measurement Loopback::run(bool is_floor) {
    Measurement failed{.error = "two_processes: sockets on loopback"};
    auto listener = net::TcpListener::listen({net::kLoopback, 0});
    auto probe = net::UdpSocket::bind({net::kLoopback, 0});
    if (!listener || !probe) {
        return failed;
    }
    group_ = {{0xEFC0'0117U}, probe->endpoint().port};
    const net::GroupOptions group{.group = group_};
    auto feed_socket = net::UdpSocket::join(group);
    auto venue = net::UdpSocket::send_to_group(group);
    auto to_venue = net::TcpConnection::connect(listener->endpoint());
    if (!feed_socket || !venue || !to_venue) {
        return failed;
    }
    auto session = listener->accept();
    while (!session) {
        session = listener->accept();
    }
    samples_.clear();
    orders_ = {};
    bool is_answered = false;
    {
        const OtherProcess trader([&] { trade(*feed_socket, *to_venue, is_floor); });
        is_answered = trader.is_started() && ask(*venue, *session);
        if (!is_answered) {
            failed.error = "two_processes: no answer within two seconds";
        }
    }
    if (!is_answered) {
        return failed;
    }
    to_nanoseconds(clock_, samples_);
    return {
        .answer = is_floor ? 0 : orders_.value(), .items = samples_.size(), .samples_ns = samples_};
}

}  // namespace

Expected<Test> two_processes_test(std::shared_ptr<const Recording> recording, std::size_t packets,
                                  const Ticks& clock) {
    const auto loopback = std::make_shared<Loopback>(std::move(recording), packets, clock);
    return Test{.name = "two_processes",
                .unit = "ns",
                .subjects = {{"hotpath", "orders", [=] { return loopback->run(false); }},
                             {"floor", "nothing", [=] { return loopback->run(true); }}}};
}

}  // namespace hotpath::bench::tick_to_trade
