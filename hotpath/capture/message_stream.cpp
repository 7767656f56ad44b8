#include "hotpath/capture/message_stream.hpp"

#include <fmt/format.h>

#include "hotpath/capture/itch_file_stream.hpp"
#include "hotpath/capture/lobster_stream.hpp"
#include "hotpath/capture/packet_stream.hpp"
#include "hotpath/capture/recognise.hpp"

namespace hotpath::capture {

namespace {

using Opened = Expected<std::unique_ptr<MessageStream>>;
using OpenPackets = Expected<std::unique_ptr<PacketReader>> (*)(ReadBuffer);

Opened open_packets(ReadBuffer input, OpenPackets open, Format format) {
    auto packets = open(std::move(input));
    if (!packets) {
        return std::unexpected(packets.error());
    }
    return std::make_unique<PacketStream>(std::move(*packets), format);
}

Opened open_lobster(ReadBuffer input) {
    const auto symbol = Symbol::from(lobster_ticker(input.source().content_name()));
    return std::make_unique<LobsterStream>(LobsterReader(std::move(input)),
                                           symbol.value_or(Symbol{}));
}

Opened open_content(ReadBuffer input, Content content) {
    switch (content) {
        case Content::LengthPrefixed:
            return std::make_unique<ItchFileStream>(std::move(input), Prefixes::Lengths);
        case Content::ZeroPrefixed:
            return std::make_unique<ItchFileStream>(std::move(input), Prefixes::Zeros);
        case Content::Pcap:
            return open_packets(std::move(input), open_pcap, Format::Pcap);
        case Content::Pcapng:
            return open_packets(std::move(input), open_pcapng, Format::Pcapng);
        case Content::Lobster:
            break;
    }
    return open_lobster(std::move(input));
}

/// What cannot be judged by its first bytes, because there are none or too few of them.
std::string too_short(const ReadBuffer& input) {
    return fmt::format(
        "{}: has only {} bytes of contents, too few to be market data; copy or download it again",
        input.name(), input.available().size());
}

}  // namespace

Expected<std::unique_ptr<MessageStream>> open(const std::filesystem::path& path) {
    auto source = ByteSource::open(path);
    if (!source) {
        return std::unexpected(source.error());
    }
    return open(std::move(*source));
}

Expected<std::unique_ptr<MessageStream>> open(std::unique_ptr<ByteSource> source) {
    ReadBuffer input(std::move(source));
    static_cast<void>(input.refill());
    const auto content = recognise(input.available());
    if (content) {
        return open_content(std::move(input), *content);
    }
    if (const std::optional<Error>& damage = input.damage()) {
        return std::unexpected(*damage);
    }
    return fail(input.available().size() < 4
                    ? too_short(input)
                    : fmt::format("{}: {}", input.name(), content.error()));
}

std::string name(Format format) {
    switch (format) {
        case Format::ItchFile:
            return "ITCH 5.0 file";
        case Format::Pcap:
            return "pcap";
        case Format::Pcapng:
            return "pcapng";
        case Format::Lobster:
            break;
    }
    return "LOBSTER message file";
}

}  // namespace hotpath::capture
