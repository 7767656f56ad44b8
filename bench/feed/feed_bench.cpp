// The question: how long does one ITCH message take, from bytes in memory, to be decoded, and to be
// decoded and applied to the books, by price or by order, of a whole market or of three
// instruments? Input in memory, everything else included: frame walk, dispatch, order table,
// levels, queue links, counters. In blocks, where a look-ahead over the coming messages is to be had,
// and singly, message by message, as live packets come. A regression means the codec or the book got
// slower. It does not show a network.

#include <cstdint>
#include <memory>

#include "bench/benches.hpp"
#include "bench/feed/book_fields.hpp"
#include "bench/feed/few_instruments.hpp"
#include "bench/feed/floor_books.hpp"
#include "bench/feed/market_data.hpp"
#include "bench/feed/window_books.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#ifdef HOTPATH_PEER_ITCHCPP
#include "bench/peers/itchcpp.hpp"
#endif

namespace hotpath::bench {
namespace {

struct Fixture {
    MarketData data;
    MarketPlan plan;
    timing::TscClock clock;
    Bytes morning;
    Bytes afternoon;
    FewInstruments few;
};
using SharedFixture = std::shared_ptr<const Fixture>;

/// Times `work`, which returns the answer.
template <class Work>
Measurement timed(const Fixture& fixture, Work&& work) {
    const std::uint64_t begin = fixture.clock.ticks();
    const std::uint64_t answer = work();
    const std::uint64_t end = fixture.clock.ticks();
    return {.answer = answer,
            .items = fixture.data.size().messages,
            .elapsed_ticks = end - begin,
            .samples_ns = {}};
}

std::uint64_t decode_all(Bytes block) {
    SumOfBookFields fields;
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        if (itch::decode(message, fields) != protocols::DecodeStatus::Ok) {
            return 0;
        }
    }
    return fields.sum;
}

/// The best bid and offer of every instrument at the end: what every book must agree on.
template <class Books>
std::uint64_t bbo_digest(const Books& books) {
    Checksum digest;
    for (std::uint32_t locate = 1; locate <= kFullMarket.instruments; ++locate) {
        const book::Bbo bbo = books.bbo(InstrumentId{static_cast<std::uint16_t>(locate)});
        if (bbo.bid.orders != 0 || bbo.ask.orders != 0) {
            digest.add(locate);
            for (const book::Level& level : {bbo.bid, bbo.ask}) {
                digest.add(static_cast<std::uint64_t>(level.price.value));
                digest.add(level.qty.value);
            }
        }
    }
    return digest.value();
}

/// The generated market numbers its orders from 1, some 9.4 million of 20 million messages.
constexpr std::uint32_t kDenseIds = 1U << 24U;

/// The answer is not timed.
template <class Replay, class Digest>
Measurement replay_once(const Fixture& fixture, Replay&& replay, Digest&& digest) {
    Measurement measured = timed(fixture, [&] {
        replay();
        return std::uint64_t{0};
    });
    measured.answer = digest();
    return measured;
}

/// Replays the block in two parts and takes the answer after each: at noon, when the books are
/// full, and at the end. Neither the making of the books, with their memory touched, nor the
/// answers are timed.
template <class Replay, class Digest>
Measurement replay_in_parts(const Fixture& fixture, Replay&& replay, Digest&& digest) {
    Measurement sum;
    Checksum answer;
    for (const Bytes part : {fixture.morning, fixture.afternoon}) {
        const Measurement measured = replay_once(fixture, [&] { replay(part); }, digest);
        sum.elapsed_ticks += measured.elapsed_ticks;
        answer.add(measured.answer);
    }
    sum.answer = answer.value();
    sum.items = fixture.data.size().messages;
    return sum;
}

enum class Arrival : std::uint8_t { InBlocks, Singly };

template <class Feed>
Measurement replay_hotpath(const Fixture& fixture, Arrival how) {
    auto feed = Feed::create({.dense_ids = kDenseIds, .prefault = true});
    HOTPATH_ASSERT(feed.has_value(), "the default books fit this machine");
    feed::NullListener listener;
    return replay_in_parts(
        fixture,
        [&](Bytes part) {
            if (how == Arrival::InBlocks) {
                feed->replay_block(part, listener);
                return;
            }
            protocols::FrameCursor frames(part);
            for (Bytes message; frames.next(message);) {
                feed->on_message(message, listener);
            }
        },
        [&] { return bbo_digest(feed->books()); });
}

/// Of both floors.
template <class Books>
Measurement replay_floor(const Fixture& fixture, Books books, Arrival how) {
    return replay_in_parts(
        fixture,
        [&](Bytes part) {
            if (how == Arrival::InBlocks) {
                books.replay(part);
            } else {
                books.replay_singly(part);
            }
        },
        [&] { return bbo_digest(books); });
}

#ifdef HOTPATH_PEER_ITCHCPP
Measurement replay_itchcpp(const Fixture& fixture) {
    peers::ItchcppBooks books;
    return replay_in_parts(
        fixture, [&](Bytes part) { books.replay(part); }, [&] { return books.bbo_digest(); });
}
#endif

/// Where the message after the first 60% of the bytes begins.
std::size_t noon_of(Bytes block) {
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.next(message) && frames.rest().size() > block.size() / 5 * 2;) {
    }
    return block.size() - frames.rest().size();
}

Test decode_test(const SharedFixture& fixture) {
    Test test{.name = "decode", .unit = "ns/message", .subjects = {}};
    test.subjects = {
        {"hotpath", "sum",
         [=] { return timed(*fixture, [&] { return decode_all(fixture->data.block()); }); }},
        {"floor", "sum",
         [=] { return timed(*fixture, [&] { return floor_decode(fixture->data.block()); }); }},
    };
#ifdef HOTPATH_PEER_ITCHCPP
    test.subjects.push_back(
        {"itchcpp", "sum", [=] {
             return timed(*fixture, [&] { return peers::itchcpp_decode(fixture->data.block()); });
         }});
#endif
    return test;
}

