#include "apps/hotpath/exchange/journal.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hotpath/core/checksum.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/overlapped_storage.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/journal/replay.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "hotpath/messages/venue_input_text.hpp"

namespace hotpath::app {

namespace {

constexpr Nanos kNap{1'000'000};

[[nodiscard]] Expected<std::unique_ptr<journal::Storage>> open_storage(
    const ExchangeConfig& config) {
    const auto opened = [](auto storage) -> Expected<std::unique_ptr<journal::Storage>> {
        return storage ? Expected<std::unique_ptr<journal::Storage>>(std::move(*storage))
                       : std::unexpected(std::move(storage.error()));
    };
    return config.journal.commits_max > 1
               ? opened(journal::OverlappedStorage::open_folder(config.journal_folder))
               : opened(journal::FileStorage::open_folder(config.journal_folder,
                                                          journal::Opening::ReadWrite));
}

/// Piece by piece: neither the whole state nor its length is known when it is written.
[[nodiscard]] std::uint64_t hash_of(Bytes state) {
    Checksum checksum;
    while (!state.empty()) {
        const Bytes piece = state.first(std::min(state.size(), kStatePieceBytes));
        checksum.add(piece);
        state = state.subspan(piece.size());
    }
    return checksum.value();
}

class SnapshotSink final : public StateSink {
  public:
    SnapshotSink(journal::Storage& storage, std::uint64_t seq) : writer_(storage, seq) {}

    void on_piece(Bytes piece) override {
        hash_.add(piece);
        writer_.add(piece);
    }
    [[nodiscard]] Expected<void> finish(journal::SnapshotHeader header) {
        header.state_hash = hash_.value();
        return writer_.finish(header);
    }

