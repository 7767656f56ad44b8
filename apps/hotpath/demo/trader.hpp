#pragma once
/// The trader of a demo: its options as text and parsed back, so that its journal can be
/// replayed; and that journal.
///
/// Threads: the demo's. Allocation: set-up, and the journal's groups. Complexity: recording an
/// input is a copy, at intervals a write, outside the measured stages.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "apps/hotpath/journal/file.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::app {

struct DemoTrader {
    Symbol symbol{};
    Qty order_qty{};
    SignedQty position_max{};
    book::BooksOptions books{};

    [[nodiscard]] engine::EngineOptions engine() const;
    [[nodiscard]] strategy::MarketMakerOptions quotes() const;
    /// TOML.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static Expected<DemoTrader> parse(std::string_view text);
};

/// Where a demo's recorder writes; nowhere is always done. It waits for the disk: simulated time
/// does, too.
struct DemoJournalEnd {
    [[nodiscard]] bool try_write(trader::LogType type, Time now, Bytes head, Bytes body,
                                 std::size_t slots_left) const noexcept;

    JournalFile* file = nullptr;
};

}  // namespace hotpath::app
