#include "hotpath/journal/recovery.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "hotpath/journal/files.hpp"

namespace hotpath::journal {

namespace {

constexpr std::uint64_t kAnySeq = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kZerosAtOnce = std::uint64_t{64} << 10U;
/// A snapshot ahead of the journal, and a repair, make it be read again.
constexpr int kReadingsMax = 8;

class Recoverer {
  public:
    Recoverer(Storage& storage, RecoveryMode mode) : storage_(storage), mode_(mode) {}

    [[nodiscard]] Expected<Recovery> run() {
        for (int i = 0; i < kReadingsMax; ++i) {
            const auto is_settled = read_once();
            if (!is_settled) {
                return std::unexpected(is_settled.error());
            }
            if (*is_settled) {
                return std::move(recovery_);
            }
        }
        return fail(storage_.path_of("") + ": the journal changed while it was read");
    }

  private:
    /// False when it must be read again: from an older snapshot, or after a repair.
    [[nodiscard]] Expected<bool> read_once() {
        recovery_ = Recovery{.put_aside = std::move(recovery_.put_aside), .snapshots = {}};
        auto search = find_snapshot(storage_, seq_max_);
        const auto listing = list_files(storage_);
        if (!search || !listing) {
            return std::unexpected(search ? listing.error() : search.error());
        }
        recovery_.snapshot = std::move(search->found);
        recovery_.passed_over = std::move(search->passed_over);
        if (listing->segments.empty()) {
            return listing->snapshots.empty()
                       ? Expected<bool>(true)
                       : fail(storage_.path_of("") + ": has snapshots but no journal");
        }
        return read_segments(listing->segments);
    }

    [[nodiscard]] Expected<bool> read_segments(const std::vector<std::uint64_t>& segments) {
        const auto first = first_segment(segments);
        if (!first) {
            return std::unexpected(first.error());
        }
        auto reader = JournalReader::open(storage_, {.first_seq = *first});
        if (!reader) {
            return std::unexpected(reader.error());
        }
        Record record;
        auto more = reader->next(record);
        for (; more && *more; more = reader->next(record)) {
            ++recovery_.records;
        }
        if (!more) {
            return mode_ == RecoveryMode::RepairTruncate ? repair(*reader)
                                                         : std::unexpected(more.error());
        }
        return finish(*reader);
    }

    /// The segment with the record after the snapshot, or the first of all; of a journal whose
    /// records begin later, none.
    [[nodiscard]] Expected<std::uint64_t> first_segment(
        const std::vector<std::uint64_t>& segments) const {
        const auto after = std::ranges::upper_bound(segments, recovery_.first_seq());
        if (after == segments.begin()) {
            std::string line =
                storage_.path_of(segment_name(segments.front())) +
                ": the journal begins here, and no snapshot covers the earlier records";
            for (const std::string& why : recovery_.passed_over) {
                line += "; " + why;
            }
            return fail(line);
        }
        return *(after - 1);
    }

    [[nodiscard]] Expected<bool> finish(const JournalReader& reader) {
        recovery_.next_seq = reader.next_seq();
        recovery_.chain = reader.chain();
        recovery_.segments = reader.segments_read();
        recovery_.stop = reader.stop();
        recovery_.last = reader.segment();
        recovery_.epoch = recovery_.last->header.epoch;
        recovery_.dropped_bytes = recovery_.stop.tail.dropped_bytes;
        if (recovery_.snapshot && recovery_.snapshot->header.seq >= recovery_.next_seq) {
            seq_max_ = recovery_.next_seq - 1;
            return false;
        }
        if (recovery_.stop.tail.tail == Tail::Torn && mode_ != RecoveryMode::Inspect) {
            if (auto cut = cut_tail(); !cut) {
                return std::unexpected(cut.error());
            }
        }
        return mode_ == RecoveryMode::Inspect ? Expected<bool>(true) : sort_snapshots();
    }

    /// Those that are not of this history would be its own by number one day.
    [[nodiscard]] Expected<bool> sort_snapshots() {
        const auto listing = list_files(storage_);
        if (!listing) {
            return std::unexpected(listing.error());
        }
        bool is_any_moved = false;
        for (const std::uint64_t seq : listing->snapshots) {
            const auto header = read_snapshot_header(storage_, seq);
            const Membership is = header ? membership_of(storage_, *header) : Membership::Unknown;
            if (is == Membership::Own) {
                recovery_.snapshots.push_back(seq);
            } else if (is == Membership::Foreign || is == Membership::Ahead ||
                       seq >= recovery_.next_seq) {
                if (auto moved = put_aside(snapshot_name(seq), ".cut"); !moved) {
                    return std::unexpected(moved.error());
                }
                is_any_moved = true;
            }
        }
        if (is_any_moved) {
            if (const auto synced = storage_.sync_folder(); !synced) {
                return fail_on(storage_, "", "made durable", synced.error());
            }
        }
        return true;
    }

