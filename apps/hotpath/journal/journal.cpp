#include <memory>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/exchange/replay.hpp"
#include "apps/hotpath/journal/dump.hpp"
#include "apps/hotpath/journal/input.hpp"
#include "apps/hotpath/journal/record.hpp"
#include "apps/hotpath/journal/verify.hpp"
#include "apps/hotpath/trade/replay.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::app {

namespace {

constexpr const char* kPathHelp = "A journal's folder, or one segment in it";

void add_dump(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand("dump", "One line a record: what is in a journal");
    auto options = std::make_shared<JournalDumpOptions>();
    add_input(*command, {"PATH", kPathHelp}, options->path)->type_name("")->required();
    add_integer(*command, {"--from", "Begin with this record"}, options->from, {0, kIntegerMax})
        ->type_name("SEQ");
    add_integer(*command, {"--count", "Show at most so many records"}, options->count,
                {1, kIntegerMax});
    add_output_file(*command,
                    {"--json", "Write the records with their whole payloads as JSON instead"},
                    options->json)
        ->type_name("JSON");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_journal_dump(*options); }; });
}

void add_verify(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand(
        "verify",
        "Check every record, segment and snapshot; exit code 1 when any is damaged, or a snapshot "
        "does not belong to the journal's history");
    auto options = std::make_shared<JournalVerifyOptions>();
    add_input(*command, {"PATH", kPathHelp}, options->path)->type_name("")->required();
    command->add_flag("--repair-truncate", options->is_repair_wanted,
                      "Cut the journal at the first damage: what follows, and the snapshots of it, "
                      "are LOST to it, and kept beside, renamed");
    add_output_file(*command, {"--json", "Write the counts as JSON"}, options->json)
        ->type_name("JSON");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_journal_verify(*options); }; });
}

/// Whose journal it is, its first record says.
Expected<void> replay_any(const TradeReplayOptions& options) {
    const auto input = open_journal_input(options.folder);
    if (!input) {
        return std::unexpected(input.error());
    }
    auto reader = open_reader(*input, 0);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    journal::Record record;
    const auto more = reader->next(record);
    if (more && *more && record.type == trader::kStartRecord) {
        auto from_first = open_reader(*input, 0);
        return from_first ? replay_trader(*from_first, options)
                          : std::unexpected(from_first.error());
    }
    if (options.json.empty()) {
        // A first record that cannot be read is not in its way when a snapshot is behind it.
        return replay_venue(options.folder);
    }
    return more ? fail("--json must be used with the journal of a trader; this is one of a venue")
                : std::unexpected(more.error());
}

void add_replay_of_journal(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand(
        "replay",
        "Tell a venue's or a trader's inputs again and compare what they put out with what was "
        "sent, byte for byte; exit code 1 and the first difference in words when it differs");
    auto options = std::make_shared<TradeReplayOptions>();
    add_input(*command, {"DIR", "The journal's folder"}, options->folder)
        ->type_name("")
        ->required();
    add_output_file(*command, {"--json", "Counts and checksums, of a trader's journal"},
                    options->json)
        ->type_name("FILE");
    command->callback([options, &chosen] { chosen = [options] { return replay_any(*options); }; });
}

void add_record(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand(
        "record",
        "Keep what a trader leaves in shared memory, until it has ended and nothing is left; "
        "`hotpath trade` starts this by itself");
    auto options = std::make_shared<JournalRecordOptions>();
    add_text(*command, {"CHANNEL", "Its name, as `hotpath shm list` has it"}, options->channel,
             check_nothing)
        ->type_name("")
        ->required();
    add_output_folder(*command, {"DIR", "The journal's folder"}, options->folder)
        ->type_name("")
        ->required();
    add_choice(*command, {"--mode", "When a record counts as safe"}, options->mode,
               {"memory", "pagecache", "sync"})
        ->type_name("MODE");
    add_integer(*command, {"--segment-mib", "The size of a segment, in MiB"}, options->segment_mib,
                {1, 4'096});
    command->add_flag("--parent", options->has_parent, "Lines go to descriptor 3: for a trader");
    command->callback([options, &chosen] {
        chosen = [options] {
            options->journal.ack_mode = *journal::to_ack_mode(options->mode);
            options->journal.segment_bytes = options->segment_mib << 20U;
            return run_journal_record(*options);
        };
    });
}

}  // namespace

void add_journal(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand("journal", "Journals: dump, verify, replay, record");
    command->require_subcommand(1);
    add_dump(*command, chosen);
    add_verify(*command, chosen);
    add_replay_of_journal(*command, chosen);
    add_record(*command, chosen);
}

}  // namespace hotpath::app
