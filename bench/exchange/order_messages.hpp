#pragma once
/// The flows of matching as OUCH messages of one session: what a venue is measured on.
///
/// Threads: one owner. Allocation: free.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/exchange/matching_flow.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"

namespace hotpath::bench {

struct OrderMessages {
    std::string_view name;
    std::vector<std::byte> bytes;
    std::vector<std::uint32_t> ends;  // by message: behind its last byte

    [[nodiscard]] std::size_t size() const { return ends.size(); }
    [[nodiscard]] Bytes operator[](std::size_t n) const {
        const std::uint32_t begin = n == 0 ? 0 : ends[n - 1];
        return Bytes(bytes).subspan(begin, ends[n] - begin);
    }
};

/// Commands as requests: UserRefNums are the flow's ids, reductions new sizes.
[[nodiscard]] OrderMessages order_messages(const MatchingFlow& flow);

/// A venue of one instrument, the messages', with room for so many orders.
[[nodiscard]] Expected<exchange::OuchExchange> venue_for(const OrderMessages& messages,
                                                         std::uint32_t orders_max);

/// Sends one message; what the venue wrote, added up.
[[nodiscard]] std::uint64_t answers_to(exchange::OuchExchange& venue, Bytes message, Time now);

}  // namespace hotpath::bench
