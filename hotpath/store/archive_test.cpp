// The archive of a journal: segments keep their bytes, and the chain says which they were.

#include "hotpath/store/archive.hpp"

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::store {
namespace {

namespace fs = std::filesystem;
using journal::segment_name;
using ::testing::HasSubstr;

class Archive : public ::testing::Test {
  protected:
    void write(std::uint64_t first_seq, const std::string& text) const {
        std::ofstream(folder_ / segment_name(first_seq)) << text;
    }
    [[nodiscard]] static std::string text_of(const fs::path& file) {
        std::ifstream opened(file);
        return {std::istreambuf_iterator<char>(opened), {}};
    }
    [[nodiscard]] bool is_archived(std::uint64_t first_seq, const std::string& text) const {
        return !fs::exists(folder_ / segment_name(first_seq)) &&
               text_of(archive_ / segment_name(first_seq)) == text;
    }
    [[nodiscard]] JournalArchive open() const {
        auto opened = JournalArchive::open(folder_);
        EXPECT_TRUE(opened) << opened.error().message;
        return std::move(*opened);
    }

    support::TemporaryDirectory temporary_;
    fs::path folder_ = temporary_.path();
    fs::path archive_ = folder_ / "archive";
};

TEST_F(Archive, TakesSegmentsAsTheyAreAndChainsTheirHashes) {
    write(1, "abc");
    write(20, "");
    {
        JournalArchive archive = open();
        EXPECT_TRUE(archive.chain().empty());
        ASSERT_TRUE(archive.take(1));
    }
    JournalArchive archive = open();
    ASSERT_TRUE(archive.take(20));
    EXPECT_TRUE(is_archived(1, "abc"));
    EXPECT_TRUE(is_archived(20, ""));
    const auto chain = read_chain(archive_);
    ASSERT_TRUE(chain) << chain.error().message;
    ASSERT_EQ(chain->size(), 2U);
    EXPECT_EQ(hex_of((*chain)[0].file),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ((*chain)[0].chain, next_in_chain({}, 1, (*chain)[0].file));
    EXPECT_EQ((*chain)[1].chain, next_in_chain((*chain)[0].chain, 20, (*chain)[1].file));
    EXPECT_EQ(archive.chain().back().chain, chain->back().chain);
    EXPECT_THAT(text_of(archive_ / "chain"),
                HasSubstr(segment_name(1) + " " + hex_of((*chain)[0].file) + " "));
}

TEST_F(Archive, GoesOnAfterACrashAtAnyPoint) {
    write(1, "one");
    write(2, "two");
    ASSERT_TRUE(open().take(1));
    const std::string before = text_of(archive_ / "chain");
    ASSERT_TRUE(open().take(2));
    const std::string after = text_of(archive_ / "chain");
    const auto again = [&](const std::string& chain, bool is_copied) {
        fs::rename(archive_ / segment_name(2), folder_ / segment_name(2));
        if (is_copied) {
            fs::copy(folder_ / segment_name(2), archive_ / segment_name(2));
        }
        std::ofstream(archive_ / "chain") << chain;
        const auto taken = open().take(2);
        EXPECT_TRUE(taken) << taken.error().message;
        EXPECT_EQ(text_of(archive_ / "chain"), after);
        EXPECT_TRUE(is_archived(2, "two"));
    };
    for (std::size_t bytes = before.size(); bytes <= after.size(); bytes += 10) {
        again(after.substr(0, bytes), false);
    }
    again(after, false);
    again(after, true);  // it was copied from one file system to the other, and not removed
}

TEST_F(Archive, ASegmentThatIsNotBehindTheChainIsRefusedAndStays) {
    write(5, "five");
    ASSERT_TRUE(open().take(5));
    for (const std::uint64_t first_seq : {3U, 5U}) {
        write(first_seq, "another");
        const auto taken = open().take(first_seq);
        ASSERT_FALSE(taken);
        EXPECT_THAT(taken.error().message, HasSubstr("already goes on from " + segment_name(5)));
        EXPECT_EQ(text_of(folder_ / segment_name(first_seq)), "another");
    }
    EXPECT_EQ(text_of(archive_ / segment_name(5)), "five");
    const auto missing = open().take(7);
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr(": cannot be opened: No such file"));
}

TEST_F(Archive, AChainThatWasChangedIsRefused) {
    for (const std::uint64_t first_seq : {1U, 2U, 3U}) {
        write(first_seq, "text");
        ASSERT_TRUE(open().take(first_seq));
    }
    const std::string chain = text_of(archive_ / "chain");
    const std::size_t line = chain.find('\n') + 1;
    for (std::size_t at = 0; at + 1 < chain.size(); at += 7) {
        std::string changed = chain;
        changed[at] = changed[at] == '0' ? '1' : '0';
        std::ofstream(archive_ / "chain") << changed;
        EXPECT_FALSE(read_chain(archive_)) << at;
        EXPECT_FALSE(JournalArchive::open(folder_)) << at;
    }
    std::ofstream(archive_ / "chain") << chain.substr(line);  // without the first
    EXPECT_THAT(read_chain(archive_).error().message,
                HasSubstr("line 1 does not continue the chain"));
    std::ofstream(archive_ / "chain") << "words\n";
    EXPECT_THAT(read_chain(archive_).error().message,
                HasSubstr("line 1 must be a segment and two hashes"));
}

TEST_F(Archive, RemovesTheOldestForTheirAgeAndKeepsTheirLines) {
    const auto now = fs::file_time_type::clock::now();
    for (const std::uint64_t n : {1U, 2U, 3U, 4U}) {
        write(n, std::to_string(n));
        // The third is older than the second: it stays, since no later one goes before.
        fs::last_write_time(folder_ / segment_name(n), now - std::chrono::hours(n == 2 ? 1 : 100));
        ASSERT_TRUE(open().take(n));
    }
    JournalArchive archive = open();
    EXPECT_EQ(*archive.remove_before(now - std::chrono::hours(101)), 0U);
    EXPECT_EQ(*archive.remove_before(now - std::chrono::hours(50)), 1U);
    EXPECT_FALSE(fs::exists(archive_ / segment_name(1)));
    EXPECT_TRUE(fs::exists(archive_ / segment_name(3)));
    EXPECT_EQ(*archive.remove_before(now), 3U);
    EXPECT_EQ(read_chain(archive_)->size(), 4U);
    write(9, "nine");
    ASSERT_TRUE(open().take(9)) << "the chain goes on";
}

TEST_F(Archive, ATimeOfItsLastRecordOutlivesACopy) {
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(48);
    write(1, "one");
    fs::last_write_time(folder_ / segment_name(1), old);
    fs::create_directory(archive_);
    std::ofstream(archive_ / segment_name(1)) << "half";  // then it is copied
    ASSERT_TRUE(open().take(1));
    EXPECT_TRUE(is_archived(1, "one"));
    EXPECT_EQ(fs::last_write_time(archive_ / segment_name(1)), old);
}

}  // namespace
}  // namespace hotpath::store
