#pragma once
/// The packets of a capture file, one by one: pcap (microseconds or nanoseconds) and pcapng, in
/// either byte order.
///
/// A packet's bytes lie in the read buffer until the next call. Threads: one owner. Allocation:
/// none but the buffer it is given (pcapng: a few bytes an interface). Complexity: linear. Source:
/// libpcap's pcap-savefile(5); draft-ietf-opsawg-pcapng.

#include <cstdint>
#include <memory>
#include <optional>

#include "hotpath/capture/network_headers.hpp"
#include "hotpath/capture/read_buffer.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture {

struct Packet {
    Bytes bytes;  // from the link layer's header on
    LinkType link = LinkType::Ethernet;
    bool is_cut = false;  // more bytes were on the wire than the capture kept
    Time since_1970{};    // 0 where the capture has no time
};

class PacketReader {
  public:
    PacketReader() = default;
    PacketReader(const PacketReader&) = delete;
    PacketReader& operator=(const PacketReader&) = delete;
    virtual ~PacketReader() = default;

    [[nodiscard]] virtual const ReadBuffer& input() const = 0;

    /// The next packet, none at the end. An error names file and byte; so will the next call's.
    [[nodiscard]] virtual Expected<std::optional<Packet>> next() = 0;
};

/// The file header has been recognised and is still at the front of `input`.
[[nodiscard]] Expected<std::unique_ptr<PacketReader>> open_pcap(ReadBuffer input);
[[nodiscard]] Expected<std::unique_ptr<PacketReader>> open_pcapng(ReadBuffer input);

/// Errors of both formats: a truncated file or impossible lengths.
[[nodiscard]] Error capture_cut_off(const ReadBuffer& input, std::string_view what);
[[nodiscard]] Error capture_damaged(const ReadBuffer& input, std::string_view what);

/// Integers in the byte order that a capture file declares.
struct FileOrder {
    bool is_big_endian = true;

    template <std::unsigned_integral T>
    [[nodiscard]] T load(const std::byte* from) const {
        const T value = load_be<T>(from);
        return is_big_endian ? value : std::byteswap(value);
    }
};

}  // namespace hotpath::capture