  private:
    Checksum hash_;
    journal::SnapshotWriter writer_;
};

}  // namespace

std::string describe(exchange::ApplyStatus status, std::uint64_t seq) {
    switch (status) {
        case exchange::ApplyStatus::Ok:
            return fmt::format("record {} is valid", seq);
        case exchange::ApplyStatus::OutputsDiffer:
            return fmt::format(
                "the outputs up to record {} differ from those that the venue sent: the build or "
                "the options differ",
                seq - 1);
        case exchange::ApplyStatus::OptionsDiffer:
            return fmt::format(
                "record {} was written with other [venue] options, users_max or session", seq);
        case exchange::ApplyStatus::VersionDiffers:
            return fmt::format(
                "record {} was written by a build with another outputs version: use that build, or "
                "another journal folder",
                seq);
        case exchange::ApplyStatus::Impossible:
            return fmt::format("record {} is not a valid input of this venue", seq);
    }
    return {};
}

Expected<std::unique_ptr<ExchangeJournal>> ExchangeJournal::open(const ExchangeConfig& config,
                                                                 exchange::VenueServer& server,
                                                                 Time now) {
    auto storage = open_storage(config);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    auto journal = journal::Journal::open(std::move(*storage), config.journal, now);
    if (!journal) {
        return std::unexpected(journal.error());
    }
    auto archive = store::JournalArchive::open(config.journal_folder);
    if (!archive) {
        return std::unexpected(archive.error());
    }
    std::unique_ptr<ExchangeJournal> opened(new ExchangeJournal(std::move(*journal)));
    opened->archiver_.emplace(opened->journal_->storage(), std::move(*archive),
                              config.archive_days);
    opened->is_waited_for_ = config.journal.ack_mode != journal::AckMode::Memory;
    for (std::uint32_t n = 0; n < config.journal.commits_max; ++n) {
        if (auto added = opened->add_writer(); !added) {
            return std::unexpected(added.error());
        }
    }
    if (auto recovered = opened->recover_into(server); !recovered) {
        return std::unexpected(recovered.error());
    }
    return opened;
}

Expected<void> ExchangeJournal::recover_into(exchange::VenueServer& server) {
    const journal::Recovery& found = journal_->recovered();
    recovered_.passed_over = found.passed_over;
    recovered_.dropped_bytes = found.dropped_bytes;
    snapshots_ = found.snapshots;
    if (found.snapshot) {
        StateReader state(found.snapshot->state());
        server.load(state);
        if (!state.is_done() ||
            hash_of(found.snapshot->state()) != found.snapshot->header.state_hash) {
            return fail(
                fmt::format("the snapshot after record {} was written with other options, "
                            "users_max or session, or by another build",
                            found.snapshot->header.seq));
        }
        recovered_.snapshot_seq = found.snapshot->header.seq;
    }
    auto reader =
        journal::JournalReader::open(journal_->storage(), {.first_seq = found.first_seq()});
    if (!reader) {
        return std::unexpected(reader.error());
    }
    const auto replayed = journal::replay(
        *reader,
        [&](const journal::Record& record) -> Expected<void> {
            const auto status = server.replay(record.payload, record.seq);
            return status == exchange::ApplyStatus::Ok ? Expected<void>()
                                                       : fail(describe(status, record.seq));
        },
        [&] { return server.log().state_checksum(); });
    if (!replayed) {
        return std::unexpected(replayed.error());
    }
    recovered_.records = replayed->records;
    return {};
}

ExchangeJournal::~ExchangeJournal() {
    stop_writers();
}

Expected<void> ExchangeJournal::add_writer() {
    auto work = net::Waiter::create();
    if (!work) {
        return std::unexpected(work.error());
    }
    writers_.push_back(std::make_unique<Writer>(std::move(*work)));
    return {};
}

void ExchangeJournal::start(net::Waiter& venue) {
    for (const auto& writer : writers_) {
        writer->reported = awaited_seq();
        writer->thread =
            std::thread([this, &venue, &writer = *writer] { write_until_stopped(writer, venue); });
    }
}

void ExchangeJournal::write_until_stopped(Writer& writer, net::Waiter& venue) {
    const bool keeps_house = &writer == writers_.front().get();
    while (!is_stopping_.load()) {
        bool is_busy = write_some(writer, venue);
        is_busy = (keeps_house && journal_->housekeep()) || is_busy;
        if (is_busy) {
            continue;
        }
        // Nothing waits for this thread: what it writes often, it writes in small pieces.
        if (!is_waited_for_) {
            writer.work.wait(kNap);
            continue;
        }
        // A group may begin as soon as the other one's is written, without a wake-up.
        if (writers_.size() > 1 && is_under_way()) {
            std::this_thread::yield();
            continue;
        }
        // Checks again after the announcement: an append that missed it came before this check.
        writer.is_asleep.store(true);
        if (!write_some(writer, venue)) {
            writer.work.wait(kNap);
        }
        writer.is_asleep.store(false);
    }
}

bool ExchangeJournal::write_some(Writer& writer, net::Waiter& venue) {
    const bool is_busy = journal_->poll();
    const std::uint64_t durable = awaited_seq();
    if (durable != writer.reported || journal_->has_failed()) {
        writer.reported = durable;
        venue.wake();
    }
    return is_busy;
}

void ExchangeJournal::wake_a_writer() noexcept {
    for (const auto& writer : writers_) {
        if (writer->is_asleep.exchange(false)) {
            return writer->work.wake();
        }
    }
}

void ExchangeJournal::stop_writers() {
    is_stopping_.store(true);
    for (const auto& writer : writers_) {
        writer->work.wake();
        if (writer->thread.joinable()) {
            writer->thread.join();
        }
    }
}

exchange::JournalRoom ExchangeJournal::room() const noexcept {
    return {.takes_orders = journal_->is_accepting(),
            .has_failed = journal_->has_failed(),
            .bytes = journal_->free_bytes(journal::Space::Reserve),
            .header_bytes = journal::kRecordHeaderBytes,
            .alignment = journal::kRecordAlignment};
}

Expected<void> ExchangeJournal::append(const exchange::InputRecord& record) {
    for (;;) {
        // What the venue has taken is kept whatever the room for new orders: it asked before it
        // read.
        const journal::Appended appended = journal_->append(
            messages::kVenueInputRecord, record.time, record.bytes, journal::Space::Reserve);
        if (appended.status == journal::AppendStatus::Done) {
            HOTPATH_ASSERT(appended.seq == record.seq,
                           "the journal must number a record as the venue does");
            appended_seq_.store(appended.seq);
            return {};
        }
        if (appended.status != journal::AppendStatus::Busy) {
            return fail(fmt::format("venue stopped: {}", journal_->error()));
        }
        wake_a_writer();
        std::this_thread::yield();
    }
}

Expected<void> ExchangeJournal::wait_until_synced() {
    const std::uint64_t wanted = journal_->appended_seq();
    journal_->request_sync();
    wake_a_writer();
    while (journal_->health().synced_seq < wanted) {
        if (journal_->has_failed()) {
            return fail(journal_->error());
        }
        wake_a_writer();
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    return {};
}

Expected<void> ExchangeJournal::write_snapshot(const exchange::VenueServer& server, Time now) {
    if (auto synced = wait_until_synced(); !synced) {
        return synced;
    }
    const journal::JournalHealth health = journal_->health();
    HOTPATH_ASSERT(health.chained_seq == server.last_seq(),
                   "health must be taken after the last record");
    SnapshotSink sink(journal_->storage(), server.last_seq());
    StateWriter state(sink);
    server.save(state);
    state.finish();
    if (auto written =
            sink.finish({.seq = server.last_seq(), .created = now, .chain = health.chain});
        !written) {
        return written;
    }
    if (snapshots_.empty() || snapshots_.back() != server.last_seq()) {
        snapshots_.push_back(server.last_seq());  // one written twice is still one
    }
    if (snapshots_.size() > journal::kSnapshotsKept) {
        snapshots_.erase(snapshots_.begin(), snapshots_.end() - journal::kSnapshotsKept);
    }
    archiver_->retire(snapshots_);
    return {};
}

Expected<void> ExchangeJournal::close(Time now) {
    stop_writers();
    return journal_->close(now);
}

}  // namespace hotpath::app
