// The question: how long does a restart read, that has ten million records behind its snapshot? A
// regression means a longer outage. It does not show a cold disk (the segments are in the page
// cache), nor what the application does with the records.
//
//   hotpath   recover(): every record's length, checksum, number and chain
//   replay    the same again by a reader that hands each record to a function

#include "hotpath/journal/recovery.hpp"

#include "bench/journal/journal_tests.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/replay.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kRecords = 10'000'000;
constexpr std::uint64_t kRecordsQuick = 1'000'000;
constexpr unsigned kRounds = 3;

Expected<void> write_journal(const std::filesystem::path& folder, std::uint64_t records) {
    auto journal =
        open_bench_journal(folder, CommitWay::Fdatasync, {.ack_mode = journal::AckMode::PageCache});
    if (!journal) {
        return std::unexpected(journal.error());
    }
    JournaledPayload payload{};
    while ((*journal)->appended_seq() < records) {
        payload[0] = static_cast<std::byte>((*journal)->appended_seq());
        if ((*journal)->append(1, {1}, payload).seq == 0) {
            (*journal)->poll();
            while ((*journal)->housekeep()) {
            }
            if ((*journal)->has_failed()) {
                return fail((*journal)->error());
            }
        }
    }
    return (*journal)->close({});
}

Measurement timed(const std::function<Expected<std::uint64_t>()>& read) {
    const std::uint64_t begin = timing::SystemClocks::ticks();
    const auto records = read();
    const std::uint64_t end = timing::SystemClocks::ticks();
    if (!records) {
        return {.error = records.error().message};
    }
    return {.answer = *records, .items = *records, .elapsed_ticks = end - begin};
}

Expected<std::uint64_t> recover_all(journal::Storage& storage) {
    const auto recovery = journal::recover(storage, journal::RecoveryMode::Inspect);
    return recovery ? Expected<std::uint64_t>(recovery->records)
                    : std::unexpected(recovery.error());
}

Expected<std::uint64_t> replay_all(journal::Storage& storage) {
    auto reader = journal::JournalReader::open(storage);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    std::uint64_t bytes = 0;
    const auto replayed = journal::replay(
        *reader,
        [&](const journal::Record& record) {
            bytes += record.payload.size();
            return Expected<void>();
        },
        [&] { return bytes; });
    if (!replayed) {
        return std::unexpected(replayed.error());
    }
    return bytes / kJournaledBytes;
}

}  // namespace

Expected<Test> recovery_test(const Scale& scale) {
    const auto folder = std::make_shared<BenchFolder>("recovery");
    const auto journal = folder->path() / "journal";
    if (auto written = write_journal(journal, scale.quick ? kRecordsQuick : kRecords); !written) {
        return std::unexpected(written.error());
    }
    auto opened = journal::FileStorage::open_folder(journal, journal::Opening::ReadOnly);
    if (!opened) {
        return std::unexpected(opened.error());
    }
    const std::shared_ptr<journal::Storage> storage = std::move(*opened);
    return Test{.name = "recovery_of_10_million",
                .unit = "ns/record",
                .subjects = {{"hotpath", "records",
                              [=] {
                                  (void)folder;
                                  return timed([&] { return recover_all(*storage); });
                              }},
                             {"replay", "records",
                              [=] { return timed([&] { return replay_all(*storage); }); }, false}},
                .pairs = kRounds};
}

}  // namespace hotpath::bench
