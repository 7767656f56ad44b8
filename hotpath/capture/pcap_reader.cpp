#include <utility>

#include <fmt/format.h>

#include "hotpath/capture/packet_reader.hpp"
#include "hotpath/capture/pcap_format.hpp"

namespace hotpath::capture {

namespace {

constexpr std::size_t kLinkTypeAt = 20;
constexpr std::uint32_t kLinkTypeMask = 0x0FFF'FFFF;  // the top bits tell of frame check sequences
constexpr std::int64_t kNanosPerMicro = 1000;

/// 24 bytes of file header, then records: seconds, fraction, bytes kept, bytes on the wire; the
/// packet.
class PcapReader final : public PacketReader {
  public:
    PcapReader(ReadBuffer input, FileOrder order, std::int64_t nanos_per_tick)
        : input_(std::move(input)), order_(order), nanos_per_tick_(nanos_per_tick) {}

    const ReadBuffer& input() const override { return input_; }

    Expected<void> read_file_header() {
        if (!input_.require(kPcapFileHeaderLength)) {
            return std::unexpected(capture_cut_off(input_, "the pcap file header of 24 bytes"));
        }
        const auto link =
            order_.load<std::uint32_t>(input_.available().data() + kLinkTypeAt) & kLinkTypeMask;
        if (!is_link_type(link)) {
            return fail(unknown_link_type(input_.name(), link));
        }
        link_ = LinkType{link};
        input_.consume(kPcapFileHeaderLength);
        return {};
    }

    Expected<std::optional<Packet>> next() override {
        input_.consume(std::exchange(record_, 0));
        if (!input_.require(kPcapRecordHeaderLength)) {
            const bool is_end = input_.available().empty() && !input_.damage();
            return is_end ? Expected<std::optional<Packet>>(std::nullopt)
                          : std::unexpected(capture_cut_off(input_, "a packet's header"));
        }
        const auto kept = word(8);
        if (kept > kPacketBytesMax) {
            return std::unexpected(capture_damaged(
                input_, fmt::format("a packet of {} bytes, more than {}", kept, kPacketBytesMax)));
        }
        if (!input_.require(kPcapRecordHeaderLength + kept)) {
            return std::unexpected(
                capture_cut_off(input_, fmt::format("a packet of {} bytes", kept)));
        }
        record_ = kPcapRecordHeaderLength + kept;
        return Packet{.bytes = input_.available().subspan(kPcapRecordHeaderLength, kept),
                      .link = link_,
                      .is_cut = word(12) > kept,
                      .since_1970 = Time{word(0) * kNanosPerSecond + word(4) * nanos_per_tick_}};
    }

  private:
    std::uint32_t word(std::size_t at) const {
        return order_.load<std::uint32_t>(input_.available().data() + at);
    }

    ReadBuffer input_;
    FileOrder order_;
    std::int64_t nanos_per_tick_;
    LinkType link_ = LinkType::Ethernet;
    std::size_t record_ = 0;  // bytes of the packet handed out last
};

}  // namespace

Expected<std::unique_ptr<PacketReader>> open_pcap(ReadBuffer input) {
    const auto magic = load_be<std::uint32_t>(input.available().data());
    const bool is_big_endian = magic == kPcapMicrosMagic || magic == kPcapNanosMagic;
    const bool has_nanos = magic == kPcapNanosMagic || magic == std::byteswap(kPcapNanosMagic);
    auto reader = std::make_unique<PcapReader>(std::move(input), FileOrder{is_big_endian},
                                               has_nanos ? 1 : kNanosPerMicro);
    if (auto header = reader->read_file_header(); !header) {
        return std::unexpected(header.error());
    }
    return reader;
}

}  // namespace hotpath::capture