/// By price only. `window` is the floor that knows no more than we do.
Test levels_test(const SharedFixture& fixture, const char* name, Arrival how) {
    return {.name = name,
            .unit = "ns/message",
            .subjects = {
                {"hotpath", "bbo", [=] { return replay_hotpath<feed::ItchLevels>(*fixture, how); }},
                {"floor", "bbo",
                 [=] { return replay_floor(*fixture, FloorBooks<false>(fixture->plan), how); }},
                {"window", "bbo",
                 [=] { return replay_floor(*fixture, WindowBooks(fixture->plan.ids), how); }},
            }};
}

/// itchcpp has no look-ahead: it takes a block message by message.
Test books_test(const SharedFixture& fixture, const char* name, Arrival how) {
    Test test{.name = name, .unit = "ns/message", .subjects = {}};
    test.subjects = {
        {"hotpath", "bbo", [=] { return replay_hotpath<feed::ItchBooks>(*fixture, how); }},
        {"floor", "bbo",
         [=] { return replay_floor(*fixture, FloorBooks<true>(fixture->plan), how); }},
    };
#ifdef HOTPATH_PEER_ITCHCPP
    test.subjects.push_back({"itchcpp", "bbo", [=] { return replay_itchcpp(*fixture); }});
#endif
    return test;
}

/// One replay of a few instruments takes some milliseconds.
constexpr int kReplaysOfFew = 5;

/// replay() makes new books, replays into them, and says how long that took and what came of it.
template <class Replay>
Measurement replay_few_times(const Fixture& fixture, Replay&& replay) {
    Measurement sum;
    Checksum answer;
    for (int i = 0; i < kReplaysOfFew; ++i) {
        const Measurement measured = replay();
        sum.elapsed_ticks += measured.elapsed_ticks;
        answer.add(measured.answer);
    }
    sum.answer = answer.value();
    sum.items = fixture.few.messages * kReplaysOfFew;
    return sum;
}

template <class Feed>
Measurement replay_few(const Fixture& fixture, const typename Feed::Options& options) {
    return replay_few_times(fixture, [&] {
        auto feed = Feed::create(options);
        HOTPATH_ASSERT(feed.has_value(), "books of three instruments fit this machine");
        feed::NullListener listener;
        return replay_once(
            fixture, [&] { feed->replay_block(fixture.few.block, listener); },
            [&] { return bbo_digest(feed->books()); });
    });
}

#ifdef HOTPATH_PEER_ITCHCPP
Measurement replay_few_itchcpp(const Fixture& fixture) {
    return replay_few_times(fixture, [&] {
        peers::ItchcppBooks books;
        return replay_once(
            fixture, [&] { books.replay(fixture.few.block); }, [&] { return books.bbo_digest(); });
    });
}
#endif

/// Three instruments whose orders are few and whose reference numbers are not: a map sized for
/// them, or an array as long as the day, for the same books.
Test few_test(const SharedFixture& fixture) {
    constexpr std::uint32_t kOrdersOfFew = 1U << 16U;
    const auto ids = static_cast<std::uint32_t>(fixture->few.ids);
    const book::BooksOptions by_order{.orders_max = kOrdersOfFew, .levels_max = kOrdersOfFew};
    const book::L2BooksOptions by_price{.orders_max = kOrdersOfFew, .pages_max = 4'096};
    Test test{.name = "decode_and_books_few", .unit = "ns/message", .subjects = {}};
    test.subjects = {
        {"hotpath", "bbo", [=] { return replay_few<feed::ItchLevels>(*fixture, by_price); }},
        {"array", "bbo",
         [=] {
             book::L2BooksOptions options = by_price;
             options.dense_ids = ids;
             return replay_few<feed::ItchLevels>(*fixture, options);
         }},
        {"hotpath_l3", "bbo", [=] { return replay_few<feed::ItchBooks>(*fixture, by_order); }},
        {"array_l3", "bbo",
         [=] {
             book::BooksOptions options = by_order;
             options.dense_ids = ids;
             return replay_few<feed::ItchBooks>(*fixture, options);
         }},
    };
#ifdef HOTPATH_PEER_ITCHCPP
    test.subjects.push_back({"itchcpp", "bbo", [=] { return replay_few_itchcpp(*fixture); }});
#endif
    return test;
}

}  // namespace

Bench feed_bench() {
    return {.name = "feed",
            .question =
                "ns an ITCH message from memory: decode alone, and decode + the books of a whole "
                "market or of three instruments",
            .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
                auto data = MarketData::generate(scale.quick ? kTenthOfMarket : kFullMarket);
                if (!data) {
                    return std::unexpected(data.error());
                }
                auto clock = timing::TscClock::create();
                if (!clock) {
                    return std::unexpected(clock.error());
                }
                const Bytes block = data->block();
                const std::size_t noon = noon_of(block);
                auto fixture = std::make_shared<const Fixture>(
                    Fixture{std::move(*data), MarketPlan(block), *clock, block.first(noon),
                            block.subspan(noon), FewInstruments(block)});
                return std::vector<Test>{
                    decode_test(fixture),
                    levels_test(fixture, "decode_and_books_l2", Arrival::InBlocks),
                    levels_test(fixture, "decode_and_books_l2_singly", Arrival::Singly),
                    books_test(fixture, "decode_and_books_l3", Arrival::InBlocks),
                    books_test(fixture, "decode_and_books_l3_singly", Arrival::Singly),
                    few_test(fixture)};
            }};
}

}  // namespace hotpath::bench
