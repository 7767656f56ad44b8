// The example of README.md, compiled.
#include <gtest/gtest.h>

#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/journal/replay.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::journal {
namespace {

constexpr RecordType kOrder = 1;

struct Book {
    std::uint64_t orders = 0;

    Expected<void> apply(const Record& record) {
        orders += record.type == kOrder ? 1U : 0U;
        return {};
    }
    [[nodiscard]] std::uint64_t hash() const { return orders; }
};

Expected<Replayed> example(const std::filesystem::path& folder, Book& book, Time now) {
    const std::array<std::byte, 47> bytes{};

    auto storage = FileStorage::open_folder(folder, Opening::ReadWrite);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    auto journal = Journal::open(std::move(*storage), {.ack_mode = AckMode::Sync}, now);
    if (!journal) {
        return std::unexpected(journal.error());
    }

    // Once, before anything else: what happened until now, onto the snapshot or onto nothing.
    auto reader = JournalReader::open((*journal)->storage(),
                                      {.first_seq = (*journal)->recovered().first_seq()});
    auto replayed = replay(
        *reader, [&](const Record& record) { return book.apply(record); },
        [&] { return book.hash(); });

    const Appended order = (*journal)->append(kOrder, now, bytes);  // the caller's thread
    while ((*journal)->durable_seq() < order.seq) {
        (*journal)->poll();  // the journal's thread
    }
    return replayed;
}

TEST(Readme, TheExampleKeepsItsOrder) {
    const support::TemporaryDirectory folder;
    for (std::uint64_t run = 0; run < 3; ++run) {
        Book book;
        const auto replayed = example(folder / "journal", book, {5});
        ASSERT_TRUE(replayed.has_value()) << replayed.error().message;
        EXPECT_EQ(book.orders, run);
    }
}

}  // namespace
}  // namespace hotpath::journal
