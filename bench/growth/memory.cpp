#include "bench/growth/memory.hpp"

#include <algorithm>
#include <fstream>

#include <unistd.h>

#include "bench/runner/machine.hpp"
#include "hotpath/core/cpu.hpp"

namespace hotpath::bench::growth {

std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t address_space_pages = 0;
    std::size_t resident_pages = 0;
    statm >> address_space_pages >> resident_pages;
    return resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

Metric MemoryGrowth::metric() const {
    constexpr double kBytesInMebibyte = 1024 * 1024;
    const std::size_t now = std::max(resident_bytes(), before_);
    return {"memory", "MiB", static_cast<double>(now - before_) / kBytesInMebibyte};
}

Measurement run_pinned_in_child(const std::function<Measurement()>& work) {
    return run_in_child([&]() -> Measurement {
        if (auto pinned = pin_this_thread(cores() - 1); !pinned) {
            return {.error = pinned.error().message};
        }
        return work();
    });
}

}  // namespace hotpath::bench::growth
