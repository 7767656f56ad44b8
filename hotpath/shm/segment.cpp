#include "hotpath/shm/segment.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/shm/end_locks.hpp"
#include "hotpath/shm/mapping.hpp"

namespace hotpath::shm {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPlainPageBytes = 4'096;

std::string octal(mode_t mode) {
    std::ostringstream text;
    text << '0' << std::oct << (mode & 07777U);
    return text.str();
}

Expected<void> check_rights(const fs::path& path, const struct stat& status) {
    if (!S_ISREG(status.st_mode)) {
        return refuse(path, {.field = "type", .found = "not a file", .wanted = "a regular file"});
    }
    if (status.st_uid != ::geteuid()) {
        return refuse(path, {.field = "owner",
                             .found = "user " + std::to_string(status.st_uid),
                             .wanted = "user " + std::to_string(::geteuid())});
    }
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return refuse(path, {.field = "mode", .found = octal(status.st_mode), .wanted = "0600"});
    }
    return {};
}

bool is_there(const fs::path& path) noexcept {
    struct stat status{};
    return ::lstat(path.c_str(), &status) == 0;
}

fs::path part_of(const fs::path& path) {
    return path.parent_path() / ("." + path.filename().string() + std::string(kPartSuffix));
}

/// A file that loses its name again unless it is kept: what a failure leaves is nothing.
class UnfinishedFile {
  public:
    /// The creator of a leftover is dead: the folder's lock is ours.
    static Expected<UnfinishedFile> make(const fs::path& path) {
        ::unlink(path.c_str());
        Descriptor file(
            ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file || ::fchmod(file.number(), 0600) != 0) {
            return fail_at(path, "cannot be created");
        }
        return UnfinishedFile(path, std::move(file));
    }
    UnfinishedFile(UnfinishedFile&& other) noexcept
        : path_(std::exchange(other.path_, {})), file_(std::move(other.file_)) {}
    UnfinishedFile& operator=(UnfinishedFile&&) = delete;
    ~UnfinishedFile() {
        if (!path_.empty()) {
            ::unlink(path_.c_str());
        }
    }

    [[nodiscard]] const Descriptor& file() const noexcept { return file_; }
    [[nodiscard]] const fs::path& path() const noexcept { return path_; }

    /// Gives it its name, which must be free: complete or not at all.
    Expected<void> keep_as(const fs::path& path) {
        if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) != 0) {
            return fail_at(path, "cannot be named");
        }
        path_.clear();
        return {};
    }

  private:
    UnfinishedFile(fs::path path, Descriptor file)
        : path_(std::move(path)), file_(std::move(file)) {}

    fs::path path_;
    Descriptor file_;
};

SegmentHeader header_of(const SegmentPlan& plan, std::uint64_t segment_bytes) {
    SegmentHeader header{.kind = plan.wanted.kind,
                         .segment_bytes = segment_bytes,
                         .ring_bytes = plan.ring_bytes,
                         .slots = plan.wanted.slots,
                         .record_bytes = plan.wanted.record_bytes,
                         .creator_pid = static_cast<std::uint32_t>(::getpid()),
                         .creator_uid = ::geteuid(),
                         .protocol_version = plan.wanted.protocol.version,
                         .created_at = plan.created_at};
    std::ranges::copy(plan.wanted.protocol.name, header.protocol_name.begin());
    header.checksum = header.computed_checksum();
    return header;
}

/// Reserves the memory, so that no process is killed later for lack of it.
Expected<std::uint64_t> reserve(const UnfinishedFile& unfinished, std::uint64_t bytes) {
    const std::uint64_t page = std::max(kPlainPageBytes, huge_page_bytes(unfinished.file()));
    const std::uint64_t rounded = (bytes + page - 1) / page * page;
    const int error_number =
        ::posix_fallocate(unfinished.file().number(), 0, static_cast<off_t>(rounded));
    if (error_number != 0) {
        errno = error_number;
        return fail_at(unfinished.path(),
                       "cannot reserve " + std::to_string(rounded) + " bytes of shared memory");
    }
    return rounded;
}

Expected<Segment> build(const fs::path& path, const SegmentPlan& plan,
                        const Segment::Format& format) {
    auto unfinished = UnfinishedFile::make(part_of(path));
    if (!unfinished) {
        return std::unexpected(unfinished.error());
    }
    const auto bytes = reserve(*unfinished, SegmentHeader::kHeaderBytes + plan.ring_bytes);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    const auto mapping = Mapping::map(unfinished->file(), {.path = path,
                                                           .bytes = *bytes,
                                                           .access = Access::ReadWrite,
                                                           .huge_pages = plan.huge_pages});
    if (!mapping) {
        return std::unexpected(mapping.error());
    }
    const SegmentHeader header = header_of(plan, *bytes);
    format(mapping->memory().subspan(SegmentHeader::kHeaderBytes));
    std::memcpy(mapping->memory().data(), &header, sizeof header);
    if (auto kept = unfinished->keep_as(path); !kept) {
        return std::unexpected(kept.error());
    }
    return Segment::read(path, unfinished->file());
}

