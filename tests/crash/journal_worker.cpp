// journal_crash_worker MODE files|overlapped|uring FOLDER OATH: journals the records of
// tests/support/ journal_days.hpp as fast as it can, until it is killed or the disk fails.
#include <cstdio>
#include <memory>
#include <string_view>
#include <thread>

#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/journal/overlapped_storage.hpp"
#include "lab/uring/uring_storage.hpp"
#include "tests/crash/journal_oath.hpp"
#include "tests/support/journal_days.hpp"

namespace hotpath::crash {
namespace {

using journal::Journal;
using journal::JournalOptions;

Expected<std::unique_ptr<journal::Storage>> open_storage(std::string_view way, const char* folder) {
    const auto opened = [](auto storage) -> Expected<std::unique_ptr<journal::Storage>> {
        if (storage) {
            return std::move(*storage);
        }
        return std::unexpected(storage.error());
    };
    if (way == "uring") {
        return opened(journal::UringStorage::open_folder(folder));
    }
    if (way == "overlapped") {
        return opened(journal::OverlappedStorage::open_folder(folder));
    }
    return opened(journal::FileStorage::open_folder(folder, journal::Opening::ReadWrite));
}

void append_some(Journal& journal, JournalOath& oath) {
    for (int i = 0; i < 20; ++i) {
        const std::uint64_t seq = journal.appended_seq() + 1;
        oath.attempted.store(seq, std::memory_order_release);
        const auto type = static_cast<journal::RecordType>(seq % 100);
        if (journal.append(type, support::day_time(seq), support::day_payload(seq)).seq == 0) {
            break;
        }
    }
}

/// In one process: kill -9 ends all of its threads at the same instruction, so one is enough, but
/// where two groups are on their way by two threads.
int live(Journal& journal, JournalOath& oath, bool by_two) {
    std::thread second([&] {
        while (by_two && !journal.has_failed()) {
            journal.poll();
        }
    });
    while (!journal.has_failed()) {
        append_some(journal, oath);
        journal.poll();
        oath.acknowledged.store(journal.durable_seq(), std::memory_order_release);
        for (int step = 0; step < 4; ++step) {
            journal.housekeep();
        }
    }
    second.join();
    std::fprintf(stderr, "journal_crash_worker: %s\n", journal.error().c_str());
    return kJournalFailed;
}

int run(char** argv) {
    const auto mode = journal::to_ack_mode(argv[1]);
    auto storage = open_storage(argv[2], argv[3]);
    if (!mode || !storage) {
        std::fprintf(stderr, "journal_crash_worker: %s\n",
                     mode ? storage.error().message.c_str() : "no such mode");
        return kJournalNotOpened;
    }
    JournalOath& oath = journal_oath(argv[4]);
    JournalOptions options = support::day_options(*mode);
    // Several changes between two kills; without fdatasync, time between two changes.
    options.segment_bytes = std::uint64_t{*mode == journal::AckMode::Sync ? 64U : 1'024U} << 10U;
    options.batch_bytes = 4'096;
    const bool by_two = std::string_view(argv[2]) == "overlapped";
    options.commits_max = by_two ? 2 : 3;
    auto opened = Journal::open(std::move(*storage), options, {1});
    if (!opened) {
        std::fprintf(stderr, "journal_crash_worker: %s\n", opened.error().message.c_str());
        return kJournalNotOpened;
    }
    oath.segments.store((*opened)->recovered().segments);
    oath.openings.fetch_add(1, std::memory_order_release);
    return live(**opened, oath, by_two);
}

}  // namespace
}  // namespace hotpath::crash

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "journal_crash_worker MODE files|overlapped|uring FOLDER OATH\n");
        return 2;
    }
    return hotpath::crash::run(argv);
}
