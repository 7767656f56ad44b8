// The question: how long is a datagram's way to another machine and back without the kernel's
// protocols (AF_XDP), beside the kernel's own sockets? Two network namespaces and a virtual
// Ethernet between them stand for two machines. It does not show a network card: a virtual
// interface lends no memory, so every packet is copied, and nothing is on a wire.

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bench/benches.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/xdp/virtual_wire.hpp"
#include "bench/xdp/xdp_socket.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kPayloadBytes = 64;
constexpr std::uint64_t kPatienceNs = 2'000'000'000;
constexpr std::uint64_t kWarmPart = 10;

using Payload = std::array<std::byte, kPayloadBytes>;

struct Number {
    std::uint64_t asked = 0;
    std::uint64_t answer = 0;
};

[[nodiscard]] std::uint64_t answer_to(std::uint64_t asked) noexcept {
    return asked * 3 + 1;
}
[[nodiscard]] Payload to_payload(const Number& number) noexcept {
    Payload payload{};
    std::memcpy(payload.data(), &number, sizeof number);
    return payload;
}
/// Nothing of another length is ours.
[[nodiscard]] std::optional<Number> number_of(Bytes payload) noexcept {
    Number number;
    if (payload.size() != kPayloadBytes) {
        return std::nullopt;
    }
    std::memcpy(&number, payload.data(), sizeof number);
    return number;
}

/// A socket of the kernel, polled.
class KernelEnd {
  public:
    [[nodiscard]] static Expected<KernelEnd> open(const WireEnd& end, const WireEnd& peer) {
        const InNamespace there(end.space);
        auto socket = net::UdpSocket::bind(end.endpoint);
        if (!socket) {
            return std::unexpected(socket.error());
        }
        return KernelEnd(std::move(*socket), peer.endpoint);
    }

    [[nodiscard]] Bytes receive() noexcept {
        const auto datagram = socket_.receive(room_);
        return datagram ? datagram->bytes : Bytes{};
    }
    bool send(Bytes payload) noexcept { return socket_.send(payload, peer_); }

  private:
    KernelEnd(net::UdpSocket socket, const net::Endpoint& peer)
        : socket_(std::move(socket)), peer_(peer) {}

    net::UdpSocket socket_;
    net::Endpoint peer_;
    std::array<std::byte, 2'048> room_{};
};

struct Fixture {
    VirtualWire wire;
    timing::TscClock clock;
    std::uint64_t trips;
    std::vector<std::uint32_t> samples;

    [[nodiscard]] std::uint64_t all() const noexcept { return trips + trips / kWarmPart; }
};
using SharedFixture = std::shared_ptr<Fixture>;

/// In the other process: until all are answered, or nothing comes any more.
template <class End>
void answer_all(End& end, const Fixture& fixture) {
    const std::uint64_t patience = ticks_of(fixture.clock, kPatienceNs);
    std::uint64_t heard = fixture.clock.ticks();
    for (std::uint64_t answered = 0;
         answered < fixture.all() && fixture.clock.ticks() - heard < patience;) {
        if (const auto number = number_of(end.receive())) {
            const Payload reply = to_payload({number->asked, answer_to(number->asked)});
            end.send(reply);
            ++answered;
            heard = fixture.clock.ticks();
        }
    }
}

/// The sum of the answers; nothing when one did not come.
template <class End>
[[nodiscard]] std::optional<std::uint64_t> ask_all(End& end, Fixture& fixture) {
    const std::uint64_t patience = ticks_of(fixture.clock, kPatienceNs);
    const std::uint64_t warm = fixture.trips / kWarmPart;
    std::uint64_t sum = 0;
    for (std::uint64_t asked = 0; asked < fixture.all(); ++asked) {
        const Payload question = to_payload({asked, 0});
        const std::uint64_t begin = Stopwatch::begin();
        if (!end.send(question)) {
            return std::nullopt;
        }
        std::optional<Number> number;
        while (!number || number->asked != asked) {
            number = number_of(end.receive());
            if (!number && Stopwatch::end() - begin > patience) {
                return std::nullopt;
            }
        }
        const std::uint64_t ticks = Stopwatch::end() - begin;
        sum += number->answer;
        if (asked >= warm) {
            fixture.samples[asked - warm] = static_cast<std::uint32_t>(ticks);
        }
    }
    return sum;
}

/// `open(end, peer)` makes either end.
template <class Open>
Subject subject(const SharedFixture& fixture, const char* name, Open open) {
    return {name, "answers", [fixture, open]() -> Measurement {
                auto near = open(fixture->wire.near(), fixture->wire.far());
                auto far = open(fixture->wire.far(), fixture->wire.near());
                if (!near || !far) {
                    return {.error = (near ? far.error() : near.error()).message};
                }
                std::optional<std::uint64_t> answer;
                {
                    const OtherProcess other([&] { answer_all(*far, *fixture); });
                    answer = other.is_started() ? ask_all(*near, *fixture) : std::nullopt;
                }
                if (!answer) {
                    return {.error = "a datagram was not answered within two seconds"};
                }
                to_nanoseconds(fixture->clock, fixture->samples);
                return {.answer = *answer, .items = fixture->trips, .samples_ns = fixture->samples};
            }};
}

}  // namespace

Bench xdp_bench() {
    return {
        .name = "xdp",
        .question = "ns there and back between two machines that are namespaces: AF_XDP, sockets",
        .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
            const auto clock = timing::TscClock::create();
            if (!clock) {
                return std::unexpected(clock.error());
            }
            auto wire = VirtualWire::create();
            if (!wire) {
                return std::unexpected(wire.error());
            }
            const std::uint64_t trips = scale.quick ? 5'000 : 50'000;
            const auto fixture = std::make_shared<Fixture>(
                Fixture{std::move(*wire), *clock, trips, std::vector<std::uint32_t>(trips)});
            const auto xdp = [](XdpMode mode) {
                return [mode](const WireEnd& end, const WireEnd& peer) {
                    return XdpSocket::open(end, peer, mode);
                };
            };
            Test test{.name = "xdp_round_trip", .unit = "ns/round trip", .subjects = {}};
            test.subjects.push_back(subject(fixture, "hotpath", xdp(XdpMode::Generic)));
            test.subjects.push_back(subject(fixture, "native mode", xdp(XdpMode::Native)));
            test.subjects.push_back(subject(fixture, "kernel", KernelEnd::open));
            return std::vector<Test>{std::move(test)};
        }};
}

}  // namespace hotpath::bench
