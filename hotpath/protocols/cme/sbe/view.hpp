#pragma once
/// How generated views find their parts in received bytes: by the lengths on the wire.
///
///   +--------+-------+------------+-------+-------+---   +--------+----------+--------+------
///   | header | block | dimensions | entry | entry |...   | length | data ... | length | ...
///   +--------+-------+------------+-------+-------+---   +--------+----------+--------+------
///            blockLength          blockLength, numInGroup times
///
/// A sender of another version has another length of block; what is behind it is found all the
/// same. A Walk goes over the parts once, checks each length against the end of the message, and
/// keeps where each part begins; a Group goes over its entries again, with the same checks.
///
/// Threads: values and views. Allocation: none. Complexity: a Walk is O(1) a part, and a group with
/// groups or data within its entries O(1) an entry. Source: FIX SBE 1.0, "Message structure".

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::protocols::cme::sbe {

/// The fixed part of a message or an entry, as received.
struct Block {
    const std::byte* at = nullptr;
    const std::byte* end = nullptr;  ///< of the whole message
    std::size_t length = 0;          ///< on the wire
    std::uint32_t version = 0;       ///< the sender's version of the schema
};

/// Where a group or a data begins; null: the sender's version does not have it.
using Section = const std::byte*;

/// Goes over the parts behind a block.
class Walk {
  public:
    /// The block lies within the message and has `length_min` bytes at least.
    [[nodiscard]] DecodeStatus open(const Block& block, std::size_t length_min) noexcept {
        at_ = block.at;
        end_ = block.end;
        version_ = block.version;
        if (left() < block.length) {
            return DecodeStatus::Truncated;
        }
        at_ += block.length;
        return block.length < length_min ? DecodeStatus::Malformed : DecodeStatus::Ok;
    }

    /// A group that the schema has since version `since`.
    template <class Entry, class Dimensions>
    [[nodiscard]] DecodeStatus group(std::uint32_t since, Section& section) noexcept {
        section = nullptr;
        if (version_ < since) {
            return DecodeStatus::Ok;
        }
        if (left() < Dimensions::kLength) {
            return DecodeStatus::Truncated;
        }
        section = at_;
        const Dimensions& dimensions = Dimensions::at(at_);
        at_ += Dimensions::kLength;
        return entries<Entry>(dimensions.load_num_in_group(), dimensions.load_block_length());
    }

    template <class Head>
    [[nodiscard]] DecodeStatus data(std::uint32_t since, Section& section) noexcept {
        section = nullptr;
        if (version_ < since) {
            return DecodeStatus::Ok;
        }
        if (left() < Head::kLength) {
            return DecodeStatus::Truncated;
        }
        section = at_;
        const std::size_t length = Head::at(at_).load_length();
        at_ += Head::kLength;
        if (left() < length) {
            return DecodeStatus::Truncated;
        }
        at_ += length;
        return DecodeStatus::Ok;
    }

    /// Behind what was gone over.
    [[nodiscard]] const std::byte* position() const noexcept { return at_; }

  private:
    [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }

    /// Neither factor has more than 32 bits: their product is no less than it should be.
    template <class Entry>
    [[nodiscard]] DecodeStatus entries(std::uint64_t count, std::uint64_t length) noexcept {
        if (count == 0) {
            return DecodeStatus::Ok;
        }
        if (length < Entry::block_length_min(version_)) {
            return DecodeStatus::Malformed;
        }
        if constexpr (Entry::kIsFlat) {
            if (left() < count * length) {
                return DecodeStatus::Truncated;
            }
            at_ += count * length;
        } else {
            Entry entry;
            for (; count != 0; --count) {
                const DecodeStatus status = entry.open({at_, end_, length, version_});
                if (status != DecodeStatus::Ok) {
                    return status;
                }
                at_ = entry.end();
            }
        }
        return DecodeStatus::Ok;
    }

    const std::byte* at_ = nullptr;
    const std::byte* end_ = nullptr;
    std::uint32_t version_ = 0;
};

/// The entries of a group: for (const auto& entry : message.legs()) ...
template <class Entry, class Dimensions>
class Group {
  public:
    class Iterator {
      public:
        using value_type = Entry;
        using difference_type = std::ptrdiff_t;

        Iterator() noexcept = default;
        Iterator(const Block& first, std::size_t count) noexcept : next_(first), left_(count) {
            open();
        }
        [[nodiscard]] const Entry& operator*() const noexcept { return entry_; }
        [[nodiscard]] const Entry* operator->() const noexcept { return &entry_; }
        Iterator& operator++() noexcept {
            --left_;
            if constexpr (Entry::kIsFlat) {
                next_.at += next_.length;
            } else {
                next_.at = entry_.end();
            }
            open();
            return *this;
        }
        void operator++(int) noexcept { ++*this; }
        [[nodiscard]] friend bool operator==(const Iterator& i, std::default_sentinel_t) noexcept {
            return i.left_ == 0;
        }

      private:
        /// Every entry opens: a Walk went over these bytes.
        void open() noexcept {
            if (left_ != 0 && entry_.open(next_) != DecodeStatus::Ok) [[unlikely]] {
                left_ = 0;
            }
        }

        Block next_;
        std::size_t left_ = 0;
        Entry entry_;
    };

    Group(Section section, const std::byte* end, std::uint32_t version) noexcept {
        if (section != nullptr) {
            const Dimensions& dimensions = Dimensions::at(section);
            first_ = {section + Dimensions::kLength, end, dimensions.load_block_length(), version};
            size_ = dimensions.load_num_in_group();
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] Iterator begin() const noexcept { return {first_, size_}; }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// The entry of this number, counted from 0; it is less than size(). Only where entries have
    /// neither groups nor data.
    [[nodiscard]] Entry operator[](std::size_t index) const noexcept
        requires Entry::kIsFlat
    {
        Block block = first_;
        block.at += index * block.length;
        Entry entry;
        (void)entry.open(block);
        return entry;
    }

  private:
    Block first_;
    std::size_t size_ = 0;
};

/// The bytes of a data; none if the sender's version does not have it.
template <class Head>
[[nodiscard]] inline Bytes bytes_of(Section section) noexcept {
    if (section == nullptr) {
        return {};
    }
    return {section + Head::kLength, Head::at(section).load_length()};
}

template <class Head>
[[nodiscard]] inline std::string_view text_of(Section section) noexcept {
    return as_text(bytes_of<Head>(section));
}

}  // namespace hotpath::protocols::cme::sbe
