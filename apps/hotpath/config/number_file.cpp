#include "apps/hotpath/config/number_file.hpp"

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

#include "hotpath/core/bytes.hpp"

namespace hotpath::app {

namespace {

constexpr std::size_t kLength = 16;
constexpr std::size_t kNumberAt = 8;
constexpr int kOwnerOnly = 0600;

[[nodiscard]] std::unexpected<Error> failure(const std::filesystem::path& file,
                                             std::string_view what) {
    return fail(fmt::format("{}: {}", file.string(), what));
}

/// A new file is whole or not there: its length is set after its bytes are written.
[[nodiscard]] bool write_first(int descriptor, std::string_view magic) {
    std::array<std::byte, kLength> bytes{};
    std::ranges::copy(std::as_bytes(std::span(magic)), bytes.begin());
    store_le(&bytes[kNumberAt], std::uint64_t{1});
    return ::pwrite(descriptor, bytes.data(), bytes.size(), 0) ==
           static_cast<::ssize_t>(bytes.size());
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
    if (is_known && status.st_size == 0 && !write_first(descriptor.number(), kind.magic)) {
        return failure(file, fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    if (!is_known || (status.st_size != 0 && status.st_size != kLength)) {
        return failure(file, fmt::format("must be a file of {} of 16 bytes", kind.content));
    }
    auto mapping = shm::Mapping::map(descriptor, {.path = file,
                                                  .bytes = kLength,
                                                  .access = shm::Access::ReadWrite,
                                                  .huge_pages = HugePages::Never});
    if (!mapping) {
        return std::unexpected(mapping.error());
    }
    NumberFile opened(std::move(descriptor), std::move(*mapping));
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

}  // namespace hotpath::app
