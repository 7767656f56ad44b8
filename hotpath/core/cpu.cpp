#include "hotpath/core/cpu.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include <sched.h>

namespace hotpath {

std::uint32_t cpu_count() noexcept {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return 1;
    }
    return static_cast<std::uint32_t>(std::max(1, CPU_COUNT(&allowed)));
}

Expected<void> pin_this_thread(std::uint32_t core) {
    if (core >= CPU_SETSIZE) {
        return fail("cannot pin to core " + std::to_string(core) +
                    ": the highest core this build supports is " + std::to_string(CPU_SETSIZE - 1));
    }
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(core, &only);
    if (sched_setaffinity(0, sizeof only, &only) != 0) {
        return fail("cannot pin to core " + std::to_string(core) + ": " + std::strerror(errno) +
                    " (`nproc --all` counts the cores, `taskset -p $$` shows the allowed ones)");
    }
    return {};
}

}  // namespace hotpath
