#pragma once
/// A configuration's requirements of this machine, checked before the start: who may read its
/// passwords, what leaves it in plain text, certificates and keys, addresses, the interface of
/// multicast, folders, recordings, cores.
///
/// `hotpath exchange` and `hotpath trade` call check_machine() with and without --check, so that
/// both refuse the same configurations with the same line. Not checked, because it can change
/// before the start: a port or a journal in use by another process, a journal's contents, room on
/// the disk and in memory, the other end of a connection. Threads: set-up. Allocation: free.

#include <filesystem>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/live/config/trade_config.hpp"

namespace hotpath::app {

/// `file` is the configuration's own, for errors.
[[nodiscard]] Expected<void> check_machine(const std::filesystem::path& file,
                                           const ExchangeConfig& config);
[[nodiscard]] Expected<void> check_machine(const std::filesystem::path& file,
                                           const live::TradeConfig& config);

}  // namespace hotpath::app
