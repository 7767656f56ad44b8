// A rehearsal gives the same result as sending, and leaves the gateway unchanged.
#include <array>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/checksum.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"
#include "tests/support/same_engine.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trading_day.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::protocols::nasdaq {
namespace {

namespace ouch = protocols::nasdaq::ouch50;
using oms::Intent;

constexpr std::uint16_t kInstruments = 3;
constexpr std::int64_t kMid = 100'000;

gateway::GatewayOptions tight_options() {
    risk::RiskOptions risk = support::wide_risk(kInstruments);
    risk.pace = {.orders = {.messages_max = 12, .window = {1'000}},
                 .cancels = {.messages_max = 4, .window = {1'000}},
                 .duplicates = {.messages_max = 3, .window = {800}},
                 .repeated_executions = {.messages_max = 20, .window = {4'000}},
                 .instrument_window = {900}};
    return {.orders = {.instruments_max = kInstruments,
                       .orders_remembered = 32,
                       .open_orders_max = 6,
                       .executions_remembered = 64},
            .risk = risk,
            .outbox_messages_max = 3};
}

risk::Limits tight_limits() {
    risk::Limits limits = support::wide_limits();
    limits.position_max = {900};
    limits.messages_max = 8;
    return limits;
}

/// The venue's answers to what was sent, oldest first.
struct Answers : ouch::NullRequestListener {
    void on_enter_order(const ouch::EnterOrder& m, ouch::Appendage) { add(support::accepted(m)); }
    void on_replace_order_request(const ouch::ReplaceOrderRequest& m, ouch::Appendage) {
        add(support::replaced(m, m.load_quantity()));
    }
    void on_cancel_order_request(const ouch::CancelOrderRequest& m) {
        add(support::canceled(m.load_user_ref_num(), m.load_quantity() == 0 ? 100 : 10));
    }
    template <class Message>
    void add(const Message& message) {
        const Bytes bytes = message.bytes();
        waiting.emplace_back(bytes.begin(), bytes.end());
    }
    std::deque<std::vector<std::byte>> waiting;
};

class Desk {
  public:
    explicit Desk(risk::FirmShare* firm) {
        gateway::GatewayOptions options = tight_options();
        options.risk.firm = firm;
        gateway_.push_back(std::move(*OuchGateway::create(options)));
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            EXPECT_TRUE(gateway().allow({id}, *Symbol::from("ABCD"), tight_limits()));
        }
    }
    [[nodiscard]] OuchGateway& gateway() { return gateway_.front(); }
    oms::Rejection send(const Intent& intent, const oms::SendContext& context) {
        timing::StageStamps stamps;
        return gateway().send(intent, context, stamps, timing::NoTicks{});
    }
    void drain(Answers* answers) {
        gateway().for_each_outgoing([&](Bytes message) {
            sent.add(message);
            if (answers != nullptr) {
                static_cast<void>(ouch::decode_request(message, *answers));
            }
        });
    }

    Checksum sent;

  private:
    std::vector<OuchGateway> gateway_;
};

constexpr risk::FirmLimits kFirm{
    .open_orders_max = 1'000, .open_value_max = {1ULL << 40U}, .messages_max = 1ULL << 40U};
constexpr risk::FirmLimits kBlock{.open_orders_max = 1, .open_value_max = {1}, .messages_max = 1};

class TwoDesks {
  public:
    explicit TwoDesks(std::uint64_t seed) : random_(seed), whims_(seed + 1) {}

    void step() {
        now_ = now_ + Nanos{static_cast<std::int64_t>(random_.below(150))};
        for (std::uint64_t times = whims_.below(3); times > 0; --times) {
            static_cast<void>(rehearsing_.gateway().rehearse(any_intent(whims_), context(whims_)));
        }
        switch (random_.below(12)) {
            case 0:
                plain_.gateway().cancel_all(now_);
                rehearsing_.gateway().cancel_all(now_);
                break;
            case 1:
            case 2:
            case 3:
            case 4:
                answer();
                break;
            case 5:
                execute();
                break;
            case 6:
                plain_.gateway().resume();
                rehearsing_.gateway().resume();
                break;
            default:
                send();
        }
        if (!random_.one_in(3)) {
            plain_.drain(&answers_);
            rehearsing_.drain(nullptr);
        }
        compare();
    }
    std::uint64_t sent = 0;
    std::uint64_t refused = 0;

  private:
    Intent any_intent(Random& random) {
        const oms::Orders& orders = plain_.gateway().orders();
        const std::span<const ClOrdId> open = orders.open_orders();
        const Qty qty{100 * (1 + static_cast<std::uint32_t>(random.below(3)))};
        const Price price{kMid + 10 * static_cast<std::int64_t>(random.below(7)) - 30};
        if (!open.empty() && random.one_in(6)) {
            return {
                .kind = Intent::Kind::Reduce, .id = open[random.below(open.size())], .qty = {50}};
        }
        if (!open.empty() && random.one_in(2)) {
            return {.kind = random.one_in(8) ? Intent::Kind::Cancel : Intent::Kind::Replace,
                    .id = orders.next_id(),
                    .original = open[random.below(open.size())],
                    .qty = qty,
                    .price = price};
        }
        return {.side = random.one_in(2) ? Side::Buy : Side::Sell,
                .time_in_force = static_cast<TimeInForce>(random.below(3)),
                .instrument = {static_cast<std::uint16_t>(random.below(kInstruments + 2))},
                .is_post_only = random.one_in(4),
                .id = orders.next_id(),
                .qty = qty,
                .price = price};
    }
    oms::SendContext context(Random& random) {
        return {.now = now_, .reference_price = {random.one_in(30) ? 0 : kMid}};
    }
    void send() {
        const Intent intent = any_intent(random_);
        const oms::SendContext at = context(random_);
        const oms::Rejection foretold = rehearsing_.gateway().rehearse(intent, at);
        const oms::Rejection rejection = plain_.send(intent, at);
        EXPECT_EQ(rehearsing_.send(intent, at), rejection);
        if (intent.needs_approval()) {
            EXPECT_EQ(foretold.is_refusal(), rejection.is_refusal());
            EXPECT_EQ(foretold.by, rejection.by);
            EXPECT_EQ(foretold.code, rejection.code);
            (rejection.is_refusal() ? refused : sent) += 1;
        }
    }
    void report(Bytes message) {
        plain_.gateway().on_message(message);
        rehearsing_.gateway().on_message(message);
    }
    void answer() {
        if (!answers_.waiting.empty()) {
            report(answers_.waiting.front());
            answers_.waiting.pop_front();
        }
    }
    void execute() {
        const std::span<const ClOrdId> open = plain_.gateway().orders().open_orders();
        if (!open.empty()) {
            const ClOrdId id = open[random_.below(open.size())];
            report(support::executed(id.value, 1 + static_cast<std::uint32_t>(random_.below(60)),
                                     ++match_)
                       .bytes());
        }
    }
    void compare() {
        EXPECT_EQ(plain_.sent.value(), rehearsing_.sent.value());
        EXPECT_EQ(plain_.gateway().waiting(), rehearsing_.gateway().waiting());
        EXPECT_EQ(plain_.gateway().counters(), rehearsing_.gateway().counters());
        EXPECT_EQ(plain_.gateway().risk().mode(), rehearsing_.gateway().risk().mode());
        support::expect_same_orders(plain_.gateway().orders(), rehearsing_.gateway().orders());
        for (const risk::FirmLimit limit : risk::kFirmLimits) {
            EXPECT_EQ(firms_[0].taken(limit), firms_[1].taken(limit));
        }
    }

    Random random_;
    Random whims_;
    std::array<risk::SharedLimits, 2> firms_{
        {risk::SharedLimits(kFirm), risk::SharedLimits(kFirm)}};
    std::array<risk::FirmShare, 2> shares_{{{firms_[0], kBlock}, {firms_[1], kBlock}}};
    Desk plain_{&shares_[0]};
    Desk rehearsing_{&shares_[1]};
    Answers answers_;
    Time now_{1'000'000};
    std::uint64_t match_ = 0;
};

TEST(GatewayRehearsalProperty, SaysWhatSendingWouldAndChangesNothing) {
    const std::uint64_t first = support::seed_of_this_test(3);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 10, .long_run = 500});
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        TwoDesks desks(seed);
        for (int i = 0; i < 5'000 && !testing::Test::HasFailure(); ++i) {
            desks.step();
        }
        EXPECT_GT(desks.sent, 50U);
        EXPECT_GT(desks.refused, 200U);
    }
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq
