#include "hotpath/protocols/nasdaq/venue/glimpse_port.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/exchange/day/day_time.hpp"

namespace hotpath::exchange {

Expected<std::unique_ptr<GlimpsePort>> GlimpsePort::create(const PortContext& context) {
    const VenueServerOptions& options = context.core.options();
    Expected<SnapshotBooks> books = SnapshotBooks::create(options.exchange.books);
    if (!books) {
        return std::unexpected(std::move(books.error()));
    }
    Expected<protocols::nasdaq::glimpse50::SnapshotServer> snapshots =
        protocols::nasdaq::glimpse50::SnapshotServer::create(
            {.snapshot = SnapshotBooks::room(options.exchange.books),
             .snapshots_max = options.snapshots.snapshots_max,
             .pieces_per_turn = options.snapshots.pieces_per_turn});
    if (!snapshots) {
        return std::unexpected(std::move(snapshots.error()));
    }
    return std::make_unique<GlimpsePort>(context.core, std::move(*books), std::move(*snapshots));
}

GlimpsePort::GlimpsePort(VenueCore& core, SnapshotBooks&& books,
                         protocols::nasdaq::glimpse50::SnapshotServer&& snapshots)
    : SoupPort(core),
      books_(std::move(books)),
      snapshots_(std::move(snapshots)),
      readings_(core.clients().places()) {}

GlimpsePort::LoginAnswer GlimpsePort::admit(ConnectionId id, Time now) noexcept {
    Reading& reading = readings_[id.value];
    reading.snapshot = snapshots_.join();
    if (reading.snapshot == nullptr) {
        return refuse(id, protocols::nasdaq::soupbintcp::RejectReason::SessionNotAvailable,
                      "login rejected: too many snapshots are being read");
    }
    ++core().counters().logins;
    reading.until = now + core().options().snapshots.reading_max;
    ServerClient& client = core().clients()[id];
    client.reader_of = core().sessions().of_user(client.number.value);
    return LoginAnswer::accept(*reading.snapshot, core().feed().session());
}

void GlimpsePort::on_timer(ConnectionId id, Time now) noexcept {
    const Reading& reading = readings_[id.value];
    if (reading.snapshot != nullptr && snapshots_.is_broken(*reading.snapshot)) {
        core().close(id, CloseReason::StreamFull,
                     "the snapshot is incomplete: request another one");
    } else if (reading.snapshot != nullptr && now >= reading.until) {
        core().close(id, CloseReason::SlowReader, "slow reader: the snapshot was not read in time");
    }
    soup(id).on_timer(now);
}

Time GlimpsePort::next_deadline(ConnectionId id) const noexcept {
    const Reading& reading = readings_[id.value];
    return std::min(SoupPort::next_deadline(id),
                    reading.snapshot == nullptr ? kNever : reading.until);
}

void GlimpsePort::on_ended(ConnectionId id) noexcept {
    if (const auto* const snapshot = std::exchange(readings_[id.value].snapshot, nullptr)) {
        snapshots_.leave(*snapshot);
    }
}

void GlimpsePort::on_outputs() noexcept {
    if (books_.is_copying()) {
        books_.follow(core().exchange(), core().exchange().feed_packets());
    }
}

void GlimpsePort::on_turn(Time now) noexcept {
    const JournaledLog& inputs = core().inputs();
    books_.begin_step({.exchange = &core().exchange(),
                       .now = feed_time(inputs.time_of_day(now)),
                       .last_seq = inputs.last_seq(),
                       .durable_seq = inputs.durable_seq()});
    snapshots_.on_turn(books_);
}

Time GlimpsePort::next_turn() const noexcept {
    const bool has_pieces =
        snapshots_.is_making() && !books_.is_waiting(core().inputs().durable_seq());
    return has_pieces ? Time{} : kNever;
}

}  // namespace hotpath::exchange
