#pragma once
/// The machine that the venue runs on: the server, its journal, the disk; what a crash leaves of
/// them and how they begin again.
///
/// Records are appended as the server makes them and become durable together, when the owner says
/// that a group's time is over: until then nothing that they caused may leave. A crash takes the
/// power: the disk keeps what was synced, and of a write in progress any part. The disk may fail, or
/// be damaged while the power is off; then it is replaced by its mirror, if the journal says so.
/// Threads: one owner. Allocation: free. Complexity: a restart is linear in the journal.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/journal/memory_storage.hpp"
#include "hotpath/journal/spares.hpp"
#include "hotpath/journal/writer.hpp"
#include "hotpath/sim/world/options.hpp"

namespace hotpath::sim::world {

/// Instruments of the simulated market: few, so that a world is cheap.
inline constexpr std::uint16_t kInstruments = 3;
/// At each venue, beside our traders.
inline constexpr std::size_t kScripts = 2;
/// Clients of the world, each with the same number at every venue: traders first, then the scripted
/// clients of the first venue, then those of the second.
[[nodiscard]] inline std::size_t clients_of(const WorldOptions& options) noexcept {
    return options.traders.size() + kScripts * options.venues.size();
}
/// The client trades at this venue; at another it has an account that it does not use.
[[nodiscard]] bool is_client_at(const WorldOptions& options, std::size_t client,
                                std::size_t venue) noexcept;
/// At the venue at one time.
inline constexpr std::uint16_t kConnectionsMax = 32;
/// Connections without a login: every client of a world may have one on its way.
inline constexpr std::uint16_t kPendingMax = 8;
/// The venue's numbers of connections are below this.
inline constexpr std::size_t kVenuePlaces =
    kConnectionsMax + exchange::kServerPorts * (kPendingMax + 1);
[[nodiscard]] Symbol symbol_of(InstrumentId instrument) noexcept;
/// 0 of any other.
[[nodiscard]] InstrumentId instrument_of(Symbol symbol) noexcept;

/// Session n of every venue is client n.
[[nodiscard]] protocols::nasdaq::soupbintcp::Credentials account_of(std::size_t client);
[[nodiscard]] protocols::nasdaq::soupbintcp::Credentials drop_copy_of(std::size_t client);

/// `number`: the index of the venue.
[[nodiscard]] exchange::VenueServerOptions venue_options(const WorldOptions& options,
                                                         std::size_t number);

class VenueHost {
  public:
    VenueHost(const exchange::VenueServerOptions& options, std::uint64_t seed);

    [[nodiscard]] bool is_up() const noexcept { return server_.has_value(); }
    [[nodiscard]] exchange::VenueServer& server() noexcept { return *server_; }
    [[nodiscard]] const exchange::VenueServer& server() const noexcept { return *server_; }
    [[nodiscard]] std::uint64_t crashes() const noexcept { return crashes_; }
    /// Sums over all crashes.
    [[nodiscard]] std::uint64_t records_lost() const noexcept { return records_lost_; }
    [[nodiscard]] std::uint64_t torn_bytes() const noexcept { return torn_bytes_; }
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }

    /// The first time, and after every crash: recovers the journal, replays it, continues.
    [[nodiscard]] Expected<void> start(Time now);
    /// Records that were durable before the last crash and that start() did not find.
    [[nodiscard]] std::uint64_t durable_lost() const noexcept {
        return durable_at_crash_ - std::min(durable_at_crash_, records_);
    }
    /// Lists the instruments, at the first start.
    void list_instruments(Time now);

    /// Writes the server's new records to the journal. True when there is something to commit.
    [[nodiscard]] bool keep_records();
    /// Everything kept is durable now.
    [[nodiscard]] Expected<void> commit(Time now);
    /// Power fails; `random` decides whether in the middle of writing a group.
    void crash(Random& random);

    /// One of the next operations on the disk fails: a write, a sync, that of a segment or a spare.
    void fail_disk(Random& random) {
        storage_.fail_next(journal::FaultKind::IoError, random.below(kOperationsSkipped));
    }
    /// The disk has failed the writer, which takes nothing more.
    [[nodiscard]] bool has_disk_failed() const noexcept { return writer_->fault().is_final; }
    /// After a crash: a sector of a segment, or one of the last writes.
    void damage_disk(Random& random);
    [[nodiscard]] bool is_disk_damaged() const noexcept { return storage_.is_damaged(); }
    void repair_disk() { storage_.repair(); }
    /// A failure that has not happened yet does not.
    void heal_disk() noexcept { storage_.fail_next(journal::FaultKind::None); }

    /// Another server made of the journal, as far as it is durable.
    [[nodiscard]] Expected<std::unique_ptr<exchange::VenueServer>> replayed();

  private:
    static constexpr std::uint64_t kOperationsSkipped = 8;

    [[nodiscard]] Expected<void> replay_into(exchange::VenueServer& server,
                                             std::uint64_t& next_seq);

    exchange::VenueServerOptions options_;
    std::uint64_t seed_;
    journal::JournalOptions journal_options_;
    journal::MemoryStorage storage_;
    std::unique_ptr<journal::SpareKeeper> spares_;
    std::unique_ptr<journal::JournalWriter> writer_;
    std::optional<exchange::VenueServer> server_;
    bool has_failed_ = false;  // the journal took no record
    std::uint64_t records_ = 0;
    std::uint64_t crashes_ = 0;
    std::uint64_t records_lost_ = 0;
    std::uint64_t torn_bytes_ = 0;
    std::uint64_t durable_at_crash_ = 0;
};

}  // namespace hotpath::sim::world
