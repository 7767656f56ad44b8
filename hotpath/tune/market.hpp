#pragma once
/// The market that is replayed again and again: the first messages of a recording, or of a
/// generated day, in memory.
///
/// Behind them stand the messages that delete every order that is open then: after both, books are
/// empty, and ready for the next run in the same memory. Threads: one owner. Allocation: the
/// messages. Complexity: linear.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hotpath/book/l2_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::tune {

struct Market {
    std::string description{};
    std::uint64_t messages = 0;
    bool is_generated = false;
    // Messages, each after its length.
    std::vector<std::byte> day{};
    std::vector<std::byte> end{};

    /// Books that hold it.
    [[nodiscard]] book::BooksOptions by_order() const;
    [[nodiscard]] book::L2BooksOptions by_price() const;
};

/// Generated markets from many orders to few: each after the first has an eighth of the messages
/// and of the instruments. The first is of `options`, or of kGrowthMessagesMax messages: by then it
/// is plain whether looking ahead pays.
inline constexpr std::uint64_t kGrowthMessagesMax = 3'000'000;
[[nodiscard]] Expected<std::vector<Market>> markets_of_growth(
    const sim::market::MarketOptions& options);

/// At most `options.messages` of the file; without a file of a generated day that is longer, so
/// that its books are still full.
[[nodiscard]] Expected<Market> read_market(const std::filesystem::path& file,
                                           const sim::market::MarketOptions& options);

}  // namespace hotpath::tune
