#include "apps/hotpath/journal/verify.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/journal_input.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "hotpath/store/archive.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// The archive by its chain of hashes.
struct VerifiedArchive {
    std::uint64_t segments = 0;  // there, and as the chain says
    std::uint64_t removed = 0;   // the oldest, for their age
    std::string chain{};         // after the last of them
};

struct Verified {
    std::uint64_t records = 0;
    std::uint64_t payload_bytes = 0;
    std::uint64_t state_hashes = 0;
    std::uint64_t trader_inputs = 0;
    std::uint64_t segments = 0;
    std::uint64_t first_seq = 0;
    std::uint64_t last_seq = 0;
    std::uint64_t epoch = 0;
    bool is_sealed = false;
    journal::ReadStop stop{};
    std::vector<std::uint64_t> snapshots{};  // whole
    std::vector<std::string> damage{};       // sentences
    std::vector<std::string> ahead{};        // snapshots; each is damage, too
    std::vector<std::string> foreign{};
    std::optional<VerifiedArchive> archive{};
};

/// A trader's records are what input_log.hpp says, whole as they are by their CRC.
void verify_trader_record(const journal::Record& record, Verified& verified) {
    trader::LogRecord decoded;
    const wire::DecodeStatus status =
        trader::decode(record.type, record.time, record.payload, decoded);
    if (status == wire::DecodeStatus::UnknownType) {
        return;
    }
    if (status != wire::DecodeStatus::Ok) {
        verified.damage.push_back(
            fmt::format("record {} must be a trader's: {}", record.seq, wire::name(status)));
    }
    // In several records it is one.
    verified.trader_inputs += record.type == trader::kInputRecord && !decoded.has_more ? 1U : 0U;
}

void verify_records(journal::JournalReader& reader, Verified& verified) {
    journal::Record record;
    auto more = reader.next(record);
    for (; more && *more; more = reader.next(record)) {
        verified.first_seq = verified.records == 0 ? record.seq : verified.first_seq;
        verified.last_seq = record.seq;
        verified.payload_bytes += record.payload.size();
        verified.state_hashes += record.type == journal::kStateHash ? 1U : 0U;
        verify_trader_record(record, verified);
        ++verified.records;
    }
    if (!more) {
        verified.damage.push_back(more.error().message);
    }
    verified.segments = reader.segments_read();
    verified.stop = reader.stop();
    if (const auto segment = reader.segment()) {
        verified.epoch = segment->header.epoch;
        verified.is_sealed = segment->is_sealed;
    }
}

/// True of one that recovery may begin with.
bool verify_snapshot(journal::Storage& storage, std::uint64_t seq, Verified& verified) {
    const auto header = journal::check_snapshot(storage, seq);
    if (!header) {
        verified.damage.push_back(header.error().message);
        return false;
    }
    const journal::Membership is = journal::membership_of(storage, *header);
    if (is == journal::Membership::Ahead || is == journal::Membership::Foreign) {
        auto& list = is == journal::Membership::Ahead ? verified.ahead : verified.foreign;
        list.push_back(storage.path_of(journal::snapshot_name(seq)));
        verified.damage.push_back(journal::why_not_own(storage, seq, is));
        return false;
    }
    verified.snapshots.push_back(seq);
    return true;
}

/// A segment of the chain. The one that a writer was about to move, the last, may still be in use.
void verify_archived(const fs::path& journal, const store::ChainLine& line,
                     VerifiedArchive& archive, Verified& verified) {
    const std::string name = journal::segment_name(line.first_seq);
    std::error_code is_none;
    fs::path file = journal / journal::kArchiveFolder / name;
    file = fs::exists(file, is_none) ? file : journal / name;
    if (!fs::exists(file, is_none)) {
        ++archive.removed;
        if (archive.segments != 0) {
            verified.damage.push_back(
                fmt::format("{}: missing, and older segments are there", file.string()));
        }
        return;
    }
    ++archive.segments;
    const auto hash = store::hash_of_file(file);
    if (!hash) {
        verified.damage.push_back(hash.error().message);
    } else if (*hash != line.file) {
        verified.damage.push_back(fmt::format(
            "{}: not the bytes that were archived: its SHA-256 is {}, in the chain it is {}",
            file.string(), store::hex_of(*hash), store::hex_of(line.file)));
    }
}

