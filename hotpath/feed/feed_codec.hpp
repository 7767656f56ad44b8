#pragma once
/// FeedCodec: what a venue's market-data protocol must provide. A codec translates and decides
/// nothing: each change of a message becomes one call of a sink, in the core's types. What it keeps
/// is what the protocol's ids mean (CME: which instrument a SecurityID is), never a book.
///
///   decode(bytes, sink)   sink.add(order, symbol, time)            execute(execution, time)
///                         sink.reduce(id, qty, time)               remove(id, time)
///                         sink.replace(id, replacement, time)      trade(trade, symbol)
///                         sink.name(instrument, symbol, time)      system_event(code, time)
///                         sink.set_trading_state(instrument, symbol, state, time)
///   for protocols that change orders, and tell the end of an event:
///                         sink.find(id)    sink.empty(instrument, time)    sink.end_of_event(time)
///
/// The sink (market_sink.hpp) applies it to the books and reports to the listener. `time` is the
/// venue's, a Time of its day. docs/design/venues.md walks through adding a venue. Threads: any.
/// Allocation: none. Complexity: O(1) a message.

#include <concepts>
#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/feed/sequenced_packets.hpp"
#include "hotpath/protocols/decode_status.hpp"

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

template <class S>
concept OrderSink = CodecSink<S> && requires(S& sink, const S& view, OrderId id,
                                             InstrumentId instrument, Time time) {
    { view.find(id) } -> std::same_as<std::optional<book::OrderView>>;
    sink.empty(instrument, time);
    sink.end_of_event(time);
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
    [[nodiscard]] static std::optional<book::OrderView> find(OrderId) noexcept { return {}; }
    void empty(InstrumentId, Time) noexcept {}
    void end_of_event(Time) noexcept {}
};
static_assert(OrderSink<NullSink>);

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
    SequencedPackets<typename C::Packets> &&
    MessageFilter<typename C::Filter> &&  // by symbol; constructed of a std::vector<Symbol>
    requires(C& codec, const C& view, Bytes message, NullSink& sink, std::uint64_t number) {
        // Anything but Ok: the message has changed nothing.
        { codec.decode(message, sink) } noexcept -> std::same_as<protocols::DecodeStatus>;
        // The type of a decoded message, for the counters, and its time.
        { view.type_of(message) } noexcept -> std::same_as<char>;
        { view.time_of(message) } noexcept -> std::same_as<Time>;
        // How many messages came and how many were decoded: is this another protocol's feed?
        { C::is_foreign(number, number) } noexcept -> std::same_as<bool>;
    };

/// Messages that recordings hold one after the other, worth looking ahead.
template <class C>
concept ReplayCodec = FeedCodec<C> && requires(const std::byte* ahead, const NullBooks& books,
                                               book::PrefetchStep step) {
    // Warms the caches for a message that comes soon. Any kBytesAhead bytes will do.
    { C::prefetch(books, ahead, step) } noexcept;
};

/// Snapshots that say where they end. Others end where their owner calls on_snapshot_end().
template <class C>
concept EndedSnapshotCodec = FeedCodec<C> && requires(Bytes message, std::uint64_t number) {
    // The end of a snapshot session, and the number of the first message after it.
    { C::is_end_of_snapshot(message) } noexcept -> std::same_as<bool>;
    {
        C::decode_end_of_snapshot(message, number)
    } noexcept -> std::same_as<protocols::DecodeStatus>;
};

/// Ids have a meaning for a session, and until the next snapshot.
template <class C>
concept KeepingCodec = FeedCodec<C> && requires(C& codec) {
    { codec.begin_session() } noexcept;   // all ids are new
    { codec.begin_snapshot() } noexcept;  // every book is empty, and filled by what follows
    { codec.end_snapshot() } noexcept;
};

/// Ids and books that do not survive a gap which its owner accepts.
template <class C>
concept GapCodec =
    FeedCodec<C> && requires(C& codec, NullSink& sink, std::uint64_t next, Time time) {
        {
            codec.note_gap(next, time, sink)
        } noexcept;  // messages before number `next` were given up
    };

/// Times that bear a date: those of decode() and time_of() count from a midnight that is handed in.
template <class C>
concept DatedCodec = FeedCodec<C> && requires(C& codec, std::uint64_t midnight_ns) {
    { codec.count_from(midnight_ns) } noexcept;  // nanoseconds since 1970
};

/// Definitions of instruments that come beside the sequence.
template <class C>
concept DefinedCodec = FeedCodec<C> && requires(C& codec, Bytes message, NullSink& sink) {
    { codec.decode_definitions(message, sink) } noexcept -> std::same_as<protocols::DecodeStatus>;
};

}  // namespace hotpath::feed
