#pragma once
/// `hotpath backtest oracle`: how many executions of real orders each fill model gives back.
///
/// Threads: the main one. Allocation: free.

#include <atomic>
#include <cstdint>
#include <filesystem>

#include "hotpath/core/error.hpp"

namespace hotpath::app {

struct OracleArguments {
    std::filesystem::path file;
    std::uint32_t one_in = 10;
    std::uint32_t runs = 1;  // each with other orders; at most one_in
    std::filesystem::path json;
};

/// `stop` ends it early: an error.
[[nodiscard]] Expected<void> run_oracle(const OracleArguments& arguments,
                                        const std::atomic<bool>& stop);

}  // namespace hotpath::app
