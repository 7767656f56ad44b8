#pragma once
/// A backtest written down by hand: a recording of a few messages and a strategy that does what a
/// script says, for the cases of hotpath/backtest.
///
///   ScriptedBacktest test;
///   test.at(1).add(11, Side::Buy, 300, dollars(100));     the recording, at 09:30 and 1 ms
///   test.enter(2, Side::Buy, 100, dollars(100));          ours, at 2 ms
///   test.at(5).execute(11, 300);
///   const auto day = test.run();
///
/// Times are milliseconds after 09:30. Threads: a test's. Allocation: free. Tests only.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/backtest/days/day_run.hpp"
#include "hotpath/backtest/run.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::support {

inline constexpr std::int64_t kHalfPastNine = 34'200'000;  // ms
inline constexpr std::int64_t kNanosPerMs = 1'000'000;

[[nodiscard]] constexpr Time after_open(std::int64_t ms) {
    return {(kHalfPastNine + ms) * kNanosPerMs};
}
[[nodiscard]] constexpr Price cents(std::int64_t value) {
    return {value * 100};
}

/// What the script does at its time, or with the first timer after it.
struct ScriptedAction {
    enum class Kind : std::uint8_t { Enter, Replace, Reduce, Cancel };

    Time at{};
    Kind kind = Kind::Enter;
    Side side = Side::Buy;
    TimeInForce time_in_force = TimeInForce::Day;
    bool is_post_only = false;
    Qty qty{};
    Price price{};
    ClOrdId of{};  // of the others: the order
};

class ScriptedStrategy : public strategy::NullStrategy {
  public:
    explicit ScriptedStrategy(std::vector<ScriptedAction> actions) : actions_(std::move(actions)) {}

    /// The first that is listed.
    void on_instrument(const strategy::Instrument& instrument) noexcept {
        instrument_ = instrument_ == InstrumentId{} ? instrument.id : instrument_;
    }
    void on_timer(const strategy::Context& context, oms::Intents& intents) noexcept {
        for (; next_ < actions_.size() && actions_[next_].at <= context.now; ++next_) {
            act(actions_[next_], intents);
        }
    }

  private:
    void act(const ScriptedAction& action, oms::Intents& intents) noexcept {
        switch (action.kind) {
            case ScriptedAction::Kind::Enter:
                static_cast<void>(intents.enter({.id = {},
                                                 .instrument = instrument_,
                                                 .side = action.side,
                                                 .qty = action.qty,
                                                 .price = action.price,
                                                 .time_in_force = action.time_in_force,
                                                 .is_post_only = action.is_post_only}));
                break;
            case ScriptedAction::Kind::Replace:
                static_cast<void>(intents.replace(action.of, action.qty, action.price));
                break;
            case ScriptedAction::Kind::Reduce:
                intents.reduce(action.of, action.qty);
                break;
            case ScriptedAction::Kind::Cancel:
                intents.cancel(action.of);
                break;
        }
    }

    std::vector<ScriptedAction> actions_;
    std::size_t next_ = 0;
    InstrumentId instrument_{};
};

class ScriptedBacktest {
  public:
    static constexpr std::uint16_t kLocate = 7;
    static constexpr std::uint16_t kOtherLocate = 3;

    /// Models and options of the run, to change before run().
    backtest::RunOptions options{};

