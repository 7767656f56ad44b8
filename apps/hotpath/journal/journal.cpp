#include <memory>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/exchange/replay.hpp"
#include "apps/hotpath/journal/dump.hpp"
#include "apps/hotpath/journal/record.hpp"
#include "apps/hotpath/journal/verify.hpp"
#include "apps/hotpath/trade/replay.hpp"
#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/journal/journal_input.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::app {

namespace {

constexpr const char* kPathHelp = "A journal's folder, or one segment in it";

void add_dump(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand("dump", "Print a journal, one line a record");
    auto options = std::make_shared<JournalDumpOptions>();
    add_input(*command, {"PATH", kPathHelp}, options->path)->type_name("")->required();
    add_integer(*command, {"--from", "First record to print"}, options->from,
                {0, config::kIntegerMax})
        ->type_name("SEQ");
    add_integer(*command, {"--count", "Maximum number of records to print"}, options->count,
                {1, config::kIntegerMax});
    add_output_file(*command,
                    {"--json", "Write the records, with complete payloads, as JSON instead"},
                    options->json)
        ->type_name("JSON");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_journal_dump(*options); }; });
}

void add_verify(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand(
        "verify",
        "Check every record, segment and snapshot; exit code 1 when one is damaged, or when a "
        "snapshot does not belong to the journal's history");
    auto options = std::make_shared<JournalVerifyOptions>();
    add_input(*command, {"PATH", kPathHelp}, options->path)->type_name("")->required();
    command->add_flag("--repair-truncate", options->is_repair_wanted,
                      "Cut the journal at the first damage: later records and their snapshots are "
                      "LOST from the journal; their files are renamed and kept beside it");
    add_output_file(*command, {"--json", "Write the counts as JSON"}, options->json)
        ->type_name("JSON");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_journal_verify(*options); }; });
}

/// The first record distinguishes a venue's journal from a trader's.
Expected<void> replay_any(const TradeReplayOptions& options, const strategy::Registry& strategies) {
    const auto input = journal::open_journal_input(options.folder);
    if (!input) {
        return std::unexpected(input.error());
    }
    auto reader = journal::open_reader(*input, 0);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    journal::Record record;
    const auto more = reader->next(record);
    if (more && *more && record.type == trader::kStartRecord) {
        auto from_first = journal::open_reader(*input, 0);
        return from_first ? replay_trader(*from_first, options, strategies)
                          : std::unexpected(from_first.error());
    }
    if (options.json.empty()) {
        // A snapshot makes an unreadable first record harmless.
        return replay_venue(options.folder);
    }
    return more ? fail("--json needs a trader's journal, got a venue's")
                : std::unexpected(more.error());
}

void add_replay_of_journal(CLI::App& journal, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = journal.add_subcommand(
        "replay",
        "Replay a venue's or a trader's inputs and compare the outputs with the sent ones, "
        "byte for byte; print the first difference and exit with code 1");
    auto options = std::make_shared<TradeReplayOptions>();
    add_input(*command, {"DIR", "Folder of the journal"}, options->folder)
        ->type_name("")
        ->required();
    add_output_file(*command,
                    {"--json", "Write counts and checksums as JSON (trader journals only)"},
                    options->json)
        ->type_name("FILE");
    command->callback([options, &strategies, &chosen] {
        chosen = [options, &strategies] { return replay_any(*options, strategies); };
    });
}

Expected<void> record_journal(JournalRecordOptions& options) {
    const auto host = config::read_host_settings(options.host_settings);
    if (!host) {
        return std::unexpected(host.error());
    }
    options.journal.head_start = host->journal;
    options.journal.ack_mode = *journal::to_ack_mode(options.mode);
    options.journal.segment_bytes = options.segment_mib << 20U;
    return run_journal_record(options);
}

void add_record(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand(
        "record",
        "Write a trader's shared-memory channel to a journal, until the trader has ended and the "
        "channel is empty; started by `hotpath trade`");
    auto options = std::make_shared<JournalRecordOptions>();
    add_text(*command, {"CHANNEL", "Name of the channel in `hotpath shm list`"}, options->channel,
             check_nothing)
        ->type_name("")
        ->required();
    add_output_folder(*command, {"DIR", "Folder of the journal"}, options->folder)
        ->type_name("")
        ->required();
    add_choice(*command, {"--mode", "When a record counts as durable"}, options->mode,
               {"memory", "pagecache", "sync"})
        ->type_name("MODE");
    add_integer(*command, {"--segment-mib", "Size of a segment, in MiB"}, options->segment_mib,
                {1, 4'096});
    add_host_settings(*command, options->host_settings);
    command->add_flag("--parent", options->has_parent,
                      "Report to hotpath trade through descriptor 3");
    command->callback(
        [options, &chosen] { chosen = [options] { return record_journal(*options); }; });
}

}  // namespace

void add_journal(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = root.add_subcommand("journal", "Journals: dump, verify, replay, record");
    command->require_subcommand(1);
    add_dump(*command, chosen);
    add_verify(*command, chosen);
    add_replay_of_journal(*command, chosen, strategies);
    add_record(*command, chosen);
}

}  // namespace hotpath::app
