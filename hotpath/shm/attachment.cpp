#include "hotpath/shm/attachment.hpp"

#include <cstring>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/shm/channel_folder.hpp"

namespace hotpath::shm {

namespace {

namespace fs = std::filesystem;

bool has_name(const Descriptor& file) noexcept {
    struct stat status{};
    return ::fstat(file.number(), &status) == 0 && status.st_nlink > 0;
}

LockTaken try_take_any_reader(const Descriptor& file) noexcept {
    LockTaken taken = LockTaken::No;
    for (std::uint32_t n = 0; n < EndLock::kReadersMax && taken == LockTaken::No; ++n) {
        taken = try_take(file, EndLock::reader(n));
    }
    return taken;
}

LockTaken try_take(const Descriptor& file, Role role) noexcept {
    switch (role) {
        case Role::Writer:
            return shm::try_take(file, EndLock::writer());
        case Role::SpscReader:
            return shm::try_take(file, EndLock::reader());
        case Role::BroadcastReader:
            return try_take_any_reader(file);
    }
    return LockTaken::No;
}

/// The holder, for a message: read from the file, since this end is refused.
std::uint64_t holder_pid(const Descriptor& file, Role role) noexcept {
    const std::size_t at = role == Role::Writer ? kWriterRecordAt : kReaderRecordAt;
    std::uint64_t pid = 0;
    const ssize_t got = ::pread(file.number(), &pid, sizeof pid,
                                static_cast<off_t>(at + offsetof(EndRecord, holder_pid)));
    return got == sizeof pid ? pid : 0;
}

std::unexpected<Error> end_is_taken(const fs::path& path, const Descriptor& file, Role role) {
    if (role == Role::BroadcastReader) {
        return fail(path.string() + ": has " + std::to_string(EndLock::kReadersMax) +
                    " readers, the maximum");
    }
    return fail(path.string() + ": has a " + (role == Role::Writer ? "writer" : "reader") +
                " already, process " + std::to_string(holder_pid(file, role)));
}

Expected<void> take_end(const fs::path& path, const Descriptor& file, Role role) {
    switch (try_take(file, role)) {
        case LockTaken::Yes:
            break;
        case LockTaken::No:
            return end_is_taken(path, file, role);
        case LockTaken::Failed:
            return fail_at(path, "cannot be locked");
    }
    // Removing a channel takes all locks first: with a lock and a name, it is safe.
    if (!has_name(file)) {
        return fail(path.string() + ": was removed while it was being opened");
    }
    return {};
}

/// The same file as when it was opened: what was checked then is true of it now.
Expected<void> check_unchanged(const Segment& segment, const Descriptor& file) {
    const auto now = Segment::read(segment.path(), file);
    if (!now) {
        return std::unexpected(now.error());
    }
    if (std::memcmp(&now->header(), &segment.header(), sizeof(SegmentHeader)) != 0) {
        return fail(segment.path().string() + ": is not the channel that was opened");
    }
    return {};
}

}  // namespace

EndRecords EndRecords::in(MutableBytes segment) noexcept {
    return {.writer = reinterpret_cast<EndRecord*>(segment.data() + kWriterRecordAt),
            .reader = reinterpret_cast<EndRecord*>(segment.data() + kReaderRecordAt)};
}

EndState state_of(const EndRecord& record, bool is_lock_taken) noexcept {
    EndState state{.epoch = record.epoch.load(std::memory_order_acquire),
                   .holder_pid = record.holder_pid.load(std::memory_order_acquire)};
    if (is_lock_taken) {
        state.presence = Presence::Attached;
    } else if (state.holder_pid != 0) {
        state.presence = Presence::Crashed;
    } else {
        state.presence = state.epoch == 0 ? Presence::Never : Presence::Left;
    }
    return state;
}

Expected<Attachment> Attachment::attach(const Segment& segment, const AttachRequest& request) {
    auto file = open_own_file(segment.path());
    if (!file) {
        return std::unexpected(file.error());
    }
    if (auto taken = take_end(segment.path(), *file, request.role); !taken) {
        return std::unexpected(taken.error());
    }
    if (auto same = check_unchanged(segment, *file); !same) {
        return std::unexpected(same.error());
    }
    const bool is_reading = request.role == Role::BroadcastReader;
    auto mapping = Mapping::map(*file, {.path = segment.path(),
                                        .bytes = segment.header().segment_bytes,
                                        .access = is_reading ? Access::ReadOnly : Access::ReadWrite,
                                        .huge_pages = request.huge_pages});
    if (!mapping) {
        return std::unexpected(mapping.error());
    }
    Attachment attachment(std::move(*file), std::move(*mapping), request.role);
    attachment.sit_down(request.now);
    return attachment;
}

EndRecord& Attachment::own_record() const noexcept {
    const EndRecords records = EndRecords::in(mapping_.memory());
    return role_ == Role::SpscReader ? *records.reader : *records.writer;
}

void Attachment::sit_down(Time now) noexcept {
    EndRecord& record = own_record();
    if (role_ == Role::BroadcastReader) {
        epoch_ = record.epoch.load(std::memory_order_acquire);
        return;
    }
    // The order matters to a crash in between: the pid marks that the lock was used.
    is_after_crash_ = record.holder_pid.exchange(static_cast<std::uint64_t>(::getpid()),
                                                 std::memory_order_acq_rel) != 0;
    record.attached_ns.store(now.value, std::memory_order_release);
    epoch_ = record.epoch.fetch_add(1, std::memory_order_acq_rel) + 1;
}

Attachment::~Attachment() {
    if (file_ && role_ != Role::BroadcastReader) {
        say_farewell();
    }
}

/// Before the lock is released with the file: the next process finds the lock free and unnamed.
void Attachment::say_farewell() noexcept {
    own_record().holder_pid.store(0, std::memory_order_release);
}

std::uint64_t Attachment::writer_epoch() const noexcept {
    return EndRecords::in(mapping_.memory()).writer->epoch.load(std::memory_order_acquire);
}

EndState Attachment::writer() const noexcept {
    const bool is_taken = role_ == Role::Writer || shm::is_taken(file_, EndLock::writer());
    return state_of(*EndRecords::in(mapping_.memory()).writer, is_taken);
}

EndState Attachment::spsc_reader() const noexcept {
    const bool is_taken = role_ == Role::SpscReader || shm::is_taken(file_, EndLock::reader());
    return state_of(*EndRecords::in(mapping_.memory()).reader, is_taken);
}

bool Attachment::is_removed() const noexcept {
    return !has_name(file_);
}

}  // namespace hotpath::shm
