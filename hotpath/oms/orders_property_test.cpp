// A random venue that accepts, executes, cancels, rejects, repeats itself and answers late, against
// a random trader behind the risk gate. After every event: quantity is conserved in each order,
// open quantity is the sum over the orders, the position is the sum of the fills booked, the
// account is that of all fills and open orders, and what the venue could still execute stays within
// the limit. Now and then the session breaks: requests on their way are gone, reports are replayed.

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/oms/orders.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::oms {
namespace {

constexpr InstrumentId kInstrument{1};
constexpr std::int64_t kPositionMax = 500;
constexpr Price kPrice{100'000};
constexpr Fees kFees{.added = {-2}, .removed = {3}, .other = {1}};

struct Canceled {
    ClOrdId id;
    Qty qty;
};
struct Rejected {
    ClOrdId id;
};
struct Reduce {
    ClOrdId id;
    Qty size;  // in all, executed shares included
};
using Request = std::variant<NewOrder, ReplaceOrder, Reduce, ClOrdId>;
using AnyReport = std::variant<Accepted, Replaced, Executed, Canceled, Rejected>;

/// The venue's truth: open orders by id, and OUCH's rules of replacing and canceling.
class RandomVenue {
  public:
    explicit RandomVenue(Random& random) : random_(random) {}

    std::int64_t position() const { return position_; }
    std::uint64_t open_qty(Side side) const {
        std::uint64_t sum = 0;
        for (const auto& [id, order] : open_) {
            sum += order.side == side ? order.leaves() : 0;
        }
        return sum;
    }

    void on_request(const Request& request) {
        std::visit([this](const auto& r) { on(r); }, request);
    }

    void trade_or_cancel() {
        if (open_.empty()) {
            return;
        }
        const auto chosen =
            std::next(open_.begin(), static_cast<std::ptrdiff_t>(random_.below(open_.size())));
        const std::uint32_t qty =
            1 + static_cast<std::uint32_t>(random_.below(chosen->second.leaves()));
        random_.below(5) == 0 ? cancel(chosen->first, qty) : execute(chosen->first, qty);
    }

    /// The next report in session order, or now and then one told before.
    std::optional<AnyReport> next_report() {
        if (!told_.empty() && random_.below(8) == 0) {
            return told_[random_.below(told_.size())];
        }
        if (waiting_.empty()) {
            return std::nullopt;
        }
        const AnyReport report = waiting_.front();
        waiting_.pop_front();
        if (is_repeatable(report)) {
            told_.push_back(report);
        }
        return report;
    }
    bool has_waiting() const { return !waiting_.empty(); }

  private:
    struct VenueOrder {
        Side side = Side::Buy;
        std::uint32_t qty = 0;
        std::uint32_t done = 0;
        std::uint32_t canceled = 0;
        std::uint32_t leaves() const { return qty - done - canceled; }
    };

    /// A canceled message has no number of its own: the session layer keeps it from coming twice.
    static bool is_repeatable(const AnyReport& report) {
        return !std::holds_alternative<Canceled>(report);
    }

    void on(const NewOrder& order) {
        if (random_.below(6) == 0) {
            waiting_.push_back(Rejected{order.id});
            return;
        }
        open_[order.id.value] = {.side = order.side, .qty = order.qty.value};
        waiting_.push_back(Accepted{
            .id = order.id, .venue_id = {order.id.value}, .qty = order.qty, .price = order.price});
    }

    void on(const ReplaceOrder& order) {
        const auto original = open_.find(order.original.value);
        if (original == open_.end()) {
            if (random_.below(2) == 0) {
                waiting_.push_back(Rejected{order.id});  // some venues say so, OUCH is silent
            }
            return;
        }
        if (random_.below(6) == 0) {
            waiting_.push_back(Rejected{order.id});
            return;
        }
        if (order.qty.value <= original->second.done) {
            cancel(order.original.value, original->second.leaves());
            return;
        }
        const VenueOrder replaced{
            .side = original->second.side, .qty = order.qty.value, .done = original->second.done};
        open_.erase(original);
        open_[order.id.value] = replaced;
        waiting_.push_back(Replaced{.original = order.original,
                                    .id = order.id,
                                    .venue_id = {order.id.value},
                                    .leaves_qty = {replaced.leaves()},
                                    .price = order.price});
    }

    /// A size that is not less is ignored.
    void on(const Reduce& reduce) {
        const auto found = open_.find(reduce.id.value);
        if (found == open_.end()) {
            return;
        }
        const VenueOrder& order = found->second;
        const std::uint32_t size = std::max(reduce.size.value, order.done);
        if (size < order.done + order.leaves()) {
            cancel(reduce.id.value, order.done + order.leaves() - size);
        }
    }

    void on(ClOrdId id) {
        if (const auto order = open_.find(id.value); order != open_.end()) {
            cancel(id.value, order->second.leaves());
        }
    }

    void execute(std::uint32_t id, std::uint32_t qty) {
        VenueOrder& order = open_[id];
        order.done += qty;
        position_ += sign(order.side) * std::int64_t{qty};
        waiting_.push_back(Executed{.id = {id},
                                    .match = {++match_},
                                    .qty = {qty},
                                    .price = kPrice + static_cast<std::int64_t>(random_.below(9)),
                                    .liquidity = static_cast<Liquidity>(random_.below(3))});
        erase_if_done(id);
    }

    void cancel(std::uint32_t id, std::uint32_t qty) {
        open_[id].canceled += qty;
        waiting_.push_back(Canceled{.id = {id}, .qty = {qty}});
        erase_if_done(id);
    }

    void erase_if_done(std::uint32_t id) {
        if (open_[id].leaves() == 0) {
            open_.erase(id);
        }
    }

    Random& random_;
    std::map<std::uint32_t, VenueOrder> open_;
    std::deque<AnyReport> waiting_;
    std::vector<AnyReport> told_;
    std::int64_t position_ = 0;
    std::uint64_t match_ = 0;
};

/// The trader under test, its requests on their way to the venue, and what must hold.
class Desk {
  public:
    explicit Desk(Random& random)
        : random_(random),
          orders_(*Orders::create({.instruments_max = 1,
                                   .orders_remembered = 1U << 16U,
                                   .open_orders_max = 32,
                                   .executions_remembered = 1U << 16U,
                                   .fees = kFees})),
          gate_(*risk::RiskGate::create(support::wide_risk(1))) {
        risk::Limits limits = support::wide_limits();
        limits.position_max = {kPositionMax};
        EXPECT_TRUE(gate_.set_limits(kInstrument, limits));
    }

    const Orders& orders() const { return orders_; }
    const Position& position() const { return orders_.position(kInstrument); }
    std::deque<Request>& requests() { return requests_; }

    void ask() {
        switch (random_.below(10)) {
            case 0:
                return orders_.mark(kInstrument, random_price());
            case 1:
            case 2:
            case 3:
            case 4:
                return ask_enter();
            case 5:
            case 6:
                return ask_replace();
            case 7:
                return ask_reduce();
            default:
                return ask_cancel();
        }
    }

    /// Requests on their way are gone.
    void lose_session() {
        requests_.clear();
        orders_.on_disconnected();
        ask();
        ASSERT_TRUE(requests_.empty()) << "there is no session to send it to";
    }
    /// All that the venue had sent has been heard.
    void resume_session() {
        orders_.on_reconnected([this](const Order& order) {
            ++lost_;
            ASSERT_EQ(order.state, OrderState::Rejected);
        });
        for (const ClOrdId id : orders_.open_orders()) {
            ASSERT_EQ(orders_.find(id)->state, OrderState::Live) << "nothing is in flight";
        }
    }
    std::uint64_t lost() const { return lost_; }

    void hear(const AnyReport& report) {
        const ReportStatus status =
            std::visit([this](const auto& r) { return answer_to(r); }, report);
        ASSERT_FALSE(is_disagreement(status)) << "an honest venue never contradicts us";
    }

    void check() const {
        std::uint64_t open[2] = {0, 0};
        std::uint64_t value[2] = {0, 0};
        std::uint32_t count = 0;
        for (const ClOrdId id : orders_.open_orders()) {
            const Order& order = *orders_.find(id);
            ASSERT_TRUE(is_open(order.state));
            ASSERT_EQ(order.qty.value,
                      order.cum_qty.value + order.canceled_qty.value + order.leaves_qty.value);
            open[side_index(order.side)] += worst_case(order);
            value[side_index(order.side)] += worst_case(order) * worst_price(order);
            count += order.is_replacing() ? 0U : 1U;
        }
        ASSERT_EQ(position().open_orders, count);
        const risk::Account& account = orders_.account();
        ASSERT_EQ(account.open_orders, count);
        ASSERT_EQ(account.open(Side::Buy), Money::wrapped(value[0]));
        ASSERT_EQ(account.open(Side::Sell), Money::wrapped(value[1]));
        ASSERT_EQ(account.net_value, Money{position().position.value * position().mark.value});
        ASSERT_EQ(account.gross_value, Money{std::abs(account.net_value.value)});
        ASSERT_EQ(position().fees, Money{fees_});
        ASSERT_EQ(account.pnl, position().realized_pnl() +
                                   position().unrealized_pnl(position().mark) - Money{fees_});
        ASSERT_EQ(account.traded_value, Money::wrapped(traded_));
        for (const Side side : {Side::Buy, Side::Sell}) {
            ASSERT_EQ(position().open(side), open[side_index(side)]);
            ASSERT_LE(sign(side) * position().position.value +
                          static_cast<std::int64_t>(position().open(side)),
                      kPositionMax);
        }
        ASSERT_EQ(position().position, SignedQty{booked_});
    }

  private:
    void ask_enter() {
        const NewOrder order{.id = orders_.next_id(),
                             .instrument = kInstrument,
                             .side = random_.below(2) == 0 ? Side::Buy : Side::Sell,
                             .qty = {1 + static_cast<std::uint32_t>(random_.below(300))},
                             .price = random_price()};
        ASSERT_EQ(orders_.would_self_match(kInstrument, order.side, order.price),
                  meets_any(order.side, order.price));
        if (orders_.may_enter(order) == RequestStatus::Ok && passes(order, order.qty)) {
            orders_.enter(order);
            requests_.push_back(order);
        }
    }

    void ask_replace() {
        const Order* original = any_open();
        if (original == nullptr) {
            return;
        }
        const Qty open_qty{1 + static_cast<std::uint32_t>(random_.below(300))};
        const ReplaceOrder order{.original = original->id,
                                 .id = orders_.next_id(),
                                 .qty = original->cum_qty + open_qty,
                                 .price = random_price()};
        if (orders_.may_replace(order) != RequestStatus::Ok) {
            return;
        }
        const NewOrder as_new{.id = order.id,
                              .instrument = kInstrument,
                              .side = original->side,
                              .qty = open_qty,
                              .price = order.price};
        const Money before = orders_.account().open(as_new.side);
        const Money added = Orders::open_value_added(*original, order);
        if (passes(as_new, Orders::open_qty_added(*original, order))) {
            orders_.replace(order);
            requests_.push_back(order);
            ASSERT_EQ(orders_.account().open(as_new.side), before + added);
        }
    }

    void ask_reduce() {
        const Order* order = any_open();
        const Qty open_qty{static_cast<std::uint32_t>(random_.below(200))};
        if (order != nullptr && orders_.may_reduce(order->id, open_qty) == RequestStatus::Ok) {
            orders_.reduce(order->id, open_qty);
            requests_.push_back(Reduce{.id = order->id, .size = order->cum_qty + open_qty});
        }
    }

    void ask_cancel() {
        const Order* order = any_open();
        if (order != nullptr && orders_.may_cancel(order->id) == RequestStatus::Ok) {
            orders_.cancel(order->id);
            requests_.push_back(order->id);
        }
    }

    bool passes(const NewOrder& order, Qty added) {
        now_.value += 1;
        return gate_.check({.instrument = kInstrument,
                            .side = order.side,
                            .qty = order.qty,
                            .price = order.price,
                            .reference_price = kPrice,
                            .open_qty_added = added},
                           orders_.exposure(kInstrument, order.side), orders_.account(),
                           now_) == risk::RejectReason::None;
    }

    const Order* any_open() {
        const auto open = orders_.open_orders();
        return open.empty() ? nullptr : orders_.find(open[random_.below(open.size())]);
    }

    std::uint32_t worst_case(const Order& order) const {
        if (order.is_replacing()) {
            return 0;
        }
        const bool has_two = order.state == OrderState::PendingReplace;
        return std::max(order.leaves_qty.value,
                        has_two ? orders_.find(order.successor)->leaves_qty.value : 0U);
    }

    std::uint64_t worst_price(const Order& order) const {
        const bool has_two = order.state == OrderState::PendingReplace;
        const Price other = has_two ? orders_.find(order.successor)->price : Price{};
        return static_cast<std::uint64_t>(std::max(order.price, other).value);
    }

    bool meets_any(Side side, Price price) const {
        return std::ranges::any_of(orders_.open_orders(), [&](ClOrdId id) {
            const Order& order = *orders_.find(id);
            return order.side != side && crosses(side, price, order.price);
        });
    }

    Price random_price() { return kPrice + static_cast<std::int64_t>(random_.below(20)); }

    ReportStatus answer_to(const Accepted& r) { return orders_.on_accepted(r); }
    ReportStatus answer_to(const Replaced& r) { return orders_.on_replaced(r); }
    ReportStatus answer_to(const Canceled& r) { return orders_.on_canceled(r.id, r.qty); }
    ReportStatus answer_to(const Rejected& r) { return orders_.on_rejected(r.id); }
    ReportStatus answer_to(const Executed& r) {
        Fill fill;
        const ReportStatus status = orders_.on_executed(r, fill);
        if (status == ReportStatus::Ok) {
            booked_ += sign(fill.side) * std::int64_t{fill.last_qty.value};
            fees_ += kFees.of(r.liquidity).value * std::int64_t{r.qty.value};
            traded_ += std::uint64_t{r.qty.value} * static_cast<std::uint64_t>(r.price.value);
        }
        return status;
    }

    Random& random_;
    Orders orders_;
    risk::RiskGate gate_;
    std::deque<Request> requests_;
    std::int64_t booked_ = 0;
    std::int64_t fees_ = 0;
    std::uint64_t traded_ = 0;
    std::uint64_t lost_ = 0;
    Time now_;
};

TEST(OrdersProperty, AgainstARandomHonestVenueEveryInvariantHoldsAtEveryEvent) {
    Random random(support::seed_of_this_test(1'121));
    const int events = support::is_long_run() ? 3'000'000 : 150'000;
    RandomVenue venue(random);
    Desk desk(random);
    for (int i = 0; i < events; ++i) {
        const std::uint64_t dice = random.below(10);
        if (dice < 4) {
            desk.ask();
        } else if (dice < 6 && !desk.requests().empty()) {
            venue.on_request(desk.requests().front());
            desk.requests().pop_front();
        } else if (dice < 7) {
            venue.trade_or_cancel();
        } else if (const auto report = venue.next_report()) {
            desk.hear(*report);
        }
        if (random.below(500) == 0) {
            ASSERT_NO_FATAL_FAILURE(desk.lose_session());
            while (venue.has_waiting()) {
                desk.hear(*venue.next_report());
                ASSERT_NO_FATAL_FAILURE(desk.check());
            }
            ASSERT_NO_FATAL_FAILURE(desk.resume_session());
        }
        ASSERT_NO_FATAL_FAILURE(desk.check()) << "event " << i;
        for (const Side side : {Side::Buy, Side::Sell}) {
            ASSERT_LE(
                sign(side) * venue.position() + static_cast<std::int64_t>(venue.open_qty(side)),
                kPositionMax)
                << "event " << i << ": the venue itself could exceed the limit";
        }
    }
    while (!desk.requests().empty() || venue.has_waiting()) {
        if (!desk.requests().empty()) {
            venue.on_request(desk.requests().front());
            desk.requests().pop_front();
        }
        while (const auto report = venue.next_report()) {
            desk.hear(*report);
            ASSERT_NO_FATAL_FAILURE(desk.check());
        }
    }
    const OrdersCounters& counters = desk.orders().counters();
    EXPECT_EQ(desk.position().position, SignedQty{venue.position()});
    EXPECT_EQ(desk.position().open(Side::Buy), venue.open_qty(Side::Buy));
    EXPECT_EQ(desk.position().open(Side::Sell), venue.open_qty(Side::Sell));
    EXPECT_GT(counters.executions, 1'000U);
    EXPECT_GT(counters.duplicates, 1'000U);
    EXPECT_GT(counters.replaces, 1'000U);
    EXPECT_GT(counters.reduces, 1'000U);
    for (const ClOrdId id : desk.orders().open_orders()) {
        EXPECT_EQ(desk.orders().find(id)->state, OrderState::Live) << "everything is answered";
    }
    EXPECT_GT(desk.lost(), 50U);
    EXPECT_EQ(counters.over_executions + counters.unknown_orders + counters.mismatches, 0U);
}

TEST(OrdersProperty, NoReportOfADishonestVenueBreaksTheBooks) {
    Random random(support::seed_of_this_test(666));
    Orders orders = *Orders::create({.instruments_max = 1,
                                     .orders_remembered = 64,
                                     .open_orders_max = 16,
                                     .executions_remembered = 32});
    std::int64_t booked = 0;
    for (int i = 0; i < 300'000; ++i) {
        const ClOrdId id{static_cast<std::uint32_t>(random.below(orders.next_id().value + 2))};
        const Qty qty{1 + static_cast<std::uint32_t>(random.below(150))};
        Fill fill;
        switch (random.below(11)) {
            case 0: {
                const NewOrder order{.id = orders.next_id(),
                                     .instrument = kInstrument,
                                     .side = random.below(2) == 0 ? Side::Buy : Side::Sell,
                                     .qty = qty,
                                     .price = kPrice};
                if (orders.may_enter(order) == RequestStatus::Ok) {
                    orders.enter(order);
                }
                break;
            }
            case 1: {
                const ReplaceOrder order{
                    .original = id, .id = orders.next_id(), .qty = qty, .price = kPrice};
                if (orders.may_replace(order) == RequestStatus::Ok) {
                    orders.replace(order);
                }
                break;
            }
            case 2:
                if (orders.may_cancel(id) == RequestStatus::Ok) {
                    orders.cancel(id);
                }
                break;
            case 3:
                orders.on_accepted({.id = id,
                                    .venue_id = {random.below(3)},
                                    .qty = qty,
                                    .price = kPrice,
                                    .is_dead = random.below(9) == 0});
                break;
            case 4:
                orders.on_replaced({.original = {id.value - 1},
                                    .id = id,
                                    .venue_id = {random.below(3)},
                                    .leaves_qty = qty,
                                    .price = kPrice,
                                    .is_dead = random.below(9) == 0});
                break;
            case 5: {
                const ReportStatus status = orders.on_executed(
                    {.id = id, .match = {random.below(1'000)}, .qty = qty, .price = kPrice}, fill);
                const bool is_booked =
                    status == ReportStatus::Ok || status == ReportStatus::OverExecution;
                booked += is_booked ? sign(fill.side) * std::int64_t{fill.last_qty.value} : 0;
                break;
            }
            case 6:
                orders.on_canceled(id, qty);
                break;
            case 7:
                orders.on_rejected(id);
                break;
            case 8:
                orders.on_cancel_rejected(id);
                break;
            case 9:
                if (orders.may_reduce(id, qty) == RequestStatus::Ok) {
                    orders.reduce(id, qty);
                }
                break;
            default:
                orders.on_accepted({.id = id, .venue_id = {7}, .qty = qty, .price = kPrice});
                break;
        }
        std::uint64_t open = 0;
        for (const ClOrdId open_id : orders.open_orders()) {
            const Order& order = *orders.find(open_id);
            ASSERT_EQ(order.qty.value,
                      order.cum_qty.value + order.canceled_qty.value + order.leaves_qty.value);
            open += order.open_qty.value;
        }
        ASSERT_EQ(orders.position(kInstrument).open(Side::Buy) +
                      orders.position(kInstrument).open(Side::Sell),
                  open);
        ASSERT_EQ(orders.position(kInstrument).position, SignedQty{booked});
    }
    EXPECT_GT(orders.counters().mismatches, 1'000U);
}

}  // namespace
}  // namespace hotpath::oms
