#pragma once
/// The settings of this machine that lengthen gaps: each with its present value, the value for a core
/// that trades, and how to set it.
///
/// Everything is read from /proc and /sys below a root, which tests make. Threads: any. Allocation:
/// free. Complexity: some tens of small files.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hotpath::jitter {

enum class SettingState : std::uint8_t {
    Good,
    Change,
    Unknown,  // this kernel does not show it, or a host below it decides
};

struct Setting {
    std::string name{};
    SettingState state = SettingState::Unknown;
    std::string present{};
    std::string wanted{};
    std::string how{};
};

/// Small files of the kernel.
class HostFiles {
  public:
    explicit HostFiles(std::filesystem::path root = "/") : root_(std::move(root)) {}

    /// The whole file without the line end at its end; nothing when it cannot be read.
    [[nodiscard]] std::optional<std::string> text(const std::string& path) const;
    /// Names in a folder, sorted; none when it cannot be read.
    [[nodiscard]] std::vector<std::string> names_in(const std::string& folder) const;

  private:
    std::filesystem::path root_;
};

/// The processor says that a hypervisor runs it.
[[nodiscard]] bool is_virtual_machine(const HostFiles& files);

/// For these cores, in the order of what usually costs most.
[[nodiscard]] std::vector<Setting> read_settings(const HostFiles& files,
                                                 std::span<const std::uint32_t> cores);

}  // namespace hotpath::jitter
