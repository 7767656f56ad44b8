// A machine that is set up, one that is not, and one that shows nothing, as folders of files.
#include "hotpath/jitter/host_settings.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::jitter {
namespace {

class HostSettings : public testing::Test {
  protected:
    void write(const std::string& path, const std::string& text) {
        const auto file = root_ / path;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text << '\n';
    }
    [[nodiscard]] std::vector<Setting> read() const {
        const std::vector<std::uint32_t> cores{2, 3};
        return read_settings(HostFiles(root_.path()), cores);
    }
    [[nodiscard]] Setting of(const std::string& name) const {
        const auto all = read();
        const auto found = std::ranges::find(all, name, &Setting::name);
        EXPECT_NE(found, all.end()) << name;
        return found == all.end() ? Setting{} : *found;
    }
    /// The same setting, good with one content of its file and to be changed with another.
    void expect_judged(const std::string& name, const std::string& path, const std::string& good,
                       const std::string& bad) {
        write(path, good);
        EXPECT_EQ(of(name).state, SettingState::Good) << name << ": " << good;
        write(path, bad);
        EXPECT_EQ(of(name).state, SettingState::Change) << name << ": " << bad;
        EXPECT_FALSE(of(name).how.empty()) << name;
    }

    support::TemporaryDirectory root_;
};

const std::string kCpus = "sys/devices/system/cpu/";

TEST_F(HostSettings, EachFileDecidesItsSetting) {
    write(kCpus + "online", "0-3");
    expect_judged("isolation", kCpus + "isolated", "2-3", "3");
    expect_judged("timer tick", kCpus + "nohz_full", "1-3", "(null)");
    expect_judged("RCU callbacks", "proc/cmdline", "quiet rcu_nocbs=2,3 ro", "rcu_nocbs=2");
    expect_judged("interrupt affinity", "proc/irq/36/smp_affinity_list", "0-1", "0-3");
    expect_judged("transparent huge pages", "sys/kernel/mm/transparent_hugepage/enabled",
                  "always [madvise] never", "[always] madvise never");
    expect_judged("swap", "proc/swaps", "Filename Type", "Filename Type\n/swap file 1 0 -2");
    expect_judged("clock source", "sys/devices/system/clocksource/clocksource0/current_clocksource",
                  "tsc", "hpet");
    expect_judged("kernel work queues", "sys/devices/virtual/workqueue/cpumask", "00000003", "f");
    expect_judged("NUMA balancing", "proc/sys/kernel/numa_balancing", "0", "1");
    expect_judged("same-page merging", "sys/kernel/mm/ksm/run", "0", "1");
    expect_judged("lock-up watchdog", "proc/sys/kernel/watchdog", "0", "1");
    expect_judged("statistics interval", "proc/sys/vm/stat_interval", "120", "1");
}

TEST_F(HostSettings, EveryCoreCounts) {
    write(kCpus + "cpu2/cpufreq/scaling_governor", "performance");
    expect_judged("frequency governor", kCpus + "cpu3/cpufreq/scaling_governor", "performance",
                  "powersave");
    EXPECT_EQ(of("frequency governor").present, "performance, powersave");
    write(kCpus + "cpu2/topology/thread_siblings_list", "2");
    expect_judged("SMT siblings", kCpus + "cpu3/topology/thread_siblings_list", "3", "3,7");
    EXPECT_EQ(of("SMT siblings").present, "7");
}

TEST_F(HostSettings, AnIdleStateThatTakesLongToLeaveIsNamedUnlessItIsDisabled) {
    const std::string state = kCpus + "cpu2/cpuidle/state3/";
    write(kCpus + "cpu2/cpuidle/state0/latency", "0");
    write(state + "name", "C6");
    write(state + "latency", "133");
    expect_judged("C-states", state + "disable", "1", "0");
    EXPECT_EQ(of("C-states").present, "C6 (133 us)");
}

TEST_F(HostSettings, ACpusetIsolatesToo) {
    write("sys/fs/cgroup/cpuset.cpus.isolated", "2-3");
    EXPECT_EQ(of("isolation").state, SettingState::Good);
}

TEST_F(HostSettings, TheProcessorSaysThatItIsVirtual) {
    write("proc/cpuinfo", "processor : 0\nflags : fpu vme hypervisor lahf_lm\nbugs : x");
    EXPECT_TRUE(is_virtual_machine(HostFiles(root_.path())));
    write("proc/cpuinfo", "processor : 0\nflags : fpu vme\nmodel name : hypervisor chip");
    EXPECT_FALSE(is_virtual_machine(HostFiles(root_.path())));
}

TEST_F(HostSettings, AMachineThatShowsNothingIsNotJudgedGoodOrBadOnIt) {
    for (const char* name :
         {"frequency governor", "C-states", "SMT siblings", "clock source", "kernel work queues"}) {
        EXPECT_EQ(of(name).state, SettingState::Unknown) << name;
    }
}

TEST_F(HostSettings, ASettingToChangeSaysItsValueTheWantedOneAndTheWay) {
    write(kCpus + "online", "0-3");
    write(kCpus + "isolated", "3");
    write("proc/irq/36/effective_affinity_list", "2");
    write("proc/irq/37/effective_affinity_list", "0");
    EXPECT_EQ(of("isolation").present, "3");
    EXPECT_EQ(of("isolation").wanted, "2-3");
    EXPECT_TRUE(of("isolation").how.starts_with("kernel command line isolcpus="));
    EXPECT_EQ(of("interrupt affinity").present, "lines 36");
    EXPECT_EQ(of("interrupt affinity").wanted, "no line on 2-3");
    EXPECT_TRUE(
        of("interrupt affinity").how.starts_with("echo 0-1 > /proc/irq/LINE/smp_affinity_list"));
    EXPECT_TRUE(of("frequency governor").present.starts_with("not shown"));
    EXPECT_EQ(of("swap").present, "none");
}

}  // namespace
}  // namespace hotpath::jitter
