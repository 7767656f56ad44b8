// The ring between a session and its trader: answers come whole and once, every input is recorded,
// and the second thread ends when it is told to. ThreadSanitizer runs these.
#include "hotpath/sim/session/trader_stages.hpp"

#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::sim::session {
namespace {

/// Answers each packet with its own bytes, twice.
struct Echo {
    void on_packet(Bytes packet, Time) { answer.assign(packet.begin(), packet.end()); }
    void on_order_bytes(Bytes, Time) { answer.clear(); }
    void on_timer(Time) { answer.clear(); }
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        if (!answer.empty()) {
            sink(Bytes(answer));
            sink(Bytes(answer).first(1));
            answer.clear();
        }
    }
    std::vector<std::byte> answer{};
};

struct CountedPackets {
    void on_packet(const Echo&, Time) { ++packets; }
    void on_reply(const Echo&, Time) {}
    std::uint64_t packets = 0;
};

using EchoStages = TraderStages<Echo, CountedPackets>;

[[nodiscard]] std::vector<std::size_t> lengths_of_answer(EchoStages::Port& port) {
    std::vector<std::size_t> lengths;
    port.for_each_outgoing([&](Bytes message) { lengths.push_back(message.size()); });
    return lengths;
}

TEST(TraderStages, AnAnswerIsTakenOnceAndInItsMessages) {
    EchoStages stages(Scheduler::SameThread, {});
    auto port = stages.port();
    EXPECT_TRUE(lengths_of_answer(port).empty()) << "nothing came yet";
    const std::vector<std::byte> packet(70'000);  // longer than any packet of a network
    port.on_packet(packet, {});
    EXPECT_EQ(lengths_of_answer(port), (std::vector<std::size_t>{70'000, 1}));
    EXPECT_TRUE(lengths_of_answer(port).empty());
    port.on_timer({});
    EXPECT_TRUE(lengths_of_answer(port).empty());
}

TEST(TraderStages, TheSecondThreadEndsWithoutAnyInput) {
    EchoStages stages(Scheduler::OtherThread, {});
    std::jthread thread([&] { stages.run(); });
    stages.stop();
    thread.join();
    EXPECT_EQ(stages.observer().packets, 0U);
}

TEST(TraderStages, EveryInputIsAnsweredInTurnAndRecorded) {
    constexpr std::uint64_t kPackets = 10'000;  // many laps of the ring
    EchoStages stages(Scheduler::OtherThread, {});
    std::jthread thread([&] { stages.run(); });
    auto port = stages.port();
    for (std::uint64_t n = 0; n < kPackets; ++n) {
        const std::vector<std::byte> packet(1 + n % 7, static_cast<std::byte>(n));
        port.on_packet(packet, {});
        std::vector<std::vector<std::byte>> answer;
        port.for_each_outgoing(
            [&](Bytes message) { answer.emplace_back(message.begin(), message.end()); });
        EXPECT_EQ(answer, (std::vector<std::vector<std::byte>>{packet, {packet[0]}}));
    }
    stages.stop();
    thread.join();
    EXPECT_EQ(stages.observer().packets, kPackets);
}

TEST(TraderStagesDeathTest, OnlyASecondThreadRunsThem) {
    EchoStages stages(Scheduler::SameThread, {});
    EXPECT_DEATH(stages.run(), "run\\(\\) needs Scheduler::OtherThread");
}

}  // namespace
}  // namespace hotpath::sim::session
