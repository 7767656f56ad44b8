// The question: how long does one ITCH message take, from bytes in memory, to be decoded, and to be
// decoded and applied to the L3 books of a whole market? Input in memory, everything else included:
// frame walk, dispatch, order table, levels, queue links, counters. A regression means the codec or
// the book got slower. It does not show a network or one-message packets, where look-ahead over the
// coming messages is not to be had.

#include <cstdint>
#include <memory>

#include "bench/benches.hpp"
#include "bench/book_fields.hpp"
#include "bench/market_data.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/feed/itch_books.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#include "hotpath/wire/framing.hpp"
#ifdef HOTPATH_PEER_ITCHCPP
#include "bench/peers/itchcpp.hpp"
#endif

namespace hotpath::bench {
namespace {

struct Fixture {
    MarketData data;
    timing::TscClock clock;
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
    wire::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        if (itch::decode(message, fields) != wire::DecodeStatus::Ok) {
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

/// The books are made, and their memory touched, before the clock starts: a system does so before
/// the open.
Measurement replay_hotpath(const Fixture& fixture) {
    auto feed = feed::ItchBooks::create({.prefault = true});
    HOTPATH_ASSERT(feed.has_value(), "the default books fit this machine");
    feed::NullListener listener;
    Measurement measured = timed(
        fixture, [&] { return std::uint64_t{feed->replay_block(fixture.data.block(), listener)}; });
    measured.answer = bbo_digest(feed->books());
    return measured;
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

Test books_test(const SharedFixture& fixture) {
    Test test{.name = "decode_and_books_l3", .unit = "ns/message", .subjects = {}};
    test.subjects = {{"hotpath", "bbo", [=] { return replay_hotpath(*fixture); }}};
#ifdef HOTPATH_PEER_ITCHCPP
    test.subjects.push_back({"itchcpp", "bbo", [=] {
                                 peers::ItchcppBooks books;
                                 Measurement measured = timed(*fixture, [&] {
                                     books.replay(fixture->data.block());
                                     return std::uint64_t{1};
                                 });
                                 measured.answer = books.bbo_digest();
                                 return measured;
                             }});
#endif
    return test;
}

}  // namespace

Bench feed_bench() {
    return {.name = "feed",
            .question =
                "ns an ITCH message from memory: decode alone, and decode + the L3 books of a "
                "whole market",
            .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
                auto data = MarketData::generate(scale.quick ? kTenthOfMarket : kFullMarket);
                if (!data) {
                    return std::unexpected(data.error());
                }
                auto clock = timing::TscClock::create();
                if (!clock) {
                    return std::unexpected(clock.error());
                }
                auto fixture = std::make_shared<const Fixture>(std::move(*data), *clock);
                return std::vector<Test>{decode_test(fixture), books_test(fixture)};
            }};
}

}  // namespace hotpath::bench
