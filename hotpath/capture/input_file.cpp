#include "hotpath/capture/input_file.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hotpath::capture {

namespace {

std::string why_not_opened(const std::string& name, int error) {
    switch (error) {
        case ENOENT:
            return fmt::format("{}: there is no such file; check the path", name);
        case EACCES:
            return fmt::format(
                "{}: permission denied; make it readable (chmod +r) or run as its owner", name);
        default:
            return fmt::format("{}: cannot be opened: {}", name,
                               std::generic_category().message(error));
    }
}

}  // namespace

Expected<std::unique_ptr<InputFile>> InputFile::open(const std::filesystem::path& path) {
    std::string name = path.string();
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return fail(why_not_opened(name, errno));
    }
    struct stat status{};
    const bool is_known = ::fstat(descriptor, &status) == 0;
    const std::uint64_t size =
        is_known && S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    std::unique_ptr<InputFile> file(new InputFile(std::move(name), descriptor, size));
    if (is_known && S_ISDIR(status.st_mode)) {
        return fail(fmt::format("{}: is a directory; give one of the files in it", file->name()));
    }
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    return file;
}

InputFile::~InputFile() {
    ::close(descriptor_);
}

Expected<std::size_t> InputFile::read(MutableBytes room) {
    std::size_t done = 0;
    while (done < room.size()) {
        const ssize_t got = ::read(descriptor_, room.data() + done, room.size() - done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return fail(fmt::format("{}: byte {} cannot be read: {}", name_, offset_,
                                    std::generic_category().message(errno)));
        }
        if (got == 0) {
            break;
        }
        done += static_cast<std::size_t>(got);
        offset_ += static_cast<std::size_t>(got);
    }
    return done;
}

}  // namespace hotpath::capture
