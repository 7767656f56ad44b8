#include "tests/crash/evidence.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::crash {

namespace {

Evidence* map(const std::filesystem::path& path, int flags) {
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0600);
    HOTPATH_ASSERT(file >= 0, "the evidence can be opened");
    HOTPATH_ASSERT(::ftruncate(file, sizeof(Evidence)) == 0, "the evidence has its size");
    void* const memory =
        ::mmap(nullptr, sizeof(Evidence), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    HOTPATH_ASSERT(memory != MAP_FAILED, "the evidence can be mapped");
    ::close(file);
    return static_cast<Evidence*>(memory);
}

}  // namespace

EvidenceFile EvidenceFile::create(const std::filesystem::path& path) {
    return EvidenceFile(map(path, O_CREAT | O_EXCL));
}

EvidenceFile EvidenceFile::open(const std::filesystem::path& path) {
    return EvidenceFile(map(path, 0));
}

EvidenceFile::~EvidenceFile() {
    if (evidence_ != nullptr) {
        ::munmap(evidence_, sizeof(Evidence));
    }
}

std::string_view name_of(Scenario scenario) {
    return kScenarios[static_cast<std::size_t>(scenario)].name;
}

}  // namespace hotpath::crash
