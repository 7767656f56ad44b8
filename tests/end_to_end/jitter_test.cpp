// `hotpath jitter` as an operator uses it: the report, the JSON, errors, an early end, and the commands of
// its page as they are printed there.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/jitter/core_list.hpp"
#include "tests/end_to_end/command_line.hpp"

namespace hotpath {
namespace {

using end_to_end::keys_of;
using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Jitter : public ::testing::Test {
  protected:
    [[nodiscard]] Outcome run(std::vector<std::string> words) const {
        words.insert(words.begin(), "jitter");
        return workshop_.hotpath(words);
    }
    void expect_one_line(const Outcome& outcome, int exit_code, const std::string& part) const {
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }

    Workshop workshop_;
    std::string core_ = std::to_string(jitter::allowed_cores().back());
};

TEST_F(Jitter, ReportsTheCoreItsGapsAndWhatToChange) {
    const Outcome outcome = run({"--cores", core_, "--seconds", "1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const std::string& part :
         {"hotpath jitter  core " + core_ + ", gaps from 1.00 us on",
          "core " + core_ + ", gaps from 10.0 us on", std::string("interrupts a second: "),
          std::string("\nadvice\n"), std::string("as they should be: ")}) {
        EXPECT_THAT(outcome.out, HasSubstr(part));
    }
}

TEST_F(Jitter, JsonHasExactlyThePromisedKeys) {
    const Outcome outcome =
        run({"--cores", core_, "--seconds", "1", "--json", workshop_.name("jitter.json")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = workshop_.read_json("jitter.json");
    EXPECT_THAT(keys_of(json), ElementsAre("threshold_ns", "long_from_ns", "virtual_machine",
                                           "cores", "settings"));
    ASSERT_EQ(json["cores"].size(), 1U);
    const auto& core = json["cores"][0];
    EXPECT_THAT(keys_of(core),
                ElementsAre("core", "clock", "clock_drift_ppm", "watched_ns", "reading_ns",
                            "turn_ns", "tick_typical_ns", "gaps", "causes", "longest", "interrupts",
                            "softirqs", "stolen_ticks", "unreadable"));
    EXPECT_GE(core["watched_ns"].get<std::int64_t>() + core["reading_ns"].get<std::int64_t>(),
              1'000'000'000);
    std::uint64_t counted = 0;
    for (const auto& bucket : core["gaps"]["histogram_ns"]) {
        EXPECT_GE(bucket[1].get<std::int64_t>(), 1'000);
        counted += bucket[2].get<std::uint64_t>();
    }
    EXPECT_EQ(counted, core["gaps"]["count"].get<std::uint64_t>());
    ASSERT_FALSE(json["settings"].empty());
    EXPECT_THAT(keys_of(json["settings"][0]),
                ElementsAre("name", "state", "present", "wanted", "how"));
}

TEST_F(Jitter, ACoreThatIsNotOursIsRefusedWithTheOnesThatAre) {
    expect_one_line(run({"--cores", "1023"}), 1,
                    "--cores: this process may not run on core 1023; it may on " +
                        jitter::core_list_text(jitter::allowed_cores()));
    expect_one_line(run({"--cores", "3-1"}), 2, "must be cores from 0 to 1023");
}

TEST_F(Jitter, CausesOfGapsThatAreNotCountedAreRefused) {
    expect_one_line(run({"--threshold-ns", "20000", "--causes-from-us", "10"}), 1,
                    "--causes-from-us 10 must not be below --threshold-ns 20000");
}

TEST_F(Jitter, AnInterruptEndsItWithTheReport) {
    // The second bit of what it catches is SIGINT's: it comes as soon as it ends no process.
    const std::string script =
        "\"$0\" jitter --cores \"$1\" --seconds 3600 & "
        "until grep -q '^SigCgt:.*[2367abef]$' /proc/$!/status; do sleep 0.01; done; "
        "kill -INT $!; wait $!";
    const Outcome outcome =
        workshop_.run("timeout", {"120", "bash", "-c", script, HOTPATH_EXECUTABLE, core_});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\nadvice\n"));
}

TEST_F(Jitter, ATraderThatGivesItsCoreAwayIsNotWatched) {
    expect_one_line(
        workshop_.hotpath({"trade", "-c", HOTPATH_SOURCE_DIR "/docs/examples/trader.toml", "--gaps",
                           workshop_.name("gaps.json")}),
        1, "--gaps needs thread.core, and thread.idle must be \"poll\"");
}

TEST_F(Jitter, TheCommandsOfItsPagesWorkAsPrinted) {
    const std::string folder = std::filesystem::path(HOTPATH_EXECUTABLE).parent_path().string();
    std::size_t count = 0;
    for (const char* page : {"docs/reference/jitter.md", "docs/guide/tuning-a-host.md"}) {
        for (const std::string& command : end_to_end::page_commands(page)) {
            const Outcome outcome =
                workshop_.run("bash", {"-ec", "cd \"$1\"; PATH=\"$2:$PATH\"; " + command, "page",
                                       workshop_.path("").string(), folder});
            EXPECT_EQ(outcome.exit_code, 0) << command << ": " << outcome.err;
            EXPECT_THAT(outcome.out, HasSubstr("hotpath jitter  core")) << command;
            ++count;
        }
    }
    EXPECT_EQ(count, 3U);
    EXPECT_FALSE(workshop_.read_json("jitter.json").empty());
}

}  // namespace
}  // namespace hotpath
