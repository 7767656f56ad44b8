#pragma once
/// The directories of channels: one private to this user, and one on a hugetlbfs mount if there is
/// one. A name is taken when it is in either.
///
/// A process holds the folder's lock while it creates or removes a channel, so that two creators
/// never meet; the kernel takes the lock back from a process that dies. Folders that others may
/// write to are refused: another user could create a file under our name. Threads: values; a
/// FolderLock has one owner. Allocation: paths. Complexity: a few system calls.

#include <expected>
#include <filesystem>
#include <string>
#include <utility>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/shm/channel_name.hpp"

namespace hotpath::shm {

struct ChannelFolder {
    std::filesystem::path folder;       // of plain pages; its lock is that of both
    std::filesystem::path huge_folder;  // on hugetlbfs; empty: none

    /// /dev/shm/hotpath-UID and, on the first hugetlbfs mount of the system, hotpath-UID.
    [[nodiscard]] static ChannelFolder standard();
    /// A folder alone; standard() when `folder` is empty.
    [[nodiscard]] static ChannelFolder at(const std::filesystem::path& folder);
};

/// Makes the folder with mode 0700 when it is missing. Refuses one that is another user's, that
/// others may write to, or that is a symbolic link.
[[nodiscard]] Expected<void> make_folder(const std::filesystem::path& folder);

/// The same refusals for a folder that must be there.
[[nodiscard]] Expected<void> check_folder(const std::filesystem::path& folder);

class FolderLock {
  public:
    /// Waits for at most tries x kPauseMs: creating a channel never takes the standard time.
    static constexpr int kTries = 200;
    static constexpr int kPauseMs = 10;

    [[nodiscard]] static Expected<FolderLock> take(const std::filesystem::path& folder,
                                                   int tries = kTries);

  private:
    explicit FolderLock(Descriptor folder) : folder_(std::move(folder)) {}

    Descriptor folder_;
};

/// "FILE: cannot be opened: No such file or directory", from errno.
[[nodiscard]] std::unexpected<Error> fail_at(const std::filesystem::path& file,
                                             const std::string& what);

/// The parts of a refusal: "FILE: kind is broadcast, wanted spsc".
struct Mismatch {
    std::string field;
    std::string found;
    std::string wanted;
};
[[nodiscard]] std::unexpected<Error> refuse(const std::filesystem::path& file,
                                            const Mismatch& mismatch);

}  // namespace hotpath::shm
