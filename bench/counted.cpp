// hotpath-counted NAME: runs one hot function on a small fixed input made before the counting
// starts, and prints how many items it took, what they gave and how long it took; `list` names
// them. Callgrind collects only inside measured_NAME: never inlined, and nothing but the work.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/backtest/counted_days.hpp"
#include "bench/book_ladder/counted_levels.hpp"
#include "bench/counted_time.hpp"
#include "bench/exchange/counted_flows.hpp"
#include "bench/feed/book_fields.hpp"
#include "bench/feed/counted_singly.hpp"
#include "bench/feed/market_data.hpp"
#include "bench/messaging/payload.hpp"
#include "bench/protocols/counted_fix.hpp"
#include "bench/protocols/counted_ilink.hpp"
#include "bench/protocols/counted_mdp3.hpp"
#include "bench/telemetry/counted_recorder.hpp"
#include "bench/tick_to_order/recorded_inputs.hpp"
#include "bench/tick_to_order/risk_check.hpp"
#include "hotpath/book/queue_positions.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/queue/broadcast.hpp"
#include "hotpath/queue/disruptor/graph.hpp"
#include "hotpath/queue/mpsc.hpp"
#include "hotpath/queue/seqlock.hpp"
#include "hotpath/queue/spsc.hpp"
#include "hotpath/telemetry/publisher.hpp"
#include "hotpath/telemetry/trace_log.hpp"
#include "lab/conflation/conflator.hpp"

namespace hotpath::bench {
namespace {

constexpr MarketSize kCountedMarket{.messages = 50'000, .instruments = 50};
constexpr std::uint64_t kCountedSession = 50'000;

[[gnu::noinline]] std::uint64_t measured_decode(Bytes block) {
    SumOfBookFields fields;
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        (void)itch::decode(message, fields);
    }
    return fields.sum;
}

[[gnu::noinline]] bool measured_decode_and_books_l3(feed::ItchBooks& books, Bytes block) {
    feed::NullListener listener;
    return books.replay_block(block, listener);
}

[[gnu::noinline]] bool measured_decode_and_books_l2(feed::ItchLevels& books, Bytes block) {
    feed::NullListener listener;
    return books.replay_block(block, listener);
}

/// Listeners of a slow consumer and a trader with resting orders: every 64th order added is theirs.
struct Followers : feed::NullListener {
    explicit Followers(const book::L3Books& followed) : books(followed) {}

    void on_change(const book::BookChange& change, Time) noexcept {
        conflator.on_book(change.update);
        positions.on_change(change, books);
        if (change.verb == book::BookVerb::Add && ++added % 64 == 0) {
            (void)positions.watch(books, change.after.id);
        }
    }

