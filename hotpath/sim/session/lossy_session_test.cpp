// A market maker at the embedded venue whose feed loses packets: what the other line brings is not
// missed, what both lose stops the quoting until it is there, and the books end as the venue's.
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/strategy/market_maker.hpp"

namespace hotpath::sim::session {
namespace {

namespace mold = protocols::nasdaq::moldudp64;
using feed::Line;
using Quoter = protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>;

constexpr book::BooksOptions kBounds{
    .orders_max = 100'000, .levels_max = 20'000, .instruments_max = 100};
constexpr Nanos kServerLatency{5'000'000};

/// Which packet is lost on which line: by its number, from 1, among those with messages. (Most of a
/// quiet day's packets are heartbeats, which carry no message.)
using Loss = std::function<bool(Line line, std::uint64_t packet)>;

/// An engine at the end of two lines that lose packets, and a re-request server that has them all.
class LossyTrader {
  public:
    LossyTrader(Quoter engine, Loss loss) : engine_(std::move(engine)), loss_(std::move(loss)) {}

    void on_packet(Bytes packet, Time now) {
        const bool has_messages = keep(packet);
        packets_ += has_messages ? 1U : 0U;
        answer(now);
        for (const Line line : {Line::A, Line::B}) {
            if (!has_messages || !loss_(line, packets_)) {
                engine_.on_packet({.line = line, .bytes = packet, .now = now});
                look(now);
            }
        }
    }
    void on_order_bytes(Bytes message, Time now) {
        engine_.on_order_bytes(message, now);
        look(now);
    }
    void on_timer(Time now) {
        answer(now);
        engine_.on_timer(now);
        look(now);
    }
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        for (const Message& message : outgoing_) {
            sink(Bytes(message));
        }
        outgoing_.clear();
    }

    [[nodiscard]] const Quoter& engine() const { return engine_; }
    [[nodiscard]] std::uint64_t requests() const { return requests_; }
    /// Enter and replace messages that left while the books were stale.
    [[nodiscard]] std::uint64_t quotes_while_stale() const { return quotes_while_stale_; }
    [[nodiscard]] std::uint64_t cancels_while_stale() const { return cancels_while_stale_; }
    /// The most orders open after an event while the books were stale, cancels not yet sent.
    [[nodiscard]] std::uint64_t open_while_stale() const { return open_while_stale_; }
    [[nodiscard]] std::uint64_t quotes_after_stale() const { return quotes_after_stale_; }

  private:
    using Message = std::vector<std::byte>;
    struct Answer {
        Time due;
        std::uint64_t first;
        std::uint64_t count;
    };

    /// For the server. False for a packet without messages.
    bool keep(Bytes bytes) {
        mold::PacketReader packet;
        EXPECT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
        session_ = packet.session();
        std::uint64_t number = packet.sequence_number();
        protocols::FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message); ++number) {
            published_[number] = {message.begin(), message.end()};
        }
        return packet.message_count() > 0;
    }

    /// What was asked for long enough ago.
    void answer(Time now) {
        std::vector<Answer> due;
        std::erase_if(answers_, [&](const Answer& answer) {
            if (answer.due <= now) {
                due.push_back(answer);
            }
            return answer.due <= now;
        });
        for (const Answer& answer : due) {
            mold::PacketWriter writer(buffer_, session_, answer.first);
            for (std::uint64_t i = 0; i < answer.count; ++i) {
                const auto message = published_.find(answer.first + i);
                if (message == published_.end() || !writer.try_append(message->second)) {
                    break;
                }
            }
            engine_.on_packet({.line = Line::Replies, .bytes = writer.finish(), .now = now});
            look(now);
        }
    }

    /// After each event: what left, and what is still open.
    void look(Time now) {
        engine_.for_each_request([&](Bytes bytes) {
            mold::RequestPacket request;
            ASSERT_EQ(mold::decode_request(bytes, request), protocols::DecodeStatus::Ok);
            ++requests_;
            answers_.push_back({.due = now + kServerLatency,
                                .first = request.load_sequence_number(),
                                .count = request.load_requested_message_count()});
        });
        engine_.for_each_outgoing([&](Bytes message) {
            const bool is_quote = message.front() != std::byte{'X'};
            quotes_while_stale_ += is_quote && engine_.is_stale() ? 1U : 0U;
            cancels_while_stale_ += !is_quote && engine_.is_stale() ? 1U : 0U;
            quotes_after_stale_ +=
                is_quote && engine_.counters().stale_periods > 0 && !engine_.is_stale() ? 1U : 0U;
            outgoing_.emplace_back(message.begin(), message.end());
        });
        if (!engine_.is_stale()) {
            return;
        }
        std::uint64_t open = 0;
        for (const ClOrdId id : engine_.orders().open_orders()) {
            const oms::Order& order = *engine_.orders().find(id);
            open += order.state == oms::OrderState::Live && !order.is_cancel_sent ? 1U : 0U;
        }
        open_while_stale_ = std::max(open_while_stale_, open);
    }

    Quoter engine_;
    Loss loss_;
    mold::Session session_{};
    std::map<std::uint64_t, Message> published_;
    std::vector<Answer> answers_;
    std::vector<Message> outgoing_;
    std::array<std::byte, mold::kPacketLengthMax> buffer_{};
    std::uint64_t packets_ = 0;
    std::uint64_t requests_ = 0;
    std::uint64_t quotes_while_stale_ = 0;
    std::uint64_t cancels_while_stale_ = 0;
    std::uint64_t open_while_stale_ = 0;
    std::uint64_t quotes_after_stale_ = 0;
};

