#pragma once
/// A journal's folder with group commits by io_uring: one submission carries a write and a linked
/// fdatasync; the journal's thread continues and polls the results without a system call.
///
/// For a machine with a core to spare: the journal's thread never sleeps, and several commits may
/// be in progress. The fdatasync is done by a worker of the kernel, which needs time on a core:
/// where every core spins, FileStorage may be the better one (`script/bench journal` compares
/// them). A commit without fdatasync is a plain pwrite: it only copies. Threads, allocation: as
/// FileStorage; commits by one thread. Needs Linux 5.6; create() fails where io_uring is forbidden
/// or was not built in.

#include <filesystem>
#include <memory>

#include "hotpath/journal/file_storage.hpp"

namespace hotpath::journal {

class UringStorage final : public FileStorage {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<UringStorage>> open_folder(
        const std::filesystem::path& folder);

    ~UringStorage() override;

    void begin_commit(const Commit& commit) override;
    [[nodiscard]] std::optional<CommitResult> poll_commit() override;

  private:
    class Ring;

    UringStorage(std::filesystem::path folder, int folder_number, std::unique_ptr<Ring> ring);

    std::unique_ptr<Ring> ring_;
};

}  // namespace hotpath::journal
