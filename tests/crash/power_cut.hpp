#pragma once
/// A file system whose power can be cut: ext4 in a file, on a loop device, shut down without
/// writing anything back (EXT4_IOC_SHUTDOWN, NOLOGFLUSH), unmounted and mounted again.
///
/// Durable data is there afterwards; other data may be lost. Needs root and a loop device. Threads:
/// the test's. Allocation: free. Tests only.

#include <filesystem>
#include <memory>
#include <string>

#include "hotpath/core/error.hpp"

namespace hotpath::crash {

class PowerCutDisk {
  public:
    /// An error says why not: no root, no loop device, no mkfs.ext4.
    [[nodiscard]] static Expected<std::unique_ptr<PowerCutDisk>> create(
        const std::filesystem::path& folder);
    PowerCutDisk(const PowerCutDisk&) = delete;
    PowerCutDisk& operator=(const PowerCutDisk&) = delete;
    ~PowerCutDisk();

    [[nodiscard]] const std::filesystem::path& mounted() const noexcept { return mounted_; }

    /// From here on every write, and every sync, fails.
    [[nodiscard]] Expected<void> cut();
    /// After cut(), and after all processes with files open there have ended.
    [[nodiscard]] Expected<void> restore();

  private:
    PowerCutDisk(std::filesystem::path image, std::filesystem::path mounted)
        : image_(std::move(image)), mounted_(std::move(mounted)) {}

    [[nodiscard]] Expected<void> mount();
    void unmount();

    std::filesystem::path image_;
    std::filesystem::path mounted_;
    std::string loop_{};  // the device
    bool is_mounted_ = false;
};

}  // namespace hotpath::crash
