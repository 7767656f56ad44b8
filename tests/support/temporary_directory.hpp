#pragma once
/// A new temporary folder, removed with its contents by the destructor.
///
///   const support::TemporaryDirectory folder;
///   write_capture(folder / "day.itch");
///
/// Threads: one owner. Allocation: paths. Tests only.

#include <filesystem>
#include <string_view>

namespace hotpath::support {

class TemporaryDirectory {
  public:
    /// Aborts if the system's temporary folder is not writable: the test cannot continue.
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
        return path_ / name;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace hotpath::support