/// From huge pages when some are free, else from plain ones.
Expected<Segment> build_in(const ChannelFolder& where, const SegmentPlan& plan,
                           const Segment::Format& format) {
    const bool is_huge_wanted = plan.huge_pages == HugePages::Try && !where.huge_folder.empty();
    if (is_huge_wanted && make_folder(where.huge_folder)) {
        if (auto huge = build(where.huge_folder / plan.name.str(), plan, format)) {
            return huge;
        }
    }
    return build(where.folder / plan.name.str(), plan, format);
}

/// A channel of that name is there. Nothing: it is gone now.
Expected<std::optional<Segment>> reuse_or_remove(const fs::path& path, const SegmentPlan& plan) {
    if (plan.if_present == IfPresent::Refuse) {
        return fail(path.string() + ": exists already; open it, or `hotpath shm remove " +
                    plan.name.str() + "`");
    }
    if (plan.if_present == IfPresent::Replace) {
        const auto removed = remove_unused(path);
        return removed ? Expected<std::optional<Segment>>(std::nullopt)
                       : std::unexpected(removed.error());
    }
    const auto file = open_own_file(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    const auto segment = Segment::read(path, *file);
    if (!segment) {
        return std::unexpected(segment.error());
    }
    if (const auto fits = check_wanted(segment->header(), segment->file(), plan.wanted); !fits) {
        return std::unexpected(fits.error());
    }
    return *segment;
}

}  // namespace

fs::path path_of(const ChannelFolder& where, const ChannelName& name) {
    if (!where.huge_folder.empty() && is_there(where.huge_folder / name.str())) {
        return where.huge_folder / name.str();
    }
    return where.folder / name.str();
}

Expected<Descriptor> open_own_file(const fs::path& path) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    if (!file) {
        return errno == ENOENT ? Expected<Descriptor>(fail(path.string() + ": no such channel"))
                               : Expected<Descriptor>(fail_at(path, "cannot be opened"));
    }
    struct stat status{};
    if (::fstat(file.number(), &status) != 0) {
        return fail_at(path, "cannot be examined");
    }
    if (const auto ours = check_rights(path, status); !ours) {
        return std::unexpected(ours.error());
    }
    return file;
}

Expected<void> remove_unused(const fs::path& path) {
    const auto file = open_own_file(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    switch (try_take_all(*file)) {
        case LockTaken::Yes:
            break;
        case LockTaken::No:
            return fail(path.string() + ": is in use (`hotpath shm inspect " +
                        path.filename().string() + "` shows the processes)");
        case LockTaken::Failed:
            return fail_at(path, "cannot be locked");
    }
    // A process that takes a lock after this finds a file without a name and gives up.
    return ::unlink(path.c_str()) == 0 ? Expected<void>{} : fail_at(path, "cannot be removed");
}

Expected<Segment> Segment::create(const ChannelFolder& where, const SegmentPlan& plan,
                                  const Format& format) {
    HOTPATH_ASSERT(plan.wanted.protocol.name.size() <= kProtocolLengthMax,
                   "the protocol's name must have at most kProtocolLengthMax characters");
    if (auto made = make_folder(where.folder); !made) {
        return std::unexpected(made.error());
    }
    const auto lock = FolderLock::take(where.folder);
    if (!lock) {
        return std::unexpected(lock.error());
    }
    if (const fs::path path = path_of(where, plan.name); is_there(path)) {
        if (auto checked = check_folder(path.parent_path()); !checked) {
            return std::unexpected(checked.error());
        }
        auto present = reuse_or_remove(path, plan);
        if (!present) {
            return std::unexpected(present.error());
        }
        if (*present) {
            return **present;
        }
    }
    return build_in(where, plan, format);
}

Expected<Segment> Segment::open(const ChannelFolder& where, const ChannelName& name) {
    const fs::path path = path_of(where, name);
    if (auto folder = check_folder(path.parent_path()); !folder) {
        return std::unexpected(folder.error());
    }
    const auto file = open_own_file(path);
    return file ? read(path, *file) : std::unexpected(file.error());
}

Expected<Segment> Segment::read(const fs::path& path, const Descriptor& file) {
    struct stat status{};
    if (::fstat(file.number(), &status) != 0) {
        return fail_at(path, "cannot be examined");
    }
    SegmentHeader header;
    const ssize_t got = ::pread(file.number(), &header, sizeof header, 0);
    if (got < 0) {
        return fail_at(path, "cannot be read");
    }
    const SegmentFile found{path, static_cast<std::uint64_t>(status.st_size)};
    if (const auto whole = check_header(header, found); !whole) {
        return std::unexpected(whole.error());
    }
    return Segment(path, header);
}

}  // namespace hotpath::shm
