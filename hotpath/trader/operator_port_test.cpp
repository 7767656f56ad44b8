// The trader's operator port: logins, commands and answers, and the dead-man switch.
#include "hotpath/trader/operator_port.hpp"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::trader {
namespace {

namespace soup = protocols::nasdaq::soupbintcp;

constexpr std::int64_t kMs = 1'000'000;

OperatorPortOptions port_options() {
    return {.users = {soup::Credentials::of("OPS", "A"), soup::Credentials::of("NIGHT", "B")},
            .connections_max = 2,
            .answers_kept = 3};
}

/// A trader that does what it is told.
struct Obedient {
    OperatorAnswer operator()(const OperatorCommand& command) {
        commands.push_back(command);
        return {.command = command};
    }
    std::vector<OperatorCommand> commands{};
};

struct Operator : soup::NullClientListener {
    explicit Operator(OperatorPort& to, Obedient& of,
                      const soup::Credentials& who = soup::Credentials::of("OPS", "A"),
                      std::vector<std::string> certificate = {})
        : port(to),
          trader(of),
          client(*soup::SoupClient::create(
              {.connection = {}, .credentials = who, .sequence_number = 0})) {
        connection = port.on_connect(now);
        if (!certificate.empty()) {
            port.on_certificate(*connection, std::move(certificate));
        }
        client.on_connected(now);
        poll();
    }
    void on_login_rejected(char) noexcept { is_rejected = true; }
    void on_sequenced(std::uint64_t, Bytes message) noexcept {
        EXPECT_EQ(decode(message, answers.emplace_back()), protocols::DecodeStatus::Ok);
    }
    void send(Bytes message) {
        EXPECT_TRUE(client.try_send(message, now));
        poll();
    }
    void ask(const OperatorCommand& command) {
        std::array<std::byte, kOperatorCommandLength> room{};
        send(encode(command, room));
    }
    void poll() {
        for (bool is_moving = true; is_moving && connection && port.is_open(*connection);) {
            is_moving = false;
            if (const std::size_t size = client.output().size(); size > 0) {
                port.on_bytes(*connection, client.output(), now,
                              [&](const OperatorCommand& command) { return trader(command); });
                client.on_written(size);
                is_moving = true;
            }
            if (const std::size_t size = port.output(*connection).size(); size > 0) {
                client.on_bytes(port.output(*connection), now, *this);
                port.on_written(*connection, size);
                is_moving = true;
            }
        }
    }
    [[nodiscard]] soup::CloseReason why() const { return port.close_reason(*connection); }

