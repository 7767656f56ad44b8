#pragma once
/// Understudy: a second engine of the same type, which practises while the first one waits; and
/// DataPrefetch, which loads the first one's data.
///
///   practice venue ──packet──> engine ──order──> practice venue ──answer──> engine
///   first engine <──prefetch── its lines, its tables, the books near the touch
///
/// After a wait the instructions of a packet's way are in no cache: its decoding, the books, the
/// decision, the checks and the order's bytes. The understudy runs them, from the packet to the order and
/// its answer, on books, orders, limits and a strategy that are only its own, and with the order
/// codec of the first one's options. It works for any strategy: where one sends nothing, the
/// understudy sends an order itself. It has no reference to the engine that trades, its orders go to
/// the practice venue, and a prefetch changes nothing: no output of the first engine depends on them
/// (docs/techniques/warm-path.md). Threads: the engine's. Allocation: create() only. Complexity:
/// Understudy::step() one packet, answer or order; a turn is kPackets packets and at most kAnswersMax
/// answers. DataPrefetch::step() at most kLinesOfAPiece lines or some levels. Ids are 32 bits: it
/// practises for days.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/venue.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::engine {

/// A venue with one to practise at.
template <class V>
concept PractisedVenue = Venue<V> && std::constructible_from<typename V::Practice, Symbol> &&
                         requires(typename V::Practice practice, const oms::Orders& orders,
                                  const typename V::OrderCodec::Options& codec, MutableBytes room) {
                             // The room that it needs.
                             { V::Practice::kInstruments } -> std::convertible_to<std::uint16_t>;
                             { V::kAnswerBytesMax } -> std::convertible_to<std::size_t>;
                             { practice.next_packet() } noexcept -> std::same_as<Bytes>;
                             // False: no request of the record is unanswered.
                             { practice.prepare_answer(orders) } noexcept -> std::same_as<bool>;
                             {
                                 V::encode(codec, practice.answer(), room)
                             } noexcept -> std::same_as<Bytes>;
                         };

struct UnderstudyCounters {
    std::uint64_t played = 0;
    std::uint64_t packets = 0;
    std::uint64_t orders = 0;  // messages: orders, replacements, reductions and cancels
    std::uint64_t own = 0;     // of the understudy, because its strategy sent none
    std::uint64_t answers = 0;
};

template <strategy::Strategy S, PractisedVenue V, timing::TickSource T>
class Understudy {
  public:
    using Engine = engine::Engine<S, V, T>;

    /// `strategy` is only the understudy's, and shares nothing with the one that trades. The
    /// instrument has this symbol; orders are encoded as these options say.
    [[nodiscard]] static Expected<Understudy> create(
        S strategy, T ticks = {}, Symbol symbol = *Symbol::from("PRACTICE"),
        const typename V::OrderCodec::Options& codec = {}) {
        using Practice = typename V::Practice;
        auto engine =
            Engine::create(practice_options({.orders_max = Practice::kOrdersMax,
                                             .levels_max = Practice::kLevelsMax,
                                             .instruments_max = Practice::kInstruments,
                                             .huge_pages = HugePages::Never},
                                            Practice::kOrdersRemembered),
                           std::move(strategy), std::move(ticks), {.codec = codec, .feed = {}});
        if (!engine) {
            return std::unexpected(engine.error());
        }
        return Understudy(std::move(*engine), symbol, codec);
    }

    [[nodiscard]] const Engine& engine() const noexcept { return engine_; }
    [[nodiscard]] const UnderstudyCounters& counters() const noexcept { return counters_; }

    /// One step of a turn: a packet, an answer or an order of the understudy. True after the last.
    bool step() noexcept {
        if (packets_ < kPackets) {
            take_packet();
        } else if (has_answer_) {
            take_answer();
        } else {
            send_own();
        }
        take_orders();
        if (packets_ < kPackets) {
            return false;
        }
        has_answer_ = answers_ < kAnswersMax && venue_.prepare_answer(engine_.orders());
        if (has_answer_ || !has_sent_) {
            return false;
        }
        packets_ = 0;
        answers_ = 0;
        has_sent_ = false;
        ++counters_.played;
        return true;
    }
    /// Plays the rest of a turn, or a whole one.
    void play() noexcept {
        while (!step()) {
        }
    }

