// The hot functions whose instructions are counted, each on a small fixed input made before the
// counting starts. Callgrind collects only inside functions called measured_NAME, so these are
// never inlined and do nothing but the work.

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/benches.hpp"
#include "bench/book_fields.hpp"
#include "bench/market_data.hpp"
#include "bench/recorded_inputs.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/feed/itch_books.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::bench {
namespace {

constexpr MarketSize kCountedMarket{.messages = 50'000, .instruments = 50};
constexpr std::uint64_t kCountedSession = 50'000;

[[gnu::noinline]] std::uint64_t measured_decode(Bytes block) {
    SumOfBookFields fields;
    wire::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        (void)itch::decode(message, fields);
    }
    return fields.sum;
}

[[gnu::noinline]] bool measured_decode_and_books_l3(feed::ItchBooks& books, Bytes block) {
    feed::NullListener listener;
    return books.replay_block(block, listener);
}

[[gnu::noinline]] std::uint64_t measured_packet_to_order(BenchEngine& engine,
                                                         const InputJournal& journal) {
    std::uint64_t sent = 0;
    for (const Input& input : journal.inputs) {
        if (input.kind != InputKind::Timer) {
            sent += deliver(engine, input, journal.bytes_of(input));
        }
        engine.for_each_outgoing([](Bytes) {});
    }
    return sent;
}

struct Outcome {
    std::uint64_t items;
    std::uint64_t answer;  // never 0: proves that the work was done
};

MarketData counted_market() {
    auto data = MarketData::generate(kCountedMarket);
    HOTPATH_ASSERT(data.has_value(), "a small market fits in memory");
    return std::move(*data);
}

Outcome count_decode() {
    const MarketData data = counted_market();
    return {kCountedMarket.messages, measured_decode(data.block())};
}

Outcome count_decode_and_books_l3() {
    const MarketData data = counted_market();
    auto books = feed::ItchBooks::create({.orders_max = 100'000,
                                          .levels_max = 50'000,
                                          .instruments_max = 100,
                                          .dense_ids = 100'000});
    HOTPATH_ASSERT(books.has_value(), "small books fit in memory");
    return {kCountedMarket.messages,
            std::uint64_t{measured_decode_and_books_l3(*books, data.block())}};
}

Outcome count_packet_to_order() {
    auto journal = record_session({}, kCountedSession);
    auto engine = make_engine();
    HOTPATH_ASSERT(journal.has_value() && engine.has_value(), "a small session can be recorded");
    return {journal->inputs.size(), measured_packet_to_order(*engine, *journal)};
}

struct Counted {
    std::string_view name;
    Outcome (*run)();
};

constexpr Counted kCounted[] = {
    {"decode", count_decode},
    {"decode_and_books_l3", count_decode_and_books_l3},
    {"packet_to_order", count_packet_to_order},
};

}  // namespace

int run_counted(const std::string& name) {
    if (name == "list") {
        std::puts(HOTPATH_COMPILER);
        for (const Counted& counted : kCounted) {
            std::puts(std::string(counted.name).c_str());
        }
        return 0;
    }
    for (const Counted& counted : kCounted) {
        if (counted.name == name) {
            const Outcome outcome = counted.run();
            HOTPATH_ASSERT(outcome.answer != 0, "the counted function did its work");
            std::printf("items %llu\n", static_cast<unsigned long long>(outcome.items));
            return 0;
        }
    }
    std::fprintf(stderr, "bench: no hot function is called '%s'; --count list names them\n",
                 name.c_str());
    return 2;
}

}  // namespace hotpath::bench
