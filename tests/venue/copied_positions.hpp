#pragma once
/// The positions of a venue's only trading user, by its drop copy.
///
///   CopiedPositions copied; copied.read(drop_copy, 5);   copied.held["AAPL"]
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "tests/venue/soup_connection.hpp"

namespace hotpath::venue_tests {

/// ALICE's positions by the drop copy, read from its beginning.
class CopiedPositions : public protocols::nasdaq::ouch50::NullReplyListener {
  public:
    /// As many executions as are expected, and what follows them.
    void read(const net::Endpoint& from, std::uint64_t expected) {
        StreamReader reader("RISK", "R");
        ASSERT_TRUE(reader.connect(from));
        const Time until = steady_now() + kPatience;
        const auto is_short = [&] { return executions < expected && steady_now() < until; };
        // Nothing more for a second: that was all.
        for (Time heard = steady_now();
             is_short() || steady_now() < heard + Nanos{kNanosPerSecond};) {
            pause_before_looking_again();
            reader.poll([&](Bytes message) {
                heard = steady_now();
                protocols::nasdaq::dropcopy::CopiedReply copied;
                ASSERT_EQ(protocols::nasdaq::dropcopy::decode(message, copied),
                          protocols::DecodeStatus::Ok);
                ASSERT_EQ(protocols::nasdaq::ouch50::decode_reply(copied.reply, *this),
                          protocols::DecodeStatus::Ok);
            });
        }
    }
    void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        open(m);
    }
    void on_order_replaced(const protocols::nasdaq::ouch50::OrderReplaced& m,
                           protocols::nasdaq::ouch50::Appendage) {
        open(m);
    }
    void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        const auto& [symbol, side] = orders_.at(m.load_user_ref_num());
        const auto qty = std::int64_t{m.load_quantity()};
        held[symbol] += side == Side::Buy ? qty : -qty;
        ++executions;
    }

    std::map<std::string, std::int64_t> held{};
    std::uint64_t executions = 0;

  private:
    void open(const auto& m) {
        orders_[m.load_user_ref_num()] = {m.load_symbol().str(),
                                          protocols::nasdaq::ouch50::to_side(m.load_side())};
    }
    std::map<std::uint32_t, std::pair<std::string, Side>> orders_;
};

}  // namespace hotpath::venue_tests
