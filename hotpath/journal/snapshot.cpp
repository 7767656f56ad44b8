#include "hotpath/journal/snapshot.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "hotpath/journal/crc32c.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/reader.hpp"
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
constexpr std::size_t kChainField = 52;
constexpr std::size_t kZero = 56;
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
    store_le(to + at::kVersionField, kSnapshotVersion);
    store_le(to + at::kSeq, header.seq);
    store_le(to + at::kStateHashField, header.state_hash);
    store_le(to + at::kCreated, static_cast<std::uint64_t>(header.created.value));
    store_le(to + at::kStateBytes, std::uint64_t{state.size()});
    store_le(to + at::kStateCrc, crc32c(state));
    store_le(to + at::kChainField, header.chain);
    store_le(to + at::kCrc, snapshot_checksum(bytes));
    return bytes;
}

bool has_magic(Bytes file) {
    return file.size() >= kSnapshotHeaderBytes &&
           std::ranges::equal(file.first(kSnapshotMagic.size()),
                              std::as_bytes(std::span(kSnapshotMagic)));
}

bool is_sound(Bytes file) {
    const auto is_zero = [](std::byte byte) { return byte == std::byte{}; };
    return has_magic(file) &&
           load_le<std::uint32_t>(file.data() + at::kVersionField) == kSnapshotVersion &&
           load_le<std::uint32_t>(file.data() + at::kCrc) ==
               snapshot_checksum(file.first(kSnapshotHeaderBytes)) &&
           std::ranges::all_of(file.subspan(at::kZero, kSnapshotHeaderBytes - at::kZero), is_zero);
}

/// The sentence alone.
Expected<SnapshotHeader> to_header(Bytes file, std::uint64_t seq) {
    constexpr std::uint32_t kWithoutHistory = 1;
    const std::byte* const from = file.data();
    if (has_magic(file) && load_le<std::uint32_t>(from + at::kVersionField) == kWithoutHistory) {
        return fail(
            "version 1 of the format, which does not name the history it belongs to; version 2 is "
            "read");
    }
    if (!is_sound(file)) {
        return fail("the header is damaged");
    }
    if (load_le<std::uint64_t>(from + at::kSeq) != seq) {
        return fail("the header and the name say different sequence numbers");
    }
    return SnapshotHeader{
        .seq = seq,
        .state_hash = load_le<std::uint64_t>(from + at::kStateHashField),
        .created = {static_cast<std::int64_t>(load_le<std::uint64_t>(from + at::kCreated))},
        .chain = load_le<std::uint32_t>(from + at::kChainField)};
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
    const auto header = to_header(*file, seq);
    if (!header) {
        return refuse(header.error().message.c_str());
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
    snapshot.header = *header;
    file->erase(file->begin(), file->begin() + kSnapshotHeaderBytes);
    snapshot.state = std::move(*file);
    return snapshot;
}

Expected<SnapshotHeader> read_snapshot_header(Storage& storage, std::uint64_t seq) {
    const std::string name = snapshot_name(seq);
    const auto file = storage.open(name);
    if (!file) {
        return fail_on(storage, name, "opened", file.error());
    }
    const OpenFile open(storage, *file);
    HeaderBytes bytes{};
    const auto filled = storage.read(*file, 0, bytes);
    if (!filled) {
        return fail_on(storage, name, "read", filled.error());
    }
    auto header = to_header(Bytes(bytes).first(*filled), seq);
    return header ? header : fail(storage.path_of(name) + ": " + header.error().message);
}

Membership membership_of(Storage& storage, const SnapshotHeader& header) {
    const auto found = chain_behind(storage, header.seq);
    if (!found) {
        return Membership::Unknown;
    }
    if (!*found) {
        return Membership::Ahead;
    }
    return **found == header.chain ? Membership::Own : Membership::Foreign;
}

std::string why_not_own(const Storage& storage, std::uint64_t seq, Membership is) {
    return storage.path_of(snapshot_name(seq)) +
           (is == Membership::Ahead
                ? ": ahead of the journal, which ends before record " + std::to_string(seq)
                : ": belongs to another history: the journal's record " + std::to_string(seq) +
                      " is not the one that this snapshot was taken at");
}

Expected<SnapshotSearch> find_snapshot(Storage& storage, std::uint64_t seq_max) {
    const auto listing = list_files(storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    SnapshotSearch search;
    for (const std::uint64_t seq : listing->snapshots | std::views::reverse) {
        const auto header = read_snapshot_header(storage, seq);
        const Membership is = seq > seq_max ? Membership::Ahead
                              : header      ? membership_of(storage, *header)
                                            : Membership::Unknown;
        if (is == Membership::Ahead || is == Membership::Foreign) {
            search.passed_over.push_back(why_not_own(storage, seq, is));
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

Expected<Retired> retire(Storage& storage, std::span<const std::uint64_t> own) {
    const auto listing = list_files(storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    Retired retired;
    std::uint64_t oldest_kept = 0;
    std::size_t kept = 0;
    for (const std::uint64_t seq : listing->snapshots | std::views::reverse) {
        if (kept < kSnapshotsKept) {
            if (std::ranges::find(own, seq) != own.end() && read_snapshot(storage, seq)) {
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
