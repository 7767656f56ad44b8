#pragma once
/// GlimpsePort: snapshots of the books over SoupBinTCP, for users of order entry.
///
/// A turn copies or writes SnapshotLimits::pieces_per_turn orders at most; who asks meanwhile reads the
/// same snapshot. A client that never finishes reading would block others: it has a time to do so.
/// Threads: the server's. Allocation: create(). Complexity: O(1) an input, nothing without a reader.
/// Source: GLIMPSE 5.0.

#include <array>
#include <memory>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/market/snapshot_books.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/snapshot_server.hpp"
#include "hotpath/protocols/nasdaq/venue/soup_port.hpp"

namespace hotpath::exchange {

class GlimpsePort final : public SoupPort {
  public:
    static constexpr std::array kPorts{Port::Glimpse};
    static constexpr std::array<OutputKind, 0> kKinds{};

    [[nodiscard]] static Expected<std::unique_ptr<GlimpsePort>> create(const PortContext& context);
    /// create() calls it.
    GlimpsePort(VenueCore& core, SnapshotBooks&& books,
                protocols::nasdaq::glimpse50::SnapshotServer&& snapshots);

    [[nodiscard]] const protocols::nasdaq::glimpse50::SnapshotCounters& counters() const noexcept {
        return snapshots_.counters();
    }

    void on_timer(ConnectionId id, Time now) noexcept override;
    [[nodiscard]] Time next_deadline(ConnectionId id) const noexcept override;
    void on_ended(ConnectionId id) noexcept override;
    void on_outputs() noexcept override;
    void begin_day(Time now) noexcept override { end_readers(now); }
    void on_turn(Time now) noexcept override;
    [[nodiscard]] Time next_turn() const noexcept override;

  private:
    struct Reading {
        const protocols::SequencedStore* snapshot = nullptr;
        Time until = kNever;
    };

    [[nodiscard]] const std::vector<protocols::nasdaq::soupbintcp::Credentials>& users_of(
        Port) const noexcept override {
        return core().options().users;
    }
    [[nodiscard]] LoginAnswer admit(ConnectionId id, Time now) noexcept override;

    SnapshotBooks books_;
    protocols::nasdaq::glimpse50::SnapshotServer snapshots_;
    std::vector<Reading> readings_;  // by ConnectionId
};

}  // namespace hotpath::exchange
