// The question: what does the race-free copy, word by word, of the broadcast queue and the seqlock
// cost beside plain memcpy? copy_cost.hpp says what is timed, what a regression means and what this
// does not show.

#include <algorithm>
#include <memory>
#include <string>

#include "bench/messaging/copy_cost.hpp"
#include "bench/messaging/messaging_tests.hpp"

namespace hotpath::bench {
namespace {

constexpr std::array<std::size_t, 5> kLengths{40, 73, 256, 1024, 4096};
constexpr std::uint64_t kBytesCopied = 256'000'000;
constexpr std::uint64_t kBytesCopiedQuick = 32'000'000;
/// A short record costs a call whatever its length.
constexpr std::uint64_t kRecordsMax = 1'000'000;

template <class Copy>
Measurement run_copies(const timing::TscClock& clock, std::size_t length, std::uint64_t records) {
    const auto buffers = std::make_unique<CopyBuffers>();
    const std::uint64_t begin = clock.ticks();
    const std::uint64_t sum = copy_records<Copy>(*buffers, length, records);
    const std::uint64_t end = clock.ticks();
    return {.answer = sum, .items = records, .elapsed_ticks = end - begin};
}

}  // namespace

std::vector<Test> copy_cost_tests(const Scale& scale, const timing::TscClock& clock) {
    std::vector<Test> tests;
    for (const std::size_t length : kLengths) {
        const std::uint64_t records =
            std::min(kRecordsMax, (scale.quick ? kBytesCopiedQuick : kBytesCopied) / length);
        tests.push_back(
            {.name = "e_copy_cost_" + std::to_string(length),
             .unit = "ns/record",
             .subjects = {
                 {"hotpath", "sum",
                  [=] { return run_copies<WordWiseCopy>(clock, length, records); }},
                 {"memcpy", "sum", [=] { return run_copies<MemcpyCopy>(clock, length, records); }},
             }});
    }
    return tests;
}

}  // namespace hotpath::bench
