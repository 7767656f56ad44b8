#pragma once
/// The fixed parts of a pcap file, for its reader and its writer: a file header, then records of a
/// header and a packet.
///
/// Source: the libpcap file format, draft-ietf-opsawg-pcap. All fields in the byte order that the
/// magic number is in.

#include <cstddef>
#include <cstdint>

namespace hotpath::capture {

inline constexpr std::uint32_t kPcapMicrosMagic = 0xA1B2C3D4;  // timestamps count microseconds
inline constexpr std::uint32_t kPcapNanosMagic = 0xA1B23C4D;
inline constexpr std::size_t kPcapFileHeaderLength = 24;
inline constexpr std::size_t kPcapRecordHeaderLength = 16;

}  // namespace hotpath::capture