/// The segments of the archive have lines in its chain, and these bytes.
Expected<void> verify_archive(const fs::path& journal, Verified& verified) {
    const fs::path folder = journal / journal::kArchiveFolder;
    std::error_code is_none;
    if (!fs::is_directory(folder, is_none)) {
        return {};
    }
    const auto storage = journal::FileStorage::open_folder(folder, journal::Opening::ReadOnly);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    // Before the chain: a segment that a writer moves meanwhile has its line before.
    const auto listing = journal::list_files(**storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    const auto chain = store::read_chain(folder);
    if (!chain) {
        verified.damage.push_back(chain.error().message);
        return {};
    }
    VerifiedArchive& archive = verified.archive.emplace();
    archive.chain = chain->empty() ? "" : store::hex_of(chain->back().chain);
    for (const store::ChainLine& line : *chain) {
        verify_archived(journal, line, archive, verified);
    }
    for (const std::uint64_t segment : listing->segments) {
        if (!std::ranges::binary_search(*chain, segment, {}, &store::ChainLine::first_seq)) {
            verified.damage.push_back((*storage)->path_of(journal::segment_name(segment)) +
                                      ": not in the archive's chain");
        }
    }
    return {};
}

/// Where recovery, which does not read the archive, begins.
Expected<std::uint64_t> first_in_use(const fs::path& journal) {
    const auto storage = journal::FileStorage::open_folder(journal, journal::Opening::ReadOnly);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    const auto listing = journal::list_files(**storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    return listing->segments.empty() ? 1 : listing->segments.front();
}

/// Recovery needs the first record, or a snapshot with every record after it.
/// `snapshots` were there before the records were read: a writer that is at work adds others.
Expected<void> verify_snapshots(journal::Storage& storage, std::uint64_t begins,
                                const std::vector<std::uint64_t>& snapshots, Verified& verified) {
    const auto listing = journal::list_files(storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    bool has_beginning = begins == 1;
    for (const std::uint64_t seq : snapshots) {
        // One that a writer has retired meanwhile is no damage.
        if (std::ranges::binary_search(listing->snapshots, seq)) {
            has_beginning |= verify_snapshot(storage, seq, verified) && seq + 1 >= begins;
        }
    }
    if (!has_beginning) {
        verified.damage.push_back(storage.path_of(journal::segment_name(begins)) +
                                  ": the journal begins here, and no snapshot covers the "
                                  "records before it");
    }
    return {};
}

ordered_json archive_json(const std::optional<VerifiedArchive>& archive) {
    return archive ? ordered_json{{"segments", archive->segments},
                                  {"removed", archive->removed},
                                  {"chain", archive->chain}}
                   : ordered_json(nullptr);
}

std::string archive_text(const VerifiedArchive& archive) {
    return fmt::format("{} segments{}{}", grouped(archive.segments),
                       archive.removed == 0
                           ? ""
                           : fmt::format(", {} removed for their age", grouped(archive.removed)),
                       archive.chain.empty() ? "" : ", chain " + archive.chain);
}

ordered_json json_of(const Verified& verified) {
    return {{"records", verified.records},
            {"first_seq", verified.first_seq},
            {"last_seq", verified.last_seq},
            {"payload_bytes", verified.payload_bytes},
            {"state_hashes", verified.state_hashes},
            {"trader_inputs", verified.trader_inputs},
            {"segments", verified.segments},
            {"epoch", verified.epoch},
            {"sealed", verified.is_sealed},
            {"torn_tail_bytes", verified.stop.tail.dropped_bytes},
            {"snapshots", verified.snapshots},
            {"snapshots_ahead", verified.ahead},
            {"snapshots_foreign", verified.foreign},
            {"archive", archive_json(verified.archive)},
            {"damage", verified.damage}};
}

std::string end_text(const Verified& verified) {
    if (verified.is_sealed) {
        return "sealed: the journal was closed";
    }
    const journal::TailVerdict& tail = verified.stop.tail;
    if (tail.tail == journal::Tail::Torn) {
        return fmt::format(
            "torn tail of {} bytes after byte {} of {}: cut when the journal is opened",
            grouped(tail.dropped_bytes), grouped(verified.stop.offset), verified.stop.segment);
    }
    return "not sealed: a writer is running or was stopped";
}

void print(const Verified& verified) {
    print_line("records",
               verified.records == 0
                   ? "none"
                   : fmt::format("{}, {} to {}", grouped(verified.records),
                                 grouped(verified.first_seq), grouped(verified.last_seq)));
    print_line("payload", bytes_text(verified.payload_bytes));
    print_line("state hashes", grouped(verified.state_hashes));
    if (verified.trader_inputs != 0) {
        print_line("trader's inputs", grouped(verified.trader_inputs));
    }
    print_line("segments", fmt::format("{}, epoch {}", grouped(verified.segments), verified.epoch));
    print_line("snapshots", grouped(std::uint64_t{verified.snapshots.size()}));
    if (verified.archive) {
        print_line("archive", archive_text(*verified.archive));
    }
    if (verified.damage.empty()) {
        print_line("end", end_text(verified));
    }
}

/// A line each; main prints them.
Expected<void> result_of(const Verified& verified) {
    if (verified.damage.empty()) {
        return {};
    }
    std::string lines;
    for (const std::string& sentence : verified.damage) {
        lines += (lines.empty() ? "" : "\n") + sentence;
    }
    return fail(lines);
}

Expected<void> repair(const JournalVerifyOptions& options) {
    const auto storage =
        journal::FileStorage::open_folder(options.path, journal::Opening::ReadWrite);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    const auto recovery = journal::recover(**storage, journal::RecoveryMode::RepairTruncate);
    if (!recovery) {
        return std::unexpected(recovery.error());
    }
    for (const std::string& file : recovery->put_aside) {
        fmt::print("put aside: {}\n", file);
    }
    if (recovery->dropped_bytes > 0) {
        fmt::print("torn tail cut: {} bytes\n", grouped(recovery->dropped_bytes));
    }
    fmt::print("the journal ends with record {}\n", recovery->next_seq - 1);
    return {};
}

}  // namespace

Expected<void> run_journal_verify(const JournalVerifyOptions& options) {
    auto input = journal::open_journal_input(options.path);
    if (!input) {
        return std::unexpected(input.error());
    }
    if (options.is_repair_wanted) {
        if (input->segment) {
            return fail(options.path.string() +
                        ": a journal is repaired as a whole; name its folder");
        }
        if (auto repaired = repair(options); !repaired) {
            return repaired;
        }
    }
    auto reader = journal::open_reader(*input, 0);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    const auto before = journal::list_files(*input->storage);
    if (!before) {
        return std::unexpected(before.error());
    }
    const auto begins = input->segment ? 1 : first_in_use(options.path);
    if (!begins) {
        return std::unexpected(begins.error());
    }
    Verified verified;
    verify_records(*reader, verified);
    if (!input->segment) {
        auto looked = verify_snapshots(*input->storage, *begins, before->snapshots, verified);
        if (looked) {
            looked = verify_archive(options.path, verified);
        }
        if (!looked) {
            return looked;
        }
    }
    print(verified);
    if (auto written = files::write_file_if_named(options.json, json_of(verified).dump(2) + "\n");
        !written) {
        return written;
    }
    return result_of(verified);
}

}  // namespace hotpath::app
