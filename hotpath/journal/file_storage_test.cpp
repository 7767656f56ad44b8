// A journal on real files, by each way of committing; a disk that is full, a limit on files.
#include "hotpath/journal/file_storage.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/journal/journal.hpp"
#include "hotpath/journal/overlapped_storage.hpp"
#include "lab/uring/uring_storage.hpp"
#include "tests/support/journal_days.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::journal {
namespace {

namespace fs = std::filesystem;
using support::count_day;
using support::day_options;
using support::day_payload;
using support::day_time;
using ::testing::HasSubstr;

enum class Way : std::uint8_t { Files, Overlapped, Uring };

Expected<std::unique_ptr<Storage>> open_storage(Way way, const fs::path& folder) {
    const auto opened = [](auto storage) -> Expected<std::unique_ptr<Storage>> {
        if (storage) {
            return std::move(*storage);
        }
        return std::unexpected(storage.error());
    };
    switch (way) {
        case Way::Uring:
            return opened(UringStorage::open_folder(folder));
        case Way::Overlapped:
            return opened(OverlappedStorage::open_folder(folder));
        case Way::Files:
            break;
    }
    return opened(FileStorage::open_folder(folder, Opening::ReadWrite));
}

std::string name_of(Way way) {
    return way == Way::Files ? "files" : way == Way::Uring ? "uring" : "overlapped";
}

class RealFiles : public ::testing::TestWithParam<Way> {
  protected:
    void SetUp() override {
        if (GetParam() == Way::Uring) {
            const auto probe = UringStorage::open_folder(folder_ / "probe");
            if (!probe) {
                GTEST_SKIP() << probe.error().message;
            }
        }
    }
    [[nodiscard]] std::unique_ptr<Journal> open(const JournalOptions& options) const {
        auto storage = open_storage(GetParam(), folder_ / "day");
        HOTPATH_ASSERT(storage.has_value(), "the folder must open");
        auto journal = Journal::open(std::move(*storage), options, {1});
        HOTPATH_ASSERT(journal.has_value(), "the journal must open");
        return std::move(*journal);
    }
    [[nodiscard]] Expected<std::uint64_t> count() const {
        auto storage = FileStorage::open_folder(folder_ / "day", Opening::ReadOnly);
        return storage ? count_day(**storage) : std::unexpected(storage.error());
    }

