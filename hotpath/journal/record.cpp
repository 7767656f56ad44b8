#include "hotpath/journal/record.hpp"

#include <algorithm>

namespace hotpath::journal {

namespace {

constexpr std::array<char, 8> kSegmentMagic{'h', 'p', 'j', 'r', 'n', 'l', '\x1a', '\n'};

namespace header_at {
constexpr std::size_t kVersionField = 8;
constexpr std::size_t kCrc = 12;
constexpr std::size_t kEpoch = 16;
constexpr std::size_t kFirstSeq = 24;
constexpr std::size_t kCreated = 32;
constexpr std::size_t kBuildId = 40;
constexpr std::size_t kSegmentBytes = 48;
constexpr std::size_t kPrevChain = 56;
constexpr std::size_t kZero = 60;
}  // namespace header_at

/// All bytes but the checksum's own.
std::uint32_t header_checksum(Bytes header) noexcept {
    return crc32c(header.subspan(header_at::kEpoch, kSegmentHeaderBytes - header_at::kEpoch),
                  crc32c(header.first(header_at::kCrc)));
}

}  // namespace

SegmentHeaderBytes to_bytes(const SegmentHeader& header) noexcept {
    SegmentHeaderBytes bytes{};
    std::byte* const at = bytes.data();
    std::ranges::copy(std::as_bytes(std::span(kSegmentMagic)), at);
    store_le(at + header_at::kVersionField, kVersion);
    store_le(at + header_at::kEpoch, header.epoch);
    store_le(at + header_at::kFirstSeq, header.first_seq);
    store_le(at + header_at::kCreated, static_cast<std::uint64_t>(header.created.value));
    store_le(at + header_at::kBuildId, header.build_id);
    store_le(at + header_at::kSegmentBytes, header.segment_bytes);
    store_le(at + header_at::kPrevChain, header.prev_chain);
    store_le(at + header_at::kCrc, header_checksum(bytes));
    return bytes;
}

std::optional<SegmentHeader> to_segment_header(Bytes bytes) noexcept {
    if (bytes.size() < kSegmentHeaderBytes) {
        return std::nullopt;
    }
    const std::byte* const at = bytes.data();
    const bool is_sound = std::ranges::equal(bytes.first(kSegmentMagic.size()),
                                             std::as_bytes(std::span(kSegmentMagic))) &&
                          load_le<std::uint32_t>(at + header_at::kVersionField) == kVersion &&
                          load_le<std::uint32_t>(at + header_at::kZero) == 0 &&
                          load_le<std::uint32_t>(at + header_at::kCrc) ==
                              header_checksum(bytes.first(kSegmentHeaderBytes));
    if (!is_sound) {
        return std::nullopt;
    }
    return SegmentHeader{
        .epoch = load_le<std::uint64_t>(at + header_at::kEpoch),
        .first_seq = load_le<std::uint64_t>(at + header_at::kFirstSeq),
        .created = {static_cast<std::int64_t>(load_le<std::uint64_t>(at + header_at::kCreated))},
        .build_id = load_le<std::uint64_t>(at + header_at::kBuildId),
        .segment_bytes = load_le<std::uint64_t>(at + header_at::kSegmentBytes),
        .prev_chain = load_le<std::uint32_t>(at + header_at::kPrevChain)};
}

std::uint32_t crc_of(const SegmentHeaderBytes& header) noexcept {
    return load_le<std::uint32_t>(header.data() + header_at::kCrc);
}

}  // namespace hotpath::journal
