#pragma once
/// The trader of a demo: its options as text and parsed back, so that its journal can be
/// replayed; and that journal.
///
/// Threads: the trader's. Allocation: set-up, and the journal's groups. Complexity: recording an
/// input is a copy, at intervals a write, outside the measured stages.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/hotpath/config/strategy_words.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/process/journal_file.hpp"
#include "hotpath/sim/session/session_ends.hpp"
#include "hotpath/strategy/registry.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::app {

struct DemoTrader {
    std::vector<Symbol> symbols{};  // the report shows the book of the first
    Qty order_qty{};                // of one order, at most
    SignedQty position_max{};
    book::BooksOptions books{};
    strategy::StrategyChoice strategy{};
    sim::session::SessionProtocols protocols{};  // those of an earlier build are the first ones

    [[nodiscard]] engine::EngineOptions engine() const;
    /// With its sessions.
    [[nodiscard]] trader::TraderOptions trader() const {
        return sim::session::trader_end(protocols, engine());
    }
    /// TOML.
    [[nodiscard]] std::string text() const;
    /// A journal of an earlier build names no strategy: it is the market maker's.
    [[nodiscard]] static Expected<DemoTrader> parse(std::string_view text,
                                                    const strategy::Registry& strategies);
};

/// The demo's usual strategy, whose sizes --qty and --position are.
[[nodiscard]] bool is_market_maker(const strategy::StrategyChoice& choice);
/// Adds the sizes as settings of the market maker, unless they are set; empty: the default.
void add_sizes(StrategyWords& words, std::optional<Qty> qty, Qty position);
/// The most shares of one order when that is not given: the market maker's quote, or the position.
[[nodiscard]] Qty usual_order_qty(const strategy::StrategyChoice& choice, Qty position);

/// Where a demo's recorder writes; nowhere is always done. It waits for the disk: simulated time
/// does, too.
struct DemoJournalEnd {
    [[nodiscard]] bool try_write(trader::LogType type, Time now, Bytes head, Bytes body,
                                 std::size_t slots_left) const noexcept;

    process::JournalFile* file = nullptr;
};

}  // namespace hotpath::app
