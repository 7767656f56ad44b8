#pragma once
/// BookStage: the head of the pipelined engine. Takes the inputs one by one, applies market data to
/// the books, and publishes events for the later stages. An input is taken only when all events of
/// the previous one are in the ring, so at most one packet's events wait here. Before a strategy
/// may decide there is room for all possible feedback of the gateway (`answers_max` an event), so
/// that no two stages wait for each other. The observer gets each input as it is taken, feedback
/// included: a replay needs only that order. Threads: one owner, which calls try_take() and poll().
/// Allocation: at construction. Complexity: the feed's a packet; O(levels + our orders) an
/// instrument touched.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "hotpath/book/book_view.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/feed_health.hpp"
#include "hotpath/engine/market_mid.hpp"
#include "hotpath/engine/volatility_guard.hpp"
#include "hotpath/engine/watch_list.hpp"
#include "hotpath/feed/itch/itch_feed.hpp"
#include "hotpath/queue/spsc.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "lab/pipelined/book_listener.hpp"
#include "lab/pipelined/book_revisits.hpp"
#include "lab/pipelined/event.hpp"
#include "lab/pipelined/event_ring.hpp"
#include "lab/pipelined/own_orders.hpp"
#include "lab/pipelined/pipeline_options.hpp"

namespace hotpath::engine::pipelined {

struct BookStageCounters {
    std::uint64_t inputs = 0;
    std::uint64_t packets = 0;
    std::uint64_t notices_lost = 0;   // trades of one input beyond what is kept
    std::uint64_t own_untracked = 0;  // own orders beyond own_orders_max
    std::uint64_t messages_long = 0;  // order-entry messages beyond kMessageBytesMax: cut
};

struct NoObserver {
    void on_input(const Input&) noexcept {}
};

/// `Ring` is an EventRing.
template <class Ring, timing::TickSource T, class Observer>
class BookStage {
  public:
    struct Parts {
        feed::FilteredItchFeed feed;
        Ring ring;
        queue::SpscConsumer<Feedback> feedback;
        T ticks;
        Observer observer;
    };

    BookStage(const PipelineOptions& options, Parts parts)
        : feed_(std::move(parts.feed)),
          ring_(std::move(parts.ring)),
          feedback_(std::move(parts.feedback)),
          ticks_(std::move(parts.ticks)),
          observer_(std::move(parts.observer)),
          watch_list_(options.engine.books.instruments_max, options.engine.symbols),
          own_orders_(options.engine.books.instruments_max, options.own_orders_max,
                      options.unseen_max),
          notices_(std::size_t{options.engine.books.instruments_max} + options.notices_max),
          own_changes_(options.own_orders_max),
          volatility_(options.engine.volatility, options.engine.books.instruments_max),
          health_(options.engine.feed_silence_max, options.engine.gap_patience),
          revisits_(options.engine),
          depth_levels_(options.depth_levels) {}

    // Queries.
    [[nodiscard]] const feed::FilteredItchFeed& feed() const noexcept { return feed_; }
    [[nodiscard]] const BookStageCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const Observer& observer() const noexcept { return observer_; }
    [[nodiscard]] bool is_stale() const noexcept { return health_.is_stale(feed_.state()); }
    /// All events of the inputs so far are in the ring.
    [[nodiscard]] bool is_flushed() const noexcept {
        return notices_.empty() && !has_message_ && (health_.was_behind() || !timer_due_) &&
               (!health_.was_current() || watch_list_.touched().empty());
    }
    /// One past the last event. Only for the owner's thread.
    [[nodiscard]] std::uint64_t events() const noexcept { return ring_.events(); }

    /// False when the previous input is not yet fully in the ring, or when it is Feedback and there
    /// is none: then it was not taken. An Input's bytes are read before this returns.
    [[nodiscard]] bool try_take(const Input& input) noexcept {
        if (!flush()) {
            return false;
        }
        if (input.kind == InputKind::Feedback) {
            return take_feedback(input.now);
        }
        begin(input);
        apply(input);
        flush();
        return true;
    }

    /// One round of a live engine: publishes waiting events, then takes the gateway's next
    /// feedback. Returns how much was done. A replay does not call it: it takes feedback in the
    /// recorded order.
    std::size_t poll(Time now) noexcept { return flush() && take_feedback(now) ? 1 : 0; }

    /// Calls sink(Bytes) for each request waiting for the re-request server, and empties the queue.
    template <class Sink>
    void for_each_request(Sink&& sink) {
        feed_.for_each_request(std::forward<Sink>(sink));
    }

