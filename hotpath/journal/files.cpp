#include "hotpath/journal/files.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace hotpath::journal {

namespace {

constexpr std::string_view kSegmentEnd = ".journal";
constexpr std::string_view kSnapshotEnd = ".snapshot";
constexpr std::string_view kSpareBegin = "spare-";
constexpr std::string_view kPartEnd = ".part";
constexpr std::size_t kDigits = 20;

std::string numbered(std::uint64_t number, std::string_view end) {
    const std::string digits = std::to_string(number);
    return std::string(kDigits - digits.size(), '0') + digits + std::string(end);
}

std::optional<std::uint64_t> number_in(std::string_view digits) {
    std::uint64_t number = 0;
    const char* const begin = digits.data();
    const char* const end = begin + digits.size();
    const auto [read_to, error] = std::from_chars(begin, end, number);
    if (error != std::errc{} || read_to != end || digits.empty()) {
        return std::nullopt;
    }
    return number;
}

std::optional<std::uint64_t> number_before(std::string_view name, std::string_view end) {
    if (name.size() != kDigits + end.size() || !name.ends_with(end)) {
        return std::nullopt;
    }
    return number_in(name.substr(0, kDigits));
}

}  // namespace

std::string segment_name(std::uint64_t first_seq) {
    return numbered(first_seq, kSegmentEnd);
}

std::string snapshot_name(std::uint64_t seq) {
    return numbered(seq, kSnapshotEnd);
}

std::string spare_name(std::uint64_t number) {
    return std::string(kSpareBegin) + std::to_string(number) + std::string(kSegmentEnd);
}

std::optional<std::uint64_t> segment_first_seq(std::string_view name) {
    return number_before(name, kSegmentEnd);
}

std::optional<std::uint64_t> snapshot_seq(std::string_view name) {
    return number_before(name, kSnapshotEnd);
}

std::optional<std::uint64_t> spare_number(std::string_view name) {
    if (!name.starts_with(kSpareBegin) || !name.ends_with(kSegmentEnd)) {
        return std::nullopt;
    }
    name.remove_prefix(kSpareBegin.size());
    name.remove_suffix(kSegmentEnd.size());
    return number_in(name);
}

Expected<Listing> list_files(Storage& storage) {
    const auto names = storage.list();
    if (!names) {
        return fail_on(storage, "", "listed", names.error());
    }
    Listing listing;
    for (const std::string& name : *names) {
        if (const auto first_seq = segment_first_seq(name)) {
            listing.segments.push_back(*first_seq);
        } else if (const auto seq = snapshot_seq(name)) {
            listing.snapshots.push_back(*seq);
        } else if (const auto number = spare_number(name)) {
            listing.spares.push_back(*number);
        } else if (name.ends_with(kPartEnd)) {
            listing.unfinished.push_back(name);
        }
    }
    std::ranges::sort(listing.spares);  // names of spares are not padded
    return listing;
}

std::unexpected<Error> fail_on(const Storage& storage, const std::string& name,
                               const std::string& what, int error) {
    return fail(storage.path_of(name) + ": cannot be " + what + ": " + std::strerror(error));
}

void remove_if_there(Storage& storage, const std::string& name) {
    [[maybe_unused]] const auto removed = storage.remove(name);
}

Expected<Bytes> read_file(Storage& storage, const std::string& name, std::vector<std::byte>& into) {
    const auto file = storage.open(name);
    if (!file) {
        return fail_on(storage, name, "opened", file.error());
    }
    const OpenFile open(storage, *file);
    const auto size = storage.size(*file);
    if (!size) {
        return fail_on(storage, name, "asked for its size", size.error());
    }
    if (into.size() < *size) {
        into.resize(static_cast<std::size_t>(*size));
    }
    const auto filled =
        storage.read(*file, 0, MutableBytes(into).first(static_cast<std::size_t>(*size)));
    if (!filled) {
        return fail_on(storage, name, "read", filled.error());
    }
    return Bytes(into).first(*filled);
}

Expected<std::vector<std::byte>> read_file(Storage& storage, const std::string& name) {
    std::vector<std::byte> bytes;
    const auto read = read_file(storage, name, bytes);
    if (!read) {
        return std::unexpected(read.error());
    }
    bytes.resize(read->size());
    return bytes;
}

}  // namespace hotpath::journal
