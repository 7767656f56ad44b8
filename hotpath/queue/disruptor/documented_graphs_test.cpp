// The graphs of docs/design/queues/disruptor.md, compiled as they stand there and run by polling.

#include <cstdint>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/queue/disruptor/graph.hpp"

namespace hotpath::queue::disruptor {
namespace {

struct Event {
    std::uint64_t price = 0;
    std::uint64_t decoded = 0;
    std::uint64_t booked = 0;
};

template <class GraphType>
void publish_one(GraphType& graph) {
    // clang-format off: the document's own lines
    // [publish]
    auto producer = graph.producer();
    if (const auto claimed = producer.claim()) {    // waits while the last stages are a lap behind
        claimed->price = 7;                         // in place: what was there a lap ago
        producer.publish(claimed);
    }
    // [end]
    // clang-format on
}

TEST(DocumentedDisruptor, Pipeline) {
    // clang-format off: the document's own lines
    // [pipeline]
    Graph<Event, PauseSpin> graph({.slots = 1'024});
    Stage decode(graph, [](Event& event) { event.decoded = event.price + 1; });
    Stage book(graph, [](Event& event) { event.booked = event.decoded + 1; });
    graph.first(decode).then(book);
    graph.seal();
    // [end]
    // clang-format on
    publish_one(graph);
    EXPECT_EQ(book.poll(), 0U);
    decode.poll();
    EXPECT_EQ(book.poll(), 1U);
}

TEST(DocumentedDisruptor, Diamond) {
    std::uint64_t sent = 0;
    std::uint64_t flushes = 0;
    std::uint64_t sums[2] = {};
    // clang-format off: the document's own lines
    // [diamond]
    Graph<Event, Phased> graph({.slots = 1'024});
    Stage decode(graph, [](Event& event) { event.decoded = event.price + 1; });
    Stage book_a(graph, [&](const Event& event) { sums[0] += event.decoded; });
    Stage book_b(graph, [&](const Event& event) { sums[1] += event.decoded; });
    Stage gateway(graph, [&](const Event& event, std::uint64_t, bool batch_end) {
        sent += event.price;
        flushes += batch_end ? 1 : 0;               // write out once a batch
    });
    graph.first(decode).then(book_a, book_b).then(gateway);
    graph.seal();
    // [end]
    // clang-format on
    publish_one(graph);
    decode.poll();
    book_a.poll();
    EXPECT_EQ(gateway.poll(), 0U);
    book_b.poll();
    EXPECT_EQ(gateway.poll(), 1U);
    EXPECT_EQ(sums[0] + sums[1], 16U);
    EXPECT_EQ(sent + flushes, 8U);
}

TEST(DocumentedDisruptor, MulticastOfManyProducers) {
    std::uint64_t journaled = 0;
    std::uint64_t replicated = 0;
    // clang-format off: the document's own lines
    // [multicast]
    Graph<Event, Yield, MultiProducer> graph({.slots = 1'024});
    Stage journal(graph, [&](const Event&) { ++journaled; });
    Stage replica(graph, [&](const Event&) { ++replicated; });
    graph.first(journal, replica);
    graph.seal();
    // [end]
    // clang-format on
    publish_one(graph);
    journal.poll();
    replica.poll();
    EXPECT_EQ(journaled + replicated, 2U);
}

TEST(DocumentedDisruptor, StagesThatShareAThread) {
    Graph<Event, BusySpin> graph({.slots = 1'024});
    Stage decode(graph, [](Event& event) { event.decoded = event.price + 1; });
    Stage book(graph, [](Event& event) { event.booked = event.decoded + 1; });
    graph.first(decode).then(book);
    graph.seal();
    publish_one(graph);
    graph.drain();
    // clang-format off: the document's own lines
    // [share]
    while (!book.is_over()) {                       // until halt(), or all is done after drain()
        decode.poll();                              // a batch whose lines stay in this core's cache
        book.poll();
    }
    // [end]
    // clang-format on
    EXPECT_EQ(book.next(), 1U);
}

std::string text_of(const std::string& file) {
    std::ifstream stream(HOTPATH_SOURCE_DIR "/" + file);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Every part between [name] and [end], without its indentation.
TEST(DocumentedDisruptor, TheseLinesStandInTheDocument) {
    const std::string code = text_of("hotpath/queue/disruptor/documented_graphs_test.cpp");
    const std::string document = text_of("docs/design/queues/disruptor.md");
    const std::string begin = "    // [";
    const std::string end = "    // [end]\n";
    int parts = 0;
    std::size_t at = code.find(begin);
    while (at != std::string::npos) {
        const std::size_t first = code.find('\n', at) + 1;
        const std::size_t last = code.find(end, first);
        if (last == std::string::npos) {
            break;
        }
        std::string part;
        for (std::size_t line = first; line < last;) {
            const std::size_t line_end = code.find('\n', line);
            part += code.substr(line + 4, line_end - line - 3);
            line = line_end + 1;
        }
        EXPECT_NE(document.find(part), std::string::npos) << part;
        ++parts;
        at = code.find(begin, last + end.size());
    }
    EXPECT_EQ(parts, 5);
}

}  // namespace
}  // namespace hotpath::queue::disruptor
