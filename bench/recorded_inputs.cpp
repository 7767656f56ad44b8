#include "bench/recorded_inputs.hpp"

#include <cstdlib>
#include <memory>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kBlockBytes = std::size_t{1} << 16U;
constexpr book::BooksOptions kBooks{.orders_max = 200'000,
                                    .levels_max = 100'000,
                                    .instruments_max = 1'000,
                                    .huge_pages = HugePages::Try};

class Recorder {
  public:
    Recorder(BenchEngine engine, InputJournal& journal)
        : engine_(std::move(engine)), journal_(&journal) {}

    std::uint32_t on_packet(Bytes packet, Nanos now) {
        journal_->append(InputKind::Packet, packet, now);
        return engine_.on_packet(packet, now);
    }
    std::uint32_t on_order_bytes(Bytes message, Nanos now) {
        journal_->append(InputKind::OrderBytes, message, now);
        return engine_.on_order_bytes(message, now);
    }
    std::uint32_t on_timer(Nanos now) {
        journal_->append(InputKind::Timer, {}, now);
        return engine_.on_timer(now);
    }
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        engine_.for_each_outgoing(std::forward<Sink>(sink));
    }

  private:
    BenchEngine engine_;
    InputJournal* journal_;
};

struct Nobody {
    void on_packet(const Recorder&, Nanos) noexcept {}
    void on_reply(const Recorder&, Nanos) noexcept {}
};

using RecordingSession = sim::session::Session<Recorder, Nobody>;

void feed_block(RecordingSession& session, Bytes block) {
    wire::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        session.on_message(message);
    }
}

Expected<void> play_file(RecordingSession& session, const std::filesystem::path& file) {
    auto stream = capture::open(file);
    if (!stream) {
        return std::unexpected(stream.error());
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

Expected<InputJournal> record_session(const std::filesystem::path& file,
                                      std::uint64_t generated_messages) {
    auto venue = exchange::Exchange::create({.books = kBooks});
    auto flow = sim::flow::RecordedFlow::create(kBooks);
    auto engine = make_engine();
    for (const Error* error : {venue ? nullptr : &venue.error(), flow ? nullptr : &flow.error(),
                               engine ? nullptr : &engine.error()}) {
        if (error != nullptr) {
            return std::unexpected(*error);
        }
    }
    InputJournal journal;
    RecordingSession session(
        {}, {std::move(*venue), std::move(*flow), Recorder(std::move(*engine), journal), {}});
    auto played =
        file.empty() ? play_generated(session, generated_messages) : play_file(session, file);
    if (!played) {
        return std::unexpected(played.error());
    }
    session.finish();
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
