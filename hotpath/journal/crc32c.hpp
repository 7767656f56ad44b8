#pragma once
/// CRC32C (Castagnoli), the checksum of every record, header and snapshot: by the processor's
/// instruction where it has one (SSE4.2, ARMv8 CRC), else by tables; both give the same number.
///
/// A checksum continues: crc32c(b, crc32c(a)) is crc32c(a then b), so a record may begin with the
/// checksum of its segment's header. Threads: any. Allocation: none. Complexity: linear; 8 bytes in
/// 3 cycles by instruction. Source: RFC 3720, B.4 (test vectors); slicing by 8: Kounavis and Berry,
/// 2005.

#include <cstdint>

#include "hotpath/core/bytes.hpp"

namespace hotpath::journal {

[[nodiscard]] std::uint32_t crc32c(Bytes bytes, std::uint32_t before = 0) noexcept;

/// The same by tables, on any processor: the reference, and the fallback on old machines.
[[nodiscard]] std::uint32_t crc32c_portable(Bytes bytes, std::uint32_t before = 0) noexcept;

[[nodiscard]] bool has_crc32c_instruction() noexcept;

}  // namespace hotpath::journal
