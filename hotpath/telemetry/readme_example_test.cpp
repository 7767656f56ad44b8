// The example of README.md, compiled.
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/telemetry/channel.hpp"
#include "hotpath/telemetry/publisher.hpp"
#include "hotpath/telemetry/reader.hpp"
#include "hotpath/telemetry/summary.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::telemetry {
namespace {

Expected<Nanos> example(const shm::ChannelFolder& place, Time now) {
    auto writer = attach_writer(place, {.name = "trader", .now = now});
    if (!writer) {
        return std::unexpected(writer.error());
    }
    Publisher publisher(**writer, {.session = 1});
    StateRecord state{.name = Text<32>::of("ALICE")};
    publisher.publish(state, {}, 0);
    timing::StageStamps stamps;  // the engine's, after an event
    publisher.publish({.kind = EventKind::Packet, .is_sent = true, .local_time = now}, stamps);

    auto reader = Reader::open(place, "trader", now);  // in another process
    if (!reader) {
        return std::unexpected(reader.error());
    }
    Summary summary;
    reader->poll(summary, 10'000);
    return summary.all().of(Span::WireToWire).percentile(99);
}

TEST(ReadmeExample, Compiles) {
    const support::TemporaryDirectory directory;
    EXPECT_TRUE(example({.folder = directory / "channels", .huge_folder = {}}, {}).has_value());
}

}  // namespace
}  // namespace hotpath::telemetry
