#pragma once
/// One channel of a replay: a FILE with its own sequence and books, from opening it to its
/// last export, and its report.
///
/// A report is a value without the books, so that only the books of channels in progress
/// exist. An error is in the report, beside the results before it. Threads:
/// any, one a channel. Allocation: free. Complexity: that of the replay.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/replay/exports.hpp"
#include "hotpath/replay/result.hpp"
#include "hotpath/replay/run.hpp"

namespace hotpath::replay {

struct ReplayChannel {
    std::filesystem::path file;
    ReplayExportOptions exports;
    std::vector<Symbol> symbols;  // none: every instrument
    std::optional<Time> until;
    bool names_crossed = false;
    feed::LookAheadOptions look_ahead{};
};

/// A book to be printed.
struct ShownBook {
    Symbol symbol;
    Time time;
    std::vector<book::Level> bids, asks;
};

struct ChannelReport {
    std::filesystem::path file;
    std::optional<ReplayResult> result;  // nothing when the replay could not begin
    std::optional<ShownBook> book;
    std::vector<files::WrittenExport> written;
    std::vector<Symbol> symbols_found;    // of those wanted
    std::optional<Error> unknown_symbol;  // the exported one is not in this file
    Expected<void> outcome;
};

[[nodiscard]] ChannelReport replay_channel(const ReplayChannel& channel,
                                           const ReplayRun::Watcher& watcher);

}  // namespace hotpath::replay
