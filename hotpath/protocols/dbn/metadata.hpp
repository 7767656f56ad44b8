#pragma once
/// The metadata that begins a DBN file: what was asked for, and which instrument id had which symbol
/// on which days.
///
///   0     3         4        8                  108
///   +-----+---------+--------+------------------+-------------+-----------------------------+
///   | DBN | version | length | fixed, 100 bytes | 0, 4 bytes  | symbols, partial, not_found,|
///   +-----+---------+--------+------------------+-------------+ mappings; version 3 pads to |
///                                                             | a multiple of eight         |
///                                                             +-----------------------------+
///   a list of symbols:  count, 4 bytes; each the same number of characters, padded with zeros
///   mappings:           count; each: symbol, count of intervals; each: first day, day after the
///                       last (20240131), symbol
///
/// MetadataReader is a view: open() checks every length once, the queries read in place. Threads: a
/// value. Allocation: none. Complexity: open() and for_each_mapping() linear. Source: the crate dbn
/// 0.73.0.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/dbn/codes.hpp"
#include "hotpath/protocols/dbn/fields.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::protocols::dbn {

struct MetadataPrelude : Message<MetadataPrelude, 8> {
    HOTPATH_FIELD(Alpha<3>, 0, magic)
    HOTPATH_FIELD(Uint8, 3, version)
    HOTPATH_FIELD(Uint32, 4, length)  // of all that follows
};
inline constexpr std::string_view kMagic = "DBN";

inline constexpr std::size_t kMetadataFixedLength = 100;

// clang-format off: each is a table: type, offset, name.

struct MetadataV1 : Message<MetadataV1, kMetadataFixedLength> {
    HOTPATH_FIELD(Text<16>,  0, dataset)
    HOTPATH_FIELD(Uint16,   16, schema)        // see schema::
    HOTPATH_FIELD(Uint64,   18, start)         // of the request, nanoseconds since 1970
    HOTPATH_FIELD(Uint64,   26, end)
    HOTPATH_FIELD(Uint64,   34, limit)         // of records; 0 none
    HOTPATH_FIELD(Uint64,   42, record_count)  // deprecated
    HOTPATH_FIELD(Uint8,    50, stype_in)      // see stype::; 255 of live data: several
    HOTPATH_FIELD(Uint8,    51, stype_out)
    HOTPATH_FIELD(Uint8,    52, ts_out)        // 0 or 1
    HOTPATH_FIELD(Text<47>, 53, reserved)
};

struct MetadataV2 : Message<MetadataV2, kMetadataFixedLength> {  // and version 3
    HOTPATH_FIELD(Text<16>,  0, dataset)
    HOTPATH_FIELD(Uint16,   16, schema)
    HOTPATH_FIELD(Uint64,   18, start)
    HOTPATH_FIELD(Uint64,   26, end)
    HOTPATH_FIELD(Uint64,   34, limit)
    HOTPATH_FIELD(Uint8,    42, stype_in)
    HOTPATH_FIELD(Uint8,    43, stype_out)
    HOTPATH_FIELD(Uint8,    44, ts_out)
    HOTPATH_FIELD(Uint16,   45, symbol_cstr_len)  // characters of a symbol below, its zero included
    HOTPATH_FIELD(Text<53>, 47, reserved)
};

// clang-format on

/// Bytes of a symbol in version 1, which does not state it.
inline constexpr std::size_t kSymbolLengthV1 = 22;

/// One interval of a mapping. Views the metadata's bytes.
struct SymbolInterval {
    std::string_view symbol_in;   // as asked for
    std::string_view symbol_out;  // what it is; empty: nothing on these days
    std::uint32_t first_day = 0;  // 20240131
    std::uint32_t end_day = 0;    // the day after the last
};

/// Symbols one after the other. A view.
class SymbolList {
  public:
    SymbolList() = default;
    SymbolList(Bytes symbols, std::size_t symbol_length) noexcept
        : symbols_(symbols), symbol_length_(symbol_length) {}

    [[nodiscard]] std::size_t size() const noexcept {
        return symbol_length_ == 0 ? 0 : symbols_.size() / symbol_length_;
    }
    [[nodiscard]] std::string_view operator[](std::size_t index) const noexcept {
        const Bytes symbol = symbols_.subspan(index * symbol_length_, symbol_length_);
        return until_zero(as_text(symbol));
    }

