#pragma once
/// `hotpath journal replay` of a trader's journal: every input replayed, every output byte
/// compared, the first difference in words.
///
/// Threads: the main one. Allocation: free. Complexity: linear in the journal, and the trader's.

#include <filesystem>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

struct TradeReplayOptions {
    std::filesystem::path folder{};
    std::filesystem::path json{};
};

/// An error when anything differs. `strategies`: those that its traders may have.
[[nodiscard]] Expected<void> replay_trader(journal::JournalReader& reader,
                                           const TradeReplayOptions& options,
                                           const strategy::Registry& strategies);

}  // namespace hotpath::app
