#include "bench/xdp/xdp_socket.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <linux/bpf.h>
#include <linux/if_link.h>
#include <linux/if_xdp.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <xdp/xsk.h>

#include "hotpath/core/descriptor.hpp"

namespace hotpath::bench {

namespace {

constexpr std::uint32_t kFrameBytes = 2'048;
constexpr std::uint32_t kFramesEachWay = 1'024;
constexpr std::size_t kMemoryBytes = std::size_t{2} * kFramesEachWay * kFrameBytes;
constexpr std::uint64_t kSendAt = std::uint64_t{kFramesEachWay} * kFrameBytes;
constexpr std::size_t kEthernetBytes = 14;
constexpr std::size_t kIpBytes = 20;
constexpr std::size_t kUdpBytes = 8;
constexpr std::size_t kHeaderBytes = kEthernetBytes + kIpBytes + kUdpBytes;
constexpr int kOpenTries = 200;  // the kernel gives a closed socket's queue back after some ms
constexpr std::chrono::milliseconds kBetweenTries{5};

using Headers = std::array<std::byte, kHeaderBytes>;

void store_be16(std::byte* at, std::uint32_t value) noexcept {
    at[0] = static_cast<std::byte>(value >> 8U);
    at[1] = static_cast<std::byte>(value);
}

[[nodiscard]] std::uint32_t ip_checksum(const std::byte* header) noexcept {
    std::uint32_t sum = 0;
    for (std::size_t at = 0; at < kIpBytes; at += 2) {
        sum += std::to_integer<std::uint32_t>(header[at]) << 8U |
               std::to_integer<std::uint32_t>(header[at + 1]);
    }
    while (sum >> 16U != 0) {
        sum = (sum & 0xFFFFU) + (sum >> 16U);
    }
    return ~sum & 0xFFFFU;
}

/// For a payload of this length.
void write_headers(std::byte* at, const WireEnd& from, const WireEnd& to,
                   std::size_t payload) noexcept {
    std::ranges::fill_n(at, kHeaderBytes, std::byte{});
    std::memcpy(at, to.mac.data(), to.mac.size());
    std::memcpy(at + 6, from.mac.data(), from.mac.size());
    store_be16(at + 12, 0x0800);  // IPv4
    std::byte* const ip = at + kEthernetBytes;
    ip[0] = std::byte{0x45};
    store_be16(ip + 2, static_cast<std::uint32_t>(kIpBytes + kUdpBytes + payload));
    ip[8] = std::byte{64};
    ip[9] = std::byte{IPPROTO_UDP};
    for (std::size_t side = 0; side < 2; ++side) {
        const std::uint32_t address = (side == 0 ? from : to).endpoint.address.value;
        store_be16(ip + 12 + side * 4, address >> 16U);
        store_be16(ip + 14 + side * 4, address & 0xFFFFU);
    }
    store_be16(ip + 10, ip_checksum(ip));
    std::byte* const udp = ip + kIpBytes;
    store_be16(udp, from.endpoint.port);
    store_be16(udp + 2, to.endpoint.port);
    store_be16(udp + 4, static_cast<std::uint32_t>(kUdpBytes + payload));
}

/// The instructions of the program at the interface: IPv4, UDP and the port, to the socket; the
/// rest to the kernel.
[[nodiscard]] std::array<bpf_insn, 19> program_for(std::uint16_t port, int sockets) noexcept {
    const auto insn = [](unsigned code, unsigned to, unsigned from, int offset, int value) {
        return bpf_insn{.code = static_cast<__u8>(code),
                        .dst_reg = static_cast<__u8>(to & 0xFU),
                        .src_reg = static_cast<__u8>(from & 0xFU),
                        .off = static_cast<__s16>(offset),
                        .imm = value};
    };
    constexpr int kPass = 17;  // the place of "r0 = XDP_PASS"
    const auto leave_at = [](int place) { return kPass - place - 1; };
    const auto network = [](std::uint16_t value) { return static_cast<int>(htons(value)); };
    return {
        insn(BPF_LDX | BPF_MEM | BPF_W, 2, 1, offsetof(xdp_md, data), 0),
        insn(BPF_LDX | BPF_MEM | BPF_W, 3, 1, offsetof(xdp_md, data_end), 0),
        insn(BPF_ALU64 | BPF_MOV | BPF_X, 4, 2, 0, 0),
        insn(BPF_ALU64 | BPF_ADD | BPF_K, 4, 0, 0, kHeaderBytes),
        insn(BPF_JMP | BPF_JGT | BPF_X, 4, 3, leave_at(4), 0),  // shorter than the headers
        insn(BPF_LDX | BPF_MEM | BPF_H, 5, 2, 12, 0),
        insn(BPF_JMP | BPF_JNE | BPF_K, 5, 0, leave_at(6), network(0x0800)),
        insn(BPF_LDX | BPF_MEM | BPF_B, 5, 2, kEthernetBytes + 9, 0),
        insn(BPF_JMP | BPF_JNE | BPF_K, 5, 0, leave_at(8), IPPROTO_UDP),
        insn(BPF_LDX | BPF_MEM | BPF_H, 5, 2, kEthernetBytes + kIpBytes + 2, 0),
        insn(BPF_JMP | BPF_JNE | BPF_K, 5, 0, leave_at(10), network(port)),
        insn(BPF_LD | BPF_IMM | BPF_DW, 1, BPF_PSEUDO_MAP_FD, 0, sockets),
        insn(0, 0, 0, 0, 0),                            // the upper half of the descriptor
        insn(BPF_ALU64 | BPF_MOV | BPF_K, 2, 0, 0, 0),  // queue 0
        insn(BPF_ALU64 | BPF_MOV | BPF_K, 3, 0, 0, XDP_PASS),
        insn(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_redirect_map),
        insn(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
        insn(BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, XDP_PASS),
        insn(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
    };
}

}  // namespace

/// Memory, rings, the socket and the program at its interface.
struct XdpSocket::Rings {
    Rings(WireEnd from, WireEnd to, XdpMode which)
        : end(std::move(from)), peer(std::move(to)), mode(which) {}
    Rings(const Rings&) = delete;
    Rings& operator=(const Rings&) = delete;
    ~Rings();

    [[nodiscard]] std::uint32_t flags() const noexcept {
        return mode == XdpMode::Generic ? XDP_FLAGS_SKB_MODE : XDP_FLAGS_DRV_MODE;
    }
    [[nodiscard]] int open_memory() noexcept;
    [[nodiscard]] int attach() noexcept;
    [[nodiscard]] int open_socket() noexcept;
    void give_back(std::uint64_t frame) noexcept;
    void collect_sent() noexcept;

    WireEnd end;
    WireEnd peer;
    XdpMode mode;
    std::byte* memory = nullptr;
    unsigned interface = 0;
    bool is_attached = false;
    Descriptor sockets{-1};  // the program's map
    Descriptor program{-1};
    xsk_umem* umem = nullptr;
    xsk_socket* socket = nullptr;
    xsk_ring_prod fill{};
    xsk_ring_cons sent{};
    xsk_ring_cons in{};
    xsk_ring_prod out{};
    std::uint64_t held = 0;  // the frame that receive() has shown
    bool is_holding = false;
    std::uint32_t next_frame = 0;
    std::uint32_t frames_out = 0;
};

XdpSocket::Rings::~Rings() {
    const InNamespace there(end.space);
    if (socket != nullptr) {
        xsk_socket__delete(socket);
    }
    if (umem != nullptr) {
        xsk_umem__delete(umem);
    }
    if (is_attached) {
        bpf_xdp_detach(static_cast<int>(interface), flags(), nullptr);
    }
    if (memory != nullptr) {
        munmap(memory, kMemoryBytes);
    }
}

int XdpSocket::Rings::open_memory() noexcept {
    void* const mapped =
        mmap(nullptr, kMemoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) {
        return -errno;
    }
    memory = static_cast<std::byte*>(mapped);
    const xsk_umem_config config{.fill_size = kFramesEachWay,
                                 .comp_size = kFramesEachWay,
                                 .frame_size = kFrameBytes,
                                 .frame_headroom = 0,
                                 .flags = 0};
    return xsk_umem__create(&umem, memory, kMemoryBytes, &fill, &sent, &config);
}

int XdpSocket::Rings::attach() noexcept {
    sockets = Descriptor(
        bpf_map_create(BPF_MAP_TYPE_XSKMAP, "sockets", sizeof(int), sizeof(int), 1, nullptr));
    if (!sockets) {
        return -errno;
    }
    const auto instructions = program_for(end.endpoint.port, sockets.number());
    program = Descriptor(bpf_prog_load(BPF_PROG_TYPE_XDP, "to_socket", "GPL", instructions.data(),
                                       instructions.size(), nullptr));
    if (!program) {
        return -errno;
    }
    const int attached =
        bpf_xdp_attach(static_cast<int>(interface), program.number(), flags(), nullptr);
    is_attached = attached == 0;
    return attached;
}

int XdpSocket::Rings::open_socket() noexcept {
    xsk_socket_config config{};
    config.rx_size = kFramesEachWay;
    config.tx_size = kFramesEachWay;
    config.libxdp_flags = XSK_LIBXDP_FLAGS__INHIBIT_PROG_LOAD;
    config.xdp_flags = flags();
    config.bind_flags = XDP_COPY;
    int result = -EBUSY;
    for (int tries = 0; result == -EBUSY && tries < kOpenTries; ++tries) {
        result = xsk_socket__create(&socket, end.interface.c_str(), 0, umem, &in, &out, &config);
        if (result == -EBUSY) {
            std::this_thread::sleep_for(kBetweenTries);
        }
    }
    if (result != 0) {
        return result;
    }
    for (std::uint32_t frame = 0; frame < kFramesEachWay; ++frame) {
        give_back(std::uint64_t{frame} * kFrameBytes);
    }
    return xsk_socket__update_xskmap(socket, sockets.number());
}

void XdpSocket::Rings::give_back(std::uint64_t frame) noexcept {
    std::uint32_t at = 0;
    if (xsk_ring_prod__reserve(&fill, 1, &at) == 1) {
        *xsk_ring_prod__fill_addr(&fill, at) = frame;
        xsk_ring_prod__submit(&fill, 1);
    }
}

void XdpSocket::Rings::collect_sent() noexcept {
    std::uint32_t at = 0;
    const std::uint32_t count = xsk_ring_cons__peek(&sent, kFramesEachWay, &at);
    xsk_ring_cons__release(&sent, count);
    frames_out -= count;
}

XdpSocket::XdpSocket(std::unique_ptr<Rings> rings) : rings_(std::move(rings)) {}
XdpSocket::XdpSocket(XdpSocket&&) noexcept = default;
XdpSocket::~XdpSocket() = default;

Expected<XdpSocket> XdpSocket::open(const WireEnd& end, const WireEnd& peer, XdpMode mode) {
    const InNamespace there(end.space);
    auto rings = std::make_unique<Rings>(end, peer, mode);
    rings->interface = if_nametoindex(end.interface.c_str());
    if (!there.is_there() || rings->interface == 0) {
        return fail("AF_XDP: no interface " + end.interface + " in " + end.space);
    }
    const auto failed = [](const char* what, int result) {
        return fail(fmt::format("AF_XDP: {}: {}", what, std::strerror(-result)));
    };
    if (const int result = rings->open_memory(); result != 0) {
        return failed("memory for packets", result);
    }
    if (const int result = rings->attach(); result != 0) {
        return failed("the program at the interface", result);
    }
    if (const int result = rings->open_socket(); result != 0) {
        return failed("the socket", result);
    }
    for (std::uint32_t frame = 0; frame < kFramesEachWay; ++frame) {
        write_headers(rings->memory + kSendAt + std::size_t{frame} * kFrameBytes, end, peer, 0);
    }
    return XdpSocket(std::move(rings));
}

Bytes XdpSocket::receive() noexcept {
    Rings& rings = *rings_;
    if (std::exchange(rings.is_holding, false)) {
        rings.give_back(rings.held / kFrameBytes * kFrameBytes);
    }
    std::uint32_t at = 0;
    if (xsk_ring_cons__peek(&rings.in, 1, &at) == 0) {
        return {};
    }
    const xdp_desc packet = *xsk_ring_cons__rx_desc(&rings.in, at);
    xsk_ring_cons__release(&rings.in, 1);
    rings.held = packet.addr;
    rings.is_holding = true;
    return Bytes(rings.memory + packet.addr, packet.len).subspan(kHeaderBytes);
}

bool XdpSocket::send(Bytes payload) noexcept {
    Rings& rings = *rings_;
    rings.collect_sent();
    std::uint32_t at = 0;
    if (kHeaderBytes + payload.size() > kFrameBytes || rings.frames_out == kFramesEachWay ||
        xsk_ring_prod__reserve(&rings.out, 1, &at) != 1) {
        return false;
    }
    const std::uint64_t frame =
        kSendAt + std::uint64_t{rings.next_frame++ % kFramesEachWay} * kFrameBytes;
    write_headers(rings.memory + frame, rings.end, rings.peer, payload.size());
    std::memcpy(rings.memory + frame + kHeaderBytes, payload.data(), payload.size());
    *xsk_ring_prod__tx_desc(&rings.out, at) = {
        .addr = frame,
        .len = static_cast<std::uint32_t>(kHeaderBytes + payload.size()),
        .options = 0};
    xsk_ring_prod__submit(&rings.out, 1);
    ++rings.frames_out;
    return sendto(xsk_socket__fd(rings.socket), nullptr, 0, MSG_DONTWAIT, nullptr, 0) >= 0 ||
           errno == EAGAIN || errno == EBUSY;
}

}  // namespace hotpath::bench
