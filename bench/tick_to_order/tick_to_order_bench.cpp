// The question: how long is it from a market data packet in memory to the bytes of an order in
// memory, through the whole engine: sequence check, decode, book, market maker, order record, risk
// check, OUCH encoding? Only packets that made the engine send something are counted; everything a
// session brought, packets and replies, is fed in its order. A regression means some stage got
// slower (the demo shows which). It does not show transports or caches gone cold between packets:
// inputs follow one another at once.

#include <memory>

#include "bench/benches.hpp"
#include "bench/tick_to_order/recorded_inputs.hpp"
#include "bench/tick_to_order/risk_check.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kGeneratedMessages = 1'000'000;
constexpr std::uint64_t kGeneratedMessagesQuick = 100'000;

class Replay {
  public:
    Replay(InputJournal journal, timing::TscClock clock)
        : journal_(std::move(journal)), clock_(clock) {
        samples_.resize(journal_.inputs.size());  // touched: the timed loop meets no page fault
    }

    /// The engine over the whole journal, one sample for each packet that made it send.
    Measurement run() {
        auto engine = make_engine();
        HOTPATH_ASSERT(engine.has_value(),
                       "the engine that recorded the session can be made again");
        Checksum orders;
        std::size_t sampled = 0;
        for (const Input& input : journal_.inputs) {
            const Bytes bytes = journal_.bytes_of(input);
            const std::uint64_t begin = clock_.ticks();
            const std::uint32_t sent = deliver(*engine, input, bytes);
            const std::uint64_t end = clock_.ticks();
            if (sent != 0 && input.kind == InputKind::Packet) {
                samples_[sampled++] =
                    static_cast<std::uint32_t>(clock_.to_duration(end - begin).value);
            }
            engine->for_each_outgoing([&](Bytes order) { orders.add(order); });
        }
        return {.answer = orders.value(),
                .items = sampled,
                .elapsed_ticks = 0,
                .samples_ns = std::span(samples_).first(sampled)};
    }

    /// The two readings of the clock and nothing between them.
    Measurement run_empty() {
        for (std::uint32_t& sample : samples_) {
            const std::uint64_t begin = clock_.ticks();
            const std::uint64_t end = clock_.ticks();
            sample = static_cast<std::uint32_t>(clock_.to_duration(end - begin).value);
        }
        return {.answer = 0, .items = samples_.size(), .elapsed_ticks = 0, .samples_ns = samples_};
    }

  private:
    InputJournal journal_;
    timing::TscClock clock_;
    std::vector<std::uint32_t> samples_;
};

Expected<Test> make_test(const std::string& name, const std::filesystem::path& file,
                         std::uint64_t messages) {
    auto clock = timing::TscClock::create();
    auto journal = record_session(file, messages);
    if (!clock || !journal) {
        return std::unexpected(clock ? journal.error() : clock.error());
    }
    auto replay = std::make_shared<Replay>(std::move(*journal), *clock);
    return Test{
        .name = name,
        .unit = "ns",
        .subjects = {{"hotpath", "orders", [replay] { return replay->run(); }},
                     {"timer", "nothing", [replay] { return replay->run_empty(); }, false}}};
}

}  // namespace

Bench tick_to_order_bench() {
    return {
        .name = "tick_to_order",
        .question =
            "ns from a packet in memory to order bytes in memory (packets that produced an order)",
        .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
            std::vector<Test> tests;
            if (const auto file = real_recording(); !file.empty()) {
                auto test = make_test("packet_to_order", file, 0);
                if (!test) {
                    return std::unexpected(test.error());
                }
                tests.push_back(std::move(*test));
            }
            auto test = make_test("packet_to_order_generated", {},
                                  scale.quick ? kGeneratedMessagesQuick : kGeneratedMessages);
            if (!test) {
                return std::unexpected(test.error());
            }
            tests.push_back(std::move(*test));
            auto risk = risk_check_test();
            if (!risk) {
                return std::unexpected(risk.error());
            }
            tests.push_back(std::move(*risk));
            return tests;
        }};
}

}  // namespace hotpath::bench
