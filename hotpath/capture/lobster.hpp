#pragma once
/// LOBSTER's message files, the academic standard: one event a line, read exactly.
///
///   34200.015105074,4,15818974,4,5794000,1
///   time s,type,order id,size,price 1/10,000 dollar,side of the resting order (1 buy, -1 sell)
///
/// Times are read as integers of nanoseconds, never through floating point. Decimals beyond the
/// ninth are rounded to the nearest nanosecond: some of LOBSTER's files have them. Threads: values
/// and one-owner readers. Allocation: the reader's buffer. Complexity: linear. Source: LOBSTER
/// sample files' readme, 1 September 2013.

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/capture/text_lines.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture {

inline constexpr std::size_t kLobsterColumns = 6;

enum class LobsterType : std::uint8_t {
    Add = 1,
    PartialCancel = 2,
    Delete = 3,
    Execution = 4,
    HiddenExecution = 5,  // changes no book
    CrossTrade = 6,
    Halt = 7,  // price -1 halted, 0 quotation only, 1 trading
};

struct LobsterEvent {
    Time time;  // since midnight
    LobsterType type = LobsterType::Add;
    OrderId order_id;
    Qty size;
    Price price;
    Side side = Side::Buy;  // of the resting order

    friend constexpr bool operator==(const LobsterEvent&, const LobsterEvent&) = default;
};

struct LobsterOrder {
    OrderId id;
    Side side = Side::Buy;
    Price price;
    Qty leaves_qty;
};

/// One line without its line end; none when it is not an event, and then why, for people.
[[nodiscard]] std::expected<LobsterEvent, std::string_view> parse_lobster_line(
    std::string_view line);

/// The events of a message file, one by one.
class LobsterReader {
  public:
    explicit LobsterReader(ReadBuffer input) : lines_(std::move(input), kLineLengthMax) {}

    [[nodiscard]] const ReadBuffer& input() const { return lines_.input(); }

    /// The next event, none at the end. An error names file, line and byte, and is final.
    [[nodiscard]] Expected<std::optional<LobsterEvent>> next();

  private:
    static constexpr std::size_t kLineLengthMax = 4096;

    [[nodiscard]] Expected<std::optional<LobsterEvent>> end_of_input();
    [[nodiscard]] Expected<std::optional<LobsterEvent>> stop_with(std::string_view reason);

    TextLines lines_;
    std::optional<Error> failure_;
};

/// "GOOG" of GOOG_2012-06-21_34200000_57600000_message_5.csv; LOBSTER when the name has none.
[[nodiscard]] std::string lobster_ticker(std::string_view file_name);

}  // namespace hotpath::capture
