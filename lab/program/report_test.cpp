// What complete runs say together: a verdict is what all of them found.
#include "lab/program/report.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::app::lab {
namespace {

using testing::HasSubstr;

MeasuredTechnique technique(double after) {
    const auto variant = [](const char* name, double ns) {
        MeasuredVariant made{.name = name, .rounds = std::vector<double>(7, ns)};
        made.ratio = measure::ratio_of(made.rounds, std::vector<double>(7, 100));
        return made;
    };
    return {.name = "search",
            .question = "does it help?",
            .provenance = {{"commit", "c0ffee"}},
            .comparisons = {{.name = "random_keys",
                             .unit = "ns/lookup",
                             .published_ratio = 0.1,
                             .configuration = {"gcc", "O2"},
                             .variants = {variant("before", 100), variant("after", after),
                                          variant("third", 100)}}}};
}

std::vector<Finding> found_in(std::vector<double> after) {
    std::vector<LabRun> runs;
    for (const double ns : after) {
        runs.push_back({.folder = "run", .techniques = {technique(ns)}});
    }
    return findings(runs);
}

TEST(LabReport, RunsThatAgreeGiveTheirVerdict) {
    const auto found = found_in({50, 55});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].variant, "after");
    EXPECT_EQ(found[0].verdict, measure::Verdict::Faster);
    EXPECT_FALSE(found[0].runs_differ);
    EXPECT_EQ(found[1].verdict, measure::Verdict::NoDifference);
}

TEST(LabReport, RunsThatDifferGiveNone) {
    const auto found = found_in({50, 150});
    EXPECT_EQ(found[0].verdict, measure::Verdict::Undecided);
    EXPECT_TRUE(found[0].runs_differ);
}

TEST(LabReport, AnotherMachineIsAnotherFinding) {
    MeasuredTechnique elsewhere = technique(150);
    elsewhere.provenance["cpu"] = "another";
    const auto found = findings({{.folder = "a", .techniques = {technique(50)}},
                                 {.folder = "b", .techniques = {elsewhere}}});
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0].verdict, measure::Verdict::Faster);
    EXPECT_EQ(found[2].verdict, measure::Verdict::Slower);
    EXPECT_EQ(found[2].machine, "another");
}

TEST(LabReport, ThePublishedRatioIsTheSecondVariants) {
    const auto found = found_in({50});
    EXPECT_DOUBLE_EQ(found[0].published_ratio, 0.1);
    EXPECT_DOUBLE_EQ(found[1].published_ratio, 0);
}

TEST(LabReport, TextNamesHowManyDiffer) {
    const std::string text = report_text({{.folder = "a", .techniques = {technique(50)}},
                                          {.folder = "b", .techniques = {technique(150)}}});
    EXPECT_THAT(text, HasSubstr("2 runs; 1 verdicts differ between them."));
    EXPECT_THAT(text, HasSubstr("undecided: the runs differ"));
}

TEST(LabReport, JsonNamesTheMachineOfEachFinding) {
    MeasuredTechnique measured = technique(50);
    measured.provenance["cpu"] = "a processor";
    const auto json = report_json({{.folder = "a", .techniques = {measured}}});
    ASSERT_EQ(json["findings"].size(), 2U);
    EXPECT_EQ(json["findings"][0]["machine"], "a processor");
    EXPECT_EQ(json["findings"][0]["verdict"], "faster");
}

TEST(LabReport, AResultIsReadAsItWasWritten) {
    const support::TemporaryDirectory folder;
    std::ofstream(folder / "search.json") << to_json(technique(50)).dump();
    const auto run = read_run(folder / ".");
    ASSERT_TRUE(run) << run.error().message;
    ASSERT_EQ(run->techniques.size(), 1U);
    EXPECT_EQ(to_json(run->techniques[0]), to_json(technique(50)));
}

TEST(LabReport, AFileThatIsNoResultIsNamed) {
    const support::TemporaryDirectory folder;
    std::ofstream(folder / "search.json") << "{\"technique\": 1}";
    const auto run = read_run(folder / ".");
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error().message, HasSubstr("search.json is not a result of hotpath lab run"));
}

TEST(LabReport, AFolderWithoutResultsIsNamed) {
    const support::TemporaryDirectory folder;
    const auto run = read_run(folder / "nothing");
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error().message, HasSubstr("DIR must be a folder with results"));
}

}  // namespace
}  // namespace hotpath::app::lab
