#include "hotpath/capture/message_stream.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "hotpath/capture/dbn/stream.hpp"
#include "hotpath/capture/itch_file_stream.hpp"
#include "hotpath/capture/lobster_stream.hpp"
#include "hotpath/capture/packet_stream.hpp"
#include "hotpath/capture/recognise.hpp"
#include "hotpath/capture/table/quote_stream.hpp"

namespace hotpath::capture {

namespace {

constexpr std::array<std::string_view, 2> kCompressedSuffixes{".gz", ".zst"};

using Opened = Expected<std::unique_ptr<MessageStream>>;
using OpenPackets = Expected<std::unique_ptr<PacketReader>> (*)(ReadBuffer);

Opened open_packets(ReadBuffer input, OpenPackets open, Format format) {
    auto packets = open(std::move(input));
    if (!packets) {
        return std::unexpected(packets.error());
    }
    return std::make_unique<PacketStream>(std::move(*packets), format);
}

/// The order book file that belongs to a message file, in any form that it may be stored in; null
/// when there is none.
Expected<std::unique_ptr<ByteSource>> open_lobster_book(const ByteSource& messages) {
    const auto name = lobster_book_name(messages.content_name());
    if (!name) {
        return nullptr;
    }
    std::string plain = *name;
    for (const std::string_view suffix : kCompressedSuffixes) {
        if (plain.ends_with(suffix)) {
            plain.resize(plain.size() - suffix.size());
        }
    }
    std::vector<std::string> candidates{*name, plain};
    for (const std::string_view suffix : kCompressedSuffixes) {
        candidates.push_back(plain + std::string(suffix));
    }
    for (const std::string& candidate : candidates) {
        auto source = messages.open_sibling(candidate);
        if (!source || *source != nullptr) {
            return source;
        }
    }
    return nullptr;
}

Opened open_lobster(ReadBuffer input) {
    const auto symbol = Symbol::from(lobster_ticker(input.source().content_name()));
    auto book = open_lobster_book(input.source());
    if (!book) {
        return std::unexpected(book.error());
    }
    std::optional<LobsterBookReader> rows;
    if (*book != nullptr) {
        rows.emplace(ReadBuffer(std::move(*book)));
    }
    return std::make_unique<LobsterStream>(LobsterReader(std::move(input)), std::move(rows),
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
        case Content::Dbn:
            return dbn::DbnStream::open(std::move(input));
        case Content::Quotes:
            return QuoteStream::open(std::move(input));
        case Content::Lobster:
            break;
    }
    return open_lobster(std::move(input));
}

/// Files whose first bytes are too few to detect a format.
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
        case Format::Dbn:
            return "Databento DBN";
        case Format::Quotes:
            return "quotes and trades";
        case Format::Lobster:
            break;
    }
    return "LOBSTER message file";
}

}  // namespace hotpath::capture
