#pragma once
/// The events of an order as sentences, with the same words for every protocol.
///
///   accepted_sentence("1", {.side = "buy", .qty = 100, .symbol = "AAPL", .price = "10.00"})
///       == "order 1 accepted: buy 100 AAPL at 10.00"
///
/// Threads: any. Allocation: strings. Complexity: linear in the words.

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace hotpath::messages {

/// All in words; `options` begins with a comma, or is empty.
struct OrderWords {
    std::string side{};
    std::uint64_t qty = 0;
    std::string symbol{};
    std::string price{};
    std::string options{};
};

struct FillWords {
    std::uint64_t qty = 0;
    std::string price{};
    std::string more{};  // behind a comma: how it traded, its name
};

[[nodiscard]] inline std::string to_text(const OrderWords& order) {
    return fmt::format("{} {} {} at {}{}", order.side, order.qty, order.symbol, order.price,
                       order.options);
}
[[nodiscard]] inline std::string accepted_sentence(std::string_view id, const OrderWords& order) {
    return fmt::format("order {} accepted: {}", id, to_text(order));
}
[[nodiscard]] inline std::string replaced_sentence(std::string_view original, std::string_view id,
                                                   const OrderWords& order) {
    return fmt::format("order {} replaced by {}: {}", original, id, to_text(order));
}
[[nodiscard]] inline std::string canceled_sentence(std::string_view id, std::uint64_t qty,
                                                   std::string_view why) {
    return fmt::format("order {} canceled: {} off, {}", id, qty, why);
}
[[nodiscard]] inline std::string executed_sentence(std::string_view id, const FillWords& fill) {
    return fmt::format("order {} executed: {} at {}, {}", id, fill.qty, fill.price, fill.more);
}
[[nodiscard]] inline std::string rejected_sentence(std::string_view id, std::string_view why) {
    return fmt::format("order {} rejected: {}", id, why);
}

}  // namespace hotpath::messages
