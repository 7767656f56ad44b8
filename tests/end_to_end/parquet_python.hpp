#pragma once
/// The Python that writes Parquet files: which one it is, and another one while a test needs it.
///
/// Threads: the test's. Allocation: strings. Tests only.

#include <cstdlib>
#include <optional>
#include <string>

#include "tests/end_to_end/command_line.hpp"

namespace hotpath::end_to_end {

/// HOTPATH_PYTHON while this lives.
class NamedPython {
  public:
    explicit NamedPython(const std::string& path) {
        if (const char* before = std::getenv("HOTPATH_PYTHON")) {
            before_ = before;
        }
        ::setenv("HOTPATH_PYTHON", path.c_str(), 1);
    }
    ~NamedPython() { ::setenv("HOTPATH_PYTHON", before_.c_str(), 1); }
    NamedPython(const NamedPython&) = delete;
    NamedPython& operator=(const NamedPython&) = delete;

  private:
    std::string before_;
};

inline std::string parquet_python() {
    const char* named = std::getenv("HOTPATH_PYTHON");
    return named != nullptr && *named != '\0' ? named : HOTPATH_PARQUET_PYTHON;
}

inline bool has_pyarrow(const Workshop& workshop) {
    return workshop.run(parquet_python(), {"-c", "import pyarrow"}).exit_code == 0;
}

/// An executable file of the workshop.
inline void write_program(const Workshop& workshop, const std::string& name,
                          const std::string& text) {
    workshop.write(name, text);
    std::filesystem::permissions(workshop.path(name), std::filesystem::perms::owner_all);
}

}  // namespace hotpath::end_to_end
