#pragma once
/// A disk that fails on request under a process (disk_shim.cpp).
///
///   FailingDisk disk(folder, venue.journal());
///   disk.load_into(venue.process());
///   ... disk.set("sync 5"); ... disk.set("");
///
/// Threads: the test's. Allocation: free. Tests only.

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/venue/hotpath_process.hpp"

namespace hotpath::venue_tests {

class FailingDisk {
  public:
    /// Of all files below `under`; `folder` keeps what is to happen to them.
    FailingDisk(const std::filesystem::path& folder, const std::filesystem::path& under)
        : file_(folder / "disk"), under_(under) {
        set("");
    }

    /// Each process that is started from here on, and its children.
    void load_into(HotpathProcess& process) const {
        process.set_environment("LD_PRELOAD", HOTPATH_DISK_SHIM);
        process.set_environment("HOTPATH_TEST_DISK", file_.string());
        process.set_environment("HOTPATH_TEST_DISK_FOLDER", under_.string());
    }
    /// From here on; nothing: the disk works again. Replaced at once: the process reads it at every call.
    void set(const std::string& what) const {
        std::ofstream(file_.string() + ".new") << what;
        std::filesystem::rename(file_.string() + ".new", file_);
    }

  private:
    std::filesystem::path file_;
    std::filesystem::path under_;
};

}  // namespace hotpath::venue_tests