struct NoTrader {
    void on_packet(const auto&, Time) {}
    void on_reply(const auto&, Time) {}
};

auto trade(const Loss& loss) {
    auto market =
        market::MarketGenerator::create({.seed = 3, .messages = 20'000, .instruments = 2});
    engine::EngineOptions options;
    options.books = kBounds;
    options.gap_patience = Nanos{};
    auto engine = Quoter::create(options, strategy::MarketMaker({.instruments_max = 100}));
    auto venue = exchange::OuchExchange::create({.books = kBounds});
    auto flow = flow::RecordedFlow::create(kBounds);
    Session<LossyTrader, NoTrader> session({}, {.venue = std::move(*venue),
                                                .flow = std::move(*flow),
                                                .trader = LossyTrader(std::move(*engine), loss),
                                                .observer = {}});
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        session.on_message(message);
    }
    session.finish();
    return session;
}

bool nothing(Line, std::uint64_t) {
    return false;
}

TEST(LossySession, WhatOneLineLosesAndTheOtherBringsChangesNoByte) {
    const auto whole = trade(nothing);
    ASSERT_GT(whole.counters().order_messages, 100U);
    const auto by_turns = trade(
        [](Line line, std::uint64_t packet) { return (line == Line::A) == (packet % 3 == 0); });
    EXPECT_EQ(by_turns.outputs_hash(), whole.outputs_hash());
    EXPECT_EQ(by_turns.trader().requests(), 0U);
    EXPECT_EQ(by_turns.trader().engine().counters().stale_periods, 0U);
}

TEST(LossySession, APacketThatBothLoseStopsTheQuotingUntilItIsThere) {
    const auto session = trade([](Line, std::uint64_t packet) { return packet == 10'000; });
    const LossyTrader& trader = session.trader();
    EXPECT_EQ(trader.engine().counters().stale_periods, 1U);
    EXPECT_GE(trader.requests(), 1U);
    EXPECT_EQ(trader.quotes_while_stale(), 0U);
    EXPECT_GT(trader.cancels_while_stale(), 0U) << "what rests is pulled";
    EXPECT_EQ(trader.open_while_stale(), 0U) << "at once";
    EXPECT_GT(trader.quotes_after_stale(), 10U) << "and the quotes come back";
    EXPECT_FALSE(trader.engine().is_killed());
    EXPECT_EQ(trader.engine().books().checksum(), session.venue().books().checksum());
}

TEST(LossySession, AfterAnyLossTheBooksEqualTheVenuesAndStaleBooksAreNotQuoted) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Random random(seed);
        // The last packets arrive, so that nothing is missing in the end.
        const auto session = trade(
            [&random](Line, std::uint64_t packet) { return random.one_in(20) && packet < 15'000; });
        const LossyTrader& trader = session.trader();
        EXPECT_GT(trader.engine().counters().stale_periods, 5U) << seed;
        EXPECT_EQ(trader.quotes_while_stale(), 0U) << seed;
        EXPECT_EQ(trader.open_while_stale(), 0U) << seed;
        EXPECT_FALSE(trader.engine().is_killed()) << seed;
        EXPECT_EQ(trader.engine().books().checksum(), session.venue().books().checksum()) << seed;
    }
}

TEST(LossySession, TheSameLossGivesTheSameBytes) {
    const auto loss = [](Line, std::uint64_t packet) { return packet % 1'000 == 0; };
    EXPECT_EQ(trade(loss).outputs_hash(), trade(loss).outputs_hash());
    EXPECT_NE(trade(loss).outputs_hash(), trade(nothing).outputs_hash());
}

}  // namespace
}  // namespace hotpath::sim::session