    /// An instrument that trades, with a market of 1,000 shares at 99.00 and at 101.00.
    ScriptedBacktest() {
        options.engine.books = {.orders_max = 1'000,
                                .levels_max = 1'000,
                                .instruments_max = 10,
                                .huge_pages = HugePages::Never};
        options.engine.symbols = {symbol()};
        options.session.timer_interval = {kNanosPerMs};
        options.session.feed_latency = {};
        options.session.entry_latency = {.base = {1'000}};
        options.session.response_latency = {.base = {1'000}};
        list();
        add(1, Side::Buy, 1'000, cents(9'900));
        add(2, Side::Sell, 1'000, cents(10'100));
    }

    [[nodiscard]] static Symbol symbol() { return *Symbol::from("AAPL"); }
    [[nodiscard]] static Symbol other_symbol() { return *Symbol::from("MSFT"); }

    /// A second instrument that is traded, with the same market; the script's orders are of the first.
    ScriptedBacktest& with_other() {
        options.engine.symbols.push_back(other_symbol());
        of_other();
        list();
        add(3, Side::Buy, 1'000, cents(9'900));
        add(4, Side::Sell, 1'000, cents(10'100));
        return of_first();
    }
    /// What the adds and states that follow are of; other messages name an order.
    ScriptedBacktest& of_other() {
        locate_ = kOtherLocate;
        symbol_ = other_symbol();
        return *this;
    }
    ScriptedBacktest& of_first() {
        locate_ = kLocate;
        symbol_ = symbol();
        return *this;
    }

    /// The time of the messages that follow.
    ScriptedBacktest& at(std::int64_t ms) {
        now_ = after_open(ms);
        return *this;
    }

    // The recording.
    ScriptedBacktest& add(std::uint64_t reference, Side side, std::uint32_t qty, Price price) {
        auto m = begin<protocols::nasdaq::itch50::AddOrder>();
        m.store_order_reference_number(reference);
        m.store_buy_sell_indicator(side == Side::Buy ? 'B' : 'S');
        m.store_shares(qty);
        m.store_stock(symbol_);
        m.store_price(static_cast<std::uint32_t>(price.value));
        return append(m);
    }
    ScriptedBacktest& execute(std::uint64_t reference, std::uint32_t qty) {
        auto m = begin<protocols::nasdaq::itch50::OrderExecuted>();
        m.store_order_reference_number(reference);
        m.store_executed_shares(qty);
        m.store_match_number(++match_);
        return append(m);
    }
    ScriptedBacktest& cancel(std::uint64_t reference, std::uint32_t qty) {
        auto m = begin<protocols::nasdaq::itch50::OrderCancel>();
        m.store_order_reference_number(reference);
        m.store_cancelled_shares(qty);
        return append(m);
    }
    ScriptedBacktest& remove(std::uint64_t reference) {
        auto m = begin<protocols::nasdaq::itch50::OrderDelete>();
        m.store_order_reference_number(reference);
        return append(m);
    }
    ScriptedBacktest& replace_recorded(std::uint64_t original, std::uint64_t reference,
                                       std::uint32_t qty, Price price) {
        auto m = begin<protocols::nasdaq::itch50::OrderReplace>();
        m.store_original_order_reference_number(original);
        m.store_new_order_reference_number(reference);
        m.store_shares(qty);
        m.store_price(static_cast<std::uint32_t>(price.value));
        return append(m);
    }
    ScriptedBacktest& hidden_trade(std::uint32_t qty, Price price) {
        auto m = begin<protocols::nasdaq::itch50::Trade>();
        m.store_buy_sell_indicator('B');
        m.store_shares(qty);
        m.store_stock(symbol_);
        m.store_price(static_cast<std::uint32_t>(price.value));
        m.store_match_number(++match_);
        return append(m);
    }
    ScriptedBacktest& trading_state(char state) {
        auto m = begin<protocols::nasdaq::itch50::StockTradingAction>();
        m.store_stock(symbol_);
        m.store_trading_state(state);
        return append(m);
    }
    /// Nothing but the time: the recording goes on until then.
    ScriptedBacktest& end(std::int64_t ms) {
        at(ms);
        auto m = begin<protocols::nasdaq::itch50::SystemEvent>();
        m.store_stock_locate(0);
        m.store_event_code('M');
        return append(m);
    }

    [[nodiscard]] const std::vector<std::vector<std::byte>>& messages() const { return messages_; }

