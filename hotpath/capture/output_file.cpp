#include "hotpath/capture/output_file.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::capture {

namespace {

constexpr ::mode_t kMode = 0666;  // less the user's umask

std::string why_not_created(const std::string& name, int error) {
    switch (error) {
        case ENOENT:
            return fmt::format(
                "{}: cannot be created: its directory does not exist; make it first (mkdir -p)",
                name);
        case EACCES:
        case EROFS:
            return fmt::format(
                "{}: cannot be created: permission denied; choose a directory you may write to",
                name);
        case EISDIR:
            return fmt::format("{}: is a directory; give a file name in it", name);
        default:
            return fmt::format("{}: cannot be created: {}", name,
                               std::generic_category().message(error));
    }
}

}  // namespace

Expected<OutputFile> OutputFile::create(const std::filesystem::path& path) {
    std::string name = path.string();
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
    if (descriptor < 0) {
        return fail(why_not_created(name, errno));
    }
    return OutputFile(std::move(name), descriptor);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_written_(other.bytes_written_),
      failure_(std::move(other.failure_)) {}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

Expected<void> OutputFile::write(Bytes bytes) {
    HOTPATH_ASSERT(descriptor_ >= 0, "the file must be open");
    while (!bytes.empty() && !failure_) {
        const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
        if (done < 0 && errno != EINTR) {
            failure_ = error_of(errno);
        }
        if (done > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(done));
            bytes_written_ += static_cast<std::uint64_t>(done);
        }
    }
    if (failure_) {
        return std::unexpected(*failure_);
    }
    return {};
}

Expected<void> OutputFile::close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (descriptor >= 0 && ::close(descriptor) != 0 && !failure_) {
        failure_ = error_of(errno);
    }
    if (failure_) {
        return std::unexpected(*failure_);
    }
    return {};
}

Error OutputFile::error_of(int code) const {
    const std::string reason = code == ENOSPC
                                   ? "the disk is full; free some space or write elsewhere"
                                   : std::generic_category().message(code);
    return {fmt::format("{}: cannot be written after byte {}: {}", name_, bytes_written_, reason)};
}

}  // namespace hotpath::capture
