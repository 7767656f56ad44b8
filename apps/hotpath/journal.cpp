#include <memory>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/exchange_replay.hpp"
#include "apps/hotpath/journal_dump.hpp"
#include "apps/hotpath/journal_verify.hpp"

namespace hotpath::app {

namespace {

constexpr const char* kPathHelp = "A journal's folder, or one segment in it";

void add_dump(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand("dump", "One line a record: what is in a journal");
    auto options = std::make_shared<JournalDumpOptions>();
    command->add_option("PATH", options->path, kPathHelp)->type_name("")->required();
    command->add_option("--from", options->from, "Begin with this record")->type_name("SEQ");
    command->add_option("--count", options->count, "Show at most so many")->type_name("N");
    command
        ->add_option("--json", options->json,
                     "Write the records with their whole payloads as JSON instead")
        ->type_name("JSON");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_journal_dump(*options); }; });
}

void add_verify(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand(
        "verify", "Check every record, segment and snapshot; exit code 1 when any is damaged");
    auto options = std::make_shared<JournalVerifyOptions>();
    command->add_option("PATH", options->path, kPathHelp)->type_name("")->required();
    command->add_flag("--repair-truncate", options->is_repair_wanted,
                      "Cut the journal at the first damage: what is behind is LOST to it, and kept "
                      "beside, renamed");
    command->add_option("--json", options->json, "Write the counts as JSON")->type_name("JSON");
    command->callback(
        [options, &chosen] { chosen = [options] { return run_journal_verify(*options); }; });
}

void add_replay_of_venue(CLI::App& journal, Run& chosen) {
    CLI::App* command = journal.add_subcommand(
        "replay",
        "Run a venue's journal through the exchange again and compare its outputs with those sent");
    auto folder = std::make_shared<std::filesystem::path>();
    command->add_option("DIR", *folder, "The journal's folder")->type_name("")->required();
    command->callback([folder, &chosen] { chosen = [folder] { return replay_venue(*folder); }; });
}

}  // namespace

void add_journal(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand("journal", "Journals: dump, verify, replay");
    command->require_subcommand(1);
    add_dump(*command, chosen);
    add_verify(*command, chosen);
    add_replay_of_venue(*command, chosen);
}

}  // namespace hotpath::app