    /// Moves waiting events into the ring; true when none is left.
    bool flush() noexcept {
        while (!flush_once()) {
            if (!ring_.is_starved()) {
                return false;
            }
            pass_on(feedback_.front());
        }
        return true;
    }

  private:
    using Notice = std::variant<std::monostate, strategy::Trade, TimerDue, strategy::Instrument,
                                strategy::BooksState, Session, Command, Feedback>;

    friend class BookListener<BookStage>;
    using Listener = BookListener<BookStage>;

    void begin(const Input& input) noexcept {
        stamps_ = {ticks_.ticks(), 0, 0};
        now_ = input.now;
        input_ = counters_.inputs++;
        observer_.on_input(input);
    }

    void apply(const Input& input) noexcept {
        Listener listener(*this);
        switch (input.kind) {
            case InputKind::Packet:
                ++counters_.packets;
                feed_.on_packet({.line = static_cast<feed::Line>(input.source),
                                 .bytes = input.bytes,
                                 .now = input.now},
                                listener);
                health_.on_packet(input.now);
                return note_staleness();
            case InputKind::Timer:
                return on_timer(input.now, listener);
            case InputKind::OrderBytes:
                return keep_message(input);
            case InputKind::SnapshotBegin:
                feed_.on_snapshot_begin(input.now, listener);
                return note_staleness();
            case InputKind::SnapshotMessage:
                feed_.on_snapshot_message(input.bytes, input.now, listener);
                return note_staleness();
            case InputKind::SnapshotLost:
                feed_.on_snapshot_lost(input.now, listener);
                return note_staleness();
            case InputKind::SessionLost:
            case InputKind::SessionOpen:
                gateway_ = input.source;
                return add_news(Session{input.kind == InputKind::SessionOpen});
            case InputKind::Open:
                volatility_.resume_all();
                revisits_.look_at_all(watch_list_, input.now);
                [[fallthrough]];
            case InputKind::Kill:
                return add_news(Command{input.kind == InputKind::Kill});
            case InputKind::Feedback:
                break;
        }
    }

    void on_timer(Time now, Listener& listener) noexcept {
        health_.on_timer(now);
        health_.note_protocol(feed_.market().is_foreign());
        if (now >= feed_.next_deadline()) {
            feed_.on_timer(now, listener);
        }
        revisits_.take_due(now, watch_list_);
        note_staleness();
        timer_due_ = true;  // after the touched instruments
    }

    /// The gateway's feedback goes to the strategies at once, then the instrument to decide about.
    bool take_feedback(Time now) noexcept {
        Feedback* const next = feedback_.front();
        if (next == nullptr) {
            return false;
        }
        begin({.kind = InputKind::Feedback, .now = now});
        pass_on(next);
        flush();
        return true;
    }
    void pass_on(const Feedback* next) noexcept {
        const Feedback feedback = *next;
        feedback_.pop();
        counters_.own_untracked += own_orders_.follow(feedback, now_) ? 0U : 1U;
        add_news(feedback);
        revisits_.on_feedback(feedback, watch_list_, now_);
        if (std::holds_alternative<Resumed>(feedback.what)) {
            watch_list_.touch_all();
        } else if (feedback.decide.value != 0) {
            watch_list_.touch(feedback.decide);
        }
    }

    void touch(InstrumentId instrument) noexcept {
        if (!watch_list_.touch(instrument)) [[unlikely]] {
            consider(instrument);
        }
    }
    void consider(InstrumentId instrument) noexcept {
        if (const auto traded = watch_list_.consider(instrument, feed_.market().directory())) {
            add_news(*traded);
            watch_list_.touch(instrument);
        }
    }

    void note_staleness() noexcept {
        if (const auto turned = health_.turn(feed_.state(), now_)) {
            add_news(*turned);
            if (*turned == strategy::BooksState::Current) {
                watch_list_.touch_all();
            }
        }
    }

    template <class Body>
    void add_news(const Body& body) noexcept {
        if (!notices_.try_push(Notice(body))) [[unlikely]] {
            ++counters_.notices_lost;
        }
    }

    void keep_message(const Input& input) noexcept {
        message_.length = std::min(input.bytes.size(), kMessageBytesMax);
        counters_.messages_long += message_.length < input.bytes.size() ? 1U : 0U;
        std::copy_n(input.bytes.begin(), message_.length, message_.bytes.begin());
        gateway_ = input.source;
        has_message_ = true;
    }

    // ---- into the ring

    [[nodiscard]] bool flush_once() noexcept {
        while (!notices_.empty()) {
            if (!publish_news()) {
                return false;
            }
        }
        return flush_message() && flush_touched();
    }
    [[nodiscard]] bool publish(bool is_answered, auto&& fill) noexcept {
        return ring_.publish(is_answered, [&](Event& event) {
            event.input = input_;
            event.now = now_;
            event.ticks = stamps_;
            event.gateway = gateway_;
            fill(event);
        });
    }