    /// Zeros where the torn records were, durable before anything follows.
    [[nodiscard]] Expected<void> cut_tail() {
        const ReadStop& stop = recovery_.stop;
        const auto file = storage_.open(stop.segment);
        if (!file) {
            return fail_on(storage_, stop.segment, "opened", file.error());
        }
        const OpenFile open(storage_, *file);
        static constexpr std::array<std::byte, kZerosAtOnce> kZeros{};
        for (std::uint64_t done = 0; done < stop.tail.dropped_bytes; done += kZerosAtOnce) {
            const std::uint64_t bytes = std::min(kZerosAtOnce, stop.tail.dropped_bytes - done);
            const auto written = storage_.write(
                *file, stop.offset + done, Bytes(kZeros).first(static_cast<std::size_t>(bytes)));
            if (!written) {
                return fail_on(storage_, stop.segment, "cut", written.error());
            }
        }
        if (const auto synced = storage_.sync(*file); !synced) {
            return fail_on(storage_, stop.segment, "made durable", synced.error());
        }
        return {};
    }

    /// Everything from the damage on is put aside; a copy of the damaged segment, too.
    [[nodiscard]] Expected<bool> repair(const JournalReader& reader) {
        const ReadStop& stop = reader.stop();
        std::vector<std::uint64_t> later = reader.segments_left();
        for (const std::uint64_t first_seq : later) {
            if (auto moved = put_aside(segment_name(first_seq), ".cut"); !moved) {
                return std::unexpected(moved.error());
            }
        }
        const bool has_records = stop.scan != ScanStop::None;
        auto done = has_records ? cut_damaged(stop) : put_aside(stop.segment, ".damaged");
        if (done) {
            if (const auto synced = storage_.sync_folder(); !synced) {
                return fail_on(storage_, "", "made durable", synced.error());
            }
        }
        return done ? Expected<bool>(false) : std::unexpected(done.error());
    }

    /// Under a name that nothing has: what an earlier repair put aside stays.
    [[nodiscard]] Expected<void> put_aside(const std::string& name, const char* end) {
        const auto aside = free_name(name + end);
        if (!aside) {
            return std::unexpected(aside.error());
        }
        if (const auto renamed = storage_.rename(name, *aside); !renamed) {
            return fail_on(storage_, name, "renamed", renamed.error());
        }
        recovery_.put_aside.push_back(storage_.path_of(*aside));
        return {};
    }

    [[nodiscard]] Expected<std::string> free_name(const std::string& wanted) {
        const auto names = storage_.list();
        if (!names) {
            return fail_on(storage_, "", "listed", names.error());
        }
        std::string name = wanted;
        const auto is_taken = [&] { return std::ranges::find(*names, name) != names->end(); };
        for (std::size_t n = 2; is_taken() && n < names->size() + 3; ++n) {
            name = wanted + "-" + std::to_string(n);
        }
        return name;
    }

    /// The copy is durable before the cut segment takes the name, in one step: a repair that is
    /// interrupted anywhere can be done again.
    [[nodiscard]] Expected<void> cut_damaged(const ReadStop& stop) {
        const auto bytes = read_file(storage_, stop.segment);
        if (!bytes) {
            return std::unexpected(bytes.error());
        }
        const auto aside = free_name(stop.segment + ".damaged");
        if (!aside) {
            return std::unexpected(aside.error());
        }
        if (auto copied = write_new(*aside, *bytes); !copied) {
            return copied;
        }
        if (const auto synced = storage_.sync_folder(); !synced) {
            return fail_on(storage_, "", "made durable", synced.error());
        }
        recovery_.put_aside.push_back(storage_.path_of(*aside));
        const std::string part = stop.segment + ".part";
        remove_if_there(storage_, part);
        if (auto cut = write_new(part, Bytes(*bytes).first(static_cast<std::size_t>(stop.offset)));
            !cut) {
            return cut;
        }
        if (const auto renamed = storage_.rename(part, stop.segment); !renamed) {
            return fail_on(storage_, part, "renamed", renamed.error());
        }
        return {};
    }

    [[nodiscard]] Expected<void> write_new(const std::string& name, Bytes bytes) {
        const auto file = storage_.create(name);
        if (!file) {
            return fail_on(storage_, name, "created", file.error());
        }
        const OpenFile open(storage_, *file);
        if (const auto written = storage_.write(*file, 0, bytes); !written) {
            return fail_on(storage_, name, "written", written.error());
        }
        if (const auto synced = storage_.sync(*file); !synced) {
            return fail_on(storage_, name, "made durable", synced.error());
        }
        return {};
    }

    Storage& storage_;
    RecoveryMode mode_;
    std::uint64_t seq_max_ = kAnySeq;
    Recovery recovery_;
};

}  // namespace

Expected<Recovery> recover(Storage& storage, RecoveryMode mode) {
    return Recoverer(storage, mode).run();
}

}  // namespace hotpath::journal