    OperatorPort& port;
    Obedient& trader;
    soup::SoupClient client;
    Time now{};
    std::optional<std::uint16_t> connection{};
    bool is_rejected = false;
    std::vector<OperatorAnswer> answers{};
};

class OperatorPorts : public testing::Test {
  protected:
    OperatorPort port = *OperatorPort::create(port_options());
    Obedient trader;
};

TEST_F(OperatorPorts, ACommandIsObeyedAndAnswered) {
    Operator ops(port, trader);
    EXPECT_EQ(port.operators(), 1U);
    ops.ask({.action = OperatorAction::Kill,
             .origin = OperatorOrigin::Restart,
             .reason = risk::StopReason::Loss,
             .number = 7,
             .by = protocols::to_alpha<6>("SOMEON")});
    ASSERT_EQ(trader.commands.size(), 1U);
    EXPECT_EQ(trader.commands[0].action, OperatorAction::Kill);
    EXPECT_EQ(trader.commands[0].origin, OperatorOrigin::Operator) << "whatever he says";
    EXPECT_EQ(trader.commands[0].reason, risk::StopReason::None);
    EXPECT_EQ(trader.commands[0].by, protocols::to_alpha<6>("OPS")) << "who he has logged in as";
    ASSERT_EQ(ops.answers.size(), 1U);
    EXPECT_EQ(ops.answers[0].command.number, 7U);
}

TEST_F(OperatorPorts, AWrongPasswordIsNotLetIn) {
    Operator ops(port, trader, soup::Credentials::of("OPS", "B"));
    EXPECT_TRUE(ops.is_rejected);
    EXPECT_EQ(port.operators(), 0U);
    EXPECT_EQ(port.counters().logins_refused, 1U);
}

TEST(OperatorPortCertificates, AnOperatorNeedsItsOwnAndItOpensNoOthersSession) {
    auto options = port_options();
    options.certificates = {{0, "ops"}};
    auto port = OperatorPort::create(options);
    ASSERT_TRUE(port);
    Obedient trader;
    const auto ops = soup::Credentials::of("OPS", "A");
    const auto night = soup::Credentials::of("NIGHT", "B");
    EXPECT_FALSE(Operator(*port, trader, ops, {"ops.example", "ops"}).is_rejected);
    EXPECT_TRUE(Operator(*port, trader, ops, {"night"}).is_rejected);
    EXPECT_TRUE(Operator(*port, trader, ops).is_rejected) << "its password is not enough";
    EXPECT_TRUE(Operator(*port, trader, night, {"ops"}).is_rejected) << "it is another's";
    EXPECT_FALSE(Operator(*port, trader, night).is_rejected) << "it needs none";
    EXPECT_EQ(port->counters().logins_refused, 3U);
    int lines = 0;
    port->for_each_note([&](const soup::ClientNote& note) {
        lines += note.why == soup::kWrongCertificate ? 1 : 0;
    });
    EXPECT_EQ(lines, 3) << "the log says why";
}

TEST_F(OperatorPorts, WrongPasswordsAgainAndAgainAreNotLookedAt) {
    for (int n = 0; n < 30; ++n) {
        Operator guesser(port, trader, soup::Credentials::of("OPS", "B"));
        port.release(*guesser.connection, guesser.now);
    }
    EXPECT_EQ(port.counters().logins_refused, 10U);
    EXPECT_EQ(port.counters().logins_not_looked_at, 20U);
    std::uint64_t lines = 0;
    port.for_each_note([&](const soup::ClientNote& note) {
        lines += note.why == soup::kTooManyFailures ? 1U : 0U;
    });
    EXPECT_LE(lines, 1U);
    Operator night(port, trader, soup::Credentials::of("NIGHT", "B"));
    EXPECT_EQ(port.operators(), 1U) << "another operator at once";
}

TEST_F(OperatorPorts, WhatIsNoCommandCutsOff) {
    Operator ops(port, trader);
    const std::array<std::byte, 5> nonsense{};
    ops.send(nonsense);
    EXPECT_FALSE(port.is_open(*ops.connection));
    EXPECT_EQ(ops.why(), soup::CloseReason::MalformedPacket);
    EXPECT_EQ(port.counters().malformed, 1U);
    EXPECT_TRUE(trader.commands.empty());
}

TEST_F(OperatorPorts, ACommandThatCouldNotBeAnsweredIsNotCarriedOut) {
    Operator ops(port, trader);
    for (int n = 0; n < 3; ++n) {
        ops.ask({});
    }
    EXPECT_EQ(ops.answers.size(), 3U);
    ops.ask({.action = OperatorAction::Kill});
    EXPECT_EQ(trader.commands.size(), 3U);
    EXPECT_EQ(ops.why(), soup::CloseReason::StreamFull);
    EXPECT_EQ(port.counters().unanswerable, 1U);
    port.release(*ops.connection, ops.now);
    Operator again(port, trader);
    again.ask({.action = OperatorAction::Kill});
    EXPECT_EQ(again.answers.size(), 1U) << "a connection is a stream of its own";
}

TEST_F(OperatorPorts, EachHearsItsOwnAnswers) {
    Operator ops(port, trader);
    Operator night(port, trader, soup::Credentials::of("NIGHT", "B"));
    night.ask({});
    EXPECT_EQ(night.answers.size(), 1U);
    ops.poll();
    EXPECT_TRUE(ops.answers.empty());
}

TEST_F(OperatorPorts, SilentConnectionsLockNoOperatorOut) {
    Operator first(port, trader);
    for (std::uint16_t n = 0; n < 100; ++n) {
        ASSERT_TRUE(port.on_connect({}, {.address = 0x7F00'0001U, .port = n}));
        for (std::uint16_t other = 0; other < port.places(); ++other) {
            if (!port.is_open(other)) {
                port.release(other, {});
            }
        }
    }
    Operator night(port, trader, soup::Credentials::of("NIGHT", "B"));
    night.ask({});
    EXPECT_EQ(night.answers.size(), 1U);
    first.ask({});
    EXPECT_EQ(first.answers.size(), 1U);
    EXPECT_EQ(port.counters().connections_refused, 0U);
}

TEST_F(OperatorPorts, AnOperatorWithAsManyConnectionsAsAllowedLosesTheOldest) {
    Operator first(port, trader);
    Operator second(port, trader);
    Operator third(port, trader);
    EXPECT_EQ(first.why(), soup::CloseReason::Superseded);
    EXPECT_TRUE(port.is_open(*second.connection) && port.is_open(*third.connection));
    Operator night(port, trader, soup::Credentials::of("NIGHT", "B"));
    EXPECT_TRUE(night.is_rejected) << "connections_max operators are logged in";
}

TEST_F(OperatorPorts, WhoIsRefusedOrCutOffIsALine) {
    const Operator stranger(port, trader, soup::Credentials::of("OPS", "GUESS"));
    Operator ops(port, trader);
    const std::byte noise{'?'};
    ops.send({&noise, 1});
    std::vector<std::string> lines;
    port.for_each_note([&](const soup::ClientNote& note) {
        lines.push_back(std::string(protocols::without_padding(note.user)) + ": " +
                        std::string(note.why));
    });
    EXPECT_EQ(lines,
              (std::vector<std::string>{"OPS: login rejected: unknown user or wrong password",
                                        "OPS: malformed: not an operator command"}));
}

TEST_F(OperatorPorts, WhoIsRefusedIsALineWhenItsSocketIsClosedAtOnce) {
    const Operator stranger(port, trader, soup::Credentials::of("OPS", "GUESS"));
    ASSERT_FALSE(port.is_open(*stranger.connection)) << "its answer has gone";
    port.release(*stranger.connection, stranger.now);
    int lines = 0;
    port.for_each_note([&](const soup::ClientNote&) { ++lines; });
    EXPECT_EQ(lines, 1);
}

TEST_F(OperatorPorts, WithoutAnAbsenceLimitNoOperatorIsNeeded) {
    port.start({});
    port.on_timer({kNanosPerSecond * 1'000'000}, trader);
    EXPECT_TRUE(trader.commands.empty());
    EXPECT_EQ(port.next_deadline(), kNever);
}

// ---- somebody must be there

class Absence : public testing::Test {
  protected:
    Absence() {
        OperatorPortOptions options = port_options();
        options.absence_max = {100 * kMs};
        port.emplace(std::move(*OperatorPort::create(options)));
        port->start({});
    }
    void timer_at(std::int64_t time) {
        port->on_timer({time}, [&](const OperatorCommand& command) { return trader(command); });
    }
    std::optional<OperatorPort> port;
    Obedient trader;
};

TEST_F(Absence, KillsOnceBehindTheLimitAndNotAtIt) {
    timer_at(100 * kMs - 1);
    timer_at(100 * kMs);
    EXPECT_TRUE(trader.commands.empty());
    EXPECT_EQ(port->next_deadline(), (Time{100 * kMs + 1}));
    timer_at(100 * kMs + 1);
    timer_at(500 * kMs);
    ASSERT_EQ(trader.commands.size(), 1U);
    EXPECT_EQ(trader.commands[0].action, OperatorAction::Kill);
    EXPECT_EQ(trader.commands[0].origin, OperatorOrigin::Absence);
    EXPECT_EQ(stop_reason_of(trader.commands[0]), risk::StopReason::Heartbeat);
    EXPECT_EQ(port->counters().absences, 1U);
}

TEST_F(Absence, AnyPacketOfAnOperatorWhoIsLoggedInCounts) {
    Operator ops(*port, trader);
    for (std::int64_t at = 50; at <= 2'000; at += 50) {
        ops.now = {at * kMs};
        ops.client.on_timer(ops.now);  // a heartbeat each second is too few ...
        if (at % 100 == 0) {
            ops.ask({});  // ... a question each 100 ms is enough
            ops.answers.clear();
            port->on_disconnected(*ops.connection);
            port->release(*ops.connection, ops.now);
            ops.connection = port->on_connect(ops.now);
            ops.client.on_disconnected();
            ops.client.begin_session(soup::kCurrentSession, 0);
            ops.client.on_connected(ops.now);
            ops.poll();
        }
        timer_at(at * kMs);
    }
    EXPECT_EQ(port->counters().absences, 0U);
    timer_at(2'101 * kMs);
    EXPECT_EQ(port->counters().absences, 1U);
}

TEST_F(Absence, AnOperatorWhoseLoginIsRejectedDoesNotCount) {
    Operator stranger(*port, trader, soup::Credentials::of("OPS", "B"));
    stranger.now = {90 * kMs};
    Operator another(*port, trader, soup::Credentials::of("OPS", "B"));
    timer_at(100 * kMs + 1);
    EXPECT_EQ(port->counters().absences, 1U);
}

TEST_F(Absence, AnOperatorWhoReturnsAndLeavesIsAbsentAgain) {
    timer_at(101 * kMs);
    EXPECT_EQ(port->counters().absences, 1U);
    Operator ops(*port, trader);
    ops.now = {1'000 * kMs};
    ops.ask({.action = OperatorAction::Resume});
    timer_at(1'100 * kMs);
    EXPECT_EQ(port->counters().absences, 1U);
    timer_at(1'100 * kMs + 1);
    EXPECT_EQ(port->counters().absences, 2U);
}

TEST_F(Absence, NothingIsAllocated) {
    Obedient& of = trader;
    of.commands.reserve(10);
    const NoAllocScope scope;
    timer_at(50 * kMs);
    timer_at(101 * kMs);
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(OperatorPortSetUp, WhatIsMissingIsRefused) {
    const auto refuses = [](auto spoil) {
        OperatorPortOptions options = port_options();
        spoil(options);
        return !OperatorPort::create(options).has_value();
    };
    EXPECT_FALSE(refuses([](OperatorPortOptions&) {}));
    EXPECT_TRUE(refuses([](OperatorPortOptions& o) { o.users.clear(); }));
    EXPECT_TRUE(refuses([](OperatorPortOptions& o) { o.connections_max = 0; }));
    EXPECT_TRUE(refuses([](OperatorPortOptions& o) { o.answers_kept = 0; }));
    EXPECT_TRUE(refuses([](OperatorPortOptions& o) { o.absence_max = {-1}; }));
}

}  // namespace
}  // namespace hotpath::trader
