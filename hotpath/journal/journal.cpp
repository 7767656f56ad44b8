#include "hotpath/journal/journal.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/journal/writer.hpp"

namespace hotpath::journal {

namespace {

void store_if_changed(std::atomic<std::uint64_t>& to, std::uint64_t value) noexcept {
    if (to.load(std::memory_order_relaxed) != value) {
        to.store(value, std::memory_order_release);
    }
}

}  // namespace

Journal::Journal(std::unique_ptr<Storage> storage, const JournalOptions& options)
    : storage_(std::move(storage)),
      options_(options),
      spares_(*storage_, options.segment_bytes, options.spares),
      ring_(options.ring_slots),
      in_(ring_.producer()),
      out_(ring_.consumer()),
      head_start_(options.head_start) {}

Journal::~Journal() = default;

Expected<std::unique_ptr<Journal>> Journal::open(std::unique_ptr<Storage> storage,
                                                 const JournalOptions& options, Time now) {
    if (auto checked = options.check(); !checked) {
        return std::unexpected(checked.error());
    }
    std::unique_ptr<Journal> journal(new Journal(std::move(storage), options));
    auto recovery = recover(*journal->storage_, RecoveryMode::CutTornTail);
    if (!recovery) {
        return std::unexpected(recovery.error());
    }
    auto writer =
        JournalWriter::open(*journal->storage_, journal->spares_, *recovery, options, now);
    if (!writer) {
        return std::unexpected(writer.error());
    }
    journal->recovery_ = std::move(*recovery);
    journal->writer_ = std::move(*writer);
    journal->appended_seq_ = journal->writer_->next_seq() - 1;
    journal->publish();
    return journal;
}

std::uint64_t Journal::epoch() const noexcept {
    return writer_->epoch();
}

Appended Journal::append(RecordType type, Time time, Bytes payload, Space space) noexcept {
    HOTPATH_ASSERT(payload.size() <= options_.payload_bytes_max,
                   "payload exceeds payload_bytes_max");
    const std::uint64_t bytes = record_bytes(payload.size());
    if (bytes > free_bytes(space)) {
        return {.status = has_failed() ? AppendStatus::Failed : AppendStatus::Full};
    }
    const queue::RecordTicket ticket{
        .length = static_cast<std::uint32_t>(payload.size()), .type = type, .time = time};
    if (!queue::try_push_record(in_, ticket, {.body = payload})) {
        return {.status = AppendStatus::Busy};
    }
    appended_bytes_ += bytes;
    return {.seq = ++appended_seq_};
}

std::uint64_t Journal::durable_seq() const noexcept {
    return options_.ack_mode == AckMode::Memory && !has_failed()
               ? appended_seq_
               : durable_seq_.load(std::memory_order_acquire);
}

std::uint64_t Journal::free_bytes(Space space) const noexcept {
    const std::uint64_t end = end_of(space).load(std::memory_order_acquire);
    return end > appended_bytes_ ? end - appended_bytes_ : 0;
}

bool Journal::is_accepting() const noexcept {
    return record_bytes(options_.payload_bytes_max) <= free_bytes(Space::Normal);
}

JournalHealth Journal::health() const noexcept {
    return health_.load();
}

bool Journal::poll() {
    bool is_any = false;
    if (!is_taken_.exchange(true, std::memory_order_acquire)) {
        head_start_.give(found_);
        found_ = drain();
        is_any = found_ > 0;
        is_any |= writer_->poll();
        is_any |= sync_if_wanted();
        publish();
        is_taken_.store(false, std::memory_order_release);
    }
    return storage_->carry_out() || is_any;
}

/// Everything that is in the ring, or as much as the groups hold: how many records.
std::size_t Journal::drain() {
    std::size_t taken = 0;
    while (taken < options_.ring_slots && take_one()) {
        ++taken;
    }
    return taken;
}

bool Journal::take_one() {
    const std::optional<queue::RecordTicket> ticket = queue::front_record(out_);
    MutableBytes place;
    if (!ticket || writer_->claim(ticket->length, place) != AppendStatus::Done) {
        return false;
    }
    const bool is_whole =
        queue::pop_record(out_, place.subspan(kRecordHeaderBytes, ticket->length));
    HOTPATH_ASSERT(is_whole, "the ring must hold whole records only");
    writer_->finish(ticket->type, ticket->time, ticket->length);
    slots_to_sync_ -= std::min(slots_to_sync_, queue::slots_of_record(ticket->length));
    return true;
}

/// What is in the ring when it is asked for is synced, too, when the segments have taken it: at the
/// end of a segment that is not at once.
bool Journal::sync_if_wanted() {
    const std::uint64_t wanted = syncs_wanted_.load(std::memory_order_acquire);
    if (wanted == syncs_done_ || writer_->has_failed()) {
        return false;
    }
    if (wanted != syncs_seen_) {
        syncs_seen_ = wanted;
        slots_to_sync_ = ring_.size_approximate();
    }
    const bool is_any = drain() > 0;
    if (slots_to_sync_ > 0 || !writer_->sync()) {
        return is_any;
    }
    syncs_done_ = wanted;
    return true;
}

void Journal::publish() noexcept {
    const std::uint64_t appended = writer_->appended_bytes();
    const JournalFault fault = writer_->fault();
    if (fault.is_final && !has_failed()) {
        has_failed_.store(true, std::memory_order_release);
    }
    const auto end_behind = [&](Space space) {
        const std::uint64_t left = writer_->free_bytes(space);
        return left == 0 ? 0 : appended + left;
    };
    store_if_changed(normal_end_, end_behind(Space::Normal));
    store_if_changed(reserve_end_, end_behind(Space::Reserve));
    store_if_changed(durable_seq_, writer_->durable_seq());
    health_.store({.written_seq = writer_->written_seq(),
                   .synced_seq = writer_->synced_seq(),
                   .chained_seq = writer_->next_seq() - 1,
                   .chain = writer_->chain(),
                   .spares_ready = spares_.ready(),
                   .is_accepting = writer_->is_accepting(),
                   .fault = fault});
}

Expected<void> Journal::close(Time now) {
    while (drain() > 0) {
        if (auto flushed = writer_->flush(); !flushed) {
            publish();
            return flushed;
        }
    }
    auto closed = writer_->close(now);
    publish();
    return closed;
}

}  // namespace hotpath::journal