    support::TemporaryDirectory folder_;
};

INSTANTIATE_TEST_SUITE_P(Storage, RealFiles,
                         ::testing::Values(Way::Files, Way::Overlapped, Way::Uring),
                         [](const auto& way) { return name_of(way.param); });

void append_until(Journal& journal, std::uint64_t records) {
    while (journal.durable_seq() < records) {
        const std::uint64_t seq = journal.appended_seq() + 1;
        if (seq <= records) {
            (void)journal.append(static_cast<RecordType>(seq % 100), day_time(seq),
                                 day_payload(seq));
        }
        journal.poll();
        journal.housekeep();
        ASSERT_FALSE(journal.has_failed()) << journal.error();
    }
}

TEST_P(RealFiles, KeepAJournalOverRestarts) {
    JournalOptions options = day_options(AckMode::Sync);
    options.commits_max = 3;
    std::uint64_t records = 0;
    for (int epoch = 1; epoch <= 4; ++epoch) {
        auto journal = open(options);
        EXPECT_EQ(journal->recovered().next_seq, records + 1);
        records += 50;
        append_until(*journal, records);
        if (epoch % 2 == 0) {
            ASSERT_TRUE(journal->close({}).has_value());
        }
    }
    const auto counted = count();
    ASSERT_TRUE(counted.has_value()) << counted.error().message;
    EXPECT_EQ(*counted, records);
}

/// What happens to a journal's folder while it is written.
void remove_folder(const fs::path& folder) {
    fs::remove_all(folder);
}
void move_folder_away(const fs::path& folder) {
    fs::rename(folder, folder.string() + ".old");
}
void replace_folder(const fs::path& folder) {
    move_folder_away(folder);
    fs::create_directory(folder);
}
void remove_files(const fs::path& folder) {
    for (const auto& file : fs::directory_iterator(folder)) {
        fs::remove(file.path());
    }
}

/// Records that no later process finds are not acknowledged: no later than at the next sync, or, where
/// records are not synced, at the end of the segment.
TEST_P(RealFiles, AFolderThatIsRemovedOrReplacedIsAFinalFailure) {
    using Change = void (*)(const fs::path&);
    for (const Change change : std::initializer_list<Change>{remove_folder, move_folder_away,
                                                             replace_folder, remove_files}) {
        for (const AckMode mode : {AckMode::Sync, AckMode::PageCache, AckMode::Memory}) {
            fs::remove_all(folder_ / "day");
            fs::remove_all(folder_ / "day.old");
            auto journal = open(day_options(mode));
            append_until(*journal, 5);
            change(folder_ / "day");
            const bool is_at_once = mode == AckMode::Sync && GetParam() != Way::Uring;
            const std::uint64_t most = is_at_once ? 5 : 60;
            const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
            while (!journal->has_failed() && std::chrono::steady_clock::now() < end) {
                const std::uint64_t seq = journal->appended_seq() + 1;
                if (seq < 400) {
                    (void)journal->append(1, day_time(seq), day_payload(seq));
                }
                journal->poll();
                journal->housekeep();
            }
            EXPECT_TRUE(journal->has_failed());
            EXPECT_LE(journal->durable_seq(), most);
            EXPECT_THAT(journal->error(), HasSubstr("has been removed or replaced"));
        }
    }
}

TEST_P(RealFiles, KeepAJournalInEveryMode) {
    for (const AckMode mode : {AckMode::Memory, AckMode::PageCache, AckMode::Sync}) {
        fs::remove_all(folder_ / "day");
        {
            auto journal = open(day_options(mode));
            append_until(*journal, 100);
            ASSERT_TRUE(journal->close({}).has_value());
        }
        EXPECT_EQ(*count(), 100U) << ack_mode_name(mode);
    }
}

TEST_P(RealFiles, ASecondWriterIsRefusedAndAReaderIsNot) {
    auto journal = open(day_options(AckMode::Sync));
    append_until(*journal, 3);
    const auto second = open_storage(GetParam(), folder_ / "day");
    ASSERT_FALSE(second.has_value());
    EXPECT_THAT(second.error().message, HasSubstr("another process is writing this journal"));
    EXPECT_EQ(*count(), 3U);
}

TEST_P(RealFiles, SparesOfAnEarlierRunAreUsedWhenTheyAreWholeAndBlank) {
    const auto spares = [&] {
        auto storage = FileStorage::open_folder(folder_ / "day", Opening::ReadOnly);
        return list_files(**storage)->spares;
    };
    (void)open(day_options(AckMode::Sync));
    const auto first = spares();
    ASSERT_EQ(first.size(), 2U);
    std::fstream(folder_ / "day" / spare_name(first[0]), std::ios::in | std::ios::out) << "x";
    (void)open(day_options(AckMode::Sync));
    const auto second = spares();
    EXPECT_THAT(second, ::testing::Not(::testing::Contains(first[0])));
    EXPECT_THAT(second, ::testing::SizeIs(2));
}

TEST(FileStorage, SaysWhyAFolderCannotBeOpened) {
    const support::TemporaryDirectory folder;
    const auto missing = FileStorage::open_folder(folder / "a" / "b", Opening::ReadWrite);
    ASSERT_FALSE(missing.has_value());
    EXPECT_THAT(missing.error().message, HasSubstr("a/b: cannot be created: No such file"));
    std::ofstream(folder / "file") << "x";
    const auto file = FileStorage::open_folder(folder / "file", Opening::ReadOnly);
    ASSERT_FALSE(file.has_value());
    EXPECT_THAT(file.error().message, HasSubstr("cannot be opened as a directory"));
}

/// Until orders are refused; then cancels as long as they are taken.
void fill_disk(const fs::path& folder) {
    auto storage = FileStorage::open_folder(folder, Opening::ReadWrite);
    ASSERT_TRUE(storage.has_value()) << storage.error().message;
    JournalOptions options = day_options(AckMode::Sync);
    options.segment_bytes = std::uint64_t{64} << 10U;
    auto opened = Journal::open(std::move(*storage), options, {1});
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    Journal& journal = **opened;
    const auto work = [&] {
        while (journal.poll() || journal.housekeep()) {
        }
    };
    const auto append = [&](Space space) {
        const std::uint64_t seq = journal.appended_seq() + 1;
        const auto status =
            journal
                .append(static_cast<RecordType>(seq % 100), day_time(seq), day_payload(seq), space)
                .status;
        work();
        return status;
    };
    for (int i = 0; i < 100'000 && append(Space::Normal) == AppendStatus::Done; ++i) {
    }
    EXPECT_FALSE(journal.is_accepting());
    EXPECT_THAT(journal.error(), HasSubstr((folder / "spare-").string()));
    EXPECT_THAT(journal.error(), HasSubstr("(65536 bytes)"));
    int cancels = 0;
    while (append(Space::Reserve) == AppendStatus::Done) {
        ++cancels;
    }
    EXPECT_GT(cancels, 100);
    EXPECT_FALSE(journal.has_failed()) << journal.error();
    ASSERT_TRUE(journal.close({}).has_value()) << journal.error();
    auto reader = FileStorage::open_folder(folder, Opening::ReadOnly);
    EXPECT_EQ(*count_day(**reader), journal.appended_seq());
}

TEST(FullDisk, ASmallTmpfsStopsOrdersAndNotTheProcess) {
    const support::TemporaryDirectory folder;
    if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=512k") != 0) {
        GTEST_SKIP() << "needs root to mount a tmpfs of 512 KiB: " << std::strerror(errno);
    }
    fill_disk(folder / "day");
    EXPECT_EQ(::umount(folder.path().c_str()), 0);
}

/// A limit on the size of files, in a process of its own: it is for the whole process.
TEST(FullDisk, AFileSizeLimitStopsTheOpeningWithPathAndBytes) {
    const support::TemporaryDirectory folder;
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{.rlim_cur = 40'000, .rlim_max = 40'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        auto storage = FileStorage::open_folder(folder / "day", Opening::ReadWrite);
        JournalOptions options = day_options(AckMode::Sync);
        options.segment_bytes = std::uint64_t{64} << 10U;
        const auto journal = Journal::open(std::move(*storage), options, {1});
        const bool is_told = !journal &&
                             journal.error().message.find("65536 bytes") != std::string::npos &&
                             journal.error().message.find("File too large") != std::string::npos &&
                             journal.error().message.find((folder / "day").string()) == 0;
        ::_exit(is_told ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace hotpath::journal
