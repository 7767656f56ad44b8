#include "apps/hotpath/journal/dump.hpp"

#include <string>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/journal/journal_input.hpp"
#include "hotpath/messages/record_json.hpp"

namespace hotpath::app {

namespace {

using journal::Record;

constexpr std::size_t kPayloadShown = 32;

std::string type_text(journal::RecordType type) {
    return type == journal::kStateHash ? "state-hash" : fmt::format("{}", type);
}

void print_record(const Record& record, std::uint64_t offset) {
    const bool is_cut = record.payload.size() > kPayloadShown;
    const Bytes shown = record.payload.first(is_cut ? kPayloadShown : record.payload.size());
    std::string words = messages::record_text(record);
    if (words.empty()) {
        words = messages::hex_text(shown) + (is_cut ? "..." : "");
    }
    fmt::print("{:>12} {:>20} {:>10} {:>6} {:>10}  {}\n", record.seq, time_of_day(record.time),
               type_text(record.type), record.payload.size(), offset, words);
}

void print_end(const journal::JournalReader& reader) {
    const journal::ReadStop& stop = reader.stop();
    if (stop.tail.tail == journal::Tail::Torn) {
        fmt::print("{}torn tail: {} bytes after byte {} of {} are no complete record{}\n",
                   style().bad, grouped(stop.tail.dropped_bytes), grouped(stop.offset),
                   stop.segment, style().reset);
    }
}

Expected<void> dump(journal::JournalReader& reader, const JournalDumpOptions& options,
                    std::optional<files::OutputFile>& json) {
    Record record;
    std::uint64_t shown = 0;
    for (; shown < options.count; ++shown) {
        const auto more = reader.next(record);
        if (!more) {
            return std::unexpected(more.error());
        }
        if (!*more) {
            print_end(reader);
            break;
        }
        if (json) {
            json->write((shown == 0 ? "\n" : ",\n") + messages::record_json(record, reader).dump());
        } else {
            print_record(record, reader.record_offset());
        }
    }
    return {};
}

}  // namespace

Expected<void> run_journal_dump(const JournalDumpOptions& options) {
    const auto input = journal::open_journal_input(options.path);
    if (!input) {
        return std::unexpected(input.error());
    }
    auto reader = journal::open_reader(*input, options.from);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    auto json = files::OutputFile::create_if_named(options.json);
    if (!json) {
        return std::unexpected(json.error());
    }
    if (*json) {
        (*json)->write("[");
    } else {
        fmt::print("{}{:>12} {:>20} {:>10} {:>6} {:>10}  {}{}\n", style().bold, "seq", "time",
                   "type", "bytes", "offset", "what", style().reset);
    }
    auto dumped = dump(*reader, options, *json);
    if (dumped && *json) {
        (*json)->write("\n]\n");
        return (*json)->close();
    }
    return dumped;
}

}  // namespace hotpath::app
