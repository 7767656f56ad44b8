#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/capture/packet_reader.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::capture {

namespace {

constexpr std::uint32_t kSectionHeader = 0x0A0D0D0A;  // reads the same in both byte orders
constexpr std::uint32_t kInterfaceDescription = 1;
constexpr std::uint32_t kObsoletePacket = 2;
constexpr std::uint32_t kSimplePacket = 3;
constexpr std::uint32_t kEnhancedPacket = 6;
constexpr std::uint32_t kByteOrderMagic = 0x1A2B3C4D;

constexpr std::size_t kBlockHeadLength = 8;    // type, total length
constexpr std::size_t kBlockLengthMin = 12;    // and the total length again
constexpr std::size_t kSectionLengthMin = 28;  // byte order, version, section length
constexpr std::size_t kPacketBlockLengthMax = kPacketBytesMax + 64 * 1024;  // options
constexpr std::size_t kInterfacesMax = 4096;

constexpr std::uint16_t kOptionEnd = 0;
constexpr std::uint16_t kOptionTimeResolution = 9;
constexpr std::uint16_t kOptionTimeOffset = 14;

/// An interface description, for the packets that refer to it.
struct Interface {
    std::uint32_t link = 0;
    std::uint32_t kept_max = 0;  // 0: no limit
    std::uint64_t ticks_per_second = 1'000'000;
    std::int64_t seconds_offset = 0;
};

/// if_tsresol: a power of ten, or of two when the top bit is set. 0 when it is beyond 64 bits.
std::uint64_t ticks_per_second(std::uint8_t resolution) {
    const unsigned power = resolution & 0x7FU;
    if ((resolution & 0x80U) != 0) {
        return power < 64 ? std::uint64_t{1} << power : 0;
    }
    std::uint64_t ticks = 1;
    for (unsigned digit = 0; digit < power; ++digit) {
        ticks = ticks > std::numeric_limits<std::uint64_t>::max() / 10 ? 0 : ticks * 10;
    }
    return ticks;
}

Time to_time(std::uint64_t ticks, const Interface& interface) {
    if (interface.ticks_per_second == 0) {
        return {};
    }
    const WideUint nanos = static_cast<WideUint>(ticks) * static_cast<WideUint>(kNanosPerSecond) /
                           interface.ticks_per_second;
    const auto offset = static_cast<std::uint64_t>(interface.seconds_offset) *
                        static_cast<std::uint64_t>(kNanosPerSecond);
    return Time{static_cast<std::int64_t>(static_cast<std::uint64_t>(nanos) + offset)};
}

/// Blocks of [type, total length, body, total length]: those with packets are read, the others
/// stepped over.
class PcapngReader final : public PacketReader {
  public:
    explicit PcapngReader(ReadBuffer input) : input_(std::move(input)) {}

    const ReadBuffer& input() const override { return input_; }

    Expected<std::optional<Packet>> next() override {
        for (;;) {
            if (auto skipped = skip(std::exchange(block_length_, 0)); !skipped) {
                return std::unexpected(skipped.error());
            }
            if (!input_.require(kBlockHeadLength)) {
                const bool is_end = input_.available().empty() && !input_.damage();
                return is_end ? Expected<std::optional<Packet>>(std::nullopt)
                              : std::unexpected(capture_cut_off(input_, "a block's header"));
            }
            auto packet = read_block();
            if (!packet || *packet) {
                return packet;
            }
        }
    }

  private:
    using Result = Expected<std::optional<Packet>>;

    /// The block at the front: its packet, none if it has none. Sets block_length_ to what is to be
    /// stepped over.
    Result read_block() {
        const std::uint32_t type = order_.load<std::uint32_t>(input_.available().data());
        if (type == kSectionHeader) {
            if (auto order = read_byte_order(); !order) {
                return std::unexpected(order.error());
            }
        }
        const std::uint32_t length = order_.load<std::uint32_t>(input_.available().data() + 4);
        if (length < kBlockLengthMin || length % 4 != 0) {
            return std::unexpected(
                capture_damaged(input_, fmt::format("a pcapng block of {} bytes", length)));
        }
        block_length_ = length;
        const bool is_wanted = type == kSectionHeader || type == kInterfaceDescription ||
                               type == kObsoletePacket || type == kSimplePacket ||
                               type == kEnhancedPacket;
        return is_wanted ? read_body(type, length) : Result(std::nullopt);
    }

    Result read_body(std::uint32_t type, std::uint32_t length) {
        if (length > kPacketBlockLengthMax) {
            return std::unexpected(capture_damaged(
                input_, fmt::format("a pcapng block of type {} and {} bytes", type, length)));
        }
        if (!input_.require(length)) {
            block_length_ = 0;
            return std::unexpected(
                capture_cut_off(input_, fmt::format("a block of {} bytes", length)));
        }
        const Bytes block = input_.available().first(length);
        if (order_.load<std::uint32_t>(block.data() + length - 4) != length) {
            return std::unexpected(
                capture_damaged(input_, "the two lengths of a pcapng block differ"));
        }
        const Bytes body = block.subspan(kBlockHeadLength, length - kBlockLengthMin);
        switch (type) {
            case kSectionHeader:
                interfaces_.clear();
                return std::nullopt;
            case kInterfaceDescription:
                return read_interface(body);
            case kSimplePacket:
                return read_simple(body);
            default:
                return read_packet(body, type);
        }
    }

