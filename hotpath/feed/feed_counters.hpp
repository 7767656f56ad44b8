#pragma once
/// Counters of a feed: messages by type, undecodable bytes, its first and last time.
///
/// Values. Threads: one writer. Allocation: none. Complexity: O(1) a message.

#include <array>
#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::feed {

struct FeedCounters {
    std::uint64_t messages = 0;  // decoded
    std::array<std::uint64_t, 256> by_type{};
    std::uint64_t unknown_types = 0;
    std::uint64_t decode_errors = 0;  // truncated, oversized or malformed
    Time first_time{};
    Time last_time{};

    void count(char type, Time time) noexcept {
        if (messages == 0) [[unlikely]] {
            first_time = time;
        }
        last_time = time;
        ++messages;
        ++by_type[static_cast<unsigned char>(type)];
    }

    void count_undecoded(protocols::DecodeStatus status) noexcept {
        ++(status == protocols::DecodeStatus::UnknownType ? unknown_types : decode_errors);
    }
};

}  // namespace hotpath::feed
