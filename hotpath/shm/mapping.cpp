#include "hotpath/shm/mapping.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>

#include "hotpath/shm/channel_folder.hpp"

namespace hotpath::shm {

namespace {

/// Whether the line shows a part of the mapping in huge pages of the page cache.
bool mentions_huge_pages(const std::string& line) {
    for (const std::string_view field : {"ShmemPmdMapped:", "FilePmdMapped:"}) {
        if (line.starts_with(field)) {
            return line.find_first_of("123456789", field.size()) != std::string::npos;
        }
    }
    return false;
}

/// The kernel's own account of the mapping that begins at `memory`.
bool is_mapped_huge(const void* memory) {
    std::array<char, 32> address{};
    std::snprintf(address.data(), address.size(), "%lx-", reinterpret_cast<unsigned long>(memory));
    std::ifstream maps("/proc/self/smaps");
    bool is_ours = false;
    for (std::string line; std::getline(maps, line);) {
        const bool is_field = line.find(':') < line.find(' ');
        if (!is_field) {
            is_ours = line.starts_with(address.data());
        } else if (is_ours && mentions_huge_pages(line)) {
            return true;
        }
    }
    return false;
}

/// Best effort: pages that cannot be had now are met later, and creation has reserved them.
void put_pages_in_place(MutableBytes memory, const MappingRequest& request) {
    if (request.huge_pages == HugePages::Try) {
        ::madvise(memory.data(), memory.size(), MADV_HUGEPAGE);
    }
    const int populate =
        request.access == Access::ReadWrite ? MADV_POPULATE_WRITE : MADV_POPULATE_READ;
    ::madvise(memory.data(), memory.size(), populate);
}

}  // namespace

std::size_t huge_page_bytes(const Descriptor& file) noexcept {
    struct statfs system{};
    const bool is_known = ::fstatfs(file.number(), &system) == 0;
    return is_known && system.f_type == HUGETLBFS_MAGIC ? static_cast<std::size_t>(system.f_bsize)
                                                        : 0;
}

Expected<Mapping> Mapping::map(const Descriptor& file, const MappingRequest& request) {
    const int protection = request.access == Access::ReadWrite ? PROT_READ | PROT_WRITE : PROT_READ;
    void* const mapped = ::mmap(nullptr, request.bytes, protection, MAP_SHARED, file.number(), 0);
    if (mapped == MAP_FAILED) {
        return fail_at(request.path, "cannot be mapped");
    }
    Mapping mapping(MutableBytes(static_cast<std::byte*>(mapped), request.bytes));
    put_pages_in_place(mapping.memory_, request);
    if (huge_page_bytes(file) != 0) {
        mapping.page_kind_ = PageKind::Huge;
    } else if (request.huge_pages == HugePages::Try && is_mapped_huge(mapped)) {
        mapping.page_kind_ = PageKind::TransparentHuge;
    }
    return mapping;
}

Mapping::~Mapping() {
    if (!memory_.empty()) {
        ::munmap(memory_.data(), memory_.size());
    }
}

}  // namespace hotpath::shm
