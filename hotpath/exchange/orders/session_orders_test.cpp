#include "hotpath/exchange/orders/session_orders.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

constexpr std::uint32_t kTwinOrdersMax = 500;
constexpr std::uint16_t kTwinSessions = 3;

/// The table and std::map, changed alike.
class SessionOrderTwins {
  public:
    explicit SessionOrderTwins(std::uint64_t seed) : random_(seed) {}

    void add() {
        if (twin_.size() == kTwinOrdersMax) {
            ASSERT_TRUE(orders_.is_full());
            return;
        }
        id_ += 1 + random_.below(4) * 2;
        const SessionId session{static_cast<std::uint16_t>(random_.below(kTwinSessions))};
        user_ref_num_[session.value] += 1 + static_cast<std::uint32_t>(random_.below(1'000));
        const SessionOrder order{.id = {id_ | 1U},
                                 .session = session,
                                 .instrument = {1},
                                 .user_ref_num = {user_ref_num_[session.value]},
                                 .qty = {static_cast<std::uint32_t>(1 + random_.below(100))},
                                 .cum_qty = {},
                                 .price = random_.one_in(9) ? kMarketPrice : Price{10'000},
                                 .terms = {}};
        id_ = order.id.value;
        const bool is_tagged = random_.one_in(2);
        const SessionOrder& added = is_tagged ? orders_.add_tagged(order) : orders_.add(order);
        const std::uint32_t tag = orders_.tag_of(added);
        ASSERT_NE(tag, 0U);
        ASSERT_EQ(orders_.find(TaggedId{order.id, tag}), &added);
        ASSERT_EQ(orders_.find(order.id), is_tagged ? nullptr : &added);
        twin_.emplace(order.id.value, order);
        tags_.emplace(order.id.value, tag);
    }

    void remove() {
        if (!twin_.empty()) {
            const auto removed =
                std::next(twin_.begin(), static_cast<std::ptrdiff_t>(random_.below(twin_.size())));
            SessionOrder* const open = find(removed->first);
            ASSERT_NE(open, nullptr);
            orders_.remove(*open);
            ASSERT_EQ(find(removed->first), nullptr);
            ASSERT_EQ(orders_.find(OrderId{removed->first}), nullptr);
            ASSERT_EQ(orders_.find(removed->second.session, removed->second.user_ref_num), nullptr);
            tags_.erase(removed->first);
            twin_.erase(removed);
        }
    }

    /// Shares trade or are taken off, never all of them.
    void change() {
        if (twin_.empty()) {
            return;
        }
        const auto changed =
            std::next(twin_.begin(), static_cast<std::ptrdiff_t>(random_.below(twin_.size())));
        SessionOrder* const open = find(changed->first);
        const Qty qty{static_cast<std::uint32_t>(random_.below(open->leaves_qty().value))};
        if (random_.one_in(2)) {
            orders_.execute(*open, qty);
            changed->second.cum_qty += qty;
        } else {
            orders_.reduce(*open, qty);
            changed->second.qty -= qty;
        }
    }

    void expect_equal() {
        ASSERT_EQ(orders_.size(), twin_.size());
        std::vector<std::uint64_t> visited;
        orders_.for_each([&](const SessionOrder& order) { visited.push_back(order.id.value); });
        std::ranges::sort(visited);
        ASSERT_TRUE(
            std::ranges::equal(visited, twin_, {}, {}, [](const auto& e) { return e.first; }));
        std::vector<std::uint32_t> open(kTwinSessions);
        std::vector<Money> value(kTwinSessions);
        for (const auto& [id, order] : twin_) {
            const SessionOrder* const found = find(id);
            ASSERT_NE(found, nullptr);
            ASSERT_EQ(found->qty, order.qty);
            ASSERT_EQ(orders_.find(order.session, order.user_ref_num), found);
            ++open[order.session.value];
            value[order.session.value] += value_of(order);
        }
        for (std::uint16_t session = 0; session < kTwinSessions; ++session) {
            ASSERT_EQ(orders_.open_of({session}), open[session]);
            ASSERT_EQ(orders_.open_value({session}), value[session]);
        }
    }

    Random& random() { return random_; }

  private:
    SessionOrder* find(std::uint64_t id) { return orders_.find(TaggedId{{id}, tags_.at(id)}); }

    Random random_;
    SessionOrders orders_{kTwinOrdersMax, kTwinSessions};
    std::map<std::uint64_t, SessionOrder> twin_;
    std::map<std::uint64_t, std::uint32_t> tags_;
    std::uint64_t id_ = 0;
    std::array<std::uint32_t, kTwinSessions> user_ref_num_{};
};

TEST(SessionOrders, AreFoundByBothIdsWhileTheyComeAndGo) {
    SessionOrderTwins twins(support::seed_of_this_test(1));
    const std::uint64_t rounds = support::rounds_of_this_run({.usual = 40, .long_run = 1'000});
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::uint64_t adds_of_four = round % 4;  // shrinks, and grows until it is full
        for (int event = 0; event < 1'000; ++event) {
            if (twins.random().one_in(4)) {
                twins.change();
            } else if (twins.random().below(4) < adds_of_four) {
                twins.add();
            } else {
                twins.remove();
            }
        }
        twins.expect_equal();
    }
}

}  // namespace
}  // namespace hotpath::exchange
