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

#include "hotpath/wire/dropcopy/reply_copy.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"
#include "tests/venue/soup_connection.hpp"

namespace hotpath::venue_tests {

/// ALICE's positions by the drop copy, read from its beginning.
class CopiedPositions : public wire::ouch50::NullReplyListener {
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
                wire::dropcopy::CopiedReply copied;
                ASSERT_EQ(wire::dropcopy::decode(message, copied), wire::DecodeStatus::Ok);
                ASSERT_EQ(wire::ouch50::decode_reply(copied.reply, *this), wire::DecodeStatus::Ok);
            });
        }
    }
    void on_order_accepted(const wire::ouch50::OrderAccepted& m, wire::ouch50::Appendage) {
        open(m);
    }
    void on_order_replaced(const wire::ouch50::OrderReplaced& m, wire::ouch50::Appendage) {
        open(m);
    }
    void on_order_executed(const wire::ouch50::OrderExecuted& m, wire::ouch50::Appendage) {
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
                                          wire::ouch50::to_side(m.load_side())};
    }
    std::map<std::uint32_t, std::pair<std::string, Side>> orders_;
};

}  // namespace hotpath::venue_tests
