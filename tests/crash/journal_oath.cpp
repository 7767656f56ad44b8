#include "tests/crash/journal_oath.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::crash {

JournalOath& journal_oath(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    HOTPATH_ASSERT(descriptor >= 0 && ::ftruncate(descriptor, sizeof(JournalOath)) == 0,
                   "the oath's file can be made");
    void* const memory =
        ::mmap(nullptr, sizeof(JournalOath), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    HOTPATH_ASSERT(memory != MAP_FAILED, "the oath can be mapped");
    ::close(descriptor);
    return *static_cast<JournalOath*>(memory);
}

}  // namespace hotpath::crash
