#pragma once
/// `hotpath backtest compare`: a backtest beside the journal of a live session, order by order.
///
/// Threads: the main one, and those of the run. Allocation: free.

#include <atomic>
#include <cstdint>
#include <filesystem>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

struct CompareArguments {
    std::filesystem::path config{};   // of the backtest
    std::filesystem::path journal{};  // of the trader
    std::filesystem::path json{};     // every pair; none without
    std::uint32_t time_us = 1'000;    // times that differ by no more are the same
    std::uint32_t rows = 20;          // of the list on the terminal
};

/// An error when they differ, too: the caller's exit code is 1.
[[nodiscard]] Expected<void> run_compare(const CompareArguments& arguments,
                                         const strategy::Registry& strategies,
                                         const std::atomic<bool>& stop);

}  // namespace hotpath::app
