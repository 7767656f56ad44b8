// The places that an engine keeps, against a walk of the books' queues: a random market, random
// orders of ours, replies and packets in any order, lost packets, snapshots, sessions.
#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/engine/queue_places.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/place_check.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trading_day.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::engine {
namespace {

using support::TestFeed;

constexpr std::uint16_t kLocates = 2;
constexpr std::uint32_t kPrices = 3;  // of a side, so that queues are long
constexpr std::uint32_t kOpenMax = 12;

Symbol symbol_of(std::uint16_t locate) {
    return *Symbol::from(locate == 1 ? "ABCD" : "EFGH");
}

std::uint32_t price_of(Side side, std::uint64_t level) {
    const auto away = static_cast<std::uint32_t>(100 * (1 + level));
    return side == Side::Buy ? 100'000 - away : 100'000 + away;
}

/// Enters, replaces, reduces and cancels at random, and walks the queue of each order that it asks about.
struct RandomQuoter : strategy::NullStrategy {
    static constexpr bool kFollowsQueue = true;

    void on_book(const book::BookView& book, const strategy::QueueContext& context,
                 oms::Intents& intents) noexcept {
        places.check(book, context);
        const std::span<const ClOrdId> open = context.orders.open_orders();
        const Side side = random.one_in(2) ? Side::Buy : Side::Sell;
        const Price price{price_of(side, random.below(kPrices))};
        if (open.size() < kOpenMax / 2 && random.one_in(2)) {
            static_cast<void>(intents.enter(
                {.instrument = book.instrument(), .side = side, .qty = {100}, .price = price}));
        } else if (!open.empty()) {
            const oms::Order& order = *context.orders.find(open[random.below(open.size())]);
            if (order.state == oms::OrderState::Live && order.instrument == book.instrument()) {
                change(order, intents);
            }
        }
    }

    void change(const oms::Order& order, oms::Intents& intents) noexcept {
        if (random.one_in(3)) {
            static_cast<void>(intents.cancel(order.id));
            return;
        }
        if (random.one_in(3)) {
            static_cast<void>(intents.reduce(order.id, {1 + order.leaves_qty.value / 2}));
            return;
        }
        static_cast<void>(intents.replace(order.id, {order.cum_qty.value + 50},
                                          {price_of(order.side, random.below(kPrices))}));
    }

    explicit RandomQuoter(std::uint64_t seed) : random(seed) {}

    Random random;
    support::PlaceCheck places;
};

struct VenueOrder {
    std::uint64_t id = 0;
    std::uint16_t locate = 0;
    Side side = Side::Buy;
    std::uint32_t price = 0;
    std::uint32_t shares = 0;
    std::uint32_t total = 0;
    std::uint32_t number = 0;  // UserRefNum; 0: another's
    bool is_shown = true;
};

/// The venue: its orders, and two streams that are not ordered with each other.
class QueueVenue : public protocols::nasdaq::ouch50::NullRequestListener {
  public:
    using Message = std::vector<std::byte>;

    explicit QueueVenue(std::uint64_t seed) : random_(seed) { open_session(); }

    /// Nothing of the session before is left, and its orders are canceled.
    void open_session() {
        session_ = protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>(
            sessions_++ % 2 == 0 ? "EVEN" : "ODD");
        sequence_ = 1;
        feed.clear();
        for (const VenueOrder& order : orders) {
            if (order.number != 0) {
                answer(support::canceled(order.number, order.shares));
            }
        }
        orders.clear();
        for (std::uint16_t locate = 1; locate <= kLocates; ++locate) {
            say(TestFeed::directory(locate, symbol_of(locate)));
            say(TestFeed::state(locate, symbol_of(locate), 'T'));
            for (const Side side : {Side::Buy, Side::Sell}) {
                for (std::uint64_t level = 0; level <= kPrices; ++level) {
                    join({.locate = locate, .side = side, .price = price_of(side, level)});
                }
            }
        }
    }

    Bytes packet() {
        protocols::nasdaq::moldudp64::PacketWriter writer(buffer_, session_, sequence_);
        for (std::uint64_t i = random_.below(4); i > 0 && !feed.empty(); --i) {
            static_cast<void>(writer.try_append(feed.front()));
            feed.pop_front();
            ++sequence_;
        }
        return writer.finish();
    }
    /// A lost packet: the next one shows it.
    void lose() {
        if (!feed.empty()) {
            feed.pop_front();
            ++sequence_;
        }
    }
    /// The state as of everything said: what waits is in it.
    std::vector<Message> snapshot() {
        sequence_ += feed.size();
        feed.clear();
        for (std::uint16_t locate = 1; locate <= kLocates; ++locate) {
            say(TestFeed::state(locate, symbol_of(locate), 'T'));
        }
        for (const VenueOrder& order : orders) {
            show(order);
        }
        protocols::nasdaq::glimpse50::EndOfSnapshot end;
        end.store_itch_sequence_number(protocols::nasdaq::glimpse50::to_characters(sequence_));
        say(end);
        std::vector<Message> messages(feed.begin(), feed.end());
        feed.clear();
        return messages;
    }

