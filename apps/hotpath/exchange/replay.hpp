#pragma once
/// `hotpath journal replay` of a venue's journal through the exchange. The outputs must equal
/// those that the venue sent, record by record; the first difference is reported.
///
/// Begins at the first record, or, if the first records were removed, at the newest snapshot. The
/// venue's options are in the journal. Threads: the main one. Allocation: a venue. Complexity: the
/// exchange's.

#include <filesystem>

#include "hotpath/core/error.hpp"

namespace hotpath::app {

[[nodiscard]] Expected<void> replay_venue(const std::filesystem::path& folder);

}  // namespace hotpath::app
