#include "hotpath/capture/output_file.hpp"

#include <atomic>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::capture {

namespace {

namespace fs = std::filesystem;

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

/// A rename would replace a device or a pipe, and what /dev/stdout stands for.
bool is_written_directly(const std::string& name, const fs::file_status& status) {
    return name.empty() || name.starts_with("/dev/") || name.starts_with("/proc/") ||
           (fs::exists(status) && !fs::is_regular_file(status));
}

/// Through symbolic links, so that the link survives the rename.
fs::path target_of(const fs::path& path) {
    std::error_code error;
    fs::path target = fs::weakly_canonical(fs::absolute(path, error), error);
    return error ? path : target;
}

}  // namespace

Expected<OutputFile> OutputFile::create(const std::filesystem::path& path) {
    std::string name = path.string();
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (!is_written_directly(name, status)) {
        if (fs::exists(status) && ::access(name.c_str(), W_OK) != 0) {
            return fail(why_not_created(name, errno));
        }
        return create_part(std::move(name), target_of(path));
    }
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
    if (descriptor < 0) {
        return fail(why_not_created(name, errno));
    }
    return OutputFile(std::move(name), {}, descriptor);
}

Expected<OutputFile> OutputFile::create_part(std::string name, const fs::path& target) {
    constexpr int kTriesMax = 1'000;  // a process of this number left its parts there
    static std::atomic<std::uint64_t> number{0};
    for (int n = 0; n < kTriesMax; ++n) {
        fs::path part(fmt::format("{}.part-{}-{}", target.string(), ::getpid(), number++));
        const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
        if (descriptor >= 0) {
            return OutputFile(std::move(name), {std::move(part), target}, descriptor);
        }
        if (errno != EEXIST) {
            break;
        }
    }
    return fail(why_not_created(name, errno));
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)),
      part_(std::exchange(other.part_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_written_(other.bytes_written_),
      failure_(std::move(other.failure_)) {}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
    discard();
}

/// Once it has its name, there is nothing to remove.
void OutputFile::discard() noexcept {
    if (const fs::path part = std::exchange(part_.path, {}); !part.empty()) {
        ::unlink(part.c_str());
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
    const bool is_whole = !failure_ && !part_.path.empty();
    if (is_whole && ::rename(part_.path.c_str(), part_.target.c_str()) != 0) {
        failure_ = error_of(errno);
    }
    if (failure_) {
        discard();
        return std::unexpected(*failure_);
    }
    part_.path.clear();
    return {};
}

Error OutputFile::error_of(int code) const {
    const std::string reason = code == ENOSPC
                                   ? "the disk is full; free some space or write elsewhere"
                                   : std::generic_category().message(code);
    return {fmt::format("{}: cannot be written after byte {}: {}", name_, bytes_written_, reason)};
}

}  // namespace hotpath::capture