    void happen() {
        switch (random_.below(8)) {
            case 0:
            case 1:
                return join(
                    {.locate = any_locate(), .side = random_.one_in(2) ? Side::Buy : Side::Sell});
            case 2:
                return execute(any());
            case 3:
                return reduce(any());
            case 4:
                return replace_others(any());
            case 5:
                return move(any());
            default:
                return leave_others(any());
        }
    }

    // Requests of the engine.
    void on_enter_order(const protocols::nasdaq::ouch50::EnterOrder& m,
                        protocols::nasdaq::ouch50::Appendage) {
        protocols::nasdaq::ouch50::OrderAccepted reply = support::accepted(m);
        reply.store_order_reference_number(next_id_);
        if (random_.one_in(20)) {
            reply.store_order_state(protocols::nasdaq::ouch50::order_state::kDead);
            ++next_id_;
            return answer(reply);
        }
        answer(reply);
        join({.locate = static_cast<std::uint16_t>(m.load_symbol() == symbol_of(1) ? 1 : 2),
              .side = protocols::nasdaq::ouch50::to_side(m.load_side()),
              .price = static_cast<std::uint32_t>(m.load_price()),
              .shares = m.load_quantity(),
              .number = m.load_user_ref_num(),
              .is_shown = !random_.one_in(10)});
    }
    void on_replace_order_request(const protocols::nasdaq::ouch50::ReplaceOrderRequest& m,
                                  protocols::nasdaq::ouch50::Appendage) {
        VenueOrder* const original = find(m.load_orig_user_ref_num());
        const std::uint32_t executed = original == nullptr ? 0 : original->total - original->shares;
        if (original == nullptr || m.load_quantity() <= executed) {
            protocols::nasdaq::ouch50::OrderRejected rejected;
            rejected.store_user_ref_num(m.load_user_ref_num());
            return answer(rejected);
        }
        VenueOrder next = *original;
        next.id = next_id_++;
        next.number = m.load_user_ref_num();
        next.price = static_cast<std::uint32_t>(m.load_price());
        next.shares = m.load_quantity() - executed;
        next.total = m.load_quantity();
        protocols::nasdaq::ouch50::OrderReplaced reply = support::replaced(m, next.shares);
        reply.store_order_reference_number(next.id);
        answer(reply);
        show_replaced(*original, next);
        *original = next;
    }
    void on_cancel_order_request(const protocols::nasdaq::ouch50::CancelOrderRequest& m) {
        VenueOrder* const order = find(m.load_user_ref_num());
        if (order == nullptr || m.load_quantity() >= order->total) {
            return;
        }
        const std::uint32_t executed = order->total - order->shares;
        const std::uint32_t canceled = order->total - std::max(m.load_quantity(), executed);
        answer(support::canceled(order->number, canceled));
        if (canceled == order->shares) {
            return leave(*order);
        }
        ++reductions;
        show_reduced(*order, canceled);
    }
    void on_account_query_request(const protocols::nasdaq::ouch50::AccountQueryRequest&) {
        answer(protocols::nasdaq::ouch50::AccountQueryResponse{});
    }

    std::deque<Message> feed;
    std::deque<Message> replies;
    std::vector<VenueOrder> orders;
    std::uint64_t moves = 0;
    std::uint64_t reductions = 0;  // that left something

  private:
    template <class T>
    void say(const T& message) {
        const Bytes bytes = message.bytes();
        feed.emplace_back(bytes.begin(), bytes.end());
    }
    template <class T>
    void answer(const T& message) {
        const Bytes bytes = message.bytes();
        replies.emplace_back(bytes.begin(), bytes.end());
    }
    std::uint16_t any_locate() { return static_cast<std::uint16_t>(1 + random_.below(kLocates)); }
    VenueOrder& any() { return orders[random_.below(orders.size())]; }
    VenueOrder* find(std::uint32_t number) {
        const auto order = std::ranges::find(orders, number, &VenueOrder::number);
        return order == orders.end() ? nullptr : &*order;
    }
    [[nodiscard]] bool is_needed(const VenueOrder& order) const {
        return order.number == 0 && orders.size() < 20;
    }

