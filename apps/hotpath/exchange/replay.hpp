#pragma once
/// `hotpath journal replay` of a venue's journal through the exchange. The outputs must equal
/// those that the venue sent, record by record; the first difference is reported.
///
/// Begins at the first record, in the archive if there is one, or, if the first records were
/// removed, at the newest snapshot. The venue's options are in the journal. Threads: the main one. Allocation: a venue. Complexity: the
/// exchange's.

#include <filesystem>
#include <memory>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/sim/flow/background.hpp"

namespace hotpath::app {

/// A venue of a journal's own options.
class ReplayedVenue {
  public:
    /// `options`: the message of its first input.
    [[nodiscard]] static Expected<std::unique_ptr<ReplayedVenue>> create(Bytes options);

    [[nodiscard]] exchange::VenueLog& log() { return *log_; }

  private:
    std::optional<sim::flow::Background> flow_;
    std::optional<exchange::VenueLog> log_;
};

[[nodiscard]] Expected<void> replay_venue(const std::filesystem::path& folder);

}  // namespace hotpath::app
