#include "tests/support/temporary_directory.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

#include "hotpath/core/assert.hpp"

namespace hotpath::support {

TemporaryDirectory::TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "hotpath-test-XXXXXX").string();
    HOTPATH_ASSERT(mkdtemp(name.data()) != nullptr, "a temporary folder can be made");
    path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace hotpath::support
