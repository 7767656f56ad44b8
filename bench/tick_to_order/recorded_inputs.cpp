#include "bench/tick_to_order/recorded_inputs.hpp"

#include <cstdlib>
#include <memory>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kBlockBytes = std::size_t{1} << 16U;
constexpr book::BooksOptions kBooks{.orders_max = 200'000,
                                    .levels_max = 100'000,
                                    .instruments_max = 1'000,
                                    .huge_pages = HugePages::Try};

/// The session's view of a RecordedTrader.
class TraderInSession {
  public:
    explicit TraderInSession(RecordedTrader& trader) : trader_(&trader) {}

    void on_packet(Bytes packet, Time now) { trader_->on_input(InputKind::Packet, packet, now); }
    void on_order_bytes(Bytes message, Time now) {
        trader_->on_input(InputKind::OrderBytes, message, now);
    }
    void on_timer(Time now) { trader_->on_input(InputKind::Timer, {}, now); }
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        trader_->for_each_outgoing(sink);
    }

  private:
    RecordedTrader* trader_;
};

class Recorder : public RecordedTrader {
  public:
    Recorder(BenchEngine engine, InputJournal& journal)
        : engine_(std::move(engine)), journal_(&journal) {}

    void on_input(InputKind kind, Bytes bytes, Time now) override {
        journal_->append(kind, bytes, now);
        deliver(engine_, journal_->inputs.back(), bytes);
    }
    void for_each_outgoing(const std::function<void(Bytes)>& sink) override {
        engine_.for_each_outgoing(sink);
    }

  private:
    BenchEngine engine_;
    InputJournal* journal_;
};

struct NoTrader {
    void on_packet(const TraderInSession&, Time) noexcept {}
    void on_reply(const TraderInSession&, Time) noexcept {}
};

using RecordingSession = sim::session::Session<TraderInSession, NoTrader>;

void feed_block(RecordingSession& session, Bytes block) {
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        session.on_message(message);
    }
}

Expected<void> play_file(RecordingSession& session, const std::filesystem::path& file) {
    auto stream = capture::open(file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    if ((*stream)->book_source().basis == capture::BookBasis::Estimate) {
        return fail(file.string() + ": has no order book file; an estimated book is not measured");
    }
    auto block = (*stream)->next_block();
    for (; block && !block->empty(); block = (*stream)->next_block()) {
        feed_block(session, *block);
    }
    return block ? Expected<void>{} : std::unexpected(block.error());
}

Expected<void> play_generated(RecordingSession& session, std::uint64_t messages) {
    auto generator = sim::market::MarketGenerator::create(
        {.seed = kSeed, .messages = messages, .instruments = 20});
    if (!generator) {
        return std::unexpected(generator.error());
    }
    std::vector<std::byte> room(kBlockBytes);
    for (Bytes block; !(block = generator->next_block(room)).empty();) {
        feed_block(session, block);
    }
    return {};
}

}  // namespace

Expected<BenchEngine> make_engine() {
    engine::EngineOptions options;
    options.books = kBooks;
    return BenchEngine::create(options,
                               strategy::MarketMaker({.instruments_max = kBooks.instruments_max}));
}

book::BooksOptions session_books() {
    return kBooks;
}

Expected<void> play_session(const std::filesystem::path& file, std::uint64_t generated_messages,
                            RecordedTrader& trader) {
    auto venue = exchange::OuchExchange::create({.books = kBooks});
    auto flow = sim::flow::RecordedFlow::create(kBooks);
    if (!venue || !flow) {
        return std::unexpected(venue ? flow.error() : venue.error());
    }
    RecordingSession session({},
                             {std::move(*venue), std::move(*flow), TraderInSession(trader), {}});
    auto played =
        file.empty() ? play_generated(session, generated_messages) : play_file(session, file);
    if (played) {
        session.finish();
    }
    return played;
}

Expected<InputJournal> record_session(const std::filesystem::path& file,
                                      std::uint64_t generated_messages) {
    auto engine = make_engine();
    if (!engine) {
        return std::unexpected(engine.error());
    }
    InputJournal journal;
    Recorder recorder(std::move(*engine), journal);
    if (auto played = play_session(file, generated_messages, recorder); !played) {
        return std::unexpected(played.error());
    }
    return journal;
}

std::filesystem::path real_recording() {
    const char* const data = std::getenv("HOTPATH_DATA");
    const std::filesystem::path folder =
        data != nullptr ? data : HOTPATH_SOURCE_DIR "/../shared/data";
    const auto file = folder / "lobster" / "LOBSTER_SampleFile_GOOG_2012-06-21_5.zip";
    return std::filesystem::exists(file) ? file : std::filesystem::path{};
}

}  // namespace hotpath::bench
