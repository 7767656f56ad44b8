#include "hotpath/shm/channels.hpp"

#include <algorithm>
#include <system_error>

#include <unistd.h>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/queue/spsc_ring.hpp"
#include "hotpath/shm/attachment.hpp"
#include "hotpath/shm/mapping.hpp"
#include "hotpath/shm/segment.hpp"

namespace hotpath::shm {

namespace {

namespace fs = std::filesystem;

/// From the ends' positions; any numbers, never addresses.
std::uint64_t waiting_in(MutableBytes segment, const SegmentHeader& header) {
    using Notes = queue::SpscNotes<std::uint64_t>;
    const auto* const notes =
        reinterpret_cast<const Notes*>(segment.data() + SegmentHeader::kHeaderBytes);
    const std::uint64_t consumed = notes->consumed.load(std::memory_order_acquire);
    const std::uint64_t produced = notes->produced.load(std::memory_order_acquire);
    const auto waiting = static_cast<std::int64_t>(produced - consumed);
    return std::min(header.slots, static_cast<std::uint64_t>(std::max<std::int64_t>(waiting, 0)));
}

void look_inside(ChannelReport& report, const Descriptor& file, const Mapping& mapping) {
    const EndRecords records = EndRecords::in(mapping.memory());
    report.page_kind = mapping.page_kind();
    report.writer = state_of(*records.writer, is_taken(file, EndLock::writer()));
    report.readers = readers_attached(file);
    const bool is_spsc = report.header.kind == Kind::Spsc;
    if (is_spsc) {
        report.reader = state_of(*records.reader, is_taken(file, EndLock::reader()));
    }
    const bool has_notes = report.header.ring_bytes >= sizeof(queue::SpscNotes<std::uint64_t>);
    if (is_spsc && has_notes) {
        report.waiting = waiting_in(mapping.memory(), report.header);
    }
}

Expected<ChannelReport> report_on(const fs::path& path) {
    ChannelReport report{.name = path.filename().string(), .path = path};
    const auto file = open_own_file(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    const auto segment = Segment::read(path, *file);
    if (!segment) {
        return std::unexpected(segment.error());
    }
    report.header = segment->header();
    const auto mapping = Mapping::map(*file, {.path = path, .bytes = report.header.segment_bytes});
    if (!mapping) {
        return std::unexpected(mapping.error());
    }
    look_inside(report, *file, *mapping);
    return report;
}

/// Names that begin with a dot are channels being made, or what is left of the attempt.
Expected<void> list_folder(const fs::path& folder, std::vector<ChannelReport>& reports) {
    std::error_code error;
    if (folder.empty() || !fs::exists(folder, error)) {
        return {};
    }
    if (auto checked = check_folder(folder); !checked) {
        return checked;
    }
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with('.')) {
            continue;
        }
        auto report = report_on(entry->path());
        reports.push_back(report ? std::move(*report)
                                 : ChannelReport{.name = name,
                                                 .path = entry->path(),
                                                 .damage = report.error().message});
    }
    return error ? fail(folder.string() + ": cannot be listed: " + error.message())
                 : Expected<void>{};
}

/// With the folder's lock, no process is creating one.
std::uint32_t sweep(const fs::path& folder) {
    std::uint32_t swept = 0;
    std::error_code error;
    if (folder.empty() || !check_folder(folder)) {
        return 0;
    }
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const bool is_leftover = name.starts_with('.') && name.ends_with(kPartSuffix);
        swept += is_leftover && ::unlink(entry->path().c_str()) == 0 ? 1U : 0U;
    }
    return swept;
}

}  // namespace

Expected<std::uint32_t> remove_leftovers(const ChannelFolder& where) {
    const auto lock = FolderLock::take(where.folder);
    if (!lock) {
        return std::unexpected(lock.error());
    }
    return sweep(where.folder) + sweep(where.huge_folder);
}

Expected<std::vector<ChannelReport>> list_channels(const ChannelFolder& where) {
    std::vector<ChannelReport> reports;
    for (const fs::path& folder : {where.folder, where.huge_folder}) {
        if (auto listed = list_folder(folder, reports); !listed) {
            return std::unexpected(listed.error());
        }
    }
    std::ranges::sort(reports, {}, &ChannelReport::name);
    return reports;
}

Expected<ChannelReport> inspect_channel(const ChannelFolder& where, const ChannelName& name) {
    return report_on(path_of(where, name));
}

Expected<void> remove_channel(const ChannelFolder& where, const ChannelName& name,
                              Removal removal) {
    const fs::path path = path_of(where, name);
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored))) {
        return fail(path.string() + ": no such channel");
    }
    const auto lock = FolderLock::take(where.folder);
    if (!lock) {
        return std::unexpected(lock.error());
    }
    if (removal == Removal::IfUnused) {
        return remove_unused(path);
    }
    return ::unlink(path.c_str()) == 0 ? Expected<void>{} : fail_at(path, "cannot be removed");
}

}  // namespace hotpath::shm
