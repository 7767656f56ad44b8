#include "hotpath/shm/segment_header.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/shm/channel_folder.hpp"
#include "hotpath/shm/channel_name.hpp"

namespace hotpath::shm {

namespace {

std::string kind_text(Kind kind) {
    const std::string_view name = kind_name(kind);
    return name == "unknown" ? std::to_string(static_cast<std::uint32_t>(kind)) : std::string(name);
}

struct Comparison {
    std::string_view field;
    std::uint64_t found = 0;
    std::uint64_t wanted = 0;
};

Expected<void> check(const SegmentFile& file, const Comparison& number) {
    if (number.found == number.wanted) {
        return {};
    }
    return refuse(file.path, {.field = std::string(number.field),
                              .found = std::to_string(number.found),
                              .wanted = std::to_string(number.wanted)});
}

Expected<void> check_identity(const SegmentHeader& header, const SegmentFile& file) {
    if (header.magic != SegmentHeader::kMagic) {
        return refuse(file.path,
                      {.field = "magic",
                       .found = "\"" + printable({header.magic.data(), header.magic.size()}) + "\"",
                       .wanted = "\"hotpath\": the file is not a channel"});
    }
    // The version before the checksum, which another major may compute in another way.
    if (auto same = check(
            file,
            {.field = "major version", .found = header.major, .wanted = SegmentHeader::kMajor});
        !same) {
        return same;
    }
    return check(file, {.field = "header checksum",
                        .found = header.checksum,
                        .wanted = header.computed_checksum()});
}

/// A header with a correct checksum may still be wrong: any writer of the file can compute one.
Expected<void> check_sizes(const SegmentHeader& header, const SegmentFile& file) {
    if (auto same = check(file, {.field = "header size",
                                 .found = header.header_bytes,
                                 .wanted = SegmentHeader::kHeaderBytes});
        !same) {
        return same;
    }
    if (auto same = check(
            file, {.field = "file size", .found = file.bytes, .wanted = header.segment_bytes});
        !same) {
        return same;
    }
    if (header.ring_bytes > file.bytes - SegmentHeader::kHeaderBytes) {
        return refuse(
            file.path,
            {.field = "ring size",
             .found = std::to_string(header.ring_bytes),
             .wanted = "at most " + std::to_string(file.bytes - SegmentHeader::kHeaderBytes)});
    }
    if (!std::has_single_bit(header.slots) || header.slots > header.ring_bytes) {
        return refuse(file.path, {.field = "slots",
                                  .found = std::to_string(header.slots),
                                  .wanted = "a power of two that fits the ring"});
    }
    if (header.record_bytes == 0 || header.record_bytes > header.ring_bytes) {
        return refuse(file.path, {.field = "record size",
                                  .found = std::to_string(header.record_bytes),
                                  .wanted = "1 to " + std::to_string(header.ring_bytes)});
    }
    return {};
}

Expected<void> check_protocol(const SegmentHeader& header, const SegmentFile& file,
                              const Protocol& wanted) {
    if (wanted.name.empty()) {
        return {};
    }
    if (header.protocol() != wanted.name) {
        return refuse(file.path, {.field = "protocol",
                                  .found = "\"" + printable(header.protocol()) + "\"",
                                  .wanted = "\"" + printable(wanted.name) + "\""});
    }
    return check(
        file,
        {.field = "protocol version", .found = header.protocol_version, .wanted = wanted.version});
}

}  // namespace

std::string_view kind_name(Kind kind) noexcept {
    switch (kind) {
        case Kind::Spsc:
            return "spsc";
        case Kind::Broadcast:
            return "broadcast";
    }
    return "unknown";
}

std::uint64_t SegmentHeader::computed_checksum() const noexcept {
    SegmentHeader others = *this;
    others.checksum = 0;
    Checksum sum;
    sum.add(std::as_bytes(std::span(&others, 1)));
    return sum.value();
}

std::string_view SegmentHeader::protocol() const noexcept {
    const auto* const end = std::ranges::find(protocol_name, '\0');
    return {protocol_name.data(), static_cast<std::size_t>(end - protocol_name.begin())};
}

Expected<void> check_header(const SegmentHeader& header, const SegmentFile& file) {
    if (file.bytes < SegmentHeader::kHeaderBytes) {
        return refuse(file.path,
                      {.field = "file size",
                       .found = std::to_string(file.bytes),
                       .wanted = "at least " + std::to_string(SegmentHeader::kHeaderBytes)});
    }
    if (auto known = check_identity(header, file); !known) {
        return known;
    }
    if (kind_name(header.kind) == "unknown") {
        return refuse(
            file.path,
            {.field = "kind", .found = kind_text(header.kind), .wanted = "spsc or broadcast"});
    }
    return check_sizes(header, file);
}

Expected<void> check_wanted(const SegmentHeader& header, const SegmentFile& file,
                            const Wanted& wanted) {
    if (header.kind != wanted.kind) {
        return refuse(
            file.path,
            {.field = "kind", .found = kind_text(header.kind), .wanted = kind_text(wanted.kind)});
    }
    if (wanted.slots != 0) {
        const std::string_view field = wanted.kind == Kind::Spsc ? "slots" : "capacity";
        if (const auto same =
                check(file, {.field = field, .found = header.slots, .wanted = wanted.slots});
            !same) {
            return same;
        }
    }
    if (wanted.record_bytes != 0) {
        const auto same = check(
            file,
            {.field = "record size", .found = header.record_bytes, .wanted = wanted.record_bytes});
        if (!same) {
            return same;
        }
    }
    return check_protocol(header, file, wanted.protocol);
}

}  // namespace hotpath::shm
