// The parsers on files of a machine (tests/golden/proc) and on the forms that other kernels have.
#include "hotpath/jitter/proc_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace hotpath::jitter {
namespace {

[[nodiscard]] std::string sample(const std::string& name) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/tests/golden/proc/" + name);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_FALSE(text.empty()) << name;
    return text;
}

[[nodiscard]] CoreLine line_of(const std::vector<CoreLine>& lines, std::string_view label) {
    const auto found = std::ranges::find(lines, label, &CoreLine::label);
    EXPECT_NE(found, lines.end()) << label;
    return found == lines.end() ? CoreLine{} : *found;
}

TEST(ProcInterrupts, EveryLineOfACoreIsRead) {
    const std::string text = sample("interrupts");
    std::vector<CoreLine> lines;
    ASSERT_TRUE(parse_interrupts(text, 1, lines));
    EXPECT_EQ(line_of(lines, "36").count, 3'883'802U);
    EXPECT_EQ(line_of(lines, "36").kind, LineKind::Device);
    EXPECT_EQ(line_name(line_of(lines, "36")), "virtio1-req.0 (36)");
    EXPECT_EQ(line_of(lines, "LOC").count, 13'340'224U);
    EXPECT_EQ(line_of(lines, "LOC").kind, LineKind::Tick);
    EXPECT_EQ(line_name(line_of(lines, "LOC")), "Local timer interrupts");
    EXPECT_EQ(line_of(lines, "RES").kind, LineKind::OtherCore);
    EXPECT_EQ(line_of(lines, "TLB").kind, LineKind::OtherCore);
    EXPECT_EQ(line_of(lines, "NMI").kind, LineKind::Machine);
    ASSERT_TRUE(parse_interrupts(text, 0, lines));
    EXPECT_EQ(line_of(lines, "LOC").count, 12'927'268U);
    EXPECT_EQ(std::ranges::count(lines, "ERR", &CoreLine::label), 0) << "ERR is of no core";
}

TEST(ProcInterrupts, ACoreThatIsOfflineHasNoColumnAndOthersKeepTheirs) {
    const std::string text =
        "            CPU0       CPU2       CPU3       \n"
        "   0:         40          0          0  IR-IO-APIC    2-edge      timer\n"
        " 171:          0       1191          7  IR-PCI-MSI-0000:00:1f.3    0-edge      eth0-rx-1\n"
        " LOC:     182257     133431     119051   Local timer interrupts\n"
        " ERR:          3\n";
    std::vector<CoreLine> lines;
    EXPECT_FALSE(parse_interrupts(text, 1, lines));
    EXPECT_TRUE(lines.empty());
    ASSERT_TRUE(parse_interrupts(text, 3, lines));
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[1].count, 7U);
    EXPECT_EQ(line_name(lines[1]), "eth0-rx-1 (171)");
    EXPECT_EQ(lines[2].count, 119'051U);
}

TEST(ProcInterrupts, TheTimerOfAnAarch64CoreIsATickAndItsIpisComeFromOtherCores) {
    const std::string text =
        "           CPU0       CPU1       \n"
        " 11:    3298472    2912011     GICv3  27 Level     arch_timer\n"
        " 48:          5         12     GICv3  66 Level     eth0\n"
        "IPI0:    120345     130001       Rescheduling interrupts\n";
    std::vector<CoreLine> lines;
    ASSERT_TRUE(parse_interrupts(text, 1, lines));
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].kind, LineKind::Tick);
    EXPECT_EQ(lines[1].kind, LineKind::Device);
    EXPECT_EQ(lines[2].kind, LineKind::OtherCore);
}

TEST(ProcInterrupts, DamagedTextGivesTheLinesThatAreWhole) {
    std::vector<CoreLine> lines;
    EXPECT_FALSE(parse_interrupts("", 0, lines));
    EXPECT_FALSE(parse_interrupts("CPUx\n LOC: 1\n", 0, lines));
    ASSERT_TRUE(parse_interrupts("CPU0 CPU1\nLOC: 1\nRES: 2 x\n no colon 1 2\nCAL: 3 4", 1, lines));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].count, 4U);
}

TEST(ProcSoftirqs, WorkForDevicesIsToldFromWhatFollowsTheTick) {
    const std::string text = sample("softirqs");
    std::vector<CoreLine> lines;
    ASSERT_TRUE(parse_softirqs(text, 0, lines));
    EXPECT_EQ(line_of(lines, "NET_RX").count, 13'703'005U);
    EXPECT_EQ(line_of(lines, "NET_RX").kind, LineKind::Device);
    EXPECT_EQ(line_name(line_of(lines, "NET_RX")), "NET_RX");
    for (const char* label : {"TIMER", "HRTIMER", "SCHED", "RCU"}) {
        EXPECT_EQ(line_of(lines, label).kind, LineKind::Tick) << label;
    }
}

TEST(ProcSchedstat, TheSecondNumberIsTheRunDelay) {
    EXPECT_EQ(parse_run_delay(sample("schedstat")), 10'604'173U);
    EXPECT_EQ(parse_run_delay(""), std::nullopt);
    EXPECT_EQ(parse_run_delay("1 x 3"), std::nullopt);
}

TEST(ProcStat, StealIsTheEighthNumberOfItsCore) {
    const std::string text = sample("stat");
    EXPECT_EQ(parse_steal(text, 0), 5'271U);
    EXPECT_EQ(parse_steal(text, 1), 5'265U);
    EXPECT_EQ(parse_steal(text, 2), std::nullopt);
    EXPECT_EQ(parse_steal("cpu1 1 2 3\n", 1), std::nullopt);
}

TEST(ProcVmstat, MovesOfPagesAreSummedAndNothingElse) {
    EXPECT_EQ(parse_page_moves(sample("vmstat")), 272U);
    EXPECT_EQ(parse_page_moves("pgfault 9\ncompact_stall 1\npgmigrate_success 20\npswpin 300\n"
                               "numa_pages_migrated 4000\nthp_fault_alloc 5\n"),
              4'321U);
}

}  // namespace
}  // namespace hotpath::jitter