    const book::L3Books& books;
    book::Conflator conflator{{}};
    book::QueuePositions positions{{.orders_max = 1'000}};
    std::uint64_t added = 0;
};

[[gnu::noinline]] bool measured_followed_books(feed::ItchBooks& books, Bytes block,
                                               Followers& followers) {
    return books.replay_block(block, followers);
}

/// Not the same instructions as measured_decode_and_books_l3, or GCC would make one function of
/// both.
[[gnu::noinline]] std::uint64_t measured_unfiltered_books(feed::ItchBooks& books, Bytes block) {
    feed::NullListener listener;
    (void)books.replay_block(block, listener);
    return books.books().open_orders();
}

[[gnu::noinline]] std::uint64_t measured_filtered_books(feed::FilteredItchBooks& books,
                                                        Bytes block) {
    feed::NullListener listener;
    (void)books.replay_block(block, listener);
    return books.books().open_orders();
}

[[gnu::noinline]] std::uint64_t measured_packet_to_order(BenchEngine& engine,
                                                         const InputJournal& journal) {
    std::uint64_t sent = 0;
    for (const Input& input : journal.inputs) {
        sent += deliver(engine, input, journal.bytes_of(input));
        engine.for_each_outgoing([](Bytes) {});
    }
    return sent;
}

/// push(message) 64 times, then take() 64 times, so that both ends meet rings neither full nor
/// empty; what came out, added up.
template <class Push, class Take>
std::uint64_t by_turns(std::uint64_t messages, Push&& push, Take&& take) {
    constexpr std::uint64_t kTurn = 64;
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < messages; k += kTurn) {
        for (std::uint64_t i = 0; i < kTurn; ++i) {
            push(Message{{k + i, 1, 2, 3, 4}});
        }
        for (std::uint64_t i = 0; i < kTurn; ++i) {
            sum += take().words[0];
        }
    }
    return sum;
}

/// Both ends of a queue of slots, used by one thread.
template <class Producer, class Consumer>
std::uint64_t push_and_pop(Producer& producer, Consumer& consumer, std::uint64_t messages) {
    Message popped{};
    return by_turns(
        messages, [&](const Message& message) { (void)producer.try_push(message); },
        [&]() -> const Message& {
            (void)consumer.try_pop(popped);
            return popped;
        });
}

[[gnu::noinline]] std::uint64_t measured_spsc(queue::SpscQueue<Message>& queue,
                                              std::uint64_t messages) {
    auto producer = queue.producer();
    auto consumer = queue.consumer();
    return push_and_pop(producer, consumer, messages);
}

[[gnu::noinline]] std::uint64_t measured_mpsc(queue::MpscQueue<Message>& queue,
                                              std::uint64_t messages) {
    auto producer = queue.producer();
    auto consumer = queue.consumer();
    return push_and_pop(producer, consumer, messages);
}

[[gnu::noinline]] std::uint64_t measured_broadcast(queue::BroadcastWriter& writer,
                                                   queue::BroadcastReader& reader,
                                                   std::uint64_t messages) {
    Message read{};
    return by_turns(
        messages,
        [&](const Message& message) { writer.write(std::as_bytes(std::span(&message, 1))); },
        [&]() -> const Message& {
            (void)reader.try_read(std::as_writable_bytes(std::span(&read, 1)));
            return read;
        });
}

[[gnu::noinline]] std::uint64_t measured_disruptor(std::uint64_t messages) {
    using namespace queue::disruptor;
    std::uint64_t sum = 0;
    Graph<Message, BusySpin> graph({.slots = 128});
    Stage stage(graph, [&](const Message& event) { sum += event.words[0]; });
    graph.first(stage);
    graph.seal();
    auto producer = graph.producer();
    by_turns(
        messages,
        [&](const Message& message) {
            const auto claimed = producer.claim();
            *claimed = message;
            producer.publish(claimed);
        },
        [&]() { return Message{{stage.poll()}}; });
    return sum;
}

[[gnu::noinline]] std::uint64_t measured_seqlock(queue::Seqlock<Message>& value,
                                                 std::uint64_t messages) {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < messages; ++k) {
        value.store({{k, 1, 2, 3, 4}});
        sum += value.load().words[0];
    }
    return sum;
}

[[gnu::noinline]] std::uint64_t measured_publish_event(telemetry::Publisher& publisher,
                                                       std::uint64_t events) {
    const timing::StageStamps stamps;
    for (std::uint64_t k = 0; k < events; ++k) {
        publisher.publish({.is_sent = true, .local_time = {static_cast<std::int64_t>(k)}}, stamps);
    }
    return publisher.events();
}

[[gnu::noinline]] std::uint64_t measured_trace_scope(std::uint64_t scopes) {
    for (std::uint64_t k = 0; k < scopes; ++k) {
        const telemetry::TraceScope scope("counted");
    }
    return scopes;
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
    return {kCountedMarket.messages, timed([&] { return measured_decode(data.block()); })};
}

constexpr std::uint32_t kCountedOrders = 1'000'000;
/// As in a whole market, with however few orders.
constexpr feed::LookAheadOptions kLookAhead{.distances = {}, .orders_min = 0};

feed::ItchBooks counted_books() {
    auto books = feed::ItchBooks::create({.orders_max = kCountedOrders,
                                          .levels_max = 50'000,
                                          .instruments_max = 100,
                                          .dense_ids = 100'000});
    HOTPATH_ASSERT(books.has_value(), "small books fit in memory");
    books->set_look_ahead(kLookAhead);
    return std::move(*books);
}

Outcome count_decode_and_books_l3() {
    const MarketData data = counted_market();
    feed::ItchBooks books = counted_books();
    return {
        kCountedMarket.messages,
        std::uint64_t{timed([&] { return measured_decode_and_books_l3(books, data.block()); })}};
}

feed::ItchLevels counted_levels() {
    auto books = feed::ItchLevels::create({.orders_max = kCountedOrders,
                                           .pages_max = 5'000,
                                           .instruments_max = 100,
                                           .dense_ids = 100'000});
    HOTPATH_ASSERT(books.has_value(), "small books fit in memory");
    books->set_look_ahead(kLookAhead);
    return std::move(*books);
}

Outcome count_decode_and_books_l2() {
    const MarketData data = counted_market();
    feed::ItchLevels books = counted_levels();
    return {
        kCountedMarket.messages,
        std::uint64_t{timed([&] { return measured_decode_and_books_l2(books, data.block()); })}};
}

Outcome count_singly_l3() {
    const MarketData data = counted_market();
    feed::ItchBooks books = counted_books();
    return {kCountedMarket.messages,
            timed([&] { return measured_singly_l3(books, data.block()); })};
}

Outcome count_singly_l2() {
    const MarketData data = counted_market();
    feed::ItchLevels books = counted_levels();
    return {kCountedMarket.messages,
            timed([&] { return measured_singly_l2(books, data.block()); })};
}

Outcome count_followed_books() {
    const MarketData data = counted_market();
    feed::ItchBooks books = counted_books();
    Followers followers(books.books());
    const bool is_whole =
        timed([&] { return measured_followed_books(books, data.block(), followers); });
    HOTPATH_ASSERT(is_whole, "a generated market ends with a message");
    return {kCountedMarket.messages, followers.added};
}

/// 50 names out of 8,000.
constexpr MarketSize kWideMarket{.messages = 200'000, .instruments = 8'000};
constexpr std::uint16_t kWantedEvery = 160;

MarketData wide_market() {
    auto data = MarketData::generate(kWideMarket);
    HOTPATH_ASSERT(data.has_value(), "a market of 200,000 messages fits in memory");
    return std::move(*data);
}

constexpr book::BooksOptions kWideBooks{.orders_max = 300'000, .levels_max = 300'000};

feed::ItchBooks wide_books() {
    auto books = feed::ItchBooks::create(kWideBooks);
    HOTPATH_ASSERT(books.has_value(), "books of a wide market fit in memory");
    books->set_look_ahead(kLookAhead);
    return std::move(*books);
}

std::vector<Symbol> wanted_symbols(Bytes block) {
    feed::ItchBooks books = wide_books();
    feed::NullListener ignored;
    (void)books.replay_block(block, ignored);
    std::vector<Symbol> symbols;
    books.directory().for_each([&](InstrumentId id, const feed::Instrument& instrument) {
        if (id.value % kWantedEvery == 0) {
            symbols.push_back(instrument.symbol);
        }
    });
    return symbols;
}

Outcome count_unfiltered_books() {
    const MarketData data = wide_market();
    feed::ItchBooks books = wide_books();
    const std::uint64_t open_orders =
        timed([&] { return measured_unfiltered_books(books, data.block()); });
    return {books.counters().messages, open_orders};
}

Outcome count_filtered_books() {
    const MarketData data = wide_market();
    feed::SymbolFilter filter(wanted_symbols(data.block()));
    auto books = feed::FilteredItchBooks::create(kWideBooks, std::move(filter));
    HOTPATH_ASSERT(books.has_value(), "books of a wide market fit in memory");
    const std::uint64_t open_orders =
        timed([&] { return measured_filtered_books(*books, data.block()); });
    return {books->counters().messages + books->filter().kept_out(), open_orders};
}

Outcome count_session(const std::filesystem::path& recording) {
    auto journal = record_session(recording, kCountedSession);
    auto engine = make_engine();
    HOTPATH_ASSERT(journal.has_value() && engine.has_value(), "a small session can be recorded");
    return {journal->inputs.size(),
            timed([&] { return measured_packet_to_order(*engine, *journal); })};
}

Outcome count_packet_to_order() {
    return count_session({});
}

/// Of a real day, where there is one: an input that no profile was made of.
constexpr std::string_view kRecorded = "packet_to_order.recorded";

Outcome count_risk_check() {
    const CountedChecks counted = count_risk_checks();
    return {counted.orders, counted.passed};
}

constexpr std::uint64_t kCountedMessages = 64'000;
constexpr std::size_t kCountedSlots = 128;

Outcome count_spsc() {
    queue::SpscQueue<Message> queue(kCountedSlots);
    return {kCountedMessages, timed([&] { return measured_spsc(queue, kCountedMessages); })};
}

Outcome count_mpsc() {
    queue::MpscQueue<Message> queue(kCountedSlots);
    return {kCountedMessages, timed([&] { return measured_mpsc(queue, kCountedMessages); })};
}

Outcome count_broadcast() {
    queue::BroadcastQueue queue(std::size_t{1} << 16U);
    auto writer = queue.writer();
    auto reader = queue.reader();
    return {kCountedMessages,
            timed([&] { return measured_broadcast(writer, reader, kCountedMessages); })};
}

Outcome count_disruptor() {
    return {kCountedMessages, timed([&] { return measured_disruptor(kCountedMessages); })};
}

Outcome count_seqlock() {
    queue::Seqlock<Message> value;
    return {kCountedMessages, timed([&] { return measured_seqlock(value, kCountedMessages); })};
}

Outcome count_publish_event() {
    queue::BroadcastQueue queue(std::size_t{1} << 20U);
    auto writer = queue.writer();
    telemetry::Publisher publisher(writer, {});
    return {kCountedMessages,
            timed([&] { return measured_publish_event(publisher, kCountedMessages); })};
}

/// Into a ring that holds them all.
Outcome count_trace_scope() {
    telemetry::TraceLog log(std::bit_ceil(kCountedMessages));
    const auto traced = log.attach_this_thread("counted");
    return {kCountedMessages, timed([&] { return measured_trace_scope(kCountedMessages); })};
}

struct Counted {
    std::string_view name;
    Outcome (*run)();
};

constexpr Counted kCounted[] = {
    {"decode", count_decode},
    {"decode_and_books_l2", count_decode_and_books_l2},
    {"decode_and_books_l3", count_decode_and_books_l3},
    {"singly_l2", count_singly_l2},
    {"singly_l3", count_singly_l3},
    {"followed_books", count_followed_books},
    {"unfiltered_books", count_unfiltered_books},
    {"filtered_books", count_filtered_books},
    {"packet_to_order", count_packet_to_order},
    {"risk_check", count_risk_check},
    {"record_input", [] { return Outcome{kCountedInputs, counted_record_input()}; }},
    {"mdp3_decode", [] { return Outcome{kCountedUpdates, counted_mdp3_decode()}; }},
    {"mdp3_encode", [] { return Outcome{kCountedUpdates, counted_mdp3_encode()}; }},
    {"ilink_receive", [] { return Outcome{kCountedIlinkMessages, counted_ilink_receive()}; }},
    {"ilink_send", [] { return Outcome{kCountedIlinkMessages, counted_ilink_send()}; }},
    {"spsc", count_spsc},
    {"mpsc", count_mpsc},
    {"broadcast", count_broadcast},
    {"disruptor", count_disruptor},
    {"seqlock", count_seqlock},
    {"publish_event", count_publish_event},
    {"trace_scope", count_trace_scope},
};

int list() {
    const auto say = [](std::string_view name) { std::puts(std::string(name).c_str()); };
    say(HOTPATH_COMPILER);
    for (const Counted& counted : kCounted) {
        say(counted.name);
    }
    std::ranges::for_each(counted_level_names(), say);
    std::ranges::for_each(counted_flow_names(), say);
    std::ranges::for_each(counted_day_names(), say);
    std::ranges::for_each(counted_fix_names(), say);
    return 0;
}

int report(const Outcome& outcome) {
    HOTPATH_ASSERT(outcome.answer != 0, "the counted function did its work");
    std::printf("items %llu answer %llu ns %lld\n", static_cast<unsigned long long>(outcome.items),
                static_cast<unsigned long long>(outcome.answer),
                static_cast<long long>(time_of_counted().count()));
    return 0;
}

}  // namespace
}  // namespace hotpath::bench

int main(int argc, char** argv) {
    using namespace hotpath::bench;
    const std::string_view name = argc == 2 ? argv[1] : "";
    if (name == "list") {
        return list();
    }
    const auto* const counted = std::ranges::find(kCounted, name, &Counted::name);
    if (counted != std::end(kCounted)) {
        return report(counted->run());
    }
    if (name == kRecorded && !real_recording().empty()) {
        return report(count_session(real_recording()));
    }
    if (const CountedLevels levels = count_level_updates(name); levels.updates != 0) {
        return report({levels.updates, levels.answer});
    }
    if (const CountedFlow flow = count_flow(name); flow.commands != 0) {
        return report({flow.commands, flow.answer});
    }
    if (const CountedDay day = count_day(name); day.messages != 0) {
        return report({day.messages, day.answer});
    }
    if (const CountedFix fix = count_fix(name); fix.messages != 0) {
        return report({fix.messages, fix.answer});
    }
    std::fputs(
        "usage: hotpath-counted NAME; `list` names the functions; packet_to_order.recorded needs "
        "the recording of $HOTPATH_DATA\n",
        stderr);
    return 2;
}
