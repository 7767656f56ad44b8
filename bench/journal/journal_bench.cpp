#include <unistd.h>

#include "bench/benches.hpp"
#include "bench/journal/journal_tests.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/overlapped_storage.hpp"
#include "lab/uring/uring_storage.hpp"

namespace hotpath::bench {

namespace fs = std::filesystem;

BenchFolder::BenchFolder(const std::string& name)
    : path_(fs::temp_directory_path() /
            ("hotpath-bench-" + name + "-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
}

BenchFolder::~BenchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

Expected<std::unique_ptr<journal::Journal>> open_bench_journal(
    const fs::path& folder, CommitWay way, const journal::JournalOptions& options) {
    const auto opened = [&](auto storage) -> Expected<std::unique_ptr<journal::Journal>> {
        return storage ? journal::Journal::open(std::move(*storage), options, {1})
                       : std::unexpected(storage.error());
    };
    switch (way) {
        case CommitWay::Uring:
            return opened(journal::UringStorage::open_folder(folder));
        case CommitWay::Overlapped:
            return opened(journal::OverlappedStorage::open_folder(folder));
        case CommitWay::Fdatasync:
            break;
    }
    return opened(journal::FileStorage::open_folder(folder, journal::Opening::ReadWrite));
}

Bench journal_bench() {
    return {.name = "journal",
            .question = "ns to append, to be told that it is safe, to commit a group, to recover",
            .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
                const auto clock = timing::TscClock::create();
                if (!clock) {
                    return std::unexpected(clock.error());
                }
                std::vector<Test> tests;
                for (auto& test : {append_test(scale), acknowledge_test(scale, *clock),
                                   commit_test(scale, *clock), recovery_test(scale)}) {
                    if (!test) {
                        return std::unexpected(test.error());
                    }
                    tests.push_back(*test);
                }
                tests.push_back(side_by_side_test(scale, *clock));
                return tests;
            }};
}

}  // namespace hotpath::bench
