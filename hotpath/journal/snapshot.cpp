#include "hotpath/journal/snapshot.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "hotpath/journal/crc32c.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/record.hpp"

namespace hotpath::journal {

namespace {

constexpr std::array<char, 8> kSnapshotMagic{'h', 'p', 's', 'n', 'a', 'p', '\x1a', '\n'};

namespace at {
constexpr std::size_t kVersionField = 8;
constexpr std::size_t kCrc = 12;
constexpr std::size_t kSeq = 16;
constexpr std::size_t kStateHashField = 24;
constexpr std::size_t kCreated = 32;
constexpr std::size_t kStateBytes = 40;
constexpr std::size_t kStateCrc = 48;
constexpr std::size_t kZero = 52;
}  // namespace at

using HeaderBytes = std::array<std::byte, kSnapshotHeaderBytes>;

std::uint32_t snapshot_checksum(Bytes header) {
    return crc32c(header.subspan(at::kSeq, kSnapshotHeaderBytes - at::kSeq),
                  crc32c(header.first(at::kCrc)));
}

HeaderBytes to_bytes(const SnapshotHeader& header, Bytes state) {
    HeaderBytes bytes{};
    std::byte* const to = bytes.data();
    std::ranges::copy(std::as_bytes(std::span(kSnapshotMagic)), to);
    store_le(to + at::kVersionField, kVersion);
    store_le(to + at::kSeq, header.seq);
    store_le(to + at::kStateHashField, header.state_hash);
    store_le(to + at::kCreated, static_cast<std::uint64_t>(header.created.value));
    store_le(to + at::kStateBytes, std::uint64_t{state.size()});
    store_le(to + at::kStateCrc, crc32c(state));
    store_le(to + at::kCrc, snapshot_checksum(bytes));
    return bytes;
}

bool is_sound(Bytes file) {
    const auto is_zero = [](std::byte byte) { return byte == std::byte{}; };
    return file.size() >= kSnapshotHeaderBytes &&
           std::ranges::equal(file.first(kSnapshotMagic.size()),
                              std::as_bytes(std::span(kSnapshotMagic))) &&
           load_le<std::uint32_t>(file.data() + at::kVersionField) == kVersion &&
           load_le<std::uint32_t>(file.data() + at::kCrc) ==
               snapshot_checksum(file.first(kSnapshotHeaderBytes)) &&
           std::ranges::all_of(file.subspan(at::kZero, kSnapshotHeaderBytes - at::kZero), is_zero);
}

Expected<void> write_part(Storage& storage, const std::string& part, Bytes header, Bytes state) {
    remove_if_there(storage, part);  // what a crash may have left
    const auto file = storage.create(part);
    if (!file) {
        return fail_on(storage, part, "created", file.error());
    }
    const OpenFile open(storage, *file);
    auto written = storage.write(*file, 0, header);
    if (written) {
        written = storage.write(*file, header.size(), state);
    }
    if (!written) {
        return fail_on(storage, part, "written", written.error());
    }
    if (const auto synced = storage.sync(*file); !synced) {
        return fail_on(storage, part, "made durable", synced.error());
    }
    return {};
}

/// Segments but the last whose successor begins at or before `seq` + 1.
Expected<std::uint64_t> retire_segments(Storage& storage,
                                        const std::vector<std::uint64_t>& segments,
                                        std::uint64_t seq) {
    std::uint64_t removed = 0;
    for (std::size_t i = 0; i + 1 < segments.size() && segments[i + 1] <= seq + 1; ++i) {
        if (const auto gone = storage.remove(segment_name(segments[i])); !gone) {
            return fail_on(storage, segment_name(segments[i]), "removed", gone.error());
        }
        ++removed;
    }
    return removed;
}

}  // namespace

Expected<void> write_snapshot(Storage& storage, const SnapshotHeader& header, Bytes state) {
    const std::string name = snapshot_name(header.seq);
    const std::string part = name + ".part";
    if (auto written = write_part(storage, part, to_bytes(header, state), state); !written) {
        remove_if_there(storage, part);
        return written;
    }
    if (const auto renamed = storage.rename(part, name); !renamed) {
        return fail_on(storage, part, "renamed", renamed.error());
    }
    if (const auto synced = storage.sync_folder(); !synced) {
        return fail_on(storage, "", "made durable", synced.error());
    }
    return {};
}

Expected<Snapshot> read_snapshot(Storage& storage, std::uint64_t seq) {
    const std::string name = snapshot_name(seq);
    auto file = read_file(storage, name);
    if (!file) {
        return std::unexpected(file.error());
    }
    const auto refuse = [&](const char* why) { return fail(storage.path_of(name) + ": " + why); };
    if (!is_sound(*file)) {
        return refuse("the header is damaged");
    }
    const std::byte* const from = file->data();
    const Bytes state = Bytes(*file).subspan(kSnapshotHeaderBytes);
    if (load_le<std::uint64_t>(from + at::kStateBytes) != state.size()) {
        return refuse("the state is cut short");
    }
    if (load_le<std::uint32_t>(from + at::kStateCrc) != crc32c(state)) {
        return refuse("the state is damaged");
    }
    Snapshot snapshot;
    snapshot.header = {
        .seq = load_le<std::uint64_t>(from + at::kSeq),
        .state_hash = load_le<std::uint64_t>(from + at::kStateHashField),
        .created = {static_cast<std::int64_t>(load_le<std::uint64_t>(from + at::kCreated))}};
    if (snapshot.header.seq != seq) {
        return refuse("the header and the name say different sequence numbers");
    }
    file->erase(file->begin(), file->begin() + kSnapshotHeaderBytes);
    snapshot.state = std::move(*file);
    return snapshot;
}

Expected<SnapshotSearch> find_snapshot(Storage& storage, std::uint64_t seq_max) {
    const auto listing = list_files(storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    SnapshotSearch search;
    for (const std::uint64_t seq : listing->snapshots | std::views::reverse) {
        if (seq > seq_max) {
            search.passed_over.push_back(storage.path_of(snapshot_name(seq)) +
                                         ": ahead of the journal, which ends with record " +
                                         std::to_string(seq_max));
            continue;
        }
        auto snapshot = read_snapshot(storage, seq);
        if (snapshot) {
            search.found = std::move(*snapshot);
            break;
        }
        search.passed_over.push_back(snapshot.error().message);
    }
    return search;
}

Expected<Retired> retire(Storage& storage) {
    const auto listing = list_files(storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    Retired retired;
    std::uint64_t oldest_kept = 0;
    std::size_t kept = 0;
    for (const std::uint64_t seq : listing->snapshots | std::views::reverse) {
        if (kept < kSnapshotsKept) {
            if (read_snapshot(storage, seq)) {
                ++kept;
                oldest_kept = seq;
            }
        } else if (const auto gone = storage.remove(snapshot_name(seq)); gone) {
            ++retired.snapshots;
        } else {
            return fail_on(storage, snapshot_name(seq), "removed", gone.error());
        }
    }
    if (kept < kSnapshotsKept) {
        return retired;  // with one alone, a damaged one would leave nothing to begin with
    }
    const auto segments = retire_segments(storage, listing->segments, oldest_kept);
    if (!segments) {
        return std::unexpected(segments.error());
    }
    retired.segments = *segments;
    return retired;
}

}  // namespace hotpath::journal
