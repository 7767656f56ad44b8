#pragma once
/// A journal's folder on a file system: pwrite, fdatasync, rename, fsync of the folder.
/// Opened for writing, the folder is created if missing (mode 0700) and locked: a second writer is
/// refused. Reading takes no lock and may run beside a writer. sync() also fails with ENOENT or
/// ESTALE when the file or its folder is no longer there. Threads: writer and housekeeper may
/// call at the same time, each on separate files. Allocation: names and lists. SIGXFSZ must be
/// ignored by the process for a file size limit to be an error like any other.

#include <filesystem>
#include <memory>
#include <string>

#include <sys/types.h>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

/// ReadWrite creates the folder if it is missing and locks it.
enum class Opening : std::uint8_t { ReadOnly, ReadWrite };

class FileStorage : public DirectCommits {
  public:
    /// Opens a folder. Fails if it cannot be created or opened, or if another process writes to it.
    [[nodiscard]] static Expected<std::unique_ptr<FileStorage>> open_folder(
        const std::filesystem::path& folder, Opening opening);

    ~FileStorage() override;

    // The calls of Storage; an error is the errno of the system call.
    [[nodiscard]] std::string path_of(const std::string& name) const override;
    [[nodiscard]] Io<std::vector<std::string>> list() override;
    [[nodiscard]] Io<File> create(const std::string& name) override;
    [[nodiscard]] Io<File> open(const std::string& name) override;
    void close(File file) override;
    [[nodiscard]] Io<std::uint64_t> size(File file) override;
    [[nodiscard]] Io<void> reserve(File file, std::uint64_t bytes) override;
    [[nodiscard]] Io<void> write(File file, std::uint64_t offset, Bytes bytes) override;
    [[nodiscard]] Io<void> sync(File file) override;
    [[nodiscard]] Io<std::size_t> read(File file, std::uint64_t offset, MutableBytes into) override;
    /// Reads by mapping the file.
    [[nodiscard]] Io<FileBytes> view(const std::string& name) override;
    [[nodiscard]] Io<void> truncate(File file, std::uint64_t bytes) override;
    [[nodiscard]] Io<void> rename(const std::string& from, const std::string& to) override;
    [[nodiscard]] Io<void> remove(const std::string& name) override;
    [[nodiscard]] Io<void> sync_folder() override;
    void start_writeback(File file, std::uint64_t offset, std::uint64_t bytes) override;

  protected:
    FileStorage(std::filesystem::path folder, int folder_number, Opening opening);

    /// Creates the folder if needed, opens and locks it, and returns its descriptor.
    [[nodiscard]] static Expected<int> take_folder(const std::filesystem::path& folder,
                                                   Opening opening);

  private:
    [[nodiscard]] Io<void> check_folder() const;

    std::filesystem::path folder_;
    int folder_number_;
    dev_t folder_device_ = 0;
    ino_t folder_inode_ = 0;
    Opening opening_;
};

}  // namespace hotpath::journal
