// Any bytes as metadata and as records of each version: what is delivered has, stored again field
// by field, the bytes that came in, and the metadata's lists lie within it.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/dbn/decode.hpp"
#include "hotpath/protocols/dbn/metadata.hpp"
#include "tests/support/dbn_fields.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;

/// Compares what is delivered with the record of the table.
struct Listener {
    template <class M>
    void on_record(const M& delivered) {
        ++records;
        const auto* const layout = support::find_dbn_record(M::kRType, version);
        HOTPATH_ASSERT(layout != nullptr && layout->length == M::kLength,
                       "the layout must be that of the version");
        std::vector<std::byte> copy = layout->make();
        for (const support::DbnField& field : layout->fields) {
            field.copy(delivered.bytes().data(), copy.data());
        }
        HOTPATH_ASSERT(std::ranges::equal(copy, delivered.bytes()),
                       "stored fields must equal the loaded ones");
    }
    std::uint8_t version = 0;
    int records = 0;
};

void check_records(Bytes bytes, dbn::RecordFormat format) {
    std::size_t walked = 0;
    for (;;) {
        const dbn::NextRecord next = dbn::next_record(bytes.subspan(walked));
        if (next.status != DecodeStatus::Ok) {
            break;
        }
        Listener listener{.version = format.version};
        const DecodeStatus status = dbn::decode(next.record, format, listener);
        HOTPATH_ASSERT((listener.records == 1) == (status == DecodeStatus::Ok),
                       "a record must be delivered once or refused");
        walked += next.record.size();
    }
    HOTPATH_ASSERT(walked <= bytes.size(), "records must lie within the bytes");
}

void check_metadata(Bytes bytes) {
    dbn::MetadataReader metadata;
    if (metadata.open(bytes) != DecodeStatus::Ok) {
        return;
    }
    std::size_t characters = metadata.dataset().size();
    for (const dbn::SymbolList& list :
         {metadata.symbols(), metadata.partial(), metadata.not_found()}) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            characters += list[i].size();
        }
    }
    metadata.for_each_mapping(
        [&](const dbn::SymbolInterval& interval) { characters += interval.symbol_out.size(); });
    HOTPATH_ASSERT(characters <= bytes.size(), "texts must lie within the metadata");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes = std::as_bytes(std::span(data, size));
    check_metadata(bytes);
    for (std::uint8_t version = dbn::kVersionMin; version <= dbn::kVersionMax; ++version) {
        check_records(bytes, {version, false});
        check_records(bytes, {version, true});
    }
    return 0;
}
