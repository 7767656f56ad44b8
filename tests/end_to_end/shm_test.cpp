// `hotpath shm` as an operator uses it: listing channels, their attached processes, and removal.
#include <algorithm>
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/end_to_end/command_line.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kExitDone = 0;
constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

using Orders = shm::SpscChannel<std::uint64_t>;

class Shm : public ::testing::Test {
  protected:
    [[nodiscard]] Orders create_orders() const {
        return *Orders::create(place_, {.name = "orders",
                                        .slots = 1'024,
                                        .now = {1'700'000'000 * kNanosPerSecond},
                                        .protocol = {"test.orders", 3}});
    }
    void create_feed() const {
        ASSERT_TRUE(shm::BroadcastChannel::create(
                        place_, {.name = "feed", .capacity_bytes = std::size_t{1} << 20U})
                        .has_value());
    }
    /// `hotpath shm WORDS... --folder` this test's.
    [[nodiscard]] Outcome run(std::vector<std::string> words) const {
        words.insert(words.begin(), "shm");
        words.insert(words.end(), {"--folder", place_.folder.string()});
        return workshop_.hotpath(words);
    }

    Workshop workshop_;
    shm::ChannelFolder place_{.folder = workshop_.path("channels"), .huge_folder = {}};
};

void expect_one_line(const Outcome& outcome, int exit_code, const std::string& part) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(part));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

TEST_F(Shm, ListSaysWhenThereIsNothing) {
    const Outcome outcome = run({"list"});
    EXPECT_EQ(outcome.exit_code, kExitDone) << outcome.err;
    EXPECT_EQ(outcome.out, "no channels in " + place_.folder.string() + "\n");
}

TEST_F(Shm, ListShowsEveryChannelAndWhoIsInIt) {
    const Orders orders = create_orders();
    create_feed();
    auto producer = orders.attach_producer({});
    ASSERT_TRUE((*producer)->try_push(1));
    const Outcome outcome = run({"list", "--json", workshop_.name("list.json")});
    EXPECT_EQ(outcome.exit_code, kExitDone) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("attached " + std::to_string(::getpid())));
    const auto json = workshop_.read_json("list.json");
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0]["name"], "feed");
    EXPECT_EQ(json[0]["capacity_bytes"], 1U << 20U);
    EXPECT_EQ(json[1]["name"], "orders");
    EXPECT_EQ(json[1]["writer"]["state"], "attached");
    EXPECT_EQ(json[1]["writer"]["pid"], ::getpid());
    EXPECT_EQ(json[1]["waiting"], 1);
}

TEST_F(Shm, JsonHasExactlyThePromisedKeys) {
    (void)create_orders();
    const Outcome outcome = run({"inspect", "orders", "--json", workshop_.name("orders.json")});
    ASSERT_EQ(outcome.exit_code, kExitDone) << outcome.err;
    const auto json = workshop_.read_json("orders.json");
    EXPECT_THAT(end_to_end::keys_of(json),
                ElementsAre("name", "file", "kind", "major", "minor", "protocol",
                            "protocol_version", "record_bytes", "slots", "segment_bytes", "pages",
                            "created_ns", "creator_pid", "writer", "reader", "readers", "waiting"));
    EXPECT_THAT(end_to_end::keys_of(json["writer"]), ElementsAre("state", "pid", "epoch"));
}

TEST_F(Shm, InspectTellsAllThereIsToKnow) {
    (void)create_orders();
    const Outcome outcome = run({"inspect", "orders"});
    EXPECT_EQ(outcome.exit_code, kExitDone) << outcome.err;
    for (const char* part :
         {"spsc, layout 1.0", "test.orders 3", "8 bytes", "1,024", "2023-11-14 22:13:20 UTC",
          "plain pages", "never, epoch 0", "0 messages"}) {
        EXPECT_THAT(outcome.out, HasSubstr(part));
    }
}

TEST_F(Shm, AChannelThatIsNotThereIsNamed) {
    (void)create_orders();
    expect_one_line(run({"inspect", "nothing"}), kExitFailed, "nothing: no such channel");
    expect_one_line(run({"remove", "nothing"}), kExitFailed, "nothing: no such channel");
    expect_one_line(run({"inspect", "../orders"}), kExitFailed, "is not a channel name");
}

TEST_F(Shm, ADamagedChannelIsListedWithTheReason) {
    const Orders orders = create_orders();
    std::filesystem::resize_file(orders.segment().path(), 5'000);
    const Outcome listed = run({"list"});
    EXPECT_EQ(listed.exit_code, kExitDone);
    EXPECT_THAT(listed.out, HasSubstr("file size is 5000, wanted"));
    expect_one_line(run({"inspect", "orders"}), kExitFailed, "file size is 5000, wanted");
    EXPECT_EQ(run({"remove", "orders"}).exit_code, kExitDone);
}

TEST_F(Shm, RemoveRefusesAChannelInUseUnlessForced) {
    const Orders orders = create_orders();
    const auto consumer = orders.attach_consumer({});
    expect_one_line(run({"remove", "orders"}), kExitFailed, "is in use");
    EXPECT_TRUE(std::filesystem::exists(orders.segment().path()));
    const Outcome forced = run({"remove", "orders", "--force"});
    EXPECT_EQ(forced.exit_code, kExitDone) << forced.err;
    EXPECT_EQ(forced.out, "removed orders\n");
    EXPECT_TRUE(consumer->attachment().is_removed());
}

TEST_F(Shm, RemoveUnusedRemovesSegmentsWithoutAttachedProcesses) {
    const Orders orders = create_orders();
    create_feed();
    const auto producer = orders.attach_producer({});
    const Outcome outcome = run({"remove", "--unused"});
    EXPECT_EQ(outcome.exit_code, kExitDone) << outcome.err;
    EXPECT_EQ(outcome.out, "removed feed\n1 kept\n");
    EXPECT_THAT(run({"list"}).out, Not(HasSubstr("feed")));
}

TEST_F(Shm, WrongUseIsToldFromFailure) {
    expect_one_line(workshop_.hotpath({"shm"}), kExitUsage, "subcommand");
    expect_one_line(run({"remove"}), kExitUsage, "NAME");
    expect_one_line(run({"inspect"}), kExitUsage, "NAME");
    expect_one_line(run({"remove", "orders", "--unused"}), kExitUsage, "--unused");
}

}  // namespace
}  // namespace hotpath
