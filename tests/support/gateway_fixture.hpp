#pragma once
/// A fixture of a gateway with one traded instrument, and the requests of its tests.
///
///   class FixGatewayTest : public support::GatewayFixture<FixGateway> { ... };
///
/// Threads: one. Allocation: free. Tests only.

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::support {

/// Orders are of 100: buys at $10.00, sells at $10.02, and replacements at $10.01.
template <class Gateway>
class GatewayFixture : public testing::Test {
  protected:
    static constexpr InstrumentId kInstrument{2};
    static constexpr oms::SendContext kContext{.now = {1'000}, .reference_price = {100'000}};

    explicit GatewayFixture(const typename Gateway::CodecOptions& codec)
        : gateway(std::move(*Gateway::create({.orders = {.instruments_max = 4,
                                                         .orders_remembered = 64,
                                                         .open_orders_max = 8,
                                                         .executions_remembered = 16},
                                              .risk = wide_risk(4),
                                              .outbox_messages_max = 3},
                                             codec))) {
        EXPECT_TRUE(gateway.allow(kInstrument, *Symbol::from("ABCD"), wide_limits()).has_value());
    }

    oms::Rejection send(const oms::Intent& intent) {
        timing::StageStamps stamps;
        return gateway.send(intent, kContext, stamps, timing::NoTicks{});
    }
    void enter(std::uint32_t id, Side side = Side::Buy, TimeInForce time_in_force = {},
               bool is_post_only = false) {
        EXPECT_FALSE(send({.kind = oms::Intent::Kind::Enter,
                           .side = side,
                           .time_in_force = time_in_force,
                           .instrument = kInstrument,
                           .is_post_only = is_post_only,
                           .id = {id},
                           .qty = {100},
                           .price = {side == Side::Buy ? 100'000 : 100'200}})
                         .is_refusal());
    }
    [[nodiscard]] static oms::Intent replacement(std::uint32_t original, std::uint32_t id,
                                                 std::uint32_t qty) {
        return {.kind = oms::Intent::Kind::Replace,
                .id = {id},
                .original = {original},
                .qty = {qty},
                .price = {100'100}};
    }
    void replace(std::uint32_t original, std::uint32_t id, std::uint32_t qty) {
        EXPECT_FALSE(send(replacement(original, id, qty)).is_refusal());
    }
    void cancel(std::uint32_t id) {
        EXPECT_FALSE(send({.kind = oms::Intent::Kind::Cancel, .id = {id}}).is_refusal());
    }
    void reduce(std::uint32_t id, std::uint32_t open_qty) {
        EXPECT_FALSE(
            send({.kind = oms::Intent::Kind::Reduce, .id = {id}, .qty = {open_qty}}).is_refusal());
    }
    [[nodiscard]] const oms::Order& order(std::uint32_t id) const {
        return *gateway.orders().find({id});
    }

    Gateway gateway;
};

}  // namespace hotpath::support
