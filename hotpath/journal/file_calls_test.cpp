// Each call of a storage on real files: what it does, and the error that it gives.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/journal/file_storage.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::journal {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class FileCalls : public ::testing::Test {
  protected:
    FileCalls() : storage_(std::move(*FileStorage::open_folder(folder_, Opening::ReadWrite))) {}

    [[nodiscard]] File create(const std::string& name, std::string_view text = "") {
        const auto file = storage_->create(name);
        EXPECT_TRUE(file.has_value());
        EXPECT_TRUE(storage_->write(*file, 0, std::as_bytes(std::span(text))).has_value());
        return *file;
    }
    [[nodiscard]] std::string contents(const std::string& name) const {
        std::ifstream file(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static int error_of(const Io<void>& done) { return done ? 0 : done.error(); }

    support::TemporaryDirectory temporary_;
    fs::path folder_ = temporary_ / "day";
    std::unique_ptr<FileStorage> storage_;
};

TEST_F(FileCalls, FolderAndFilesAreForTheirOwnerOnly) {
    ::umask(0);
    const fs::path folder = temporary_ / "private";
    const auto storage = FileStorage::open_folder(folder, Opening::ReadWrite);
    ASSERT_TRUE((*storage)->create("a").has_value());
    struct stat status{};
    ASSERT_EQ(::stat(folder.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0700U);
    ASSERT_EQ(::stat((folder / "a").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0600U);
}

TEST_F(FileCalls, AFolderIsMadeByAWriterOnly) {
    const fs::path missing = temporary_ / "missing";
    const auto reading = FileStorage::open_folder(missing, Opening::ReadOnly);
    ASSERT_FALSE(reading.has_value());
    EXPECT_EQ(reading.error().message,
              missing.string() + ": cannot be opened as a directory: No such file or directory");
    const auto deep = FileStorage::open_folder(missing / "day", Opening::ReadWrite);
    ASSERT_FALSE(deep.has_value());
    EXPECT_THAT(deep.error().message, HasSubstr("cannot be created: No such file or directory"));
    std::ofstream(temporary_ / "file") << "";
    const auto file = FileStorage::open_folder(temporary_ / "file", Opening::ReadWrite);
    ASSERT_FALSE(file.has_value());
    EXPECT_THAT(file.error().message, HasSubstr("cannot be opened as a directory"));
}

TEST_F(FileCalls, TheLockLastsAsLongAsTheWriter) {
    const auto second = FileStorage::open_folder(folder_, Opening::ReadWrite);
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().message,
              folder_.string() + ": another process is writing this journal");
    EXPECT_TRUE(FileStorage::open_folder(folder_, Opening::ReadOnly).has_value());
    storage_.reset();
    EXPECT_TRUE(FileStorage::open_folder(folder_, Opening::ReadWrite).has_value());
}

TEST_F(FileCalls, FilesAreListedByNameWithoutFolders) {
    for (const char* const name : {"c", "a", "b"}) {
        storage_->close(create(name));
    }
    fs::create_directory(folder_ / "archive");
    EXPECT_THAT(*storage_->list(), ElementsAre("a", "b", "c"));
    fs::rename(folder_, temporary_ / "elsewhere");
    EXPECT_EQ(storage_->list().error(), ENOENT);
}

TEST_F(FileCalls, AFileIsCreatedOnceAndOpenedWhenItIsThere) {
    const File file = create("a", "text");
    EXPECT_EQ(storage_->create("a").error(), EEXIST);
    EXPECT_EQ(storage_->open("b").error(), ENOENT);
    const auto again = storage_->open("a");
    ASSERT_TRUE(again.has_value());
    EXPECT_NE(again->number, file.number);
    EXPECT_EQ(*storage_->size(*again), 4U);
    fs::create_symlink(folder_ / "a", folder_ / "link");
    EXPECT_EQ(storage_->open("link").error(), ELOOP);
    storage_->close(*again);
    EXPECT_EQ(storage_->size(*again).error(), EBADF) << "closed";
    storage_->close(File{});
}

TEST_F(FileCalls, AReaderCannotWrite) {
    storage_->close(create("a", "text"));
    const auto reader = FileStorage::open_folder(folder_, Opening::ReadOnly);
    const auto file = (*reader)->open("a");
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(error_of((*reader)->write(*file, 0, std::as_bytes(std::span("x", 1)))), EBADF);
    EXPECT_EQ(contents("a"), "text");
}

TEST_F(FileCalls, BytesAreWrittenAndReadAtTheirOffset) {
    const File file = create("a", "abcdef");
    ASSERT_TRUE(storage_->write(file, 4, std::as_bytes(std::span("XYZ", 3))).has_value());
    EXPECT_EQ(contents("a"), "abcdXYZ");
    std::string into(3, '?');
    EXPECT_EQ(*storage_->read(file, 2, std::as_writable_bytes(std::span(into))), 3U);
    EXPECT_EQ(into, "cdX");
    into.assign(3, '?');
    EXPECT_EQ(*storage_->read(file, 5, std::as_writable_bytes(std::span(into))), 2U);
    EXPECT_EQ(into, "YZ?");
    EXPECT_EQ(*storage_->read(file, 7, std::as_writable_bytes(std::span(into))), 0U);
    EXPECT_EQ(storage_->read(File{}, 0, std::as_writable_bytes(std::span(into))).error(), EBADF);
    ASSERT_TRUE(storage_->truncate(file, 2).has_value());
    EXPECT_EQ(contents("a"), "ab");
    EXPECT_EQ(error_of(storage_->truncate(File{}, 2)), EBADF);
}

TEST_F(FileCalls, AReservationMakesTheFileAsLong) {
    const File file = create("a", "text");
    ASSERT_TRUE(storage_->reserve(file, 10'000).has_value());
    EXPECT_EQ(*storage_->size(file), 10'000U);
    EXPECT_EQ(contents("a").substr(0, 5), std::string("text\0", 5));
    EXPECT_EQ(error_of(storage_->reserve(File{}, 10)), EBADF);
}

TEST_F(FileCalls, NamesAreMovedReplacedAndRemoved) {
    storage_->close(create("a", "new"));
    storage_->close(create("b", "old"));
    ASSERT_TRUE(storage_->rename("a", "b").has_value());
    EXPECT_EQ(contents("b"), "new");
    EXPECT_EQ(error_of(storage_->rename("a", "c")), ENOENT);
    ASSERT_TRUE(storage_->remove("b").has_value());
    EXPECT_FALSE(fs::exists(folder_ / "b"));
    EXPECT_EQ(error_of(storage_->remove("b")), ENOENT);
    EXPECT_EQ(error_of(storage_->sync_folder()), 0);
}

TEST_F(FileCalls, ASyncFailsWhenTheFileOrItsFolderIsNoLongerThere) {
    const File file = create("a", "text");
    EXPECT_EQ(error_of(storage_->sync(file)), 0);
    EXPECT_EQ(error_of(storage_->sync(File{})), EBADF);
    fs::rename(folder_, temporary_ / "elsewhere");
    EXPECT_EQ(error_of(storage_->sync(file)), ENOENT);
    fs::create_directory(folder_);
    EXPECT_EQ(error_of(storage_->sync(file)), ESTALE) << "another folder of that name";
    fs::remove(folder_);
    fs::rename(temporary_ / "elsewhere", folder_);
    EXPECT_EQ(error_of(storage_->sync(file)), 0);
    fs::remove(folder_ / "a");
    EXPECT_EQ(error_of(storage_->sync(file)), ESTALE) << "the file has no name";
}

TEST_F(FileCalls, AViewIsTheWholeFileAlsoOfNoBytes) {
    storage_->close(create("a", "some text"));
    storage_->close(create("empty"));
    const auto view = storage_->view("a");
    ASSERT_TRUE(view.has_value());
    fs::remove(folder_ / "a");
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(view->bytes().data()), 9),
              "some text");
    EXPECT_EQ(view->bytes().size(), 9U);
    EXPECT_EQ(storage_->view("empty")->bytes().size(), 0U);
    EXPECT_EQ(storage_->view("missing").error(), ENOENT);
}

TEST_F(FileCalls, APathIsThatOfTheFolderAndTheName) {
    EXPECT_EQ(storage_->path_of("a"), (folder_ / "a").string());
}

TEST_F(FileCalls, AWriteBeyondTheLimitOfFilesIsAnErrorThatIsFull) {
    const File file = create("a");
    struct rlimit old{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    auto* const old_handler = ::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit lower{.rlim_cur = 10, .rlim_max = old.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &lower), 0);
    const std::string text(20, 'x');
    const int written = error_of(storage_->write(file, 0, std::as_bytes(std::span(text))));
    const int reserved = error_of(storage_->reserve(file, 20));
    ::setrlimit(RLIMIT_FSIZE, &old);
    (void)::signal(SIGXFSZ, old_handler);
    EXPECT_TRUE(is_full(written)) << written;
    EXPECT_TRUE(is_full(reserved)) << reserved;
    EXPECT_EQ(contents("a"), std::string(10, 'x')) << "a part was written";
}

}  // namespace
}  // namespace hotpath::journal
