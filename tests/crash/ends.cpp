#include "tests/crash/ends.hpp"

#include <sched.h>

#include "tests/crash/payload.hpp"

namespace hotpath::crash {

void pause_a_little() noexcept {
    ::sched_yield();
}

void Publication::linger() noexcept {
    for (std::uint64_t i = 0; i < kWordsMax; ++i) {
        writer_.acknowledged.load(std::memory_order_acquire);
    }
}

void journal(Evidence& evidence, const Delivery& delivery) {
    const std::uint64_t n = evidence.reader.journalled.load(std::memory_order_relaxed);
    while (n - evidence.verified.load(std::memory_order_acquire) >= Evidence::kJournal) {
        pause_a_little();
    }
    evidence.delivery(n) = delivery;
    evidence.reader.journalled.store(n + 1, std::memory_order_release);
}

}  // namespace hotpath::crash
