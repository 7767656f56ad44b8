// Opening a DBN recording: its metadata, read whole, and what is refused before any record is read.
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/capture/dbn/stream.hpp"

namespace hotpath::capture::dbn {

namespace {

using protocols::dbn::MetadataPrelude;
using protocols::dbn::MetadataReader;

/// Moves `length` bytes from the input to `to`, which grows as they come: a length may be damaged.
bool read_bytes(ReadBuffer& input, std::size_t length, std::vector<std::byte>& to) {
    while (length > 0) {
        if (input.available().empty() && !input.refill()) {
            return false;
        }
        const Bytes part = input.available().first(std::min(length, input.available().size()));
        to.insert(to.end(), part.begin(), part.end());
        length -= part.size();
        input.consume(part.size());
    }
    return true;
}

Error refused(const ReadBuffer& input, std::string_view reason) {
    return {fmt::format("{}: {}", input.name(), reason)};
}

bool is_read(std::uint16_t schema) {
    namespace schemas = protocols::dbn::schema;
    return schema <= schemas::kTrades || schema == schemas::kDefinition ||
           schema == schemas::kStatus || schema == schemas::kMixed;
}

Expected<std::vector<std::byte>> read_metadata(ReadBuffer& input) {
    std::vector<std::byte> metadata;
    const auto cut_off = [&] {
        return std::unexpected(input.damage().value_or(
            refused(input, fmt::format("cut off at byte {} in the DBN metadata; copy or download "
                                       "the file again",
                                       metadata.size()))));
    };
    if (!read_bytes(input, MetadataPrelude::kLength, metadata)) {
        return cut_off();
    }
    const MetadataPrelude& prelude = MetadataPrelude::at(std::as_const(metadata).data());
    const std::uint8_t version = prelude.load_version();
    const std::size_t length = prelude.load_length();
    if (version < protocols::dbn::kVersionMin || version > protocols::dbn::kVersionMax) {
        return std::unexpected(refused(
            input, fmt::format("is DBN of version {}; hotpath reads versions {} to {}", version,
                               protocols::dbn::kVersionMin, protocols::dbn::kVersionMax)));
    }
    if (length > DbnStream::kMetadataBytesMax) {
        return std::unexpected(
            refused(input, fmt::format("has {} bytes of DBN metadata, and hotpath reads at most {}",
                                       length, DbnStream::kMetadataBytesMax)));
    }
    if (!read_bytes(input, length, metadata)) {
        return cut_off();
    }
    return metadata;
}

}  // namespace

Expected<std::unique_ptr<MessageStream>> DbnStream::open(ReadBuffer input) {
    const auto bytes = read_metadata(input);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    MetadataReader metadata;
    if (metadata.open(*bytes) != protocols::DecodeStatus::Ok) {
        return std::unexpected(refused(
            input,
            "its DBN metadata is damaged: lists of symbols do not fit into its length; copy "
            "or download the file again"));
    }
    if (!is_read(metadata.schema())) {
        return std::unexpected(refused(
            input, fmt::format("is a DBN recording of schema {}; hotpath reads mbo, mbp-1, mbp-10, "
                               "tbbo, trades, definition and status",
                               protocols::dbn::schema::name(metadata.schema()))));
    }
    return std::make_unique<DbnStream>(std::move(input), metadata);
}

}  // namespace hotpath::capture::dbn
