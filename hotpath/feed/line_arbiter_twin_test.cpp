// The short way of the next packet in step against the whole way, which takes any packet: two
// arbiters get the same packets, in sequence and lost, late, repeated, damaged, of other sessions,
// and deliver, count and answer the same.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::feed {
namespace {

using protocols::nasdaq::moldudp64::PacketWriter;
using protocols::nasdaq::moldudp64::Session;

constexpr int kPackets = 2'000;

struct Heard {
    void on_message(Bytes message) {
        bytes.insert(bytes.end(), message.begin(), message.end());
        bytes.push_back(std::byte{'|'});
    }
    void on_session() { bytes.push_back(std::byte{'s'}); }

    std::vector<std::byte> bytes;
};

constexpr LineArbiterOptions kLines{.store = {.messages_max = 64, .message_length_max = 12}};

struct Seat {
    LineArbiter arbiter{kLines};
    Heard heard;
};

class Pair {
  public:
    explicit Pair(std::uint64_t seed) : random_(seed) {}

    void step() {
        now_ = now_ + Nanos{1 + static_cast<std::int64_t>(random_.below(1'000))};
        if (random_.one_in(60)) {
            command();
        } else {
            packet();
        }
    }

    void expect_equal() const {
        EXPECT_EQ(short_.heard.bytes, whole_.heard.bytes);
        const LineArbiter& a = short_.arbiter;
        const LineArbiter& b = whole_.arbiter;
        EXPECT_EQ(a.next_sequence_number(), b.next_sequence_number());
        EXPECT_EQ(a.known_end(), b.known_end());
        EXPECT_EQ(a.session(), b.session());
        EXPECT_EQ(a.sessions(), b.sessions());
        EXPECT_EQ(a.is_held(), b.is_held());
        EXPECT_EQ(a.is_ended(), b.is_ended());
        EXPECT_EQ(a.is_in_step(), b.is_in_step());
        EXPECT_TRUE(!a.is_in_step() || (a.has_session() && !a.has_gap() && !a.is_ended()));
        EXPECT_EQ(a.store().size(), b.store().size());
        for (const Line line : {Line::A, Line::B, Line::Replies}) {
            EXPECT_EQ(a.counters(line), b.counters(line));
        }
    }

    /// Packets that could have gone the short way.
    [[nodiscard]] std::uint64_t in_step() const { return in_step_; }

  private:
    [[nodiscard]] LineArbiter& whole() { return whole_.arbiter; }

    void packet() {
        const std::uint64_t next = whole().next_sequence_number();
        const std::uint64_t end = whole().known_end();
        const std::uint64_t first = random_.one_in(12)  ? end + random_.below(6)
                                    : random_.one_in(6) ? next - std::min(next, random_.below(3))
                                                        : next;
        const Line line = random_.one_in(3) ? Line::B : random_.one_in(8) ? Line::Replies : Line::A;
        std::vector<std::byte> bytes = bytes_of(first);
        if (random_.one_in(25)) {
            bytes[random_.below(bytes.size())] ^= std::byte{1};
        }
        if (random_.one_in(40)) {
            bytes.resize(random_.below(bytes.size() + 3));
        }
        in_step_ += whole().is_in_step() ? 1U : 0U;
        const LinePacket arrived{.line = line, .bytes = bytes, .now = now_};
        const Arrival a = short_.arbiter.on_packet(arrived, short_.heard);
        const Arrival b = whole_.arbiter.on_any_packet(arrived, whole_.heard);
        EXPECT_EQ(a, b);
    }

    std::vector<std::byte> bytes_of(std::uint64_t first) {
        if (random_.one_in(300)) {
            session_ = static_cast<char>('A' + random_.below(3));
            first = 1;
        }
        PacketWriter writer(buffer_,
                            protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>(
                                std::string(1, session_)),
                            first);
        if (random_.one_in(150)) {
            const Bytes last = writer.finish_session();
            return {last.begin(), last.end()};
        }
        const std::uint64_t count = random_.one_in(4) ? random_.below(4) : 1;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::string text =
                std::to_string(first + i) + std::string(random_.below(10), 'x');  // some too long
            EXPECT_TRUE(writer.try_append(std::as_bytes(std::span(text))));
        }
        const Bytes packet = writer.finish();
        return {packet.begin(), packet.end()};
    }

    void command() {
        const std::uint64_t number = whole().next_sequence_number() + random_.below(4) - 1;
        const std::uint64_t kind = random_.below(4);
        for (Seat* seat : {&short_, &whole_}) {
            LineArbiter& arbiter = seat->arbiter;
            if (kind == 0) {
                arbiter.hold();
            } else if (kind == 1) {
                (void)arbiter.skip_gap(seat->heard);
            } else {
                (void)arbiter.resume_at(number, seat->heard);
            }
        }
    }

    Random random_;
    Seat short_;
    Seat whole_;
    Time now_{0};
    char session_ = 'A';
    std::uint64_t in_step_ = 0;
    std::vector<std::byte> buffer_ =
        std::vector<std::byte>(protocols::nasdaq::moldudp64::kPacketLengthMax);
};

TEST(LineArbiterTwin, TheShortWayDeliversAndCountsWhatTheWholeWayDoes) {
    std::uint64_t in_step = 0;
    const std::uint64_t rounds = support::rounds_of_this_run({.usual = 200, .long_run = 5'000});
    Random seeds(support::seed_of_this_test(20));
    for (std::uint64_t round = 0; round < rounds && !HasFailure(); ++round) {
        Pair pair(seeds.next());
        for (int i = 0; i < kPackets && !HasFailure(); ++i) {
            pair.step();
            pair.expect_equal();
        }
        in_step += pair.in_step();
    }
    EXPECT_GT(in_step, rounds * kPackets / 10) << "the short way was hardly taken";
}

}  // namespace
}  // namespace hotpath::feed
