#include "hotpath/protocols/dbn/metadata.hpp"

namespace hotpath::protocols::dbn {

bool MetadataReader::take(Bytes& from, std::size_t length, Bytes& taken) noexcept {
    if (from.size() < length) {
        return false;
    }
    taken = from.first(length);
    from = from.subspan(length);
    return true;
}

bool MetadataReader::take_number(Bytes& from, std::uint32_t& number) noexcept {
    Bytes taken;
    if (!take(from, Uint32::kLength, taken)) {
        return false;
    }
    number = Uint32::load(taken.data());
    return true;
}

DecodeStatus MetadataReader::open(Bytes metadata) noexcept {
    if (metadata.size() < MetadataPrelude::kLength) {
        return DecodeStatus::Truncated;
    }
    const MetadataPrelude& prelude = MetadataPrelude::at(metadata.data());
    const auto magic = prelude.load_magic();
    version_ = prelude.load_version();
    if (std::string_view(magic.data(), magic.size()) != kMagic || version_ < kVersionMin ||
        version_ > kVersionMax) {
        return DecodeStatus::UnknownType;
    }
    const std::size_t expected = MetadataPrelude::kLength + prelude.load_length();
    if (metadata.size() != expected) {
        return compare_length(metadata.size(), expected);
    }
    Bytes rest = metadata.subspan(MetadataPrelude::kLength);
    std::uint32_t schema_definition_length = 0;
    if (!take(rest, kMetadataFixedLength, fixed_) || !take_number(rest, schema_definition_length) ||
        schema_definition_length != 0) {
        return DecodeStatus::Malformed;
    }
    symbol_length_ = is_v1() ? kSymbolLengthV1 : v2().load_symbol_cstr_len();
    if (symbol_length_ == 0) {
        return DecodeStatus::Malformed;
    }
    for (SymbolList& list : lists_) {
        std::uint32_t count = 0;
        Bytes symbols;
        if (!take_number(rest, count) || !take(rest, count * symbol_length_, symbols)) {
            return DecodeStatus::Malformed;
        }
        list = SymbolList(symbols, symbol_length_);
    }
    mappings_ = rest;
    return walk_mappings(rest, symbol_length_, [](const SymbolInterval&) {})
               ? DecodeStatus::Ok
               : DecodeStatus::Malformed;
}

}  // namespace hotpath::protocols::dbn
