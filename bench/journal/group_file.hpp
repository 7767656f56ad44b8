#pragma once
/// The file that the floors of the journal's benchmark write: a file of zeros, one pwrite and one
/// fdatasync a group, on a core that sleeps meanwhile or is kept awake.
///
/// Threads: one owner; KeptAwake starts one thread and joins it. Allocation: at construction.

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "hotpath/core/cpu.hpp"
#include "hotpath/measure/machine.hpp"

namespace hotpath::bench {

/// Runs on the runner's core when it is idle.
class KeptAwake {
  public:
    KeptAwake()
        : thread_([this] {
              [[maybe_unused]] const auto pinned = pin_this_thread(measure::cores() - 1);
              const sched_param none{};
              ::sched_setscheduler(0, SCHED_IDLE, &none);
              while (!is_over_.load(std::memory_order_relaxed)) {
              }
          }) {}
    KeptAwake(const KeptAwake&) = delete;
    KeptAwake& operator=(const KeptAwake&) = delete;
    ~KeptAwake() {
        is_over_.store(true, std::memory_order_relaxed);
        thread_.join();
    }

  private:
    std::atomic<bool> is_over_{false};
    std::thread thread_;
};

class GroupFile {
  public:
    explicit GroupFile(const std::filesystem::path& folder)
        : file_(::open((folder / "floor").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)),
          bytes_(kFileBytes) {
        is_ready_ = put(0, bytes_.size());
    }
    GroupFile(const GroupFile&) = delete;
    GroupFile& operator=(const GroupFile&) = delete;
    ~GroupFile() { ::close(file_); }

    /// Wraps to the file's beginning at its end. False after any failure.
    [[nodiscard]] bool commit(std::size_t bytes) {
        offset_ = offset_ + bytes > kFileBytes ? 0 : offset_;
        is_ready_ = is_ready_ && put(offset_, bytes);
        offset_ += bytes;
        return is_ready_;
    }

  private:
    static constexpr std::size_t kFileBytes = std::size_t{16} << 20U;

    [[nodiscard]] bool put(std::size_t offset, std::size_t bytes) const {
        return ::pwrite(file_, bytes_.data(), bytes, static_cast<off_t>(offset)) ==
                   static_cast<ssize_t>(bytes) &&
               ::fdatasync(file_) == 0;
    }

    int file_;
    std::vector<std::byte> bytes_;
    std::size_t offset_ = 0;
    bool is_ready_ = false;
};

}  // namespace hotpath::bench
