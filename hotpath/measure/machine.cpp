#include "hotpath/measure/machine.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include <sys/utsname.h>
#include <unistd.h>

#include "hotpath/core/cpu.hpp"
#include "hotpath/measure/statistics.hpp"
#include "hotpath/timing/clock_pair.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::measure {
namespace {

constexpr std::uint32_t kRoundsPerBatch = 20'000;
constexpr double kNearMaxNs = 200.0;

struct alignas(64) Line {
    std::atomic<std::uint32_t> value{0};
};

std::string first_line_of_command(const std::string& command) {
    std::array<char, 256> line{};
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (pipe == nullptr ||
        std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) == nullptr) {
        return {};
    }
    std::string text(line.data());
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    return text;
}

std::string cpu_model() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    for (std::string line; std::getline(cpuinfo, line);) {
        if (line.starts_with("model name")) {
            return line.substr(line.find(':') + 2);
        }
    }
    return "unknown";
}

std::string load_average() {
    std::ifstream loadavg("/proc/loadavg");
    std::string one_minute;
    loadavg >> one_minute;
    return one_minute;
}

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 32> text{};
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

/// Elsewhere than on Linux' first two cores the answer is less sharp, not wrong.
void pin_if_possible(unsigned core) {
    [[maybe_unused]] const auto pinned = pin_this_thread(core);
}

}  // namespace

unsigned cores() {
    return static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN));
}

double ping_pong_ns(unsigned batches, const TwoCores& between) {
    if (cores() < 2) {
        return 0;
    }
    auto clock = timing::TscClock::create();
    if (!clock) {
        return 0;
    }
    Line ping;
    Line pong;
    const std::uint32_t total = batches * kRoundsPerBatch;
    std::thread echo([&] {
        pin_if_possible(between.to);
        for (std::uint32_t round = 1; round <= total; ++round) {
            while (ping.value.load(std::memory_order_acquire) != round) {
            }
            pong.value.store(round, std::memory_order_release);
        }
    });
    pin_if_possible(between.from);
    std::vector<double> batch_ns(batches);
    std::uint32_t round = 0;
    for (double& result : batch_ns) {
        const std::uint64_t begin = clock->ticks();
        for (std::uint32_t i = 0; i < kRoundsPerBatch; ++i) {
            ping.value.store(++round, std::memory_order_release);
            while (pong.value.load(std::memory_order_acquire) != round) {
            }
        }
        result =
            static_cast<double>(clock->to_duration(clock->ticks() - begin).value) / kRoundsPerBatch;
    }
    echo.join();
    return median(std::move(batch_ns));
}

std::string regime_of(double ns) {
    if (ns <= 0) {
        return "single";
    }
    return ns < kNearMaxNs ? "near" : "far";
}

#if defined(__x86_64__)
double additions_at_a_time(std::uint32_t core) {
    constexpr int kTries = 9;
    constexpr std::uint64_t kTurns = 200'000;
    using Clocks = timing::SystemClocks;  // a ratio needs no calibration
    if (!Clocks::has_invariant_ticks()) {
        return 0;
    }
    pin_if_possible(core);
    std::uint64_t one_by_one = ~std::uint64_t{0};
    std::uint64_t together = ~std::uint64_t{0};
    for (int i = 0; i < kTries; ++i) {
        const std::uint64_t begin = Clocks::ticks();
        std::uint64_t turns = kTurns;
        asm volatile(
            "1: add $1, %%rax\n add $1, %%rax\n add $1, %%rax\n add $1, %%rax\n"
            "add $1, %%rax\n add $1, %%rax\n add $1, %%rax\n add $1, %%rax\n dec %0\n jnz 1b"
            : "+r"(turns)
            :
            : "rax", "cc");
        const std::uint64_t middle = Clocks::ticks();
        turns = kTurns;
        asm volatile(
            "1: add $1, %%rax\n add $1, %%rcx\n add $1, %%rdx\n add $1, %%rsi\n"
            "add $1, %%rdi\n add $1, %%r8\n add $1, %%r9\n add $1, %%r10\n dec %0\n jnz 1b"
            : "+r"(turns)
            :
            : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "cc");
        const std::uint64_t end = Clocks::ticks();
        one_by_one = std::min(one_by_one, middle - begin);
        together = std::min(together, end - middle);
    }
    return static_cast<double>(one_by_one) / static_cast<double>(together);
}
#else
double additions_at_a_time(std::uint32_t) {
    return 0;
}
#endif

double additions_at_a_time() {
    return std::min(additions_at_a_time(0), additions_at_a_time(cores() - 1));
}

nlohmann::ordered_json provenance(const std::string& source_folder) {
    const std::string git = "git -C '" + source_folder + "'";
    utsname kernel{};
    uname(&kernel);
    return {
        {"record", "provenance"},
        {"date", utc_now()},
        {"cpu", cpu_model()},
        {"cores", cores()},
        {"kernel", std::string(kernel.release)},
        {"isolation", "none"},
        {"load_average_1m", load_average()},
        {"compiler", HOTPATH_COMPILER},
        {"flags", HOTPATH_COMPILE_FLAGS},
        {"commit", first_line_of_command(git + " rev-parse --short=12 HEAD 2>/dev/null")},
        {"dirty", !first_line_of_command(git + " status --porcelain --untracked-files=no -- . "
                                               "':!docs' ':!*.md' ':!bench/figures' 2>/dev/null")
                       .empty()},
    };
}

}  // namespace hotpath::measure
