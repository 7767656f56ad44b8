#include "hotpath/files/output_file.hpp"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace hotpath::files {

namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kMode = 0666;  // less the user's umask

std::unexpected<Error> cannot_write(const fs::path& path, int error_number) {
    return fail(fmt::format("cannot write {}: {}", path.string(), std::strerror(error_number)));
}

/// Through symbolic links, so that the link survives the rename.
fs::path target_of(const fs::path& path) {
    std::error_code error;
    fs::path target = fs::weakly_canonical(fs::absolute(path, error), error);
    return error ? path : target;
}

/// Also of files that are not there yet, and of two names of one file.
bool is_same(const fs::path& one, const fs::path& other) {
    std::error_code ignored;
    return target_of(one) == target_of(other) || fs::equivalent(one, other, ignored);
}

bool is_inside(const fs::path& folder, const fs::path& file) {
    const fs::path relative = file.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

/// The input keeps what is in it.
Expected<void> check_not_written(const fs::path& input, const fs::path& output) {
    std::error_code ignored;
    if (input.empty() || output.empty() || is_written_directly(output)) {
        return {};
    }
    const fs::path target = target_of(output);
    if (fs::is_directory(input, ignored) && is_inside(target_of(input), target)) {
        return fail(
            fmt::format("{} would be written inside {}, which is an input: name a file "
                        "elsewhere",
                        output.string(), input.string()));
    }
    if (is_same(input, output)) {
        return fail(
            fmt::format("{} is an input, and writing {} would overwrite it: name another "
                        "file for the output",
                        input.string(), output.string()));
    }
    return {};
}

}  // namespace

// A rename would replace it.
bool is_written_directly(const fs::path& path) {
    if (path.string().starts_with("/dev/") || path.string().starts_with("/proc/")) {
        return true;
    }
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    return fs::exists(status) && !fs::is_regular_file(status);
}

std::expected<PartFile, int> make_part(const fs::path& target) {
    constexpr int kTriesMax = 1'000;  // a process of this number left its parts there
    static std::atomic<std::uint64_t> number{0};
    for (int n = 0; n < kTriesMax; ++n) {
        fs::path path(fmt::format("{}.part-{}-{}", target.string(), ::getpid(), number++));
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
        if (descriptor >= 0) {
            return PartFile{.path = std::move(path), .descriptor = descriptor};
        }
        if (errno != EEXIST) {
            break;
        }
    }
    return std::unexpected(errno);
}

Expected<OutputFile> OutputFile::create(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        return cannot_write(path, EISDIR);
    }
    const bool direct = is_written_directly(path);
    const fs::path target = direct ? path : target_of(path);
    if (!direct && fs::exists(target, ignored) && ::access(target.c_str(), W_OK) != 0) {
        return cannot_write(path, errno);
    }
    if (direct) {
        const int descriptor =
            ::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
        return descriptor < 0 ? Expected<OutputFile>(cannot_write(path, errno))
                              : OutputFile(target, {}, descriptor);
    }
    const auto part = make_part(target);
    if (!part) {
        return cannot_write(path, part.error());
    }
    return OutputFile(target, part->path, part->descriptor);
}

Expected<std::optional<OutputFile>> OutputFile::create_if_named(const fs::path& path) {
    if (path.empty()) {
        return std::nullopt;
    }
    auto file = create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    return std::optional(std::move(*file));
}

OutputFile::OutputFile(fs::path path, fs::path part, int descriptor)
    : path_(std::move(path)), part_(std::move(part)), descriptor_(descriptor) {
    buffer_.reserve(kBufferBytes);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      part_(std::move(other.part_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      error_number_(other.error_number_),
      buffer_(std::move(other.buffer_)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(part_, other.part_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(error_number_, other.error_number_);
    std::swap(buffer_, other.buffer_);
    return *this;
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) {
        discard();
    }
}

void OutputFile::write(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= kBufferBytes) {
        flush();
    }
}

void OutputFile::flush() {
    std::string_view rest = buffer_;
    while (!rest.empty() && error_number_ == 0) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            error_number_ = errno;
        }
    }
    buffer_.clear();
}

void OutputFile::discard() noexcept {
    ::close(std::exchange(descriptor_, -1));
    if (!part_.empty()) {
        ::unlink(part_.c_str());
    }
}

Expected<void> OutputFile::close() {
    flush();
    if (error_number_ != 0) {
        discard();
        return cannot_write(path_, error_number_);
    }
    // Some file systems report a full disk or quota only here.
    if (::close(std::exchange(descriptor_, -1)) != 0) {
        return cannot_write(path_, errno);
    }
    if (!part_.empty() && ::rename(part_.c_str(), path_.c_str()) != 0) {
        return cannot_write(path_, errno);
    }
    return {};
}

Expected<void> check_files_differ(std::span<const fs::path> inputs,
                                  std::span<const fs::path> outputs) {
    for (const fs::path& input : inputs) {
        for (const fs::path& output : outputs) {
            if (auto checked = check_not_written(input, output); !checked) {
                return checked;
            }
        }
    }
    for (std::size_t n = 0; n < outputs.size(); ++n) {
        for (const fs::path& other : outputs.first(n)) {
            const bool is_named = !outputs[n].empty() && !other.empty();
            if (is_named && !is_written_directly(outputs[n]) && is_same(outputs[n], other)) {
                return fail(fmt::format("two outputs name {}: each output needs its own file",
                                        outputs[n].string()));
            }
        }
    }
    return {};
}

Expected<void> check_files_differ(const fs::path& input, std::initializer_list<fs::path> outputs) {
    return check_files_differ(std::span(&input, 1), std::span(outputs.begin(), outputs.size()));
}

Expected<void> write_file(const fs::path& path, std::string_view text) {
    auto file = OutputFile::create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    file->write(text);
    return file->close();
}

Expected<void> write_file_if_named(const fs::path& path, std::string_view text) {
    return path.empty() ? Expected<void>() : write_file(path, text);
}

}  // namespace hotpath::files
