#include "hotpath/live/run/journal.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "hotpath/core/checksum.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/process/program_checksum.hpp"
#include "hotpath/timing/day_clock.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::live {

namespace {

namespace fs = std::filesystem;

using Latch = std::optional<LatchedStop>;

constexpr std::string_view kEndedWell = "ended with exit code 0";

/// By venue; nullopt where nothing is known of it.
using Latches = std::array<std::optional<Latch>, trader::kVenuesMax>;

/// The last mode of each venue in one segment. The start of a trader has that of all.
[[nodiscard]] Expected<Latches> latches_in_segment(journal::Storage& storage,
                                                   std::uint64_t first_seq) {
    auto reader =
        journal::JournalReader::open(storage, {.first_seq = first_seq, .is_one_segment = true});
    if (!reader) {
        return std::unexpected(reader.error());
    }
    Latches last;
    journal::Record record;
    auto more = reader->next(record);
    for (; more && *more; more = reader->next(record)) {
        trader::LogRecord decoded;
        const bool may_say = record.type == trader::kStartRecord ||
                             record.type == trader::kModeRecord ||
                             record.type == trader::kWhyRecord;
        if (!may_say || trader::decode(record.type, record.time, record.payload, decoded) !=
                            protocols::DecodeStatus::Ok) {
            continue;
        }
        if (const auto* start = std::get_if<trader::Start>(&decoded.entry)) {
            const bool was_open = start->latch.mode == risk::TradingMode::Open;
            last.fill(was_open ? Latch{}
                               : Latch{{{.now = start->now,
                                         .venue = start->venue,
                                         .mode = start->latch.mode,
                                         .reason = start->latch.reason}}});
        } else if (const auto* why = std::get_if<trader::Why>(&decoded.entry)) {
            if (last[why->venue] && *last[why->venue]) {
                (*last[why->venue])->why = why->text;
            }
        } else if (const auto& change = std::get<trader::ModeChange>(decoded.entry);
                   !change.is_stopping) {
            last[change.venue] =
                change.mode == risk::TradingMode::Open ? Latch{} : Latch{{change, std::string()}};
        }
    }
    return more ? Expected<Latches>(last) : std::unexpected(more.error());
}

[[nodiscard]] Latch strictest(std::span<const std::optional<Latch>> of) {
    Latch found;
    for (const std::optional<Latch>& latch : of) {
        if (latch && *latch && (!found || (*latch)->mode > found->mode)) {
            found = *latch;
        }
    }
    return found;
}

[[nodiscard]] std::vector<std::string> command_of(const TradeConfig& config,
                                                  const std::string& channel) {
    const TradeJournalConfig& journal = *config.journal;
    std::vector<std::string> command{process::own_executable(),
                                     "journal",
                                     "record",
                                     "--parent",
                                     "--mode",
                                     journal.mode,
                                     "--segment-mib",
                                     fmt::to_string(journal.segment_mib)};
    if (!config.host_settings.empty()) {
        command.insert(command.end(), {"--host-settings", config.host_settings.string()});
    }
    command.insert(command.end(), {channel, journal.folder.string()});
    return command;
}

/// A channel of our own: what another process left is another's.
[[nodiscard]] Expected<InputChannel> make_channel(const TradeJournalConfig& journal,
                                                  const std::string& name) {
    constexpr std::size_t kSlotsOfMib = (std::size_t{1} << 20U) / kCacheLine;
    return InputChannel::create(shm::ChannelFolder::standard(),
                                {.name = name,
                                 .slots = journal.channel_mib * kSlotsOfMib,
                                 .now = timing::wall_clock(),
                                 .protocol = kInputProtocol,
                                 // A killed trader with this process number may have left one.
                                 .if_present = shm::IfPresent::Replace});
}

}  // namespace

Expected<Latch> read_last_latch(const fs::path& folder, std::size_t venues) {
    auto storage = journal::FileStorage::open_folder(folder, journal::Opening::ReadOnly);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    const auto listing = journal::list_files(**storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    Latches known;
    const std::span ours = std::span(known).first(venues);
    for (std::size_t n = listing->segments.size(); n-- > 0;) {
        const auto older = latches_in_segment(**storage, listing->segments[n]);
        if (!older) {
            return std::unexpected(older.error());
        }
        for (std::size_t venue = 0; venue < venues; ++venue) {
            ours[venue] = ours[venue] ? ours[venue] : (*older)[venue];
        }
        if (std::ranges::all_of(ours, [](const auto& latch) { return latch.has_value(); })) {
            break;
        }
    }
    return strictest(ours);
}

Expected<std::unique_ptr<TradeJournal>> TradeJournal::open(const TradeConfig& config) {
    const TradeJournalConfig& journal = *config.journal;
    const std::string name = fmt::format("trade-inputs-{}", ::getpid());
    auto channel = make_channel(journal, name);
    if (!channel) {
        return std::unexpected(channel.error());
    }
    auto producer = channel->attach_producer(timing::wall_clock());
    if (!producer) {
        return std::unexpected(producer.error());
    }
    auto process = shm::WriterProcess::start(command_of(config, name));
    if (!process) {
        return std::unexpected(process.error());
    }
    std::unique_ptr<TradeJournal> opened(
        new TradeJournal(config, std::move(*process), channel->slots(), std::move(*producer)));
    std::string line;
    if (!opened->process_.try_receive_line(line) || line != "ready") {
        return fail(line.empty() ? std::string("the journal's writer process did not start")
                                 : line);
    }
    auto latch = read_last_latch(journal.folder, venues_count(config));
    if (!latch) {
        return std::unexpected(latch.error());
    }
    opened->last_latch_ = *latch;
    return opened;
}

TradeJournal::~TradeJournal() {
    // finish() was not called: a failure is being reported, and the program ends with it.
    std::string last_words;
    static_cast<void>(await_process(last_words));
}

trader::Start TradeJournal::start(Time now) const {
    trader::Start start{.build_id = process::build_id(),
                        .config_hash = process::hash_of_text(text_),
                        .now = now,
                        .text = text_};
    if (last_latch_) {
        start.latch = {.mode = last_latch_->mode, .reason = last_latch_->reason};
    }
    return start;
}

bool TradeJournal::is_alive() const {
    return producer_->attachment().spsc_reader().presence == shm::Presence::Attached;
}

std::size_t TradeJournal::waiting() const noexcept {
    return producer_ ? InputChannel::Ring::attach(producer_->attachment().ring(), slots_)
                           .size_approximate()
                     : 0;
}

Expected<void> TradeJournal::finish() {
    std::string last_words;
    const std::string end = await_process(last_words);
    return end == kEndedWell ? Expected<void>()
                             : fail(fmt::format("the journal's process {}: {}", end, last_words));
}

std::string TradeJournal::await_process(std::string& last_words) {
    if (!producer_) {
        return std::string(kEndedWell);
    }
    producer_.reset();
    while (process_.try_receive_line(last_words)) {
    }
    return process_.await_end();
}

}  // namespace hotpath::live
