#include <unistd.h>

#include "bench/benches.hpp"
#include "bench/journal/journal_tests.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/uring_storage.hpp"

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
    std::unique_ptr<journal::Storage> storage;
    if (way == CommitWay::Uring) {
        auto opened = journal::UringStorage::open_folder(folder);
        if (!opened) {
            return std::unexpected(opened.error());
        }
        storage = std::move(*opened);
    } else {
        auto opened = journal::FileStorage::open_folder(folder, journal::Opening::ReadWrite);
        if (!opened) {
            return std::unexpected(opened.error());
        }
        storage = std::move(*opened);
    }
    return journal::Journal::open(std::move(storage), options, {1});
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
                return tests;
            }};
}

}  // namespace hotpath::bench
