// The example of README.md, compiled.
#include <gtest/gtest.h>

#include "hotpath/strategy/strategy.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::trader {
namespace {

struct NoSocket {
    bool is_connected = false;
    void connect(Port) { is_connected = true; }
    [[nodiscard]] static std::size_t send(Bytes bytes) { return bytes.size(); }
    void close() { is_connected = false; }
};

TEST(TraderReadme, TheExampleRuns) {
    NoSocket socket;
    TraderOptions options;
    options.engine.books = {
        .orders_max = 100, .levels_max = 100, .instruments_max = 2, .huge_pages = HugePages::Never};
    options.account = protocols::nasdaq::soupbintcp::Credentials::of("ALICE", "WONDERLAND");
    options.drop_copy = protocols::nasdaq::soupbintcp::Credentials::of("RISK", "EVERYTHING");
    auto trader = Trader<strategy::NullStrategy>::create(options, strategy::NullStrategy{});
    ASSERT_TRUE(trader.has_value());
    const Time now{1};
    const Bytes datagram;

    trader->on_packet({.line = feed::Line::A, .bytes = datagram, .now = now});
    for (const Port port : kAllPorts) {
        if (trader->is_wanted(port)) {
            socket.connect(port);
            trader->on_connected(port, now);
        }
        if (const Bytes output = trader->output(port); !output.empty()) {
            trader->on_written(port, socket.send(output), now);
        }
        if (!trader->is_open(port)) {
            socket.close();
        }
    }
    trader->on_timer(now);  // at trader->next_deadline()

    EXPECT_TRUE(trader->is_open(Port::DropCopy));
    EXPECT_FALSE(trader->is_wanted(Port::OrderEntry));
}

}  // namespace
}  // namespace hotpath::trader
