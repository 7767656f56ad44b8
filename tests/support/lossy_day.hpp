#pragma once
/// A day of an engine on a feed that loses packets: a fixture.
///
///   open_market();
///   const Packet lost = lose_one();      a packet is lost, and the next one shows it
///   pass(time);                          time passes, the timer fires at its end
///   hear(lost, Line::Replies);
///
/// Threads: the test's. Allocation: free. Tests only.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::support {

using engine::Engine;
using engine::EngineOptions;
using feed::Line;
using strategy::BooksState;

inline constexpr std::uint16_t kLocate = 5;
inline constexpr InstrumentId kInstrument{kLocate};
inline constexpr std::uint16_t kOtherLocate = 6;
inline const Symbol kSymbol = *Symbol::from("ABCD");
inline const Symbol kOther = *Symbol::from("EFGH");

/// Notes the books and replies it gets; bids wherever it has nothing open.
struct Noting : strategy::NullStrategy {
    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        books.push_back(book.instrument());
        if (context.orders.open_orders().empty()) {
            last = intents.enter({.instrument = book.instrument(),
                                  .side = Side::Buy,
                                  .qty = {100},
                                  .price = {100'000}});
        }
    }
    void on_timer(const strategy::Context&, oms::Intents&) noexcept { ++timers; }
    void on_trade(const strategy::Trade&, const strategy::Context&) noexcept {}
    void on_fill(const oms::Fill&, const strategy::Context&) noexcept {}
    void on_reject(const oms::Rejection&, const strategy::Context&) noexcept {}
    void on_books_state(BooksState state, const strategy::Context&) noexcept {
        states.push_back(state);
    }

    std::vector<InstrumentId> books{};
    std::vector<BooksState> states{};
    int timers = 0;
    ClOrdId last{};
};

/// A gap is not asked for: a snapshot is wanted at once.
inline EngineOptions options_without_requests() {
    EngineOptions options = small_engine_options();
    options.feed.requests.attempts_max = 0;
    return options;
}

using Packet = std::vector<std::byte>;

class LossyDay : public testing::Test {
  protected:
    template <class Message>
    Packet packet(const Message& message) {
        const Bytes bytes = feed_.packet(message);
        return {bytes.begin(), bytes.end()};
    }
    Packet add(std::uint64_t id, Side side = Side::Buy, std::uint32_t price = 99'800) {
        return packet(TestFeed::add(kLocate, id, side, price));
    }
    void hear(const Packet& bytes, Line line = Line::A) {
        now_.value += 1'000;
        engine_.on_packet({.line = line, .bytes = bytes, .now = now_});
    }
    void open_market() {
        hear(packet(TestFeed::directory(kLocate, kSymbol)));
        hear(packet(TestFeed::state(kLocate, kSymbol, 'T')));
        hear(add(1, Side::Buy, 99'900));
        hear(add(2, Side::Sell, 100'100));
    }
    /// A packet is lost, and the next one shows it.
    Packet lose_one(std::uint64_t id = 3) {
        Packet lost = add(id);
        hear(add(id + 1, Side::Buy, 99'700));
        return lost;
    }
    void pass(Nanos time) {
        now_ = now_ + time;
        engine_.on_timer(now_);
    }
    void make(const EngineOptions& options) {
        engine_ = std::move(*protocols::nasdaq::NasdaqEngine<Noting>::create(options, {}));
    }
    std::string drain() {
        std::string types;
        engine_.for_each_outgoing(
            [&](Bytes message) { types += std::to_integer<char>(message.front()); });
        return types;
    }
    std::vector<std::uint64_t> requests() {
        std::vector<std::uint64_t> numbers;
        engine_.for_each_request([&](Bytes bytes) {
            protocols::nasdaq::moldudp64::RequestPacket request;
            EXPECT_EQ(protocols::nasdaq::moldudp64::decode_request(bytes, request),
                      protocols::DecodeStatus::Ok);
            numbers.push_back(request.load_sequence_number());
        });
        return numbers;
    }
    void snapshot(std::uint64_t next, std::uint32_t bid) {
        engine_.on_snapshot_begin(now_);
        engine_.on_snapshot_message(TestFeed::state(kLocate, kSymbol, 'T').bytes(), now_);
        engine_.on_snapshot_message(TestFeed::add(kLocate, 11, Side::Buy, bid).bytes(), now_);
        engine_.on_snapshot_message(TestFeed::add(kLocate, 12, Side::Sell, 100'200).bytes(), now_);
        protocols::nasdaq::glimpse50::EndOfSnapshot end;
        end.store_itch_sequence_number(protocols::nasdaq::glimpse50::to_characters(next));
        engine_.on_snapshot_message(end.bytes(), now_);
    }

    protocols::nasdaq::NasdaqEngine<Noting> engine_ =
        std::move(*protocols::nasdaq::NasdaqEngine<Noting>::create(small_engine_options(), {}));
    TestFeed feed_;
    Time now_{34'200 * kNanosPerSecond};
};

}  // namespace hotpath::support
