#pragma once
/// The CSV of `hotpath replay --trades`: one row an execution, visible or not.
///
/// Columns: time_ns, symbol, message_type (ITCH: E and C executions of visible orders, P of hidden
/// ones, Q crosses, B: the trade of this match_id is broken), side (of the resting order; N where the message has none), price (1/10,000
/// dollar), qty, match_id, printable (Y/N). Threads: one owner. Allocation: the file's buffer.
/// Complexity: one line formatted a trade.

#include <cstdint>
#include <filesystem>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/files/output_file.hpp"

namespace hotpath::files {

/// ITCH's message type of an execution: E, C, P or Q.
[[nodiscard]] char message_type(feed::TradeKind kind);

/// The resting order's side: B or S; N if the venue does not publish it.
[[nodiscard]] char side_code(const feed::Trade& trade);

/// A trade that the venue has taken back: its message has the match number, and not its terms.
struct TradeBreak {
    InstrumentId instrument{};
    MatchId match_id{};
    Time venue_time{};
};

/// Reads it from an ITCH message; nothing if the message breaks no trade.
[[nodiscard]] std::optional<TradeBreak> trade_break_in(Bytes message);

class TradeExport {
  public:
    [[nodiscard]] static Expected<TradeExport> create(const std::filesystem::path& path);

    void on_trade(const feed::Trade& trade, const Symbol& symbol);
    void on_trade_break(const TradeBreak& broken, const Symbol& symbol);
    [[nodiscard]] Expected<void> close() { return file_.close(); }

    [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return file_.path(); }

  private:
    explicit TradeExport(OutputFile file);

    OutputFile file_;
    std::uint64_t rows_ = 0;
};

}  // namespace hotpath::files
