#include "tests/stress/stalls.hpp"

#include <thread>

namespace hotpath::stress {

void pause_briefly() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

bool Edges::await(Edge edge) noexcept {
    if (waiting_.exchange(true)) {
        return false;
    }
    const std::uint64_t before = count_of(edge).load();
    while (count_of(edge).load() == before && !is_closed()) {
        std::this_thread::yield();
    }
    waiting_.store(false);
    return true;
}

void Stalls::after_refusal() noexcept {
    if (++refusals_ < kRefusalsSpun) {
        pause_briefly();
    } else {
        std::this_thread::yield();
    }
}

void Stalls::stand_still() noexcept {
    calls_left_ = std::uint64_t{2} << random_.below(options_.stretches);
    const std::uint64_t kind = random_.below(4);
    if (!has_awaited_ || kind >= 2) {
        await_edge();
    } else if (kind == 1) {
        std::this_thread::yield();
        ++count_;
    } else {
        for (std::uint64_t left = random_.below(kPausesMax); left > 0; --left) {
            pause_briefly();
        }
        ++count_;
    }
}

// Once every thread does, so that no run ends without both edges.
void Stalls::await_edge() noexcept {
    if (edges_->await(options_.awaited)) {
        has_awaited_ = true;
        ++count_;
    } else if (!has_awaited_) {
        calls_left_ = 2;
    }
}

}  // namespace hotpath::stress
