#include "hotpath/journal/file_bytes.hpp"

#include <sys/mman.h>

namespace hotpath::journal {

FileBytes FileBytes::of_mapping(Bytes mapping) noexcept {
    FileBytes mapped;
    mapped.bytes_ = mapping;
    mapped.is_mapped_ = true;
    return mapped;
}

FileBytes::~FileBytes() {
    if (is_mapped_) {
        ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
}

}  // namespace hotpath::journal
