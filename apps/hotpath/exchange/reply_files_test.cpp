#include "apps/hotpath/exchange/reply_files.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/sequenced_store.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

constexpr protocols::SequencedStoreOptions kStream{
    .messages_max = 10'000, .bytes_max = 1'000'000, .message_length_max = 100};

TEST(ReplyFiles, AStreamInAFileIsTheStreamInMemory) {
    const support::TemporaryDirectory folder;
    ReplyFiles files(folder.path());
    const auto memory = files.take(protocols::SequencedStore::bytes_for(kStream));
    ASSERT_TRUE(memory) << memory.error().message;
    EXPECT_TRUE(std::ranges::all_of(*memory, [](std::byte b) { return b == std::byte{}; }));
    auto in_file = protocols::SequencedStore::create_in(*memory, kStream);
    auto in_memory = protocols::SequencedStore::create(kStream);
    ASSERT_TRUE(in_file && in_memory);
    std::uint32_t appended = 0;
    for (;; ++appended) {
        const std::string text(appended % 101, static_cast<char>('A' + appended % 26));
        const bool is_appended = in_memory->try_append(std::as_bytes(std::span(text)));
        ASSERT_EQ(in_file->try_append(std::as_bytes(std::span(text))), is_appended);
        if (!is_appended) {
            break;
        }
    }
    EXPECT_EQ(appended, 10'000U);
    ASSERT_EQ(in_file->size(), in_memory->size());
    for (std::uint64_t n = 1; n <= in_memory->size(); ++n) {
        ASSERT_TRUE(std::ranges::equal(in_file->at(n), in_memory->at(n))) << n;
    }
}

TEST(ReplyFiles, LeaveNothingInTheFolder) {
    const support::TemporaryDirectory folder;
    ReplyFiles files(folder.path());
    ASSERT_TRUE(files.take(4'096));
    ASSERT_TRUE(files.take(1'000'000));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ReplyFiles, ADiskWithoutRoomIsAnErrorAtTheStart) {
    const support::TemporaryDirectory folder;
    ReplyFiles files(folder.path());
    const auto refused = files.take(std::size_t{1} << 50U);
    ASSERT_FALSE(refused);
    EXPECT_NE(
        refused.error().message.find(folder.path().string() +
                                     ": cannot allocate a file of 1073741824 MiB for replies: "),
        std::string::npos)
        << refused.error().message;
    EXPECT_TRUE(files.take(4'096)) << "less still fits";
}

TEST(ReplyFiles, AFolderThatIsNotThereIsNamed) {
    ReplyFiles files("/nowhere/at/all");
    EXPECT_EQ(files.take(1).error().message,
              "/nowhere/at/all: cannot create a file of 1 MiB for replies: No such file or "
              "directory");
}

}  // namespace
}  // namespace hotpath::app
