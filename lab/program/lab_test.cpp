// `hotpath lab` on a catalogue of planted techniques: one that is good, one whose variants give different answers, one whose work the
// compiler removes.
#include <filesystem>
#include <string>

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"

namespace hotpath::end_to_end {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

/// A technique of two variants with these bodies: each is to return the sum of squares up to `items`.
std::string technique(const std::string& first, const std::string& second) {
    return "#include <array>\n#include \"lab/techniques/measuring.hpp\"\n#include "
           "\"lab/techniques/technique.hpp\"\n"
           "namespace hotpath::lab { namespace {\n"
           "std::uint64_t first(std::uint64_t items) { " +
           first +
           " }\n"
           "std::uint64_t second(std::uint64_t items) { " +
           second +
           " }\n"
           "constexpr std::array kVariants{Variant{.name = \"first\", .work = first, "
           ".instructions_min = 3},\n"
           "                               Variant{.name = \"second\", .work = second, "
           ".instructions_min = 3}};\n"
           "constexpr std::array kComparisons{Comparison{.name = \"sums\", .unit = \"ns/square\", "
           ".items = 50'000, .variants = kVariants}};\n"
           "constexpr Technique kTechnique{.name = \"planted\", .question = \"is it?\", "
           ".comparisons = kComparisons};\n"
           "} }\nconst hotpath::lab::Technique* hotpath_technique() { return "
           "&hotpath::lab::kTechnique; }\n";
}

constexpr const char* kSum =
    "std::uint64_t sum = 0; for (std::uint64_t i = 0; i < items; ++i) { sum += hidden(i) * i; } "
    "return sum;";
constexpr const char* kOther =
    "std::uint64_t sum = 0; for (std::uint64_t i = 1; i < items; ++i) { sum += hidden(i) * i + 1; "
    "} return sum;";
constexpr const char* kRemoved = "return items * (items - 1) * (2 * items - 1) / 6;";

/// GCC and Clang say so by different macros; both link the same runtimes.
bool has_sanitizer() {
    return ::dlsym(RTLD_DEFAULT, "__asan_init") != nullptr ||
           ::dlsym(RTLD_DEFAULT, "__tsan_init") != nullptr;
}

class Lab : public testing::Test {
  protected:
    void SetUp() override {
        if (has_sanitizer()) {
            GTEST_SKIP() << "valgrind does not run a program with a sanitizer";
        }
        fs::create_directories(work_.path("lab/techniques/planted"));
        for (const char* header : {"technique.hpp", "measuring.hpp"}) {
            fs::create_symlink(fs::path(HOTPATH_SOURCE_DIR) / "lab/techniques" / header,
                               work_.path("lab/techniques") / header);
        }
        fs::create_symlink(fs::path(HOTPATH_SOURCE_DIR) / "hotpath", work_.path("hotpath"));
    }

    void plant(const std::string& text) const {
        work_.write("lab/techniques/planted/planted.cpp", text);
    }
    [[nodiscard]] Outcome lab(std::vector<std::string> words) const {
        words.insert(words.end(), {"--source", work_.name("")});
        return work_.run(HOTPATH_LAB_EXECUTABLE, words);
    }

    Workshop work_;
};

TEST_F(Lab, ChecksAndMeasuresAGoodTechnique) {
    plant(technique(kSum, kSum));
    const Outcome checked = lab({"check", "planted", "--compiler", "gcc", "--opt", "O0,O2"});
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
    EXPECT_THAT(checked.out,
                HasSubstr("1 techniques: all variants of each comparison give the same result"));
    const Outcome ran = lab({"run", "planted", "--compiler", "gcc", "--opt", "O2", "--runs", "6",
                             "--out", work_.name("out")});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    const auto result = work_.read_json("out/planted.json");
    EXPECT_EQ(result["comparisons"][0]["variants"][1]["rounds"].size(), 6U);
    EXPECT_GT(result["comparisons"][0]["variants"][1]["instructions"], 3.0);
    const auto trips = result["comparisons"][0]["round_trips_ns"];
    ASSERT_EQ(trips.size(), 6U);  // of two processes
    EXPECT_EQ(trips[0], trips[2]);
    if (trips[2] != 0) {  // 0: the cores moved during a process, as on a busy machine
        EXPECT_NE(trips[2], trips[3]);
    }
    const Outcome again = lab({"run", "planted", "--compiler", "gcc", "--opt", "O2", "--runs", "6",
                               "--out", work_.name("out")});
    EXPECT_THAT(again.err, HasSubstr("1 of 1 techniques have a result of this commit"));
    const Outcome reported = work_.run(
        HOTPATH_LAB_EXECUTABLE, {"report", work_.name("out"), "--html", work_.name("page.html"),
                                 "--json", work_.name("all.json")});
    EXPECT_EQ(reported.exit_code, 0) << reported.err;
    EXPECT_THAT(reported.out, HasSubstr("planted"));
    EXPECT_THAT(work_.read("page.html"), HasSubstr("\"technique\":\"planted\""));
    EXPECT_EQ(work_.read_json("all.json")["findings"].size(), 1U);
}

TEST_F(Lab, RefusesVariantsWithDifferentAnswers) {
    plant(technique(kSum, kOther));
    for (const char* command : {"check", "run"}) {
        const Outcome outcome = lab({command, "planted", "--compiler", "gcc", "--opt", "O2"});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr("sums: second gave"));
    }
}

