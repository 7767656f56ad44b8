#include "apps/hotpath/exchange/reply_files.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/core/descriptor.hpp"

namespace hotpath::app {

ReplyFiles::~ReplyFiles() {
    for (const MutableBytes mapping : mappings_) {
        ::munmap(mapping.data(), mapping.size());
    }
}

Expected<MutableBytes> ReplyFiles::take(std::size_t bytes) {
    constexpr std::size_t kMiB = std::size_t{1} << 20U;
    const auto refuse = [&](const char* what, int error) {
        return fail(fmt::format("{}: cannot {} a file of {} MiB for replies: {}", folder_.string(),
                                what, (bytes + kMiB - 1) / kMiB, std::strerror(error)));
    };
    ::mkdir(folder_.c_str(), 0700);  // or it is there, or the next line says why it is not
    std::string name = (folder_ / "replies-XXXXXX").string();
    const Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file) {
        return refuse("create", errno);
    }
    ::unlink(name.c_str());
    if (const int error = ::posix_fallocate(file.number(), 0, static_cast<off_t>(bytes));
        error != 0) {
        return refuse("allocate", error);
    }
    void* const mapping =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
    if (mapping == MAP_FAILED) {
        return refuse("map", errno);
    }
    return mappings_.emplace_back(static_cast<std::byte*>(mapping), bytes);
}

}  // namespace hotpath::app