    [[nodiscard]] bool publish_news() noexcept {
        const Notice& next = notices_.front();
        const bool is_published = publish(is_answered(next), [&](Event& event) {
            std::visit([&](const auto& body) { event.body = body; }, next);
        });
        if (is_published) {
            notices_.pop();
        }
        return is_published;
    }
    [[nodiscard]] static bool is_answered(const Notice& notice) noexcept {
        return std::holds_alternative<TimerDue>(notice) ||
               std::holds_alternative<Session>(notice) || std::holds_alternative<Command>(notice) ||
               std::holds_alternative<strategy::BooksState>(notice);
    }

    [[nodiscard]] bool flush_message() noexcept {
        if (has_message_ && publish(true, [&](Event& event) {
                event.body.template emplace<VenueMessage>(message_);
            })) {
            has_message_ = false;
        }
        return !has_message_;
    }

    /// One event for each touched instrument, in the order of their first touch; not while the
    /// books are stale or behind: then they wait until the books are current. A timer waits while
    /// the books are behind.
    [[nodiscard]] bool flush_touched() noexcept {
        if (health_.was_behind()) {
            return true;
        }
        if (health_.was_stale()) {
            return flush_timer();
        }
        const auto touched = watch_list_.touched();
        for (; next_touched_ < touched.size(); ++next_touched_) {
            if (!show(touched[next_touched_])) {
                return false;
            }
        }
        next_touched_ = 0;
        watch_list_.clear_touched();
        return flush_timer();
    }
    [[nodiscard]] bool flush_timer() noexcept {
        if (timer_due_ &&
            publish(true, [&](Event& event) { event.body = TimerDue{!health_.was_stale()}; })) {
            timer_due_ = false;
        }
        return !timer_due_;
    }

    [[nodiscard]] bool show(InstrumentId instrument) noexcept {
        if (!has_looked_) {
            own_orders_.look(feed_.books(), instrument, now_,
                             [&](const book::OrderView& order) { note_own(order); });
            has_looked_ = true;
        }
        if (!flush_own() || !publish(true, [&](Event& event) { describe(instrument, event); })) {
            return false;
        }
        has_looked_ = false;
        return true;
    }
    void note_own(const book::OrderView& order) noexcept { (void)own_changes_.try_push(order); }
    [[nodiscard]] bool flush_own() noexcept {
        while (!own_changes_.empty()) {
            const bool is_published = publish(false, [&](Event& event) {
                OwnShown& shown = event.body.template emplace<OwnShown>();
                while (shown.count < OwnShown::kOrdersMax && !own_changes_.empty()) {
                    shown.orders[shown.count++] = own_changes_.front();
                    own_changes_.pop();
                }
            });
            if (!is_published) {
                return false;
            }
        }
        return true;
    }

    void describe(InstrumentId instrument, Event& event) noexcept {
        const book::L3Books& books = feed_.books();
        const book::BookView view(books, instrument, feed_.market().directory()[instrument].scale);
        event.instrument = instrument;
        BookSeen& seen = event.body.template emplace<BookSeen>();
        seen.depth.take(view, depth_levels_);
        seen.scale = view.scale();
        seen.mid = mid_of(seen.depth);
        seen.is_tradable = books.trading_state(instrument) == book::TradingState::Trading &&
                           volatility_.may_trade(instrument, seen.mid, now_);
        revisits_.note_pause(instrument, volatility_, now_);
    }

    feed::FilteredItchFeed feed_;
    Ring ring_;
    queue::SpscConsumer<Feedback> feedback_;
    [[no_unique_address]] T ticks_;
    [[no_unique_address]] Observer observer_;
    WatchList watch_list_;
    OwnOrders own_orders_;
    FixedQueue<Notice> notices_;
    FixedQueue<book::OrderView> own_changes_;
    VolatilityGuard volatility_;
    FeedHealth health_;
    BookRevisits revisits_;
    std::size_t depth_levels_;
    // State of the current input.
    std::array<std::uint64_t, 3> stamps_{};
    Time now_{};
    std::uint64_t input_ = 0;
    std::uint8_t gateway_ = 0;
    VenueMessage message_;
    bool has_message_ = false;
    bool timer_due_ = false;
    bool has_looked_ = false;  // at our orders in the instrument that is next
    std::size_t next_touched_ = 0;
    BookStageCounters counters_;
};

}  // namespace hotpath::engine::pipelined
