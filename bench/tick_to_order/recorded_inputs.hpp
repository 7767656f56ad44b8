#pragma once
/// A trader's input in one session, packet by packet and reply by reply: the journal of a
/// run, to run an engine on again with nothing around it.
///
/// Recorder stands in the session in the engine's place, writes down each input and hands it on.
/// Since the engine is deterministic, a fresh one fed the same inputs sends the same orders.
/// Threads: one. Allocation: grows while recording.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/market_maker.hpp"

namespace hotpath::bench {

enum class InputKind : std::uint8_t { Packet, OrderBytes, Timer };

struct Input {
    InputKind kind = InputKind::Packet;
    Time time{};
    std::size_t offset = 0;
    std::size_t length = 0;
};

struct InputJournal {
    std::vector<Input> inputs;
    std::vector<std::byte> bytes;

    void append(InputKind kind, Bytes data, Time time) {
        inputs.push_back({kind, time, bytes.size(), data.size()});
        bytes.insert(bytes.end(), data.begin(), data.end());
    }
    [[nodiscard]] Bytes bytes_of(const Input& input) const {
        return Bytes(bytes).subspan(input.offset, input.length);
    }
};

using BenchEngine = protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>;

/// Hands one input to the engine; how many messages wait in its outbox because of it.
inline std::uint32_t deliver(BenchEngine& engine, const Input& input, Bytes bytes) {
    switch (input.kind) {
        case InputKind::Packet:
            return engine.on_packet(bytes, input.time);
        case InputKind::OrderBytes:
            return engine.on_order_bytes(bytes, input.time);
        case InputKind::Timer:
            return engine.on_timer(input.time);
    }
    return 0;
}

/// The engine every run of this benchmark begins with.
[[nodiscard]] Expected<BenchEngine> make_engine();

/// Takes the engine's place in a session.
class RecordedTrader {
  public:
    RecordedTrader() = default;
    RecordedTrader(const RecordedTrader&) = delete;
    RecordedTrader& operator=(const RecordedTrader&) = delete;
    virtual ~RecordedTrader() = default;

    virtual void on_input(InputKind kind, Bytes bytes, Time now) = 0;
    virtual void for_each_outgoing(const std::function<void(Bytes)>& sink) = 0;
};

/// Books of these bounds everywhere in a session.
[[nodiscard]] book::BooksOptions session_books();

/// The recording, or if it has no name a generated market, with this trader in it.
[[nodiscard]] Expected<void> play_session(const std::filesystem::path& file,
                                          std::uint64_t generated_messages, RecordedTrader& trader);

/// Runs a session on a recorded file (any that capture opens), or on a generated market when `file`
/// is empty.
[[nodiscard]] Expected<InputJournal> record_session(const std::filesystem::path& file,
                                                    std::uint64_t generated_messages);

/// LOBSTER's GOOG sample under $HOTPATH_DATA or ../shared/data; empty when it is not there.
[[nodiscard]] std::filesystem::path real_recording();

/// Tests on a generated market have it in their names, to prevent confusion.
template <class Tests>
void name_after(const std::filesystem::path& recording, Tests& tests) {
    for (auto& test : tests) {
        test.name += recording.empty() ? "_generated" : "";
    }
}

}  // namespace hotpath::bench
