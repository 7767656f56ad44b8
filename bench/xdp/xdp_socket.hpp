#pragma once
/// XdpSocket: datagrams to and from one UDP port past the kernel's protocols, by an AF_XDP socket
/// on queue 0 of an interface. The kernel still copies each packet (XDP_COPY): no driver of a
/// virtual interface lends its memory.
///
///   memory   | frames to receive into | frames to send |   shared with the kernel
///   in       the program at the interface sends the port's datagrams here, the rest to the kernel;
///            receive() needs no system call
///   out      the packet into a frame, and one sendto() that wakes the kernel's sender
///
/// Packets have Ethernet, IPv4 and UDP headers of one peer, made at open(); UDP's checksum is 0,
/// none. The memory is shared by a fork: open first, then fork, and use each end in one process.
/// Threads: one owner. Allocation: open(). Complexity: O(bytes). Source: the kernel's
/// Documentation/networking/af_xdp.rst; libxdp, libbpf.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "bench/xdp/virtual_wire.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::bench {

enum class XdpMode : std::uint8_t {
    Generic,  // the program runs behind the driver, on the kernel's packet
    Native,   // in the driver
};

class XdpSocket {
  public:
    /// Of `end`, to `peer`. In any namespace; retries while the kernel still has the last one.
    [[nodiscard]] static Expected<XdpSocket> open(const WireEnd& end, const WireEnd& peer,
                                                  XdpMode mode);
    XdpSocket(XdpSocket&&) noexcept;
    XdpSocket& operator=(XdpSocket&&) = delete;
    XdpSocket(const XdpSocket&) = delete;
    XdpSocket& operator=(const XdpSocket&) = delete;
    ~XdpSocket();

    /// The payload of the next datagram, valid until the next call; empty: none.
    [[nodiscard]] Bytes receive() noexcept;
    /// False: too long, or no frame is free.
    bool send(Bytes payload) noexcept;

  private:
    struct Rings;

    explicit XdpSocket(std::unique_ptr<Rings> rings);

    std::unique_ptr<Rings> rings_;
};

}  // namespace hotpath::bench
