#pragma once
/// DBN files made in memory: the metadata of any version, then records.
///
///   DbnFile file({.version = 2, .mappings = {{"ABC", {{20240102, 20240103, "7"}}}}});
///   file.add(record);
///   write_file(path, file.bytes());
///
/// Threads: one owner. Allocation: the bytes. Tests only. Source: the crate dbn 0.73.0.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/dbn/codes.hpp"
#include "hotpath/protocols/dbn/metadata.hpp"
#include "hotpath/protocols/dbn/records.hpp"

namespace hotpath::support {

struct DbnInterval {
    std::uint32_t first_day = 0;
    std::uint32_t end_day = 0;
    std::string symbol;
};

struct DbnMapping {
    std::string symbol;
    std::vector<DbnInterval> intervals;
};

struct DbnFileOptions {
    std::uint8_t version = 3;
    std::string dataset = "XNAS.ITCH";
    std::uint16_t schema = protocols::dbn::schema::kMbo;
    std::uint64_t start = 0;
    std::uint8_t stype_in = protocols::dbn::stype::kRawSymbol;
    std::uint8_t stype_out = protocols::dbn::stype::kInstrumentId;
    bool has_ts_out = false;
    std::vector<std::string> symbols{};
    std::vector<std::string> not_found{};
    std::vector<DbnMapping> mappings{};
};

class DbnFile {
  public:
    explicit DbnFile(const DbnFileOptions& options = {}) : options_(options) {
        put_fixed();
        put_lists();
        if (options_.version >= 3) {
            while (bytes_.size() % 8 != 0) {
                bytes_.push_back({});
            }
        }
        const std::size_t length = bytes_.size() - protocols::dbn::MetadataPrelude::kLength;
        protocols::dbn::MetadataPrelude::at(bytes_.data())
            .store_length(static_cast<std::uint32_t>(length));
        metadata_length_ = bytes_.size();
    }

    /// A record of any type; with ts_out its eight bytes behind it.
    template <class M>
    void add(const M& record) {
        const std::size_t at = bytes_.size();
        add_bytes(record.bytes());
        if (options_.has_ts_out) {
            put_number<std::uint64_t>(record.load_ts_event() + 1);
            bytes_[at] = static_cast<std::byte>((M::kLength + 8) / protocols::dbn::kWordLength);
        }
    }
    void add_bytes(Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
    [[nodiscard]] std::size_t metadata_length() const { return metadata_length_; }

  private:
    template <class T>
    void put_number(T value) {
        std::byte bytes[sizeof value];
        store_le(bytes, value);
        add_bytes(bytes);
    }
    void put_count(std::size_t count) { put_number(static_cast<std::uint32_t>(count)); }
    void put_symbol(std::string_view symbol) {
        const std::size_t length =
            options_.version < 2 ? protocols::dbn::kSymbolLengthV1 : std::size_t{71};
        std::vector<std::byte> field(length);
        for (std::size_t i = 0; i < symbol.size() && i + 1 < length; ++i) {
            field[i] = static_cast<std::byte>(symbol[i]);
        }
        add_bytes(field);
    }
    void put_fixed() {
        protocols::dbn::MetadataPrelude prelude;
        prelude.store_magic({'D', 'B', 'N'});
        prelude.store_version(options_.version);
        add_bytes(prelude.bytes());
        const auto fill = [this](auto fixed) {
            fixed.store_dataset(protocols::dbn::to_text<16>(options_.dataset));
            fixed.store_schema(options_.schema);
            fixed.store_start(options_.start);
            fixed.store_end(protocols::dbn::kUndefinedTime);
            fixed.store_stype_in(options_.stype_in);
            fixed.store_stype_out(options_.stype_out);
            fixed.store_ts_out(options_.has_ts_out ? 1 : 0);
            if constexpr (requires { fixed.store_symbol_cstr_len(71); }) {
                fixed.store_symbol_cstr_len(71);
            } else {
                fixed.store_record_count(~std::uint64_t{0});
            }
            add_bytes(fixed.bytes());
        };
        if (options_.version < 2) {
            fill(protocols::dbn::MetadataV1{});
        } else {
            fill(protocols::dbn::MetadataV2{});
        }
        put_count(0);  // no definition of the schema
    }
    void put_lists() {
        for (const auto& list :
             {options_.symbols, std::vector<std::string>{}, options_.not_found}) {
            put_count(list.size());
            for (const std::string& symbol : list) {
                put_symbol(symbol);
            }
        }
        put_count(options_.mappings.size());
        for (const DbnMapping& mapping : options_.mappings) {
            put_symbol(mapping.symbol);
            put_count(mapping.intervals.size());
            for (const DbnInterval& interval : mapping.intervals) {
                put_number(interval.first_day);
                put_number(interval.end_day);
                put_symbol(interval.symbol);
            }
        }
    }

    DbnFileOptions options_;
    std::vector<std::byte> bytes_;
    std::size_t metadata_length_ = 0;
};

}  // namespace hotpath::support
