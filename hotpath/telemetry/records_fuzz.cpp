// Whatever bytes a channel holds, decoding them and summing them up neither crashes nor overflows.
//
// The input is a row of records: a byte of length before each. Two of three have their header made
// right, so that what lies behind it is reached.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/telemetry/decode.hpp"
#include "hotpath/telemetry/summary.hpp"

namespace hotpath::telemetry {
namespace {

constexpr std::array<std::size_t, 3> kSizes{sizeof(StageRecord), sizeof(StateRecord),
                                            sizeof(InstrumentRecord)};

void use(const Summary& summary) {
    const Rates rates = summary.rates({kNanosPerSecond});
    HOTPATH_ASSERT(rates.packets >= 0 && rates.executions >= 0, "rates must not be negative");
    HOTPATH_ASSERT(summary.rows().size() <= kInstrumentsMax,
                   "a summary must have at most kInstrumentsMax rows");
    HOTPATH_ASSERT(summary.all().of(Span::WireToWire).percentile(50).value >= 0,
                   "latencies must not be negative");
}

void one(std::span<const std::byte> input, Summary& summary) {
    std::array<std::byte, 512> room{};
    const auto choice = std::to_integer<std::size_t>(input[0]);
    const std::size_t size = choice % 3 == 2 ? choice : kSizes[choice / 3 % 3];
    std::ranges::copy(input.subspan(1).first(std::min(size, input.size() - 1)), room.begin());
    if (choice % 3 != 2) {
        RecordHeader header;
        std::memcpy(&header, room.data(), sizeof header);
        header.kind = static_cast<RecordKind>(choice / 3 % 3 + 1);
        header.version = kRecordVersion;
        header.bytes = static_cast<std::uint32_t>(size);
        std::memcpy(room.data(), &header, sizeof header);
    }
    (void)decode(std::span<const std::byte>(room).first(size), summary);
}

}  // namespace
}  // namespace hotpath::telemetry

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath::telemetry;
    static Summary summary;  // of any past: its histograms are 1.5 MB
    constexpr std::size_t kPiece = 64;
    auto input = std::as_bytes(std::span(data, size));
    while (!input.empty()) {
        one(input, summary);
        input = input.subspan(std::min(kPiece, input.size()));
    }
    use(summary);
    return 0;
}