    void show(const VenueOrder& order) {
        if (order.is_shown) {
            protocols::nasdaq::itch50::AddOrder m =
                TestFeed::add(order.locate, order.id, order.side, order.price);
            m.store_shares(order.shares);
            m.store_stock(symbol_of(order.locate));
            say(m);
        }
    }
    void join(VenueOrder order) {
        order.id = next_id_++;
        order.price = order.price != 0 ? order.price : price_of(order.side, random_.below(kPrices));
        order.shares =
            order.shares != 0 ? order.shares : static_cast<std::uint32_t>(1 + random_.below(300));
        order.total = order.shares;
        orders.push_back(order);
        show(order);
    }
    void leave(VenueOrder& order) {
        if (order.is_shown) {
            say(TestFeed::remove(order.locate, order.id));
        }
        order = orders.back();
        orders.pop_back();
    }
    void leave_others(VenueOrder& order) {
        if (order.number == 0 && !is_needed(order)) {
            leave(order);
        }
    }
    void execute(VenueOrder& order) {
        if (is_needed(order) || !order.is_shown) {
            return;
        }
        const auto shares = static_cast<std::uint32_t>(1 + random_.below(order.shares));
        protocols::nasdaq::itch50::OrderExecuted m;
        m.store_stock_locate(order.locate);
        m.store_order_reference_number(order.id);
        m.store_executed_shares(shares);
        say(m);
        if (order.number != 0) {
            answer(support::executed(order.number, shares, ++match_));
        }
        order.shares -= shares;
        if (order.shares == 0) {
            order = orders.back();
            orders.pop_back();
        }
    }
    void reduce(VenueOrder& order) {
        if (order.number == 0 && order.shares > 1) {
            show_reduced(order, 1);
        }
    }
    void show_reduced(VenueOrder& order, std::uint32_t shares) {
        if (order.is_shown) {
            protocols::nasdaq::itch50::OrderCancel m;
            m.store_stock_locate(order.locate);
            m.store_order_reference_number(order.id);
            m.store_cancelled_shares(shares);
            say(m);
        }
        order.shares -= shares;
        order.total -= shares;
    }
    void replace_others(VenueOrder& order) {
        if (order.number == 0) {
            VenueOrder next = order;
            next.id = next_id_++;
            next.price = price_of(order.side, random_.below(kPrices));
            show_replaced(order, next);
            order = next;
        }
    }
    /// As one message or as two.
    void show_replaced(const VenueOrder& original, const VenueOrder& next) {
        if (!original.is_shown) {
            return;
        }
        if (random_.one_in(3)) {
            say(TestFeed::remove(original.locate, original.id));
            return show(next);
        }
        protocols::nasdaq::itch50::OrderReplace m;
        m.store_stock_locate(original.locate);
        m.store_original_order_reference_number(original.id);
        m.store_new_order_reference_number(next.id);
        m.store_shares(next.shares);
        m.store_price(next.price);
        say(m);
    }
    /// Ours is shown under another number: again, or for the first time.
    void move(VenueOrder& order) {
        if (order.number == 0) {
            return;
        }
        if (order.is_shown) {
            say(TestFeed::remove(order.locate, order.id));
        }
        order.id = next_id_++;
        order.is_shown = true;
        show(order);
        protocols::nasdaq::ouch50::OrderPriorityUpdate m;
        m.store_user_ref_num(order.number);
        m.store_order_reference_number(order.id);
        answer(m);
        ++moves;
    }

