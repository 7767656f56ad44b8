// The question: how long does a message of a venue's protocol take, from bytes in memory to its
// fields, and from fields to bytes? SBE: messages of the shape of CME's incremental refresh, by the
// code of our generator, and by that of the reference tool from the same schema, in its default
// settings. FIX: ExecutionReports framed, split and read, NewOrderSingles written, beside engines
// in C++ and Java. Input in memory, one message after another. A regression means that the
// generated code, or what it shares, got slower. It does not show nested groups, a network, or a
// session.

#include <memory>

#include "bench/benches.hpp"
#include "bench/protocols/fix_tests.hpp"
#include "bench/protocols/sbe_flow.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#ifdef HOTPATH_PEER_SBE
#include "bench/peers/sbe_reference.hpp"
#endif

namespace hotpath::bench {
namespace {

struct Fixture {
    std::vector<SbeUpdate> updates;
    std::vector<std::byte> frames;
    timing::TscClock clock;
};
using SharedFixture = std::shared_ptr<const Fixture>;

/// Few enough for a cache: what is measured is the code.
constexpr std::size_t kUpdates = 2'000;
constexpr std::size_t kPasses = 500;

/// kPasses times `work`, which returns the answer of one pass.
template <class Work>
Measurement timed(const Fixture& fixture, Work&& work) {
    std::uint64_t answer = 0;
    const std::uint64_t begin = fixture.clock.ticks();
    for (std::size_t pass = 0; pass < kPasses; ++pass) {
        answer += work();
    }
    const std::uint64_t end = fixture.clock.ticks();
    return {.answer = answer, .items = kUpdates * kPasses, .elapsed_ticks = end - begin};
}

/// The answer is of the bytes: their number, and one of each message.
template <class Encode>
Measurement encode_all(const Fixture& fixture, Encode&& encode) {
    std::array<std::byte, 512> room{};
    return timed(fixture, [&] {
        std::uint64_t sum = 0;
        for (const SbeUpdate& update : fixture.updates) {
            const std::size_t length = encode(update, room);
            asm volatile("" : : "r"(room.data()) : "memory");  // each byte is written each time
            sum += length + std::to_integer<std::uint64_t>(room[length - 30]);
        }
        return sum;
    });
}

Test decode_test(const SharedFixture& fixture) {
    Test test{.name = "sbe_decode", .unit = "ns/message", .subjects = {}};
    test.subjects.push_back(
        {"hotpath", "fields",
         [fixture] { return timed(*fixture, [&] { return decode_sbe(fixture->frames); }); }});
#ifdef HOTPATH_PEER_SBE
    test.subjects.push_back(
        {"sbe tool", "fields", [fixture] {
             return timed(*fixture, [&] { return peers::reference_decode_sbe(fixture->frames); });
         }});
#endif
    return test;
}

Test encode_test(const SharedFixture& fixture) {
    Test test{.name = "sbe_encode", .unit = "ns/message", .subjects = {}};
    test.subjects.push_back({"hotpath", "bytes", [fixture] {
                                 return encode_all(*fixture, [](const auto& update, auto& room) {
                                     return encode_sbe(update, room);
                                 });
                             }});
#ifdef HOTPATH_PEER_SBE
    test.subjects.push_back({"sbe tool", "bytes", [fixture] {
                                 return encode_all(*fixture, [](const auto& update, auto& room) {
                                     return peers::reference_encode_sbe(update, room);
                                 });
                             }});
#endif
    return test;
}

}  // namespace

Bench protocols_bench() {
    return {.name = "protocols",
            .question = "ns a message: SBE and FIX bytes to fields, and fields to bytes",
            .prepare = [](const Scale&) -> Expected<std::vector<Test>> {
                const auto clock = timing::TscClock::create();
                if (!clock) {
                    return std::unexpected(clock.error());
                }
                auto updates = random_sbe_updates(kUpdates);
                auto frames = sbe_frames(updates);
                const auto fixture = std::make_shared<const Fixture>(
                    Fixture{std::move(updates), std::move(frames), *clock});
                auto tests = fix_tests(*clock);
                if (tests) {
                    tests->insert(tests->begin(), {decode_test(fixture), encode_test(fixture)});
                }
                return tests;
            }};
}

}  // namespace hotpath::bench