  private:
    static constexpr std::uint32_t kPackets = 3;
    static constexpr std::uint32_t kAnswersMax = 3;
    static constexpr Nanos kBetweenPackets{1'000};
    static constexpr InstrumentId kInstrument{1};
    static constexpr Qty kQty{100};

    Understudy(Engine engine, Symbol symbol, const typename V::OrderCodec::Options& codec)
        : engine_(std::move(engine)), venue_(symbol), codec_(codec) {}

    void take_packet() noexcept {
        now_ = now_ + kBetweenPackets;
        engine_.on_packet({.line = line_, .bytes = venue_.next_packet(), .now = now_});
        ++packets_;
        ++counters_.packets;
    }
    void take_answer() noexcept {
        engine_.on_order_bytes(V::encode(codec_, venue_.answer(), room_), now_);
        ++answers_;
        ++counters_.answers;
    }
    /// In turn an order at the best price of the side that reduces the position, its replacement by
    /// one with the same terms, and its cancel.
    void send_own() noexcept {
        has_sent_ = true;
        oms::Intents intents(engine_.orders().next_id());
        const oms::Order* const order = engine_.orders().find(own_);
        ClOrdId next = own_;
        if (order == nullptr || !is_open(order->state)) {
            next = enter_own(intents);
        } else if (order->state == oms::OrderState::Live && order->predecessor == ClOrdId{}) {
            next = intents.replace(own_, order->leaves_qty, order->price);
        } else if (order->state == oms::OrderState::Live) {
            intents.cancel(own_);
        }
        if (engine_.submit(intents, now_) > 0) {
            own_ = next;
            ++counters_.own;
        }
    }
    [[nodiscard]] ClOrdId enter_own(oms::Intents& intents) const noexcept {
        const bool is_long = engine_.orders().position(kInstrument).position > SignedQty{};
        const Side side = is_long ? Side::Sell : Side::Buy;
        return intents.enter({.instrument = kInstrument,
                              .side = side,
                              .qty = kQty,
                              .price = engine_.books().best(kInstrument, side).price});
    }
    void take_orders() noexcept {
        engine_.for_each_outgoing([&](Bytes) {
            has_sent_ = true;
            ++counters_.orders;
        });
    }

    Engine engine_;
    typename V::Practice venue_;
    typename V::OrderCodec::Options codec_;
    // No constant: the compiler would make another copy of on_packet for it, and warm that one.
    feed::Line line_ = feed::Line::A;
    Time now_{34'200 * kNanosPerSecond};
    ClOrdId own_{};  // the last order of the understudy
    std::array<std::byte, V::kAnswerBytesMax> room_{};
    // This turn has taken and sent so much.
    std::uint32_t packets_ = 0;
    std::uint32_t answers_ = 0;
    bool has_answer_ = false;
    bool has_sent_ = false;
    UnderstudyCounters counters_;
};

/// Loads the data that the next order or packet of an idle engine will touch, a piece a step. The lines arrive while the
/// owner looks for input. Each turn is about another traded instrument.
class DataPrefetch {
  public:
    /// True after the last step of a turn. Without a traded instrument there is none.
    template <class Engine>
    bool step(const Engine& engine) noexcept {
        constexpr std::size_t kPieces = pieces_of(sizeof(Engine)) + kPiecesOutside;
        const std::span<const InstrumentId> traded = engine.watch_list().traded();
        if (traded.empty()) {
            return true;
        }
        load(engine, traded[turns_ % traded.size()], turns_ / traded.size());
        piece_ = piece_ + 1 < kPieces ? piece_ + 1 : 0;
        turns_ += piece_ == 0 ? 1U : 0U;
        return piece_ == 0;
    }

  private:
    static constexpr std::size_t kLinesOfAPiece = 64;
    static constexpr std::size_t kBytesOfAPiece = kLinesOfAPiece * kCacheLine;
    static constexpr std::size_t kPiecesOutside = 5;  // the tables, two of each side of the book

    [[nodiscard]] static constexpr std::size_t pieces_of(std::size_t bytes) noexcept {
        return (bytes + kBytesOfAPiece - 1) / kBytesOfAPiece;
    }

    template <class Engine>
    void load(const Engine& engine, InstrumentId instrument, std::uint64_t turn) const noexcept {
        constexpr std::size_t kOfEngine = pieces_of(sizeof(Engine));
        if (piece_ < kOfEngine) {
            const auto* const bytes = reinterpret_cast<const std::byte*>(&engine);
            const std::size_t end = std::min((piece_ + 1) * kBytesOfAPiece, sizeof(Engine));
            for (std::size_t at = piece_ * kBytesOfAPiece; at < end; at += kCacheLine) {
                prefetch_for_write(bytes + at);
            }
            return;
        }
        switch (piece_ - kOfEngine) {
            case 0:
                return engine.books().prefetch_far(instrument, Side::Buy, turn);
            case 1:
                return engine.books().prefetch_far(instrument, Side::Sell, turn);
            case 2:
                return engine.books().prefetch_near(instrument, Side::Buy);
            case 3:
                return engine.books().prefetch_near(instrument, Side::Sell);
            default:
                return engine.prefetch(instrument);
        }
    }

    std::size_t piece_ = 0;
    std::uint64_t turns_ = 0;
};

}  // namespace hotpath::engine