TEST_F(Lab, RefusesALoopThatTheCompilerRemoved) {
    plant(technique(kSum, kRemoved));
    const Outcome outcome = lab({"check", "planted", "--compiler", "gcc", "--opt", "O2"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, HasSubstr("the compiler removed the work"));
    EXPECT_THAT(outcome.err,
                HasSubstr("1 objects have variants with fewer instructions than required"));
}

TEST_F(Lab, ShowsTheCompilersFirstError) {
    plant("int main() { return nothing; }\n");
    const Outcome outcome = lab({"check", "planted", "--compiler", "gcc", "--opt", "O2"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("planted by gcc-O2: g++ failed:"));
    EXPECT_THAT(outcome.err, HasSubstr("nothing"));
}

TEST_F(Lab, NamesWhatIsAllowed) {
    plant(technique(kSum, kSum));
    EXPECT_THAT(lab({"run", "plantd"}).err,
                HasSubstr("NAME must be 'all' or one of planted; got 'plantd'"));
    EXPECT_THAT(lab({"run", "planted", "--opt", "O9"}).err,
                HasSubstr("--opt must be one or more of O0,O2,O3,native,pgo"));
    EXPECT_THAT(work_.run(HOTPATH_LAB_EXECUTABLE, {"list", "--source", work_.name("hotpath")}).err,
                HasSubstr("--source must be a checkout of Hotpath, which has lab/techniques; got"));
    EXPECT_THAT(work_.run(HOTPATH_LAB_EXECUTABLE, {"report", work_.name("hotpath")}).err,
                HasSubstr("DIR must be a folder with results"));
}

/// A folder with GCC, valgrind and what they start, for a PATH without Clang.
class LabWithoutClang : public Lab {
  protected:
    void SetUp() override {
        Lab::SetUp();
        fs::create_directories(work_.path("programs"));
        for (const char* program : {"g++", "as", "ld", "valgrind", "git", "uname"}) {
            const std::string name = "programs/" + std::string(program);
            work_.write(name, "#!/bin/sh\nexec /usr/bin/" + std::string(program) + " \"$@\"\n");
            fs::permissions(work_.path(name), fs::perms::owner_all);
        }
        plant(technique(kSum, kSum));
    }
    [[nodiscard]] Outcome check(const std::vector<std::string>& words) const {
        std::vector<std::string> all{"PATH=" + work_.name("programs"),
                                     HOTPATH_LAB_EXECUTABLE,
                                     "check",
                                     "planted",
                                     "--source",
                                     work_.name("")};
        all.insert(all.end(), words.begin(), words.end());
        return work_.run("/usr/bin/env", all);
    }
};

TEST_F(LabWithoutClang, LeavesItOutAndSaysSo) {
    const Outcome outcome = check({"--opt", "O2"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err,
                testing::StartsWith("lab: left out: clang (clang++-19 is not in PATH)\n"));
    EXPECT_THAT(outcome.out, HasSubstr("planted by gcc-O2"));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("clang")));
}

TEST_F(LabWithoutClang, RefusesItWhenItWasChosen) {
    const Outcome outcome = check({"--compiler", "gcc,clang", "--opt", "O2"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err,
              "hotpath-lab: --compiler clang needs clang++-19, which is not in PATH; "
              "script/bootstrap clang-19 installs it\n");
}

}  // namespace
}  // namespace hotpath::end_to_end
