#include "hotpath/jitter/host_settings.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hotpath/jitter/core_list.hpp"

namespace hotpath::jitter {

namespace {

namespace fs = std::filesystem;
using Cores = std::span<const std::uint32_t>;

constexpr const char* kCpu = "sys/devices/system/cpu";

[[nodiscard]] std::string of_core(std::uint32_t core, std::string_view file) {
    return fmt::format("{}/cpu{}/{}", kCpu, core, file);
}

[[nodiscard]] SettingState good_if(bool is_good) {
    return is_good ? SettingState::Good : SettingState::Change;
}

[[nodiscard]] std::vector<std::uint32_t> cores_of(const std::optional<std::string>& text) {
    return parse_core_list(text.value_or("")).value_or(std::vector<std::uint32_t>{});
}

[[nodiscard]] bool has(Cores cores, std::uint32_t core) {
    return std::ranges::find(cores, core) != cores.end();
}

[[nodiscard]] bool has_all(Cores all, Cores wanted) {
    return std::ranges::all_of(wanted, [&](std::uint32_t core) { return has(all, core); });
}

[[nodiscard]] std::string list_or(Cores cores, std::string_view none) {
    return cores.empty() ? std::string(none) : core_list_text(cores);
}

/// The cores that are not traded on.
[[nodiscard]] std::string other_cores(const HostFiles& files, Cores cores) {
    std::vector<std::uint32_t> others = cores_of(files.text(std::string(kCpu) + "/online"));
    std::erase_if(others, [&](std::uint32_t core) { return has(cores, core); });
    return list_or(others, "CORES");
}

/// The value of NAME=VALUE on the kernel's command line.
[[nodiscard]] std::optional<std::string> boot_option(const HostFiles& files,
                                                     std::string_view name) {
    const std::string line = " " + files.text("proc/cmdline").value_or("") + " ";
    const std::size_t begin = line.find(fmt::format(" {}=", name));
    if (begin == std::string::npos) {
        return std::nullopt;
    }
    const std::size_t value = begin + name.size() + 2;
    return line.substr(value, line.find(' ', value) - value);
}

/// A file with one number, which should be `wanted`. Without the file the kernel does not do it.
struct SettingFile {
    std::string name;
    std::string path;
    std::string wanted;
    std::string how;
};

[[nodiscard]] Setting number_setting(const HostFiles& files, const SettingFile& file) {
    const auto text = files.text(file.path);
    return {.name = file.name,
            .state = good_if(!text || *text == file.wanted),
            .present = text.value_or("not in this kernel"),
            .wanted = file.wanted,
            .how = file.how};
}

[[nodiscard]] Setting isolation(const HostFiles& files, Cores cores) {
    std::vector<std::uint32_t> isolated = cores_of(files.text(std::string(kCpu) + "/isolated"));
    const auto of_cpuset = cores_of(files.text("sys/fs/cgroup/cpuset.cpus.isolated"));
    isolated.insert(isolated.end(), of_cpuset.begin(), of_cpuset.end());
    const std::string list = core_list_text(cores);
    return {.name = "isolation",
            .state = good_if(has_all(isolated, cores)),
            .present = list_or(isolated, "none"),
            .wanted = list,
            .how = fmt::format("kernel command line isolcpus=domain,managed_irq,{}; or a cpuset "
                               "with cpuset.cpus={} and cpuset.cpus.partition=isolated",
                               list, list)};
}

[[nodiscard]] Setting timer_tick(const HostFiles& files, Cores cores) {
    const auto text = files.text(std::string(kCpu) + "/nohz_full");
    const auto without = cores_of(text);
    return {.name = "timer tick",
            .state = good_if(has_all(without, cores)),
            .present = text ? "off on " + list_or(without, "no core")
                            : std::string("on everywhere (a kernel without nohz_full)"),
            .wanted = "off on " + core_list_text(cores),
            .how = fmt::format("kernel command line nohz_full={}{}", core_list_text(cores),
                               text ? "" : ", in a kernel with CONFIG_NO_HZ_FULL")};
}

/// nohz_full brings it along.
[[nodiscard]] Setting rcu_callbacks(const HostFiles& files, Cores cores) {
    const auto named = cores_of(boot_option(files, "rcu_nocbs"));
    const auto tickless = cores_of(files.text(std::string(kCpu) + "/nohz_full"));
    return {.name = "RCU callbacks",
            .state = good_if(has_all(named, cores) || has_all(tickless, cores)),
            .present = boot_option(files, "rcu_nocbs").value_or("on every core"),
            .wanted = "not on " + core_list_text(cores),
            .how = fmt::format("kernel command line rcu_nocbs={}", core_list_text(cores))};
}

[[nodiscard]] Setting interrupt_affinity(const HostFiles& files, Cores cores) {
    std::vector<std::string> lines;
    for (const std::string& line : files.names_in("proc/irq")) {
        const std::string folder = "proc/irq/" + line;
        auto text = files.text(folder + "/effective_affinity_list");
        text = text ? text : files.text(folder + "/smp_affinity_list");
        const auto at = cores_of(text);
        if (std::ranges::any_of(at, [&](std::uint32_t core) { return has(cores, core); })) {
            lines.push_back(line);
        }
    }
    return {.name = "interrupt affinity",
            .state = good_if(lines.empty()),
            .present = lines.empty() ? std::string("no line")
                                     : fmt::format("lines {}", fmt::join(lines, ",")),
            .wanted = fmt::format("no line on {}", core_list_text(cores)),
            .how = fmt::format("echo {} > /proc/irq/LINE/smp_affinity_list for each, with "
                               "irqbalance stopped (lines of a queue a core: fewer queues, "
                               "ethtool -L)",
                               other_cores(files, cores))};
}

[[nodiscard]] Setting governor(const HostFiles& files, Cores cores) {
    std::vector<std::string> present;
    for (const std::uint32_t core : cores) {
        if (const auto text = files.text(of_core(core, "cpufreq/scaling_governor"))) {
            present.push_back(*text);
        }
    }
    std::ranges::sort(present);
    present.erase(std::ranges::unique(present).begin(), present.end());
    const bool is_good = present == std::vector<std::string>{"performance"};
    return {.name = "frequency governor",
            .state = present.empty() ? SettingState::Unknown : good_if(is_good),
            .present = present.empty() ? "not shown: the host or the firmware decides"
                                       : fmt::format("{}", fmt::join(present, ", ")),
            .wanted = "performance",
            .how = present.empty() ? "in the host's or the firmware's settings"
                                   : "cpupower frequency-set -g performance"};
}

/// States that a core takes longer than this to leave are named.
[[nodiscard]] Setting idle_states(const HostFiles& files, Cores cores) {
    constexpr int kExitMicrosMost = 2;
    std::vector<std::string> deep;
    const std::string folder = of_core(cores.front(), "cpuidle");
    const auto states = files.names_in(folder);
    for (const std::string& state : states) {
        const std::string path = fmt::format("{}/{}", folder, state);
        const std::string latency = files.text(path + "/latency").value_or("0");
        int exit_us = 0;
        std::from_chars(latency.data(), latency.data() + latency.size(), exit_us);
        if (exit_us > kExitMicrosMost && files.text(path + "/disable").value_or("0") == "0") {
            deep.push_back(
                fmt::format("{} ({} us)", files.text(path + "/name").value_or(state), exit_us));
        }
    }
    return {.name = "C-states",
            .state = states.empty() ? SettingState::Unknown : good_if(deep.empty()),
            .present = states.empty() ? "not shown: the host or the firmware decides"
                       : deep.empty() ? std::string("none that takes long to leave")
                                      : fmt::format("{}", fmt::join(deep, ", ")),
            .wanted = "none that takes longer than 2 us to leave",
            .how =
                "cpupower idle-set -D 2; or a process that holds /dev/cpu_dma_latency open with "
                "0 written to it; a thread that spins never enters one"};
}

[[nodiscard]] Setting siblings(const HostFiles& files, Cores cores) {
    std::vector<std::uint32_t> others;
    bool is_shown = false;
    for (const std::uint32_t core : cores) {
        const auto text = files.text(of_core(core, "topology/thread_siblings_list"));
        is_shown = is_shown || text;
        for (const std::uint32_t sibling : cores_of(text)) {
            if (sibling != core && !has(others, sibling)) {
                others.push_back(sibling);
            }
        }
    }
    return {.name = "SMT siblings",
            .state = is_shown ? good_if(others.empty()) : SettingState::Unknown,
            .present = !is_shown ? "not shown" : list_or(others, "none online"),
            .wanted = "none online, or nothing running there",
            .how =
                "echo 0 > /sys/devices/system/cpu/cpuN/online for each; or echo off > "
                "/sys/devices/system/cpu/smt/control"};
}

/// "always [madvise] never" -> "madvise"
[[nodiscard]] Setting huge_pages(const HostFiles& files, Cores) {
    const std::string text =
        files.text("sys/kernel/mm/transparent_hugepage/enabled").value_or("[never]");
    const std::size_t begin = text.find('[') + 1;
    const std::string present = text.substr(begin, text.find(']') - begin);
    return {.name = "transparent huge pages",
            .state = good_if(present != "always"),
            .present = present,
            .wanted = "madvise or never",
            .how = "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"};
}

[[nodiscard]] Setting swap(const HostFiles& files, Cores) {
    const std::string text = files.text("proc/swaps").value_or("");
    const auto lines = std::ranges::count(text, '\n');  // the heading has none after it
    return {.name = "swap",
            .state = good_if(lines == 0),
            .present = lines == 0 ? std::string("none") : fmt::format("{} in use", lines),
            .wanted = "none",
            .how = "swapoff -a, and its lines out of /etc/fstab"};
}

[[nodiscard]] Setting clock_source(const HostFiles& files, Cores) {
    const auto text = files.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
    return {.name = "clock source",
            .state = text ? good_if(*text == "tsc" || text->ends_with("sys_counter"))
                          : SettingState::Unknown,
            .present = text.value_or("not shown"),
            .wanted = "tsc",
            .how =
                "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource; "
                "kernel command line tsc=reliable"};
}

/// A mask in hexadecimal words of 32 bits, the highest first.
[[nodiscard]] bool mask_has(std::string mask, std::uint32_t core) {
    std::erase(mask, ',');
    const std::size_t digit = core / 4;
    if (digit >= mask.size()) {
        return false;
    }
    const char sign = mask[mask.size() - 1 - digit];
    const int value = sign <= '9' ? sign - '0' : (sign | 0x20) - 'a' + 10;
    return ((value >> (core % 4)) & 1) != 0;
}

[[nodiscard]] Setting work_queues(const HostFiles& files, Cores cores) {
    const auto mask = files.text("sys/devices/virtual/workqueue/cpumask");
    const bool is_hit = mask && std::ranges::any_of(cores, [&](std::uint32_t core) {
                            return mask_has(*mask, core);
                        });
    return {.name = "kernel work queues",
            .state = mask ? good_if(!is_hit) : SettingState::Unknown,
            .present = mask ? "mask " + *mask : "not shown",
            .wanted = "a mask without " + core_list_text(cores),
            .how = "echo MASK > /sys/devices/virtual/workqueue/cpumask"};
}

[[nodiscard]] Setting virtual_machine(const HostFiles& files, Cores) {
    const bool is_virtual = is_virtual_machine(files);
    return {.name = "machine",
            .state = is_virtual ? SettingState::Unknown : SettingState::Good,
            .present = is_virtual ? "virtual: its host takes the cores when it likes" : "physical",
            .wanted = "physical, or virtual with cores that it shares with nothing",
            .how = "on the host: pin each virtual core to a physical one that nothing else uses"};
}

}  // namespace

std::optional<std::string> HostFiles::text(const std::string& path) const {
    std::ifstream file(root_ / path);
    if (!file) {
        return std::nullopt;
    }
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.ends_with('\n')) {
        text.pop_back();
    }
    return text;
}

