#pragma once
/// LOBSTER's order book files: the N best levels of both sides after each event of the message
/// file.
///
///   5802300,100,5794000,496,5804300,100,5787000,400,...
///   ask price 1,ask size 1,bid price 1,bid size 1,ask price 2,...     prices in 1/10,000 dollar
///
/// A level that is not there has size 0 (price 9999999999 of asks, -9999999999 of bids). Threads:
/// values and one-owner readers. Allocation: the reader's buffer and the rows. Complexity: linear.
/// Source: LOBSTER sample files' readme, 1 September 2013.

#include <array>
#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/capture/text_lines.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture {

inline constexpr std::size_t kLobsterColumnsPerLevel = 4;
inline constexpr std::size_t kLobsterLevelsMax = 1'000;

struct LobsterLevel {
    Price price;
    Qty qty;

    friend constexpr bool operator==(const LobsterLevel&, const LobsterLevel&) = default;
};

/// The book after one event.
struct LobsterRow {
    std::size_t levels_max = 0;                      // N: levels a side that the file has room for
    std::array<std::vector<LobsterLevel>, 2> sides;  // by side_index(); best first, none is empty

    [[nodiscard]] const std::vector<LobsterLevel>& side(Side side) const {
        return sides[side_index(side)];
    }
    /// There may be more levels after the last one.
    [[nodiscard]] bool is_full(Side of) const { return side(of).size() == levels_max; }
};

/// Parses one line without its line end into `row`; the error is a readable reason.
[[nodiscard]] std::expected<void, std::string_view> parse_lobster_row(std::string_view line,
                                                                      LobsterRow& row);

/// The rows of an order book file, one by one.
class LobsterBookReader {
  public:
    explicit LobsterBookReader(ReadBuffer input) : lines_(std::move(input), kLineLengthMax) {}

    [[nodiscard]] const ReadBuffer& input() const { return lines_.input(); }

    /// Reads the next row; false at the end. An error names file, line and byte, and is final.
    [[nodiscard]] Expected<bool> next(LobsterRow& row);

  private:
    /// Four columns of at most twelve characters and a comma, a thousand times.
    static constexpr std::size_t kLineLengthMax = std::size_t{64} << 10U;

    [[nodiscard]] Expected<bool> stop_with(std::string_view reason);

    TextLines lines_;
    std::size_t levels_ = 0;  // of the first row
    std::optional<Error> failure_;
};

/// "GOOG_..._orderbook_5.csv" of "GOOG_..._message_5.csv"; none when the name is not LOBSTER's.
[[nodiscard]] std::optional<std::string> lobster_book_name(std::string_view message_name);

}  // namespace hotpath::capture
