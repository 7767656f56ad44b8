#include "apps/hotpath/exchange/replay.hpp"

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/exchange/journal.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/journal/archived_storage.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/journal/replay.hpp"
#include "hotpath/messages/venue_input_text.hpp"
#include "hotpath/sim/flow/background.hpp"

namespace hotpath::app {

namespace {

using exchange::ApplyStatus;
using exchange::Input;
using exchange::VenueLog;

/// A snapshot's state begins with the log's, and that with its options.
[[nodiscard]] Expected<std::unique_ptr<ReplayedVenue>> from_snapshot(Bytes state) {
    StateReader options(state);
    auto venue = ReplayedVenue::create(options.get_bytes());
    if (venue) {
        StateReader reader(state);
        (*venue)->log().load(reader);
        if (!reader.is_ok()) {
            return fail("the snapshot must be one that this build of the venue wrote");
        }
    }
    return venue;
}

[[nodiscard]] Expected<std::unique_ptr<ReplayedVenue>> from_first_record(Bytes record) {
    Input input;
    const bool is_input = exchange::decode(record, input) == protocols::DecodeStatus::Ok;
    const auto* const options = std::get_if<exchange::event::Options>(&input.event);
    return is_input && options != nullptr
               ? ReplayedVenue::create(options->message)
               : fail("the first record must hold the options of a venue");
}

struct Replayed {
    std::uint64_t records = 0;
    std::uint64_t snapshot_seq = 0;  // 0: from the first record
    std::uint64_t commands = 0;      // of the venue itself
    std::string last_command{};
};

[[nodiscard]] Expected<void> apply(VenueLog& log, const journal::Record& record,
                                   Replayed& replayed) {
    Input input;
    if (exchange::decode(record.payload, input) != protocols::DecodeStatus::Ok) {
        return fail(describe(ApplyStatus::Impossible, record.seq));
    }
    const bool goes_on = log.desk().unfinished().has_value();
    const ApplyStatus status = log.apply(input);
    log.clear_outputs();
    if (status != ApplyStatus::Ok) {
        return fail(fmt::format("{} (next input: {})", describe(status, record.seq),
                                messages::input_text(record.payload).value_or("unreadable")));
    }
    if (std::holds_alternative<exchange::event::Command>(input.event) && !goes_on) {
        ++replayed.commands;
        replayed.last_command = messages::input_text(record.payload).value_or("");
    }
    return {};
}

/// Before the first record, or else at the snapshot.
[[nodiscard]] Expected<std::unique_ptr<ReplayedVenue>> venue_before(
    journal::Storage& storage, const journal::Recovery& recovered, Replayed& replayed) {
    auto reader = journal::JournalReader::open(storage, {});
    if (!reader) {
        return std::unexpected(reader.error());
    }
    journal::Record first;
    const auto is_found = reader->next(first);
    if (!is_found) {
        return std::unexpected(is_found.error());
    }
    if (*is_found && first.seq == 1) {
        return from_first_record(first.payload);
    }
    if (recovered.snapshot) {
        replayed.snapshot_seq = recovered.snapshot->header.seq;
        return from_snapshot(recovered.snapshot->state());
    }
    return fail("the journal is empty");
}

void print_replayed(const VenueLog& log, const Replayed& replayed) {
    const exchange::ExchangeCounters& counters = log.exchange().counters();
    print_heading("journal replay");
    print_line("records", grouped(replayed.records));
    print_line("from", replayed.snapshot_seq == 0 ? std::string("the first record")
                                                  : fmt::format("the snapshot after record {}",
                                                                grouped(replayed.snapshot_seq)));
    if (replayed.commands != 0) {
        print_line("commands", fmt::format("{}, the last: {}", grouped(replayed.commands),
                                           replayed.last_command));
    }
    print_line("outputs", fmt::format("identical, checksum {:016x}", log.output_checksum()));
    print_line("state", fmt::format("checksum {:016x}", log.state_checksum()));
    print_line("books",
               fmt::format("checksum {:016x}, {} orders", log.exchange().books().checksum(),
                           log.exchange().books().open_orders()));
    print_line("executions", grouped(counters.executions));
}

}  // namespace

Expected<std::unique_ptr<ReplayedVenue>> ReplayedVenue::create(Bytes options) {
    const auto of_journal = exchange::to_venue_log_options(options);
    if (exchange::outputs_version(options) != exchange::kOutputsVersion) {
        return fail(describe(ApplyStatus::VersionDiffers, 1));
    }
    if (!of_journal) {
        return fail("must be the journal of a venue");
    }
    auto venue = std::make_unique<ReplayedVenue>();
    if (of_journal->has_flow) {
        auto flow = sim::flow::RecordedFlow::create(of_journal->exchange.books);
        if (!flow) {
            return std::unexpected(flow.error());
        }
        venue->flow_.emplace(std::move(*flow));
    }
    auto log = VenueLog::create(of_journal->exchange, venue->flow_ ? &*venue->flow_ : nullptr,
                                of_journal->desks);
    if (!log) {
        return std::unexpected(log.error());
    }
    venue->log_.emplace(std::move(*log));
    return venue;
}

Expected<void> replay_venue(const std::filesystem::path& folder) {
    auto storage = journal::ArchivedStorage::open_folder(folder);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    auto recovered = journal::recover(**storage, journal::RecoveryMode::Inspect);
    if (!recovered) {
        return std::unexpected(recovered.error());
    }
    Replayed replayed;
    auto venue = venue_before(**storage, *recovered, replayed);
    if (!venue) {
        return std::unexpected(venue.error());
    }
    auto reader = journal::JournalReader::open(**storage, {.first_seq = replayed.snapshot_seq + 1});
    if (!reader) {
        return std::unexpected(reader.error());
    }
    VenueLog& log = (*venue)->log();
    auto applied = journal::replay(
        *reader, [&](const journal::Record& record) { return apply(log, record, replayed); },
        [&] { return log.state_checksum(); });
    if (!applied) {
        return std::unexpected(applied.error());
    }
    replayed.records = applied->records;
    print_replayed(log, replayed);
    return {};
}

}  // namespace hotpath::app
