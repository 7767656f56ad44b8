#include "hotpath/journal/reader.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::journal {

namespace {

std::string number(std::uint64_t value) {
    return std::to_string(value);
}

}  // namespace

Expected<JournalReader> JournalReader::open(Storage& storage, ReadFrom from) {
    auto listing = list_files(storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    std::vector<std::uint64_t>& segments = listing->segments;
    if (from.first_seq != 0) {
        // The last one that does not begin after the requested record.
        const auto after = std::ranges::upper_bound(segments, from.first_seq);
        if (after == segments.begin()) {
            return segments.empty()
                       ? fail(storage.path_of("") + ": no journal in this directory")
                       : fail(storage.path_of(segment_name(segments.front())) +
                              ": the journal begins here; record " + number(from.first_seq) +
                              ", the first to read, is before it");
        }
        segments.erase(segments.begin(), after - 1);
    }
    if (from.is_one_segment && !segments.empty()) {
        segments.erase(segments.begin() + 1, segments.end());
    }
    JournalReader reader(storage, std::move(segments));
    if (!reader.segments_.empty()) {
        reader.next_seq_ = reader.segments_.front();
    }
    if (auto skipped = reader.skip_to(from.first_seq); !skipped) {
        return std::unexpected(skipped.error());
    }
    return reader;
}

Expected<void> JournalReader::skip_to(std::uint64_t first_seq) {
    Record record;
    while (next_seq_ < first_seq) {
        const auto more = next(record);
        if (!more) {
            return std::unexpected(more.error());
        }
        if (!*more) {
            return fail(storage_->path_of("") + ": the journal ends with record " +
                        number(next_seq_ - 1) + "; record " + number(first_seq) +
                        ", the first to read, is missing");
        }
    }
    return {};
}

std::optional<SegmentView> JournalReader::segment() const noexcept {
    if (!scanner_) {
        return std::nullopt;
    }
    return SegmentView{.header = header_,
                       .file_bytes = bytes_.size(),
                       .end_offset = scanner_->offset(),
                       .records = scanner_->records(),
                       .is_sealed = scanner_->stop() == ScanStop::Sealed};
}

Expected<bool> JournalReader::next(Record& record) {
    while (true) {
        if (scanner_) {
            record_offset_ = scanner_->offset();
            if (scanner_->next(record)) {
                next_seq_ = scanner_->next_seq();
                chain_ = scanner_->chain();
                return true;
            }
            const auto goes_on = end_of_segment();
            if (!goes_on || !*goes_on) {
                return goes_on;
            }
        } else if (at_ == segments_.size()) {
            return false;
        }
        if (auto loaded = load_next(); !loaded) {
            return std::unexpected(loaded.error());
        }
    }
}

/// Whether another segment follows; an error when this one should not have ended here.
Expected<bool> JournalReader::end_of_segment() {
    stop_ = {.segment = name(),
             .offset = scanner_->offset(),
             .scan = scanner_->stop(),
             .tail = judge_tail(bytes_, *scanner_)};
    const bool is_last = at_ == segments_.size();
    if (!is_last && stop_.scan != ScanStop::Sealed) {
        return refuse(std::string(scan_stop_name(stop_.scan)) + ", and later segments follow");
    }
    if (stop_.tail.tail == Tail::Corrupt) {
        return refuse(std::string(scan_stop_name(stop_.scan)) + ", and record " +
                      number(stop_.tail.later_seq) + " is intact after it, at byte " +
                      number(stop_.tail.later_offset));
    }
    return !is_last;
}

Expected<void> JournalReader::load_next() {
    const bool is_first = at_ == 0;
    const std::string file = segment_name(segments_[at_]);
    auto bytes = read_file(*storage_, file, memory_);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    ++at_;
    scanner_.reset();
    bytes_ = *bytes;
    stop_ = {.segment = file};
    const auto header = to_segment_header(bytes_);
    if (!header) {
        return refuse("the header is damaged");
    }
    if (is_first) {
        header_ = {};
        next_seq_ = header->first_seq;
        chain_ = header->prev_chain;
    }
    if (auto checked = check_header(*header); !checked) {
        return refuse(checked.error().message);
    }
    header_ = *header;
    scanner_.emplace(bytes_, header_);
    return {};
}

/// The sentence alone.
Expected<void> JournalReader::check_header(const SegmentHeader& header) const {
    if (header.first_seq != segments_[at_ - 1]) {
        return fail("the header's first record is " + number(header.first_seq) +
                    ", which is not the one in the file name");
    }
    if (header.first_seq != next_seq_) {
        return fail("it begins with record " + number(header.first_seq) + " where record " +
                    number(next_seq_) + " follows: records are missing");
    }
    if (header.prev_chain != chain_) {
        return fail("it does not continue the previous segment");
    }
    if (header.epoch < header_.epoch) {
        return fail("its epoch " + number(header.epoch) + " is older than " +
                    number(header_.epoch) + ", the epoch of the previous segment");
    }
    return {};
}

std::unexpected<Error> JournalReader::refuse(const std::string& why) {
    return fail(storage_->path_of(stop_.segment) + ": at byte " + number(stop_.offset) +
                ", record " + number(next_seq_) + ": " + why);
}

Expected<std::optional<std::uint32_t>> chain_behind(Storage& storage, std::uint64_t seq) {
    const auto listing = list_files(storage);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    const auto after = std::ranges::upper_bound(listing->segments, seq + 1);
    if (after == listing->segments.begin()) {
        return fail(storage.path_of("") + ": the journal begins after record " + number(seq));
    }
    const std::uint64_t first_seq = *(after - 1);
    auto reader = JournalReader::open(storage, {.first_seq = first_seq, .is_one_segment = true});
    if (!reader) {
        return std::unexpected(reader.error());
    }
    Record record;
    auto more = reader->next(record);
    if (first_seq == seq + 1 && reader->segment()) {
        return reader->segment()->header.prev_chain;
    }
    while (more && *more && record.seq < seq) {
        more = reader->next(record);
    }
    if (!more) {
        return std::unexpected(more.error());
    }
    return *more ? std::optional(reader->chain()) : std::nullopt;
}

}  // namespace hotpath::journal
