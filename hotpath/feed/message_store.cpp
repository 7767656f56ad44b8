#include "hotpath/feed/message_store.hpp"

namespace hotpath::feed {

void MessageStore::advance_to(std::uint64_t base) noexcept {
    if (base <= base_) {
        return;
    }
    if (base - base_ >= messages_max_ || size_ == 0) {
        return restart_at(base);
    }
    for (std::uint64_t kept = first_kept(base_, base); kept < base;
         kept = first_kept(kept + 1, base)) {
        drop(kept);
    }
    base_ = base;
}

void MessageStore::restart_at(std::uint64_t base) noexcept {
    if (size_ > 0) {
        std::ranges::fill(kept_.items(), 0);
    }
    size_ = 0;
    base_ = base;
}

std::uint64_t MessageStore::search(std::uint64_t from, std::uint64_t until,
                                   std::uint64_t inverted) const noexcept {
    while (from < until) {
        const std::uint64_t word = (word_of(from) ^ inverted) >> (from % kWordBits);
        if (word != 0) {
            return std::min(until, from + static_cast<std::uint64_t>(std::countr_zero(word)));
        }
        from += kWordBits - from % kWordBits;
    }
    return until;
}

}  // namespace hotpath::feed
