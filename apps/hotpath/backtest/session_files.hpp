#pragma once
/// `hotpath backtest record`: a live session as a folder that a backtest runs on.
///
///   trader.toml                     the trader's configuration, as its journal has it
///   market.itch                     the venue's market without the trader's orders
///   feed.csv entry.csv reply.csv    what each message took: send_ns,receive_ns
///   events.csv                      the trader's timers, when its order entry opened, when it stopped
///   backtest.toml                   names them all
///
/// Threads: the main one. Allocation: free.

#include <filesystem>

#include "hotpath/core/error.hpp"

namespace hotpath::app {

struct SessionRecordArguments {
    std::filesystem::path journal{};    // the trader's
    std::filesystem::path folder{};     // new, or empty
    std::filesystem::path venue{};      // the journal of hotpath exchange, or ...
    std::filesystem::path recording{};  // ... a recording of the day by order
};

[[nodiscard]] Expected<void> record_session(const SessionRecordArguments& arguments);

}  // namespace hotpath::app
