#include "hotpath/journal/snapshot.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

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

HeaderBytes to_bytes(const SnapshotHeader& header, std::uint64_t state_bytes,
                     std::uint32_t state_crc) {
    HeaderBytes bytes{};
    std::byte* const to = bytes.data();
    std::ranges::copy(std::as_bytes(std::span(kSnapshotMagic)), to);
    store_le(to + at::kVersionField, kSnapshotVersion);
    store_le(to + at::kSeq, header.seq);
    store_le(to + at::kStateHashField, header.state_hash);
    store_le(to + at::kCreated, static_cast<std::uint64_t>(header.created.value));
    store_le(to + at::kStateBytes, state_bytes);
    store_le(to + at::kStateCrc, state_crc);
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
            "the format version must be 2, got 1, which does not name the journal's history");
    }
    if (!is_sound(file)) {
        return fail("the header is damaged");
    }
    if (load_le<std::uint64_t>(from + at::kSeq) != seq) {
        return fail("the header and the file name have different sequence numbers");
    }
    return SnapshotHeader{
        .seq = seq,
        .state_hash = load_le<std::uint64_t>(from + at::kStateHashField),
        .created = {static_cast<std::int64_t>(load_le<std::uint64_t>(from + at::kCreated))},
        .chain = load_le<std::uint32_t>(from + at::kChainField)};
}

/// Segments but the last whose successor begins at or before `seq` + 1.
Expected<std::uint64_t> retire_segments(Storage& storage,
                                        const std::vector<std::uint64_t>& segments,
                                        std::uint64_t seq, SegmentTaker* taker) {
    const auto remove = [&](std::uint64_t first_seq) -> Expected<void> {
        const auto gone = storage.remove(segment_name(first_seq));
        return gone ? Expected<void>()
                    : fail_on(storage, segment_name(first_seq), "removed", gone.error());
    };
    std::uint64_t removed = 0;
    for (std::size_t i = 0; i + 1 < segments.size() && segments[i + 1] <= seq + 1; ++i) {
        if (auto gone = taker != nullptr ? taker->take(segments[i]) : remove(segments[i]); !gone) {
            return std::unexpected(gone.error());
        }
        ++removed;
    }
    return removed;
}

}  // namespace

SnapshotWriter::SnapshotWriter(Storage& storage, std::uint64_t seq)
    : storage_(storage), name_(snapshot_name(seq)), part_(name_ + ".part") {
    remove_if_there(storage_, part_);  // possibly left by a crash
    if (const auto file = storage_.create(part_)) {
        file_ = *file;
    } else {
        result_ = fail_on(storage_, part_, "created", file.error());
    }
}

SnapshotWriter::~SnapshotWriter() {
    if (file_.is_open()) {
        storage_.close(file_);
        remove_if_there(storage_, part_);
    }
}

void SnapshotWriter::add(Bytes piece) {
    if (!result_) {
        return;
    }
    if (const auto written = storage_.write(file_, kSnapshotHeaderBytes + state_bytes_, piece);
        !written) {
        result_ = fail_on(storage_, part_, "written", written.error());
    }
    state_bytes_ += piece.size();
    state_crc_ = crc32c(piece, state_crc_);
}

Expected<void> SnapshotWriter::write_header(const SnapshotHeader& header) {
    const auto written = storage_.write(file_, 0, to_bytes(header, state_bytes_, state_crc_));
    if (!written) {
        return fail_on(storage_, part_, "written", written.error());
    }
    if (const auto synced = storage_.sync(file_); !synced) {
        return fail_on(storage_, part_, "made durable", synced.error());
    }
    return {};
}

Expected<void> SnapshotWriter::finish(const SnapshotHeader& header) {
    if (result_) {
        result_ = write_header(header);
    }
    if (!result_) {
        return result_;
    }
    storage_.close(std::exchange(file_, {}));
    if (const auto renamed = storage_.rename(part_, name_); !renamed) {
        remove_if_there(storage_, part_);
        return fail_on(storage_, part_, "renamed", renamed.error());
    }
    if (const auto synced = storage_.sync_folder(); !synced) {
        return fail_on(storage_, "", "made durable", synced.error());
    }
    return {};
}

Expected<void> write_snapshot(Storage& storage, const SnapshotHeader& header, Bytes state) {
    SnapshotWriter writer(storage, header.seq);
    writer.add(state);
    return writer.finish(header);
}

Expected<SnapshotHeader> check_snapshot(Storage& storage, std::uint64_t seq) {
    const std::string name = snapshot_name(seq);
    const auto file = storage.open(name);
    if (!file) {
        return fail_on(storage, name, "opened", file.error());
    }
    const OpenFile open(storage, *file);
    const auto refuse = [&](const std::string& why) {
        return fail(storage.path_of(name) + ": " + why);
    };
    HeaderBytes first{};
    auto filled = storage.read(*file, 0, first);
    const auto header = to_header(Bytes(first).first(filled.value_or(0)), seq);
    if (filled && !header) {
        return refuse(header.error().message);
    }
    constexpr std::size_t kPiece = std::size_t{1} << 20U;
    std::vector<std::byte> piece(kPiece);
    std::uint64_t state_bytes = 0;
    std::uint32_t state_crc = 0;
    do {
        filled = filled ? storage.read(*file, kSnapshotHeaderBytes + state_bytes, piece) : filled;
        if (!filled) {
            return fail_on(storage, name, "read", filled.error());
        }
        state_crc = crc32c(Bytes(piece).first(*filled), state_crc);
        state_bytes += *filled;
    } while (*filled == kPiece);
    if (load_le<std::uint64_t>(&first[at::kStateBytes]) != state_bytes) {
        return refuse("the state is cut short");
    }
    return load_le<std::uint32_t>(&first[at::kStateCrc]) == state_crc
               ? header
               : Expected<SnapshotHeader>(refuse("the state is damaged"));
}

Expected<Snapshot> read_snapshot(Storage& storage, std::uint64_t seq) {
    const auto header = check_snapshot(storage, seq);
    if (!header) {
        return std::unexpected(header.error());
    }
    auto file = storage.view(snapshot_name(seq));
    return file ? Expected<Snapshot>(Snapshot{.header = *header, .file = std::move(*file)})
                : fail_on(storage, snapshot_name(seq), "read", file.error());
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

Expected<Retired> retire(Storage& storage, std::span<const std::uint64_t> own,
                         SegmentTaker* taker) {
    const auto listing = list_files(storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    Retired retired;
    std::uint64_t oldest_kept = 0;
    std::size_t kept = 0;
    for (const std::uint64_t seq : listing->snapshots | std::views::reverse) {
        if (kept < kSnapshotsKept) {
            if (std::ranges::find(own, seq) != own.end() && check_snapshot(storage, seq)) {
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
    const auto segments = retire_segments(storage, listing->segments, oldest_kept, taker);
    if (!segments) {
        return std::unexpected(segments.error());
    }
    retired.segments = *segments;
    return retired;
}

}  // namespace hotpath::journal
