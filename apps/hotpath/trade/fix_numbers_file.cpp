#include "apps/hotpath/trade/fix_numbers_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/core/bytes.hpp"

namespace hotpath::app {

namespace {

constexpr std::string_view kMagic = "HPFIXNO1";
constexpr std::size_t kLength = 16;
constexpr std::size_t kNumberAt = 8;
constexpr int kOwnerOnly = 0600;

[[nodiscard]] std::unexpected<Error> failure(const std::filesystem::path& file,
                                             std::string_view what) {
    return fail(fmt::format("{}: {}", file.string(), what));
}

/// A new file is whole or not there: its length is set after its bytes are written.
[[nodiscard]] bool write_first(int descriptor) {
    std::array<std::byte, kLength> bytes{};
    std::ranges::copy(std::as_bytes(std::span(kMagic)), bytes.begin());
    store_le(&bytes[kNumberAt], std::uint64_t{1});
    return ::pwrite(descriptor, bytes.data(), bytes.size(), 0) ==
           static_cast<::ssize_t>(bytes.size());
}

}  // namespace

Expected<FixNumbersFile> FixNumbersFile::open(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kOwnerOnly);
    if (descriptor < 0) {
        return failure(file, fmt::format("cannot be opened: {}", std::strerror(errno)));
    }
    FixNumbersFile opened(descriptor, nullptr);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        return failure(file, "another trader uses it");
    }
    struct ::stat status{};
    const bool is_known = ::fstat(descriptor, &status) == 0;
    if (is_known && status.st_size == 0 && !write_first(descriptor)) {
        return failure(file, fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    if (!is_known || (status.st_size != 0 && status.st_size != kLength)) {
        return failure(file, "must be a file of FIX numbers of 16 bytes");
    }
    void* const mapped =
        ::mmap(nullptr, kLength, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) {
        return failure(file, fmt::format("cannot be mapped: {}", std::strerror(errno)));
    }
    opened.bytes_ = static_cast<std::byte*>(mapped);
    const Bytes magic(opened.bytes_, kMagic.size());
    if (!std::ranges::equal(magic, std::as_bytes(std::span(kMagic))) || opened.next() == 0) {
        return failure(file, "must be a file of FIX numbers: it begins with HPFIXNO1");
    }
    return opened;
}

FixNumbersFile::~FixNumbersFile() {
    if (bytes_ != nullptr) {
        ::munmap(bytes_, kLength);
    }
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

std::uint64_t FixNumbersFile::next() const noexcept {
    return load_le<std::uint64_t>(bytes_ + kNumberAt);
}

void FixNumbersFile::keep(std::uint64_t next) noexcept {
    store_le(bytes_ + kNumberAt, next);
}

}  // namespace hotpath::app
