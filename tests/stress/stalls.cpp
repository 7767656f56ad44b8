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
    ++count_;
    switch (random_.below(4)) {
        case 0:
            for (std::uint64_t left = random_.below(kPausesMax); left > 0; --left) {
                pause_briefly();
            }
            break;
        case 1:
            std::this_thread::yield();
            break;
        default:
            edges_->await(options_.awaited);
            break;
    }
}

}  // namespace hotpath::stress
