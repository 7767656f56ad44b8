#include "apps/hotpath/demo/placement.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <sched.h>

#include "hotpath/jitter/core_list.hpp"

namespace hotpath::app {

namespace {

/// The hyperthreads of a core, itself among them; none where the kernel does not say.
std::vector<std::uint32_t> siblings_of(std::uint32_t core) {
    std::ifstream file(
        fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", core));
    std::string text;
    std::getline(file, text);
    return jitter::parse_core_list(text).value_or(std::vector<std::uint32_t>());
}

std::string on_core(const Placement::Core& core) {
    return core ? fmt::format("on core {}", *core) : std::string("on a core that is not fixed");
}

}  // namespace

std::string Placement::text() const {
    if (threads == 2) {
        return fmt::format("2: the market and the venue {}, the trader {}", on_core(venue),
                           on_core(trader));
    }
    return threads_wanted > threads
               ? "1 instead of 2: this process may use only one core, which the market, the venue "
                 "and the trader share"
               : "1: the market, the venue and the trader share a core and its caches";
}

Placement place_demo(std::uint32_t threads, std::span<const std::uint32_t> allowed,
                     std::span<const std::uint32_t> venue_siblings) {
    Placement placement{.threads_wanted = threads};
    if (placement.threads_wanted < 2 || allowed.size() < 2) {
        return placement;
    }
    placement.threads = 2;
    placement.venue = allowed.front();
    const auto others = allowed.subspan(1);
    const auto apart = std::ranges::find_if(others, [&](std::uint32_t core) {
        return std::ranges::find(venue_siblings, core) == venue_siblings.end();
    });
    placement.trader = apart == others.end() ? others.front() : *apart;
    return placement;
}

Placement place_demo(std::uint32_t threads) {
    const std::vector<std::uint32_t> allowed = jitter::allowed_cores();
    return place_demo(
        threads, allowed,
        allowed.empty() ? std::vector<std::uint32_t>() : siblings_of(allowed.front()));
}

PinnedThread::PinnedThread(Placement::Core& core) {
    if (!core) {
        return;
    }
    before_ = jitter::allowed_cores();
    if (!pin_this_thread(*core)) {
        core.reset();
        before_.clear();
    }
}

PinnedThread::~PinnedThread() {
    if (before_.empty()) {
        return;
    }
    cpu_set_t cores;
    CPU_ZERO(&cores);
    for (const std::uint32_t core : before_) {
        CPU_SET(core, &cores);
    }
    static_cast<void>(::sched_setaffinity(0, sizeof cores, &cores));
}

}  // namespace hotpath::app
