#pragma once
/// Which fields hold data of any bytes, SOH too, and the length field that stands before each.
///
/// A version's are in its dictionary; a venue's own are added to them. Threads: a value; one owner
/// while pairs are added. Allocation: none. Complexity: is_data() O(1) below kDenseTags, O(pairs)
/// above.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

/// A length field and the data field behind it: RawDataLength (95), RawData (96).
struct DataPair {
    Tag length = kNoTag;
    Tag data = kNoTag;

    friend constexpr bool operator==(DataPair, DataPair) = default;
};

class DataFields {
  public:
    static constexpr std::size_t kPairsMax = 64;

    /// False when the pairs are full, or the data field has another length field.
    [[nodiscard]] constexpr bool try_add(DataPair pair) noexcept {
        if (is_data(pair.data)) {
            return length_tag(pair.data) == pair.length;
        }
        if (size_ == kPairsMax) {
            return false;
        }
        pairs_[size_++] = pair;
        if (pair.data < kDenseTags) {
            dense_[pair.data / kWordBits] |= std::uint64_t{1} << (pair.data % kWordBits);
        }
        return true;
    }

    [[nodiscard]] constexpr bool is_data(Tag tag) const noexcept {
        if (tag < kDenseTags) [[likely]] {
            return (dense_[tag / kWordBits] >> (tag % kWordBits) & 1U) != 0;
        }
        return length_tag(tag) != kNoTag;
    }

    /// The field that must stand before this data field; kNoTag when it is none.
    [[nodiscard]] constexpr Tag length_tag(Tag data) const noexcept {
        for (const DataPair& pair : pairs()) {
            if (pair.data == data) {
                return pair.length;
            }
        }
        return kNoTag;
    }

    [[nodiscard]] constexpr std::span<const DataPair> pairs() const noexcept {
        return std::span(pairs_).first(size_);
    }

  private:
    static constexpr Tag kDenseTags = 2048;
    static constexpr Tag kWordBits = 64;

    std::array<std::uint64_t, kDenseTags / kWordBits> dense_{};
    std::array<DataPair, kPairsMax> pairs_{};
    std::size_t size_ = 0;
};

}  // namespace hotpath::protocols::fix
