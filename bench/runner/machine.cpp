#include "bench/runner/machine.hpp"

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

#include "bench/runner/statistics.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint32_t kRoundsPerBatch = 20'000;
constexpr double kNearMaxNs = 200.0;

struct alignas(64) Line {
    std::atomic<std::uint32_t> value{0};
};

std::string first_line_of_command(const char* command) {
    std::array<char, 256> line{};
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command, "r"), pclose);
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

nlohmann::ordered_json provenance() {
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
        {"commit", first_line_of_command("git -C " HOTPATH_SOURCE_DIR
                                         " rev-parse --short=12 HEAD 2>/dev/null")},
        {"dirty", !first_line_of_command("git -C " HOTPATH_SOURCE_DIR
                                         " status --porcelain --untracked-files=no -- . "
                                         "':!docs' ':!*.md' ':!bench/results' 2>/dev/null")
                       .empty()},
    };
}

}  // namespace hotpath::bench
