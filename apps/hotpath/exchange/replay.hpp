#pragma once
/// `hotpath journal replay`: a venue's journal through the exchange once more. The outputs must be
/// those that the venue sent, record by record; the first that differs is named.
///
/// Begins at the first record, or, when the first are gone, at the newest snapshot. What the venue
/// is made with stands in the journal. Threads: the main one. Allocation: a venue. Complexity: the
/// exchange's.

#include <filesystem>

#include "hotpath/core/error.hpp"

namespace hotpath::app {

[[nodiscard]] Expected<void> replay_venue(const std::filesystem::path& folder);

}  // namespace hotpath::app
