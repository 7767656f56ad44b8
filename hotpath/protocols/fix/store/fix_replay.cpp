#include "hotpath/protocols/fix/store/fix_replay.hpp"

#include <span>
#include <string>

#include "hotpath/journal/reader.hpp"
#include "hotpath/journal/replay.hpp"
#include "hotpath/protocols/fix/store/fix_records.hpp"
#include "hotpath/protocols/fix/store/fix_store.hpp"

namespace hotpath::store {

namespace {

constexpr std::uint32_t kCheckpointVersion = 1;

[[nodiscard]] std::unexpected<Error> refuse(std::uint64_t seq, const std::string& why) {
    return fail("record " + std::to_string(seq) + " of the FIX store: " + why);
}

}  // namespace

void save(const protocols::fix::MemoryStore& kept, Bytes application_state, StateWriter& to) {
    to.put(kCheckpointVersion);
    to.put(kept.created_at());
    to.put(kept.next_in());
    to.put(kept.first_kept());
    to.put(kept.next_out());
    to.put(kept.begin_place());
    for (std::uint64_t number = kept.first_kept(); number < kept.next_out(); ++number) {
        const auto message = kept.find(number);
        to.put(message->sending_time);
        to.put_bytes(std::as_bytes(std::span(message->msg_type)));
        to.put_bytes(std::as_bytes(std::span(message->fields)));
    }
    to.put_bytes(application_state);
}

FixReplay::FixReplay(protocols::fix::MemoryStore& kept, NoteListener* listener)
    : kept_(&kept), listener_(listener) {}

Expected<void> FixReplay::load(Bytes checkpoint) {
    StateReader state(checkpoint);
    if (state.get<std::uint32_t>() != kCheckpointVersion) {
        return fail("must be a FIX store's checkpoint of version 1");
    }
    kept_->reset(state.get_time());
    kept_->set_next_in(state.get<std::uint64_t>());
    const auto first = state.get<std::uint64_t>();
    const auto next = state.get<std::uint64_t>();
    kept_->start_at(first, state.get<std::uint64_t>());
    for (std::uint64_t number = first; number < next && state.is_ok(); ++number) {
        const Time sending_time = state.get_time();
        const Bytes msg_type = state.get_bytes();
        const Bytes fields = state.get_bytes();
        if (auto done = keep(number, {as_text(msg_type), sending_time, as_text(fields)}); !done) {
            return done;
        }
    }
    const Bytes application_state = state.get_bytes();
    if (!state.is_done()) {
        return fail("its length is wrong");
    }
    if (listener_ != nullptr) {
        listener_->on_state(application_state);
    } else if (!application_state.empty()) {
        return fail("holds an application's state: open the FIX store with a NoteListener");
    }
    return {};
}

Expected<std::uint64_t> FixReplay::run(journal::Storage& storage, std::uint64_t first_seq) {
    auto reader = journal::JournalReader::open(storage, {.first_seq = first_seq});
    if (!reader) {
        return std::unexpected(reader.error());
    }
    const auto replayed = journal::replay(
        *reader, [this](const journal::Record& record) { return take(record); },
        [] { return std::uint64_t{0}; });
    return replayed ? Expected<std::uint64_t>(replayed->records)
                    : std::unexpected(replayed.error());
}

Expected<void> FixReplay::take(const journal::Record& record) {
    switch (record.type) {
        case kCommit:
            return apply_waiting();
        case kRollback:
            waiting_.clear();
            bytes_.clear();
            return {};
        default:
            waiting_.push_back({.seq = record.seq,
                                .type = record.type,
                                .time = record.time,
                                .begin = bytes_.size(),
                                .length = record.payload.size()});
            bytes_.insert(bytes_.end(), record.payload.begin(), record.payload.end());
            return {};
    }
}

Expected<void> FixReplay::apply_waiting() {
    for (const Waiting& waiting : waiting_) {
        if (auto done = apply(waiting, Bytes(bytes_).subspan(waiting.begin, waiting.length));
            !done) {
            return done;
        }
    }
    waiting_.clear();
    bytes_.clear();
    return {};
}

Expected<void> FixReplay::apply(const Waiting& waiting, Bytes payload) {
    switch (waiting.type) {
        case kSent:
            return apply_sent(waiting, payload);
        case kReceived:
        case kNextOut:
            return apply_number(waiting, payload);
        case kReset:
            kept_->reset(waiting.time);
            return {};
        case kNote:
            if (listener_ == nullptr) {
                return refuse(
                    waiting.seq,
                    "holds an application's note: open the FIX store with a NoteListener");
            }
            listener_->on_note(payload);
            return {};
        default:
            return refuse(waiting.seq, "type " + std::to_string(waiting.type) +
                                           " is unknown: the journal is not that of a FIX store");
    }
}

Expected<void> FixReplay::apply_sent(const Waiting& waiting, Bytes payload) {
    const auto sent = load_sent(payload, waiting.time);
    if (!sent || sent->number != kept_->next_out()) {
        return refuse(waiting.seq, "must be sent message " + std::to_string(kept_->next_out()) +
                                       ": the journal is not that of a FIX store");
    }
    auto kept = keep(sent->number, sent->message);
    return kept ? kept : refuse(waiting.seq, kept.error().message);
}

Expected<void> FixReplay::apply_number(const Waiting& waiting, Bytes payload) {
    const auto number = load_number(payload);
    if (!number) {
        return refuse(waiting.seq,
                      "must hold one sequence number: the journal is not that of a FIX store");
    }
    if (waiting.type == kReceived) {
        kept_->set_next_in(*number);
    } else {
        kept_->set_next_out(*number);
    }
    return {};
}

Expected<void> FixReplay::keep(std::uint64_t number, const protocols::fix::StoredMessage& message) {
    return kept_->try_append(message, number)
               ? Expected<void>()
               : fail("message " + std::to_string(number) + " has " +
                      std::to_string(message.fields.size()) +
                      " bytes of fields, more than bytes_max of the store");
}

}  // namespace hotpath::store
