// Market making against an obvious twin: the twin lists every order of the book without its own,
// takes the best of the rest, and computes prices in wide integers. Markets, fills, refusals,
// stale books and a feed that shows an order later than its report are random; after each decision
// the market maker must have sent what its twin wants, and nothing else.
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/core/wide.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::strategy {
namespace {

constexpr InstrumentId kTwins{1};
constexpr std::array kBothSides{Side::Buy, Side::Sell};
constexpr MarketMakerOptions kOptions{.instruments_max = 2,
                                      .quote_qty = {100},
                                      .inventory_max = {350},
                                      .half_spread = 60,
                                      .inventory_skew_percent = 150,
                                      .hysteresis_percent = 30,
                                      .spread_bps_max = {150},
                                      .reject_pause = {kNanosPerSecond}};

/// A request as it should be; of a cancel only kind and original.
struct Request {
    oms::Intent::Kind kind = oms::Intent::Kind::Enter;
    Side side = Side::Buy;
    ClOrdId original{};
    std::uint32_t qty = 0;
    std::int64_t price = 0;
    bool operator==(const Request&) const = default;
};

[[nodiscard]] Request request_of(const oms::Intent& intent) {
    switch (intent.kind) {
        case oms::Intent::Kind::Enter:
            return {.side = intent.side, .qty = intent.qty.value, .price = intent.price.value};
        case oms::Intent::Kind::Replace:
            return {.kind = intent.kind,
                    .original = intent.original,
                    .qty = intent.qty.value,
                    .price = intent.price.value};
        default:
            return {.kind = intent.kind, .original = intent.id};
    }
}

class MakerMarket {
  public:
    explicit MakerMarket(std::uint64_t seed) : random_(seed) {}

    void step() {
        now_ = now_ + Nanos{static_cast<std::int64_t>(random_.below(200)) * 1'000'000};
        const std::uint64_t what = random_.below(12);
        if (what < 5) {
            move_market();
        } else if (what < 8) {
            show_one();
        } else if (what < 10) {
            execute_one();
        } else if (what == 10 && random_.below(8) == 0) {
            is_stale_ = !is_stale_;
            maker_.on_books_state(is_stale_ ? BooksState::Stale : BooksState::Current,
                                  {now_, orders_});
            reservation_ = 0;
        }
        decide();
    }
    [[nodiscard]] std::uint64_t requests() const { return requests_; }
    [[nodiscard]] std::uint64_t executions() const { return match_; }
    [[nodiscard]] std::int64_t inventory() const { return orders_.position(kTwins).position.value; }

  private:
    struct Touch {
        std::int64_t price = 0;
        std::uint64_t qty = 0;
    };

    // The market and the venue.
    void move_market() {
        for (const OrderId id : others_) {
            books_.remove(id);
        }
        others_.clear();
        fair_ += 100 * (static_cast<std::int64_t>(random_.below(7)) - 3);
        fair_ = std::clamp<std::int64_t>(fair_, 50'000, 150'000);
        const std::int64_t half = 100 * (1 + static_cast<std::int64_t>(random_.below(12)));
        for (const Side side : kBothSides) {
            const std::uint64_t levels = random_.below(10) == 0 ? 0 : 1 + random_.below(3);
            for (std::uint64_t n = 0; n < levels; ++n) {
                const std::int64_t away = half + 100 * static_cast<std::int64_t>(n);
                others_.push_back({++last_id_});
                books_.add({.id = {last_id_},
                            .instrument = kTwins,
                            .side = side,
                            .price = {fair_ - sign(side) * away},
                            .leaves_qty = {1 + static_cast<std::uint32_t>(random_.below(900))}});
            }
        }
    }
    /// The feed is later than the reports: what it has to show waits here.
    void show_one() {
        if (!feed_.empty()) {
            feed_.front()();
            feed_.pop_front();
        }
    }
    void execute_one() {
        std::vector<ClOrdId> live;
        for (const ClOrdId id : orders_.open_orders()) {
            live.push_back(id);
        }
        if (live.empty()) {
            return;
        }
        const oms::Order order = *orders_.find(live[random_.below(live.size())]);
        const auto qty = 1 + static_cast<std::uint32_t>(random_.below(order.leaves_qty.value));
        oms::Fill fill;
        orders_.on_executed(
            {.id = order.id, .match = {++match_}, .qty = {qty}, .price = order.price}, fill);
        maker_.on_fill(fill, {now_, orders_});
        feed_.emplace_back([this, id = order.venue_id, qty] {
            if (books_.find(id)) {
                books_.execute(id, {qty});
            }
        });
    }
    void answer(const oms::Intent& intent) {
        ++requests_;
        if (intent.kind != oms::Intent::Kind::Cancel && random_.below(10) == 0) {
            return refuse(intent);
        }
        if (intent.kind == oms::Intent::Kind::Enter) {
            enter(intent);
        } else if (intent.kind == oms::Intent::Kind::Replace) {
            replace(intent);
        } else {
            const oms::Order order = *orders_.find(intent.id);
            orders_.cancel(order.id);
            orders_.on_canceled(order.id, order.leaves_qty);
            feed_.emplace_back([this, id = order.venue_id] {
                if (books_.find(id)) {
                    books_.remove(id);
                }
            });
        }
    }
    void enter(const oms::Intent& intent) {
        orders_.enter({.id = intent.id,
                       .instrument = kTwins,
                       .side = intent.side,
                       .qty = intent.qty,
                       .price = intent.price});
        const OrderId venue_id{++last_id_};
        orders_.on_accepted(
            {.id = intent.id, .venue_id = venue_id, .qty = intent.qty, .price = intent.price});
        feed_.emplace_back([this, intent, venue_id] {
            books_.add({.id = venue_id,
                        .instrument = kTwins,
                        .side = intent.side,
                        .price = intent.price,
                        .leaves_qty = intent.qty});
        });
    }
    void replace(const oms::Intent& intent) {
        const oms::Order original = *orders_.find(intent.original);
        orders_.replace({.original = original.id,
                         .id = intent.id,
                         .qty = original.cum_qty + intent.qty,
                         .price = intent.price});
        const OrderId venue_id{++last_id_};
        orders_.on_replaced({.original = original.id,
                             .id = intent.id,
                             .venue_id = venue_id,
                             .leaves_qty = intent.qty,
                             .price = intent.price});
        feed_.emplace_back([this, intent, old = original.venue_id, venue_id] {
            if (books_.find(old)) {
                books_.replace(old, {.id = venue_id, .qty = intent.qty, .price = intent.price});
            }
        });
    }
    /// By the gate: a new order is none, a replaced one stays.
    void refuse(const oms::Intent& intent) {
        const bool is_replace = intent.kind == oms::Intent::Kind::Replace;
        const bool is_momentary = random_.below(3) == 0;
        if (!is_momentary) {
            paused_until_ = now_ + kOptions.reject_pause;
        }
        for (ClOrdId& id : ids_) {
            id = id == intent.id ? (is_replace ? intent.original : ClOrdId{}) : id;
        }
        maker_.on_reject({.by = oms::RejectedBy::Risk,
                          .instrument = kTwins,
                          .id = intent.id,
                          .original = is_replace ? intent.original : ClOrdId{},
                          .is_momentary = is_momentary},
                         {now_, orders_});
    }

    // The twin.
    /// Our order as the book shows it: itself, or the one it replaced, or the one before that.
    [[nodiscard]] OrderId shown_of(Side side) const {
        const oms::Order* order = orders_.find(ids_[side_index(side)]);
        while (order != nullptr) {
            if (books_.find(order->venue_id)) {
                return order->venue_id;
            }
            order = order->predecessor.value == 0 ? nullptr : orders_.find(order->predecessor);
        }
        return {};
    }
    [[nodiscard]] std::optional<Touch> others_best(Side side) const {
        const OrderId ours = shown_of(side);
        std::optional<Touch> best;
        books_.for_each_order(kTwins, side, [&](const book::OrderView& order) {
            if (order.id == ours) {
                return;
            }
            const std::int64_t price = order.price.value;
            if (!best || sign(side) * (price - best->price) > 0) {
                best = Touch{price, 0};
            }
            best->qty += price == best->price ? order.leaves_qty.value : 0;
        });
        return best;
    }
    [[nodiscard]] bool is_quotable(const std::optional<Touch>& bid,
                                   const std::optional<Touch>& ask) const {
        if (!bid || !ask || is_stale_ || now_ < paused_until_) {
            return false;
        }
        const std::int64_t spread = ask->price - bid->price;
        return spread > 0 && spread * 10'000 <= bid->price * kOptions.spread_bps_max.value;
    }
    void follow(const Touch& bid, const Touch& ask) {
        const std::int64_t spread = ask.price - bid.price;
        const auto middle = bid.price + static_cast<std::int64_t>(
                                            WideInt{spread} * static_cast<std::int64_t>(bid.qty) /
                                            static_cast<std::int64_t>(bid.qty + ask.qty));
        const std::int64_t lean = spread * 150 / 100 * inventory() / 350;
        const std::int64_t wanted = middle - lean;
        if (std::abs(wanted - reservation_) >= spread * 30 / 100) {
            reservation_ = wanted;
        }
    }
    /// Quantity 0: no quote.
    [[nodiscard]] std::pair<std::uint32_t, std::int64_t> quote(Side side, std::int64_t best) const {
        const std::int64_t edge = reservation_ - sign(side) * 60;
        const std::int64_t price = side == Side::Buy ? std::min(edge, best) : std::max(edge, best);
        const std::int64_t room = 350 - sign(side) * inventory();
        const std::int64_t qty = std::min<std::int64_t>(100, std::max<std::int64_t>(0, room));
        const std::int64_t tick = best < 10'000 ? 1 : 100;
        if (price < tick) {
            return {0, 0};
        }
        const std::int64_t down = price / tick * tick;
        return {static_cast<std::uint32_t>(qty),
                side == Side::Buy || down == price ? down : down + tick};
    }
    [[nodiscard]] std::vector<Request> wanted() {
        const auto bid = others_best(Side::Buy);
        const auto ask = others_best(Side::Sell);
        const bool is_quoting = is_quotable(bid, ask);
        if (is_quoting) {
            follow(*bid, *ask);
        }
        std::vector<Request> requests;
        for (const Side side : kBothSides) {
            const auto [qty, price] = is_quoting
                                          ? quote(side, side == Side::Buy ? bid->price : ask->price)
                                          : std::pair(0U, std::int64_t{0});
            const ClOrdId id = ids_[side_index(side)];
            const oms::Order* order = orders_.find(id);
            const bool is_open = order != nullptr && oms::is_open(order->state);
            if (!is_open && qty != 0) {
                requests.push_back({.side = side, .qty = qty, .price = price});
            } else if (is_open && qty == 0) {
                requests.push_back({.kind = oms::Intent::Kind::Cancel, .original = id});
            } else if (is_open && (order->price.value != price || order->leaves_qty.value > qty)) {
                requests.push_back({.kind = oms::Intent::Kind::Replace,
                                    .original = id,
                                    .qty = qty,
                                    .price = price});
            }
        }
        return requests;
    }

    void decide() {
        const std::vector<Request> expected = wanted();
        oms::Intents intents(orders_.next_id());
        maker_.on_book({books_, kTwins}, {now_, orders_}, intents);
        std::vector<Request> got;
        for (const oms::Intent& intent : intents.all()) {
            got.push_back(request_of(intent));
        }
        ASSERT_EQ(got, expected);
        for (const oms::Intent& intent : intents.all()) {
            if (intent.kind != oms::Intent::Kind::Cancel) {
                const Side side = intent.kind == oms::Intent::Kind::Enter
                                      ? intent.side
                                      : orders_.find(intent.original)->side;
                ids_[side_index(side)] = intent.id;
            }
            answer(intent);
        }
        ASSERT_LE(std::abs(inventory()), 350);
    }

    Random random_;
    MarketMaker maker_{kOptions};
    book::L3Books books_ = std::move(*book::L3Books::create({.orders_max = 1'000,
                                                             .levels_max = 200,
                                                             .instruments_max = 2,
                                                             .huge_pages = HugePages::Never}));
    oms::Orders orders_ = std::move(*oms::Orders::create({.instruments_max = 2,
                                                          .orders_remembered = 4'096,
                                                          .open_orders_max = 16,
                                                          .executions_remembered = 1'024}));
    std::deque<std::function<void()>> feed_{};
    std::vector<OrderId> others_{};
    std::array<ClOrdId, 2> ids_{};  // by Side: the last order sent
    std::int64_t reservation_ = 0;
    Time paused_until_{};
    bool is_stale_ = false;
    std::int64_t fair_ = 100'000;
    Time now_{34'200 * kNanosPerSecond};
    std::uint64_t last_id_ = 0;
    std::uint64_t match_ = 0;
    std::uint64_t requests_ = 0;
};

TEST(MarketMakerTwin, SendsTheSameRequests) {
    const std::uint64_t first = support::seed_of_this_test(2'008);
    const std::uint64_t days = support::rounds_of_this_run({.usual = 60, .long_run = 3'000});
    std::uint64_t requests = 0;
    std::uint64_t executions = 0;
    std::int64_t widest = 0;
    for (std::uint64_t seed = first; seed < first + days; ++seed) {
        SCOPED_TRACE(seed);
        MakerMarket market(seed);
        for (int step = 0; step < 300; ++step) {
            market.step();
            if (testing::Test::HasFatalFailure()) {
                return;
            }
            widest = std::max(widest, std::abs(market.inventory()));
        }
        requests += market.requests();
        executions += market.executions();
    }
    EXPECT_GT(requests, 20 * days);
    EXPECT_GT(executions, 5 * days);
    EXPECT_GT(widest, 200) << "the bound of the inventory is felt";
}

}  // namespace
}  // namespace hotpath::strategy
