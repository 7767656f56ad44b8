#include "hotpath/store/number_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"

namespace hotpath::store {

namespace {

constexpr std::size_t kNumberAt = 8;
constexpr std::size_t kMoreAt = 16;
constexpr std::size_t kLengthMax = 64;
constexpr int kOwnerOnly = 0600;

[[nodiscard]] std::unexpected<Error> failure(const std::filesystem::path& file,
                                             std::string_view what) {
    return fail(fmt::format("{}: {}", file.string(), what));
}

[[nodiscard]] std::size_t length_of(const NumberFileKind& kind) {
    const std::size_t length = kMoreAt + kind.more * sizeof(std::uint64_t);
    HOTPATH_ASSERT(length <= kLengthMax, "a file of numbers has at most 64 bytes");
    return length;
}

/// A new file is whole or not there: its length is set after its bytes are written.
[[nodiscard]] bool write_first(int descriptor, const NumberFileKind& kind) {
    std::array<std::byte, kLengthMax> bytes{};
    std::ranges::copy(std::as_bytes(std::span(kind.magic)), bytes.begin());
    store_le(&bytes[kNumberAt], std::uint64_t{1});
    const std::size_t length = length_of(kind);
    return ::pwrite(descriptor, bytes.data(), length, 0) == static_cast<::ssize_t>(length);
}

}  // namespace

Expected<NumberFile> NumberFile::open(const std::filesystem::path& file,
                                      const NumberFileKind& kind) {
    Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kOwnerOnly));
    if (!descriptor) {
        return failure(file, fmt::format("cannot be opened: {}", std::strerror(errno)));
    }
    if (::flock(descriptor.number(), LOCK_EX | LOCK_NB) != 0) {
        return failure(file, fmt::format("another {} uses it", kind.owner));
    }
    struct ::stat status{};
    const bool is_known = ::fstat(descriptor.number(), &status) == 0;
    if (is_known && status.st_size == 0 && !write_first(descriptor.number(), kind)) {
        return failure(file, fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    const std::size_t length = length_of(kind);
    if (!is_known || (status.st_size != 0 && status.st_size != static_cast<::off_t>(length))) {
        return failure(file, fmt::format("must be a file of {} of {} bytes", kind.content, length));
    }
    auto mapping = shm::Mapping::map(descriptor, {.path = file,
                                                  .bytes = length,
                                                  .access = shm::Access::ReadWrite,
                                                  .huge_pages = HugePages::Never});
    if (!mapping) {
        return std::unexpected(mapping.error());
    }
    NumberFile opened(file, std::move(descriptor), std::move(*mapping));
    if (as_text(opened.mapping_.memory().first(kind.magic.size())) != kind.magic ||
        opened.next() == 0) {
        return failure(
            file, fmt::format("must be a file of {}: it begins with {}", kind.content, kind.magic));
    }
    return opened;
}

std::uint64_t NumberFile::next() const noexcept {
    return load_le<std::uint64_t>(&mapping_.memory()[kNumberAt]);
}

void NumberFile::keep(std::uint64_t next) noexcept {
    store_le(&mapping_.memory()[kNumberAt], next);
}

std::uint64_t NumberFile::more(std::size_t n) const noexcept {
    return load_le<std::uint64_t>(&mapping_.memory()[kMoreAt + n * sizeof(std::uint64_t)]);
}

void NumberFile::keep_more(std::size_t n, std::uint64_t number) noexcept {
    store_le(&mapping_.memory()[kMoreAt + n * sizeof(std::uint64_t)], number);
}

std::string NumberFile::loss() const {
    struct ::stat opened{};
    struct ::stat now{};
    const bool is_there =
        ::fstat(descriptor_.number(), &opened) == 0 && ::stat(file_.c_str(), &now) == 0;
    return is_there && opened.st_dev == now.st_dev && opened.st_ino == now.st_ino
               ? std::string()
               : fmt::format(
                     "{}: removed or replaced while in use; the next start will not find "
                     "its numbers",
                     file_.string());
}

}  // namespace hotpath::store