    // The script. Ids are given in order, from 1.
    void enter(std::int64_t ms, Side side, std::uint32_t qty, Price price,
               TimeInForce time_in_force = TimeInForce::Day) {
        actions_.push_back({.at = after_open(ms),
                            .kind = ScriptedAction::Kind::Enter,
                            .side = side,
                            .time_in_force = time_in_force,
                            .qty = {qty},
                            .price = price});
    }
    void enter_post_only(std::int64_t ms, Side side, std::uint32_t qty, Price price) {
        enter(ms, side, qty, price);
        actions_.back().is_post_only = true;
    }
    /// To `qty` shares that may still execute.
    void reduce(std::int64_t ms, std::uint32_t of, std::uint32_t qty) {
        actions_.push_back(
            {.at = after_open(ms), .kind = ScriptedAction::Kind::Reduce, .qty = {qty}, .of = {of}});
    }
    void replace(std::int64_t ms, std::uint32_t of, std::uint32_t qty, Price price) {
        actions_.push_back({.at = after_open(ms),
                            .kind = ScriptedAction::Kind::Replace,
                            .qty = {qty},
                            .price = price,
                            .of = {of}});
    }
    void cancel_own(std::int64_t ms, std::uint32_t of) {
        actions_.push_back(
            {.at = after_open(ms), .kind = ScriptedAction::Kind::Cancel, .of = {of}});
    }

    [[nodiscard]] Expected<backtest::DayResult> run() const {
        return run_with(ScriptedStrategy(actions_));
    }
    /// The script over other messages.
    [[nodiscard]] Expected<backtest::DayResult> run_over(
        const std::vector<std::vector<std::byte>>& messages) const {
        return play(messages, ScriptedStrategy(actions_));
    }
    /// The same with the sessions of trader and venue.
    [[nodiscard]] Expected<backtest::DayResult> run_in_sessions(
        const sim::session::SessionProtocols& protocols) const {
        backtest::RunOptions with = options;
        with.sessions = protocols;
        auto run = backtest::make_day_run(with, strategy::AnyStrategy(ScriptedStrategy(actions_)));
        return run ? play_in(**run, messages_) : std::unexpected(run.error());
    }
    /// The recording with another strategy; the script is not used.
    template <strategy::Strategy S>
    [[nodiscard]] Expected<backtest::DayResult> run_with(S strategy) const {
        return play(messages_, std::move(strategy));
    }

  private:
    template <strategy::Strategy S>
    [[nodiscard]] Expected<backtest::DayResult> play(
        const std::vector<std::vector<std::byte>>& messages, S strategy) const {
        auto run = backtest::Run<S>::create(options, std::move(strategy));
        return run ? play_in(*run, messages) : std::unexpected(run.error());
    }
    template <class R>
    [[nodiscard]] static Expected<backtest::DayResult> play_in(
        R& run, const std::vector<std::vector<std::byte>>& messages) {
        for (const std::vector<std::byte>& message : messages) {
            if (auto played = run.on_message(message); !played) {
                return std::unexpected(played.error());
            }
        }
        return run.finish("a scripted day");
    }

    template <class Message>
    [[nodiscard]] Message begin() const {
        Message m;
        m.store_stock_locate(locate_);
        m.store_timestamp(static_cast<std::uint64_t>(now_.value));
        return m;
    }
    template <class Message>
    ScriptedBacktest& append(const Message& m) {
        messages_.emplace_back(m.bytes().begin(), m.bytes().end());
        return *this;
    }
    void list() {
        auto m = begin<protocols::nasdaq::itch50::StockDirectory>();
        m.store_stock(symbol_);
        append(m);
        trading_state('T');
    }

    Time now_ = after_open(0);
    std::uint16_t locate_ = kLocate;
    Symbol symbol_ = symbol();
    std::uint64_t match_ = 0;
    std::vector<std::vector<std::byte>> messages_;
    std::vector<ScriptedAction> actions_;
};

}  // namespace hotpath::support
