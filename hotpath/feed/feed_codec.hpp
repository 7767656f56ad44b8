#pragma once
/// FeedCodec: what a venue's market-data protocol must provide. A codec translates and decides
/// nothing: each message becomes at most one call of a sink, in the core's types.
///
///   decode(bytes, sink)   sink.add(order, symbol, time)            execute(execution, time)
///                         sink.reduce(id, qty, time)               remove(id, time)
///                         sink.replace(id, replacement, time)      trade(trade, symbol)
///                         sink.name(instrument, symbol, time)      system_event(code, time)
///                         sink.set_trading_state(instrument, symbol, state, time)
///
/// The sink (market_sink.hpp) applies it to the books and reports to the listener. `time` is the
/// venue's, a Time of its day. docs/design/venues.md walks through adding a venue. Threads: any.
/// Allocation: none. Complexity: O(1) a message.

#include <concepts>
#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/wire/decode_status.hpp"

namespace hotpath::feed {

/// An execution of a displayed order, at its price unless the message has another.
struct Execution {
    OrderId id{};
    Qty qty{};
    MatchId match_id{};
    TradeKind kind = TradeKind::Displayed;
    bool printable = true;
    Price price{};  // for DisplayedAtPrice
};

template <class S>
concept CodecSink = requires(S& sink, const book::OrderView& order, const Execution& execution,
                             const book::Replacement& replacement, const Trade& trade, OrderId id,
                             Qty qty, InstrumentId instrument, Symbol symbol,
                             book::TradingState state, char code, Time time) {
    sink.add(order, symbol, time);
    sink.execute(execution, time);
    sink.reduce(id, qty, time);
    sink.remove(id, time);
    sink.replace(id, replacement, time);
    sink.trade(trade, symbol);
    sink.name(instrument, symbol, time);
    sink.set_trading_state(instrument, symbol, state, time);
    sink.system_event(code, time);
};

/// A sink that ignores every call.
struct NullSink {
    void add(const book::OrderView&, Symbol, Time) noexcept {}
    void execute(const Execution&, Time) noexcept {}
    void reduce(OrderId, Qty, Time) noexcept {}
    void remove(OrderId, Time) noexcept {}
    void replace(OrderId, const book::Replacement&, Time) noexcept {}
    void trade(const Trade&, Symbol) noexcept {}
    void name(InstrumentId, Symbol, Time) noexcept {}
    void set_trading_state(InstrumentId, Symbol, book::TradingState, Time) noexcept {}
    void system_event(char, Time) noexcept {}
};
static_assert(CodecSink<NullSink>);

/// Books that are warmed by nothing.
struct NullBooks {
    void prefetch(OrderId, InstrumentId, book::PrefetchStep) const noexcept {}
    void prefetch_add(const book::OrderView&, book::PrefetchStep) const noexcept {}
};

/// Which messages are worth decoding. `admits` may drop those of unwanted instruments;
/// kKeepsMostOut says that it drops most.
template <class F>
concept MessageFilter = requires(F filter, const F& view, Bytes message) {
    { F::kKeepsMostOut } -> std::convertible_to<bool>;
    { filter.admits(message) } noexcept -> std::same_as<bool>;
    { filter.forget() } noexcept;  // another session: ids have other symbols
    { view.kept_out() } noexcept -> std::same_as<std::uint64_t>;
};

/// The null filter.
struct EveryInstrument {
    static constexpr bool kKeepsMostOut = false;

    [[nodiscard]] static constexpr bool admits(Bytes) noexcept { return true; }
    [[nodiscard]] static constexpr std::uint64_t kept_out() noexcept { return 0; }
    static constexpr void forget() noexcept {}
};
static_assert(MessageFilter<EveryInstrument>);

template <class C>
concept FeedCodec =
    MessageFilter<typename C::Filter> &&  // by symbol; constructed of a std::vector<Symbol>
    requires(Bytes message, const std::byte* ahead, NullSink& sink, const NullBooks& books,
             book::PrefetchStep step, std::uint64_t number) {
        // Calls the sink at most once. Anything but Ok: the message has changed nothing.
        { C::decode(message, sink) } noexcept -> std::same_as<wire::DecodeStatus>;
        // The type of a decoded message, for the counters, and its time.
        { C::type_of(message) } noexcept -> std::same_as<char>;
        { C::time_of(message) } noexcept -> std::same_as<Time>;
        // Warms the caches for a message that comes soon. Any kBytesAhead bytes will do.
        { C::prefetch(books, ahead, step) } noexcept;
        // How many messages came and how many were decoded: is this another protocol's feed?
        { C::is_foreign(number, number) } noexcept -> std::same_as<bool>;
        // The end of a snapshot session, and the number of the first message after it.
        { C::is_end_of_snapshot(message) } noexcept -> std::same_as<bool>;
        { C::decode_end_of_snapshot(message, number) } noexcept -> std::same_as<wire::DecodeStatus>;
    };

}  // namespace hotpath::feed
