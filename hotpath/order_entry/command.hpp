#pragma once
/// A line of `hotpath order` as a command, and a command as the bytes of its OUCH 5.0 request.
///
///   enter buy 100 AAPL 499.50 ioc      replace 3 50 499.40      cancel 3      query      orders
///
/// Every number has a range; the error of a wrong line states it. Threads: any.
/// Allocation: strings and the request. Complexity: O(words).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::order_entry {

/// The syntax of each command, for --help.
[[nodiscard]] std::string_view order_command_help();

/// Optional terms of an order, beyond side, quantity, symbol and price.
struct OrderWishes {
    char time_in_force = '0';
    char display = 'Y';
    bool is_fill_or_kill = false;
    bool is_post_only = false;
    std::optional<std::uint32_t> min_qty{};
    std::optional<std::uint32_t> displayed_qty{};
    std::optional<std::array<char, 4>> firm{};
    std::optional<std::uint16_t> group{};
    std::optional<Price> stop_price{};
};

struct OrderCommand {
    enum class Kind : std::uint8_t { Enter, Replace, Cancel, Query, Orders, Wait, Help, Quit };

    Kind kind = Kind::Help;
    std::uint32_t number = 0;  // of the order meant; 0: the last one entered
    char side = 'B';
    std::uint32_t qty = 0;  // of a cancel: what the order is to have in all
    Symbol symbol{};
    Price price{};
    OrderWishes wishes{};
    Nanos wait{};

    [[nodiscard]] bool is_of_order() const { return kind == Kind::Replace || kind == Kind::Cancel; }
};

/// Parses a line with at least one word.
[[nodiscard]] Expected<OrderCommand> parse_order_command(std::string_view line);

/// The request of an Enter, Replace or Cancel; `next` is the number of an order that it brings.
[[nodiscard]] std::vector<std::byte> request_of(const OrderCommand& command, std::uint32_t next);

}  // namespace hotpath::order_entry
