#pragma once
/// The first page of a segment: what it is, written once before it appears under its name, and who
/// is attached, written at every attach. docs/design/queues/shm.md draws the bytes.
///
/// It is never trusted: check() compares every field with the file and with the caller's request,
/// and everything that is used afterwards is the caller's private copy. Version rule: another major
/// is refused; a minor adds fields after those here and changes none. Threads: values; EndRecord
/// is written by the holder of the lock and read by anybody. Allocation: an error's sentence.
/// Complexity: O(1).

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <type_traits>

#include "hotpath/core/cpu.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::shm {

enum class Kind : std::uint32_t { Spsc = 1, Broadcast = 2 };

/// "spsc", "broadcast", or "unknown".
[[nodiscard]] std::string_view kind_name(Kind kind) noexcept;

inline constexpr std::size_t kProtocolLengthMax = 31;

/// Properties of a channel's records, besides their size, that both ends must agree on.
struct Protocol {
    std::string_view name{};  // at most kProtocolLengthMax characters
    std::uint32_t version = 0;
};

/// Everything in the byte order of the machine: shared memory never leaves it.
struct SegmentHeader {
    static constexpr std::array<char, 8> kMagic{'h', 'o', 't', 'p', 'a', 't', 'h', '\x1a'};
    static constexpr std::uint32_t kMajor = 1;
    static constexpr std::uint32_t kMinor = 0;
    static constexpr std::uint32_t kHeaderBytes = 4096;  // the ring begins after it, on a page

    std::array<char, 8> magic = kMagic;
    std::uint32_t major = kMajor;
    std::uint32_t minor = kMinor;
    std::uint64_t checksum = 0;  // of the other fields
    Kind kind{};
    std::uint32_t header_bytes = kHeaderBytes;
    std::uint64_t segment_bytes = 0;  // of the whole file
    std::uint64_t ring_bytes = 0;
    std::uint64_t slots = 0;         // spsc: places; broadcast: bytes of records
    std::uint32_t record_bytes = 0;  // spsc: of each; broadcast: of the largest
    std::uint32_t creator_pid = 0;
    std::uint32_t creator_uid = 0;
    std::uint32_t protocol_version = 0;
    Time created_at{};                      // since the Unix epoch, as handed in
    std::array<char, 32> protocol_name{};   // zero-filled
    std::array<std::byte, 128> reserved{};  // zero; room for later minors

    /// The checksum that belongs to these fields.
    [[nodiscard]] std::uint64_t computed_checksum() const noexcept;
    [[nodiscard]] std::string_view protocol() const noexcept;
};

static_assert(std::is_trivially_copyable_v<SegmentHeader>);
static_assert(sizeof(SegmentHeader) == 240 && offsetof(SegmentHeader, checksum) == 16 &&
                  offsetof(SegmentHeader, slots) == 48 &&
                  offsetof(SegmentHeader, created_at) == 72 &&
                  offsetof(SegmentHeader, protocol_name) == 80,
              "the layout is an interface between versions");

/// The holder of a lock, for messages and to distinguish a crash from an orderly exit. Only the
/// kernel's lock shows whether the lock is taken.
struct alignas(kCacheLine) EndRecord {
    std::atomic<std::uint64_t> epoch;       // how many have attached as this end, this one included
    std::atomic<std::uint64_t> holder_pid;  // 0: none yet, or the last one exited in order
    std::atomic<std::int64_t> attached_ns;  // as handed in
};

inline constexpr std::size_t kWriterRecordAt = 1024;
inline constexpr std::size_t kReaderRecordAt = kWriterRecordAt + kCacheLine;

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "processes share these");
static_assert(sizeof(EndRecord) == kCacheLine &&
              kReaderRecordAt + sizeof(EndRecord) <= SegmentHeader::kHeaderBytes &&
              sizeof(SegmentHeader) <= kWriterRecordAt);

/// The values that this program accepts. Zeros: any.
struct Wanted {
    Kind kind{};
    std::uint64_t slots = 0;
    std::uint32_t record_bytes = 0;
    Protocol protocol{};  // the name empty: any
};

struct SegmentFile {
    std::filesystem::path path;
    std::uint64_t bytes = 0;  // from the kernel
};

/// Whether the header is whole, of our version and true about its file: enough to show it.
[[nodiscard]] Expected<void> check_header(const SegmentHeader& header, const SegmentFile& file);

/// Whether a header that check_header() passed is what the caller wants.
[[nodiscard]] Expected<void> check_wanted(const SegmentHeader& header, const SegmentFile& file,
                                          const Wanted& wanted);

}  // namespace hotpath::shm
