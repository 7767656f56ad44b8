// The operators' port without a server: a command is an input, and its answer waits for the journal.

#include "hotpath/exchange/server/operator_port.hpp"

#include <array>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "tests/support/port_bench.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::soupbintcp::Credentials;
using support::PortBench;
using OperatorPortBench = PortBench<OperatorPort>;
using support::PortLines;

VenueServerOptions with_one_operator(std::uint32_t answers_max = 100) {
    VenueServerOptions options = support::small_venue(1);
    options.operator_users = {Credentials::of("OPS", "O")};
    options.answers.messages_max = answers_max;
    return options;
}

struct PortOperator : protocols::nasdaq::soupbintcp::NullClientListener {
    explicit PortOperator(OperatorPortBench& at)
        : bench(at),
          soup(*protocols::nasdaq::soupbintcp::SoupClient::create(
              {.connection = {}, .credentials = Credentials::of("OPS", "O")})),
          id(bench.connect(Port::Operator)) {
        soup.on_connected(bench.now);
        run();
    }
    void run() {
        bench.run(id, soup, [&](Bytes bytes) { soup.on_bytes(bytes, bench.now, *this); });
    }
    void send(const Control& control) {
        std::array<std::byte, kControlLengthMax> room{};
        EXPECT_TRUE(soup.try_send(encode(control, room), bench.now));
        run();
    }
    void on_sequenced(std::uint64_t, Bytes message) {
        EXPECT_EQ(decode(message, answers.emplace_back()), protocols::DecodeStatus::Ok);
    }

    OperatorPortBench& bench;
    protocols::nasdaq::soupbintcp::SoupClient soup;
    ConnectionId id;
    std::vector<ControlAnswer> answers;
};

[[nodiscard]] Control halt_of_aapl(std::uint32_t number) {
    return {.action = ControlAction::SetTrading,
            .number = number,
            .symbol = *Symbol::from("AAPL"),
            .state = book::TradingState::Halted};
}

TEST(OperatorPort, ACommandIsAnInputAndItsAnswerWaitsForTheJournal) {
    OperatorPortBench bench(with_one_operator());
    PortOperator ops(bench);
    ops.send(halt_of_aapl(7));
    EXPECT_EQ(bench.inputs(), PortLines{"control"});
    EXPECT_TRUE(ops.answers.empty());
    bench.make_durable();
    ops.run();
    ASSERT_EQ(ops.answers.size(), 1U);
    EXPECT_EQ(ops.answers[0].control.number, 7U);
    EXPECT_EQ(ops.answers[0].status, ControlStatus::Done);
    EXPECT_EQ(bench.port.answers().size(), 1U);
}

TEST(OperatorPort, WhatIsNoCommandEndsTheConnection) {
    OperatorPortBench bench(with_one_operator());
    PortOperator ops(bench);
    EXPECT_TRUE(ops.soup.try_send(std::as_bytes(std::span("?")), bench.now));
    ops.run();
    EXPECT_TRUE(bench.is_closed(ops.id));
    EXPECT_EQ(bench.inputs(), PortLines{});
    EXPECT_EQ(bench.notes(), PortLines{"malformed: not an operator command"});
}

TEST(OperatorPort, AfterTheDayOnlyTheNextOneIsTaken) {
    OperatorPortBench bench(with_one_operator());
    PortOperator ops(bench);
    bench.submit(event::EndOfSession{});
    bench.make_durable();
    static_cast<void>(bench.inputs());
    ops.send(halt_of_aapl(1));
    EXPECT_TRUE(bench.is_closed(ops.id));
    EXPECT_EQ(bench.inputs(), PortLines{});
    EXPECT_EQ(bench.core.counters().overloads, 1U);
}

TEST(OperatorPort, AFullStreamOfAnswersBeginsAgainWithoutItsReaders) {
    OperatorPortBench bench(with_one_operator(2));
    PortOperator ops(bench);
    for (std::uint32_t n = 1; n <= 3; ++n) {
        ops.send(halt_of_aapl(n));
        bench.make_durable();
        ops.run();
    }
    EXPECT_TRUE(bench.is_closed(ops.id));
    EXPECT_EQ(bench.core.counters().answers_restarted, 1U);
    EXPECT_EQ(bench.port.answers().size(), 1U);
    PortOperator again(bench);
    ASSERT_EQ(again.answers.size(), 1U);
    EXPECT_EQ(again.answers[0].control.number, 3U);
}

TEST(OperatorPort, ASnapshotHasTheAnswers) {
    OperatorPortBench bench(with_one_operator());
    PortOperator ops(bench);
    ops.send(halt_of_aapl(1));
    bench.make_durable();
    OperatorPortBench loaded(with_one_operator(), OperatorPortBench::Start::None);
    const support::ByteString state = bench.state();
    StateReader reader(state);
    loaded.core.load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(loaded.port.answers().size(), 1U);
    EXPECT_EQ(loaded.state(), state);
}

}  // namespace
}  // namespace hotpath::exchange