    Expected<void> read_byte_order() {
        if (!input_.require(kBlockLengthMin)) {
            return std::unexpected(capture_cut_off(input_, "a section header"));
        }
        const auto magic = load_be<std::uint32_t>(input_.available().data() + kBlockHeadLength);
        if (magic != kByteOrderMagic && magic != std::byteswap(kByteOrderMagic)) {
            return std::unexpected(
                capture_damaged(input_, "a pcapng section header without its byte-order magic"));
        }
        order_ = FileOrder{magic == kByteOrderMagic};
        if (order_.load<std::uint32_t>(input_.available().data() + 4) < kSectionLengthMin) {
            return std::unexpected(
                capture_damaged(input_, "a pcapng section header of less than 28 bytes"));
        }
        return {};
    }

    Result read_interface(Bytes body) {
        constexpr std::size_t kFixed = 8;  // link type, reserved, snap length
        if (body.size() < kFixed || interfaces_.size() == kInterfacesMax) {
            return std::unexpected(
                capture_damaged(input_, "an invalid pcapng interface description"));
        }
        Interface interface{.link = order_.load<std::uint16_t>(body.data()),
                            .kept_max = order_.load<std::uint32_t>(body.data() + 4)};
        read_options(body.subspan(kFixed), interface);
        interfaces_.push_back(interface);
        return std::nullopt;
    }

    /// Options are [code u16, length u16, value, padding to four bytes].
    void read_options(Bytes options, Interface& interface) const {
        while (options.size() >= 4) {
            const auto code = order_.load<std::uint16_t>(options.data());
            const std::size_t length = order_.load<std::uint16_t>(options.data() + 2);
            options = options.subspan(4);
            if (code == kOptionEnd || length > options.size()) {
                return;
            }
            if (code == kOptionTimeResolution && length >= 1) {
                interface.ticks_per_second =
                    ticks_per_second(std::to_integer<std::uint8_t>(options[0]));
            }
            if (code == kOptionTimeOffset && length >= 8) {
                interface.seconds_offset =
                    static_cast<std::int64_t>(order_.load<std::uint64_t>(options.data()));
            }
            options = options.subspan(std::min(options.size(), (length + 3) / 4 * 4));
        }
    }

    Result read_simple(Bytes body) {
        constexpr std::size_t kFixed = 4;  // bytes on the wire
        if (body.size() < kFixed || interfaces_.empty()) {
            return std::unexpected(capture_damaged(input_, "a pcapng packet without an interface"));
        }
        const std::uint32_t on_wire = order_.load<std::uint32_t>(body.data());
        const std::uint32_t limit =
            interfaces_.front().kept_max == 0 ? on_wire : interfaces_.front().kept_max;
        const std::size_t kept = std::min<std::size_t>({on_wire, limit, body.size() - kFixed});
        return packet(interfaces_.front(),
                      {.bytes = body.subspan(kFixed, kept), .is_cut = kept < on_wire});
    }

    /// Enhanced (6) and obsolete (2) packet blocks: interface, time in two words, bytes kept, bytes
    /// on the wire.
    Result read_packet(Bytes body, std::uint32_t type) {
        constexpr std::size_t kFixed = 20;
        if (body.size() < kFixed) {
            return std::unexpected(
                capture_damaged(input_, "a pcapng packet block too short for its header"));
        }
        const std::uint32_t id = type == kObsoletePacket ? order_.load<std::uint16_t>(body.data())
                                                         : order_.load<std::uint32_t>(body.data());
        if (id >= interfaces_.size()) {
            return std::unexpected(capture_damaged(
                input_,
                fmt::format("a pcapng packet of interface {}, which is not described", id)));
        }
        const std::uint32_t kept = order_.load<std::uint32_t>(body.data() + 12);
        if (kept > body.size() - kFixed) {
            return std::unexpected(capture_damaged(
                input_, fmt::format("a pcapng packet of {} bytes in a shorter block", kept)));
        }
        const std::uint64_t ticks =
            (std::uint64_t{order_.load<std::uint32_t>(body.data() + 4)} << 32U) |
            order_.load<std::uint32_t>(body.data() + 8);
        const std::uint32_t on_wire = order_.load<std::uint32_t>(body.data() + 16);
        return packet(interfaces_[id], {.bytes = body.subspan(kFixed, kept),
                                        .is_cut = kept < on_wire,
                                        .since_1970 = to_time(ticks, interfaces_[id])});
    }

    Result packet(const Interface& interface, Packet packet) const {
        if (!is_link_type(interface.link)) {
            return fail(unknown_link_type(input_.name(), interface.link));
        }
        packet.link = LinkType{interface.link};
        return packet;
    }

    /// Steps over a block, of any size.
    Expected<void> skip(std::size_t length) {
        while (length > 0) {
            const std::size_t step = std::min(length, input_.available().size());
            input_.consume(step);
            length -= step;
            if (length > 0 && !input_.refill()) {
                return std::unexpected(capture_cut_off(input_, "a skipped block"));
            }
        }
        return {};
    }

    ReadBuffer input_;
    FileOrder order_;
    std::vector<Interface> interfaces_;
    std::size_t block_length_ = 0;  // of the block looked at last
};

}  // namespace

Expected<std::unique_ptr<PacketReader>> open_pcapng(ReadBuffer input) {
    return std::make_unique<PcapngReader>(std::move(input));
}

}  // namespace hotpath::capture
