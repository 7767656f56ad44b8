#include "hotpath/journal/file_storage.hpp"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hotpath::journal {

namespace {

namespace fs = std::filesystem;

std::unexpected<Error> fail_at(const fs::path& path, const std::string& what, int error) {
    return fail(path.string() + ": " + what + ": " + std::strerror(error));
}

Io<void> result_of(int returned) {
    return returned == 0 ? Io<void>{} : std::unexpected(errno);
}

}  // namespace

Expected<int> FileStorage::take_folder(const fs::path& folder, Opening opening) {
    const bool is_writer = opening == Opening::ReadWrite;
    if (is_writer && ::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        return fail_at(folder, "cannot be created", errno);
    }
    const int number = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (number < 0) {
        return fail_at(folder, "cannot be opened as a directory", errno);
    }
    if (is_writer && ::flock(number, LOCK_EX | LOCK_NB) != 0) {
        const int error = errno;
        ::close(number);
        return error == EWOULDBLOCK
                   ? fail(folder.string() + ": another process is writing this journal")
                   : fail_at(folder, "cannot be locked", error);
    }
    return number;
}

Expected<std::unique_ptr<FileStorage>> FileStorage::open_folder(const fs::path& folder,
                                                                Opening opening) {
    const auto number = take_folder(folder, opening);
    if (!number) {
        return std::unexpected(number.error());
    }
    return std::unique_ptr<FileStorage>(new FileStorage(folder, *number, opening));
}

FileStorage::FileStorage(fs::path folder, int folder_number, Opening opening)
    : folder_(std::move(folder)), folder_number_(folder_number), opening_(opening) {
    struct stat opened{};
    if (::fstat(folder_number_, &opened) == 0) {
        folder_device_ = opened.st_dev;
        folder_inode_ = opened.st_ino;
    }
}

FileStorage::~FileStorage() {
    ::close(folder_number_);
}

std::string FileStorage::path_of(const std::string& name) const {
    return (folder_ / name).string();
}

Io<std::vector<std::string>> FileStorage::list() {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
        std::error_code is_gone;
        if (at->is_regular_file(is_gone)) {
            names.push_back(at->path().filename().string());
        }
    }
    if (error) {
        return std::unexpected(error.value());
    }
    std::ranges::sort(names);
    return names;
}

Io<File> FileStorage::create(const std::string& name) {
    constexpr int kFlags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const int number = ::openat(folder_number_, name.c_str(), kFlags, 0600);
    return number < 0 ? Io<File>(std::unexpected(errno)) : File{number};
}

Io<File> FileStorage::open(const std::string& name) {
    const int access = opening_ == Opening::ReadWrite ? O_RDWR : O_RDONLY;
    const int number = ::openat(folder_number_, name.c_str(), access | O_NOFOLLOW | O_CLOEXEC);
    return number < 0 ? Io<File>(std::unexpected(errno)) : File{number};
}

void FileStorage::close(File file) {
    if (file.is_open()) {
        ::close(file.number);
    }
}

Io<std::uint64_t> FileStorage::size(File file) {
    struct stat status{};
    if (::fstat(file.number, &status) != 0) {
        return std::unexpected(errno);
    }
    return static_cast<std::uint64_t>(status.st_size);
}

Io<void> FileStorage::reserve(File file, std::uint64_t bytes) {
    if (::fallocate(file.number, 0, 0, static_cast<off_t>(bytes)) == 0) {
        return {};
    }
    // Not every file system can; the zeros that are written next find out as well.
    return errno == EOPNOTSUPP ? Io<void>{} : std::unexpected(errno);
}

Io<void> FileStorage::write(File file, std::uint64_t offset, Bytes bytes) {
    while (!bytes.empty()) {
        const ssize_t done =
            ::pwrite(file.number, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (done == 0 || (done < 0 && errno != EINTR)) {
            return std::unexpected(done == 0 ? EIO : errno);
        }
        if (done > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(done));
            offset += static_cast<std::uint64_t>(done);
        }
    }
    return {};
}

/// A synced file that no later process finds is as lost as one that was not written. Two looks at
/// memory beside a wait for the disk.
Io<void> FileStorage::sync(File file) {
    if (::fdatasync(file.number) != 0) {
        return std::unexpected(errno);
    }
    struct stat status{};
    if (::fstat(file.number, &status) != 0) {
        return std::unexpected(errno);
    }
    return status.st_nlink == 0 ? Io<void>(std::unexpected(ESTALE)) : check_folder();
}

/// The path leads to the folder that was opened: it was not removed, moved away, unmounted or
/// mounted over.
Io<void> FileStorage::check_folder() const {
    struct stat now{};
    if (::stat(folder_.c_str(), &now) != 0) {
        return std::unexpected(errno);
    }
    const bool is_same = now.st_dev == folder_device_ && now.st_ino == folder_inode_;
    return is_same ? Io<void>{} : std::unexpected(ESTALE);
}

Io<std::size_t> FileStorage::read(File file, std::uint64_t offset, MutableBytes into) {
    std::size_t filled = 0;
    while (filled < into.size()) {
        const ssize_t done = ::pread(file.number, into.data() + filled, into.size() - filled,
                                     static_cast<off_t>(offset + filled));
        if (done < 0 && errno != EINTR) {
            return std::unexpected(errno);
        }
        if (done == 0) {
            break;
        }
        filled += done > 0 ? static_cast<std::size_t>(done) : 0;
    }
    return filled;
}

Io<FileBytes> FileStorage::view(const std::string& name) {
    const Io<File> file = open(name);
    if (!file) {
        return std::unexpected(file.error());
    }
    const Io<std::uint64_t> bytes = size(*file);
    void* const mapping = bytes && *bytes != 0 ? ::mmap(nullptr, static_cast<std::size_t>(*bytes),
                                                        PROT_READ, MAP_PRIVATE, file->number, 0)
                                               : MAP_FAILED;
    close(*file);
    // A sector that cannot be read is an error here, and no SIGBUS later.
    if (mapping != MAP_FAILED &&
        ::madvise(mapping, static_cast<std::size_t>(*bytes), MADV_POPULATE_READ) != 0 &&
        errno == EFAULT) {
        ::munmap(mapping, static_cast<std::size_t>(*bytes));
        return std::unexpected(EIO);
    }
    return mapping == MAP_FAILED ? Storage::view(name)
                                 : FileBytes::of_mapping({static_cast<const std::byte*>(mapping),
                                                          static_cast<std::size_t>(*bytes)});
}

Io<void> FileStorage::truncate(File file, std::uint64_t bytes) {
    return result_of(::ftruncate(file.number, static_cast<off_t>(bytes)));
}

Io<void> FileStorage::rename(const std::string& from, const std::string& to) {
    return result_of(::renameat(folder_number_, from.c_str(), folder_number_, to.c_str()));
}

Io<void> FileStorage::remove(const std::string& name) {
    return result_of(::unlinkat(folder_number_, name.c_str(), 0));
}

Io<void> FileStorage::sync_folder() {
    return result_of(::fsync(folder_number_));
}

void FileStorage::start_writeback(File file, std::uint64_t offset, std::uint64_t bytes) {
    ::sync_file_range(file.number, static_cast<off_t>(offset), static_cast<off_t>(bytes),
                      SYNC_FILE_RANGE_WRITE);
}

}  // namespace hotpath::journal