    Random random_;
    std::array<std::byte, 1'500> buffer_{};
    protocols::nasdaq::moldudp64::Session session_{};
    std::uint64_t sessions_ = 0;
    std::uint64_t sequence_ = 1;
    std::uint64_t next_id_ = 1'000;
    std::uint64_t match_ = 0;
};

EngineOptions options_of_queues() {
    EngineOptions options = support::small_engine_options();
    options.orders = {
        .orders_remembered = 64, .open_orders_max = kOpenMax, .executions_remembered = 4'096};
    options.limits = support::wide_limits();
    options.account = support::wide_risk(1).account;
    options.pace = support::wide_risk(1).pace;
    options.feed.requests.attempts_max = 0;
    options.feed.lines.believe_after = 1;
    options.gap_patience = {20'000'000};
    return options;
}

/// What a life has met, so that a test does not pass for want of it.
struct Seen {
    std::uint64_t known = 0;
    std::uint64_t in_books = 0;
    std::uint64_t absent = 0;
    std::uint64_t moves = 0;
    std::uint64_t snapshots = 0;
    std::uint64_t sessions = 0;
    std::uint64_t breaks = 0;
    std::uint64_t reductions = 0;

    void add(const Seen& life, std::uint64_t moved, std::uint64_t known_to_strategy) {
        known += known_to_strategy;
        in_books += life.in_books;
        absent += life.absent;
        moves += moved;
        snapshots += life.snapshots;
        sessions += life.sessions;
        breaks += life.breaks;
    }
};

class QueueLife {
  public:
    using Engine = protocols::nasdaq::NasdaqEngine<RandomQuoter>;

    explicit QueueLife(std::uint64_t seed)
        : venue(seed),
          engine(std::move(*Engine::create(options_of_queues(), RandomQuoter(seed + 1)))),
          random_(seed + 2) {}

    void step() {
        now_.value += 1'000'000;
        venue.happen();
        switch (random_.below(400)) {
            case 0:
                venue.lose();
                break;
            case 1:
                break_session();
                break;
            case 2:
                if (random_.one_in(5)) {
                    now_ = now_ + options_of_queues().feed_silence_max;  // the night
                    venue.open_session();
                    ++seen.sessions;
                }
                break;
            case 5:
                engine.accept_gap(now_);
                break;
            case 3:
            case 4:
                hear([&] { engine.on_timer(now_); });
                break;
            default:
                random_.one_in(3) ? take_reply() : take_packet();
        }
        if (engine.wants_snapshot()) {
            take_snapshot();
        }
        was_killed |= engine.is_killed();
    }

    QueueVenue venue;
    Engine engine;
    Seen seen;
    bool was_killed = false;

  private:
    template <class Event>
    void hear(Event&& event) {
        {
            const NoAllocScope scope;
            event();
            ASSERT_EQ(scope.allocations(), 0U);
        }
        compare();
        engine.for_each_outgoing([&](Bytes message) {
            static_cast<void>(protocols::nasdaq::ouch50::decode_request(message, venue));
        });
    }
    void take_packet() {
        const Bytes packet = venue.packet();
        hear([&] { engine.on_packet(packet, now_); });
    }
    void take_reply() {
        if (!venue.replies.empty()) {
            hear([&] { engine.on_order_bytes(venue.replies.front(), now_); });
            venue.replies.pop_front();
        }
    }
    /// Not again before the venue has answered the last query: its answer would be taken for this
    /// one's, before the replies in between.
    void break_session() {
        if (!engine.orders().is_in_doubt()) {
            engine.on_session_lost();
            engine.on_session_open();
            ++seen.breaks;
        }
    }
    void take_snapshot() {
        hear([&] { engine.on_snapshot_begin(now_); });
        for (const QueueVenue::Message& message : venue.snapshot()) {
            hear([&] { engine.on_snapshot_message(message, now_); });
            if (random_.one_in(4)) {
                take_reply();
            }
        }
        ++seen.snapshots;
    }
    void compare() {
        const strategy::QueueContext context{
            {now_, engine.orders()}, engine.is_current() ? &engine.queue_places() : nullptr};
        for (const ClOrdId id : engine.orders().open_orders()) {
            const oms::Order& order = *engine.orders().find(id);
            const bool is_there =
                order.venue_id.value != 0 && engine.books().find(order.venue_id).has_value();
            const auto walked = is_there
                                    ? std::optional(engine.books().queue_ahead_qty(order.venue_id))
                                    : std::nullopt;
            ASSERT_EQ(engine.queue_places().queue_ahead_qty(id), walked) << id.value;
            ASSERT_EQ(context.queue_ahead_qty(id), engine.is_current() ? walked : std::nullopt);
            (is_there ? seen.in_books : seen.absent) += 1;
        }
        ASSERT_LE(engine.queue_places().size(), engine.orders().open_orders().size())
            << "a closed order is followed";
    }

    Random random_;
    Time now_{34'200 * kNanosPerSecond};
};

TEST(QueuePlacesProperty, EveryPlaceOfAnOpenOrderIsWhatAWalkOfItsQueueFinds) {
    const std::uint64_t first = support::seed_of_this_test(7);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 20, .long_run = 300});
    Seen seen;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        QueueLife life(seed);
        for (int i = 0; i < 10'000; ++i) {
            life.step();
            ASSERT_FALSE(HasFailure()) << "step " << i;
        }
        ASSERT_EQ(life.engine.strategy().places.wrong, 0U);
        ASSERT_FALSE(life.was_killed);
        seen.add(life.seen, life.venue.moves, life.engine.strategy().places.known);
        seen.reductions += life.venue.reductions;
    }
    EXPECT_GT(seen.known, 2'000 * seeds) << "by the strategy";
    EXPECT_GT(seen.in_books, 5'000 * seeds);
    EXPECT_GT(seen.absent, 1'000 * seeds);
    EXPECT_GT(seen.moves, 50 * seeds);
    EXPECT_GT(seen.snapshots, 5 * seeds);
    EXPECT_GT(seen.breaks, 5 * seeds);
    EXPECT_GT(seen.sessions, seeds / 2);
    EXPECT_GT(seen.reductions, 50 * seeds);
}

}  // namespace
}  // namespace hotpath::engine
