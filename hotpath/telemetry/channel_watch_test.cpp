// A trader's channel with its clock, and an observer that is there before it, after it and without it.
#include "hotpath/telemetry/channel_watch.hpp"

#include <array>
#include <memory>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/shm/channels.hpp"
#include "hotpath/telemetry/telemetry_channel.hpp"
#include "hotpath/telemetry/watch_json.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::telemetry {
namespace {

using ::testing::HasSubstr;

class WatchedChannel : public ::testing::Test {
  protected:
    [[nodiscard]] std::unique_ptr<TelemetryChannel> trader() const {
        auto channel = TelemetryChannel::open(
            {.name = "trader", .folder = directory_ / "channels", .ring_bytes = kRingBytesMin});
        EXPECT_TRUE(channel) << channel.error().message;
        return channel ? std::move(*channel) : nullptr;
    }
    /// Everything that is there.
    void look(Time now) {
        watch_.maintain(now);
        while (watch_.read(now)) {
        }
    }
    [[nodiscard]] nlohmann::json json(Time now) const {
        return nlohmann::json::parse(watch_json(watch_, now));
    }

    support::TemporaryDirectory directory_;
    ChannelWatch watch_{shm::ChannelFolder::at(directory_ / "channels"), "trader"};
};

void publish_state(TelemetryChannel& channel, std::string_view doing) {
    StateRecord state{.name = Text<32>::of("ALICE"), .doing = Text<16>::of(doing)};
    std::array<InstrumentRecord, 1> rows{};
    rows[0].position = {-300};
    channel.publisher().publish(state, rows, channel.clock().ticks());
}

TEST_F(WatchedChannel, AnObserverThatIsThereFirstSaysWhyAndAttachesLater) {
    look({1});
    EXPECT_FALSE(watch_.is_attached());
    EXPECT_THAT(watch_.problem(), HasSubstr("channels: cannot be opened"));
    EXPECT_FALSE(json({1})["has_state"]);
    const auto channel = trader();
    publish_state(*channel, "trading");
    look({2});
    EXPECT_TRUE(watch_.is_attached());
    EXPECT_EQ(watch_.problem(), "");
    ASSERT_TRUE(watch_.summary().has_state());
    EXPECT_EQ(watch_.summary().state().doing.view(), "trading");
    EXPECT_EQ(watch_.writer().presence, shm::Presence::Attached);
}

TEST_F(WatchedChannel, TheAgeIsThatOfTheLastState) {
    const auto channel = trader();
    look({1});
    publish_state(*channel, "trading");
    look({100});
    EXPECT_EQ(watch_.age({150}), Nanos{50});
    look({200});
    EXPECT_EQ(watch_.age({200}), Nanos{100}) << "no other state has come";
    publish_state(*channel, "trading");
    look({300});
    EXPECT_EQ(watch_.age({300}), Nanos{0});
}

TEST_F(WatchedChannel, ATraderThatHasLeftAndAChannelThatIsRemoved) {
    auto channel = trader();
    publish_state(*channel, "trading");
    look({1});
    channel.reset();
    look({2});
    EXPECT_TRUE(watch_.is_attached()) << "its last state is still there";
    EXPECT_NE(watch_.writer().presence, shm::Presence::Attached);
    const auto name = shm::ChannelName::from("trader");
    ASSERT_TRUE(shm::remove_channel(shm::ChannelFolder::at(directory_ / "channels"), *name,
                                    shm::Removal::Forced));
    look({3});
    EXPECT_FALSE(watch_.is_attached());
    channel = trader();
    publish_state(*channel, "recovering");
    look({4});
    EXPECT_EQ(watch_.summary().state().doing.view(), "recovering") << "the next trader's";
}

TEST_F(WatchedChannel, TheJsonHasTheStateAndItsRows) {
    const auto channel = trader();
    publish_state(*channel, "trading");
    look({1});
    const nlohmann::json seen = json({6});
    EXPECT_EQ(seen["channel"], "trader");
    EXPECT_TRUE(seen["attached"]);
    EXPECT_EQ(seen["observer"]["state_age_ns"], 5);
    EXPECT_EQ(seen["name"], "ALICE");
    EXPECT_EQ(seen["trading"]["mode"], "open");
    ASSERT_EQ(seen["positions"].size(), 1U);
    EXPECT_EQ(seen["positions"][0]["position"], -300);
    EXPECT_EQ(seen["stages_ns"]["all"].size(), kSpans);
}

TEST_F(WatchedChannel, WithoutANameThereIsNoChannel) {
    const auto none = open_if_wanted({.folder = directory_ / "channels"});
    ASSERT_TRUE(none);
    EXPECT_EQ(*none, nullptr);
    const auto some = open_if_wanted({.name = "trader", .folder = directory_ / "channels"});
    ASSERT_TRUE(some) << some.error().message;
    EXPECT_GT(LiveTicks((*some)->clock()).ticks(), 0U);
    EXPECT_EQ(LiveTicks().ticks(), 0U) << "no reading where no stamp is used";
}

}  // namespace
}  // namespace hotpath::telemetry