std::vector<std::string> HostFiles::names_in(const std::string& folder) const {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(root_ / folder, error), end; !error && entry != end;
         entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

bool is_virtual_machine(const HostFiles& files) {
    const std::string text = files.text("proc/cpuinfo").value_or("");
    const std::size_t flags = text.find("\nflags");
    const std::string line = flags == std::string::npos
                                 ? std::string()
                                 : text.substr(flags + 1, text.find('\n', flags + 1) - flags - 1);
    return (line + " ").find(" hypervisor ") != std::string::npos;
}

std::vector<Setting> read_settings(const HostFiles& files, Cores cores) {
    std::vector<Setting> settings;
    for (const auto read :
         {virtual_machine, isolation, timer_tick, rcu_callbacks, interrupt_affinity, governor,
          idle_states, siblings, huge_pages, swap, clock_source, work_queues}) {
        settings.push_back(read(files, cores));
    }
    for (const SettingFile& file : std::initializer_list<SettingFile>{
             {"NUMA balancing", "proc/sys/kernel/numa_balancing", "0",
              "sysctl kernel.numa_balancing=0"},
             {"same-page merging", "sys/kernel/mm/ksm/run", "0", "echo 0 > /sys/kernel/mm/ksm/run"},
             {"lock-up watchdog", "proc/sys/kernel/watchdog", "0", "sysctl kernel.watchdog=0"},
             {"statistics interval", "proc/sys/vm/stat_interval", "120",
              "sysctl vm.stat_interval=120"}}) {
        settings.push_back(number_setting(files, file));
    }
    return settings;
}

}  // namespace hotpath::jitter