  private:
    Bytes symbols_;
    std::size_t symbol_length_ = 0;
};

class MetadataReader {
  public:
    /// `metadata` is all of it, the prelude included. UnknownType: not DBN, or of a version that is
    /// not 1 to 3; Truncated or Oversized: the length is not the prelude's; Malformed: the lists do
    /// not fit in it. Nothing may be asked of it then.
    [[nodiscard]] DecodeStatus open(Bytes metadata) noexcept;

    [[nodiscard]] std::uint8_t version() const noexcept { return version_; }
    [[nodiscard]] std::string_view dataset() const noexcept { return text(fixed_.first(16)); }
    [[nodiscard]] std::uint16_t schema() const noexcept { return v1().load_schema(); }
    [[nodiscard]] std::uint64_t start() const noexcept { return v1().load_start(); }
    [[nodiscard]] std::uint64_t end() const noexcept { return v1().load_end(); }
    [[nodiscard]] std::uint64_t limit() const noexcept { return v1().load_limit(); }
    [[nodiscard]] std::uint8_t stype_in() const noexcept {
        return is_v1() ? v1().load_stype_in() : v2().load_stype_in();
    }
    [[nodiscard]] std::uint8_t stype_out() const noexcept {
        return is_v1() ? v1().load_stype_out() : v2().load_stype_out();
    }
    [[nodiscard]] bool has_ts_out() const noexcept {
        return (is_v1() ? v1().load_ts_out() : v2().load_ts_out()) != 0;
    }

    [[nodiscard]] SymbolList symbols() const noexcept { return lists_[0]; }
    [[nodiscard]] SymbolList partial() const noexcept { return lists_[1]; }
    [[nodiscard]] SymbolList not_found() const noexcept { return lists_[2]; }

    /// Calls fn(SymbolInterval) for each interval of each mapping.
    template <class Fn>
    void for_each_mapping(Fn&& fn) const {
        static_cast<void>(walk_mappings(mappings_, symbol_length_, fn));
    }

  private:
    /// False when the bytes end within the mappings.
    template <class Fn>
    [[nodiscard]] static bool walk_mappings(Bytes rest, std::size_t symbol_length, Fn&& fn);

    /// Takes `length` bytes off the front of `from`, or false.
    [[nodiscard]] static bool take(Bytes& from, std::size_t length, Bytes& taken) noexcept;
    [[nodiscard]] static bool take_number(Bytes& from, std::uint32_t& number) noexcept;
    [[nodiscard]] static std::string_view text(Bytes bytes) noexcept {
        return until_zero(as_text(bytes));
    }

    [[nodiscard]] bool is_v1() const noexcept { return version_ < 2; }
    /// Up to the limit both layouts are the same.
    [[nodiscard]] const MetadataV1& v1() const noexcept { return MetadataV1::at(fixed_.data()); }
    [[nodiscard]] const MetadataV2& v2() const noexcept { return MetadataV2::at(fixed_.data()); }

    std::uint8_t version_ = 0;
    std::size_t symbol_length_ = 0;
    Bytes fixed_;
    SymbolList lists_[3];
    Bytes mappings_;
};

template <class Fn>
bool MetadataReader::walk_mappings(Bytes rest, std::size_t symbol_length, Fn&& fn) {
    std::uint32_t mappings = 0;
    bool is_whole = take_number(rest, mappings);
    for (; is_whole && mappings > 0; --mappings) {
        Bytes symbol_in;
        std::uint32_t intervals = 0;
        is_whole = take(rest, symbol_length, symbol_in) && take_number(rest, intervals);
        for (; is_whole && intervals > 0; --intervals) {
            SymbolInterval interval;
            interval.symbol_in = text(symbol_in);
            Bytes symbol_out;
            is_whole = take_number(rest, interval.first_day) &&
                       take_number(rest, interval.end_day) && take(rest, symbol_length, symbol_out);
            if (is_whole) {
                interval.symbol_out = text(symbol_out);
                fn(interval);
            }
        }
    }
    return is_whole;
}

}  // namespace hotpath::protocols::dbn
