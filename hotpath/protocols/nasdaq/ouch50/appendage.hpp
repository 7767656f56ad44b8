#pragma once
/// The appendage at the end of some OUCH 5.0 messages: optional values, each after its length and
/// tag.
///
///   0                        1       2
///   +------------------------+-------+------------------+---
///   | length u8: 1 + value   | tag   | value            | next element ...
///   +------------------------+-------+------------------+---
///
///   auto min_qty = appendage.load<option::MinQty>();   // std::optional, empty when absent
///
/// decode_request and decode_reply deliver only well-formed appendages: the lengths add up and
/// every known tag has its own value's length. Unknown tags are stepped over (a later revision's).
/// If a tag is repeated, the first counts. Threads: a view. Allocation: none. Complexity:
/// O(elements). Source: Nasdaq OUCH 5.0 specification, revision of May 2023, "Optional Appendage".

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/nasdaq/ouch50/fields.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {

/// One kind of optional value: its tag and its wire type.
template <std::uint8_t Tag, class Type>
struct Option : Type {
    static constexpr std::uint8_t kTag = Tag;
};

namespace option {
using SecondaryOrdRefNum = Option<1, Uint64>;
using Firm = Option<2, Alpha<4>>;
using MinQty = Option<3, Uint32>;
using CustomerType = Option<4, Char>;
using MaxFloor = Option<5, Uint32>;
using PriceType = Option<6, Char>;
using PegOffset = Option<7, Int32>;
using DiscretionPrice = Option<9, LongPrice4>;
using DiscretionPriceType = Option<10, Char>;
using DiscretionPegOffset = Option<11, Int32>;
using PostOnly = Option<12, Char>;
using RandomReserves = Option<13, Uint32>;
using Route = Option<14, Alpha<4>>;
using ExpireTime = Option<15, Uint32>;  // seconds since midnight
using TradeNow = Option<16, Char>;
using HandleInst = Option<17, Char>;
using BboWeightIndicator = Option<18, Char>;
using DisplayQuantity = Option<22, Uint32>;
using DisplayPrice = Option<23, LongPrice4>;
using GroupId = Option<24, Uint16>;
using SharesLocated = Option<25, Char>;
}  // namespace option

/// Our extension, by a tag that the specification leaves free. decode_request treats it as unknown;
/// code that uses it checks its length.
namespace extension {
/// The order is held until a trade at this price or beyond.
using StopPrice = Option<200, LongPrice4>;
}  // namespace extension

template <class... Known>
struct OptionList {
    /// Bytes of the value after each tag; 0 for a tag this revision does not have.
    static constexpr std::array<std::uint8_t, 256> kValueLengths = [] {
        std::array<std::uint8_t, 256> lengths{};
        ((lengths[Known::kTag] = Known::kLength), ...);
        return lengths;
    }();
    /// Bytes of an appendage with every option once.
    static constexpr std::size_t kLengthMax = (... + (2 + Known::kLength));

    template <class Fn>
    static constexpr void for_each(Fn&& fn) {
        (fn.template operator()<Known>(), ...);
    }
};

using Options =
    OptionList<option::SecondaryOrdRefNum, option::Firm, option::MinQty, option::CustomerType,
               option::MaxFloor, option::PriceType, option::PegOffset, option::DiscretionPrice,
               option::DiscretionPriceType, option::DiscretionPegOffset, option::PostOnly,
               option::RandomReserves, option::Route, option::ExpireTime, option::TradeNow,
               option::HandleInst, option::BboWeightIndicator, option::DisplayQuantity,
               option::DisplayPrice, option::GroupId, option::SharesLocated>;

inline constexpr std::size_t kAppendageLengthMax = Options::kLengthMax;

/// One element as it lies in the appendage.
struct TagValue {
    std::uint8_t tag = 0;
    Bytes value;
};

class Appendage {
  public:
    Appendage() noexcept = default;
    explicit Appendage(Bytes elements) noexcept : rest_(elements) {}

    [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }
    [[nodiscard]] Bytes bytes() const noexcept { return rest_; }

    /// Takes the first element off; false when none is left, or the bytes left are not one.
    [[nodiscard]] bool next(TagValue& element) noexcept {
        if (rest_.size() < 2) {
            return false;
        }
        const auto length = std::to_integer<std::size_t>(rest_[0]);
        if (length < 1 || length > rest_.size() - 1) {
            return false;
        }
        element = {std::to_integer<std::uint8_t>(rest_[1]), rest_.subspan(2, length - 1)};
        rest_ = rest_.subspan(1 + length);
        return true;
    }

    /// The value of this option, if the message carries it.
    template <class Option>
    [[nodiscard]] std::optional<typename Option::Value> load() const noexcept {
        Appendage walk = *this;
        for (TagValue element; walk.next(element);) {
            if (element.tag == Option::kTag && element.value.size() == Option::kLength) {
                return Option::load(element.value.data());
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_well_formed() const noexcept {
        Appendage walk = *this;
        for (TagValue element; walk.next(element);) {
            const std::size_t expected = Options::kValueLengths[element.tag];
            if (expected != 0 && element.value.size() != expected) {
                return false;
            }
        }
        return walk.empty();
    }

  private:
    Bytes rest_;
};

/// A message and room for its appendage: what is sent when a message needs options.
///
///   WithAppendage<EnterOrder> order;
///   order.message().store_quantity(100);
///   order.append<option::PostOnly>('P');
///   send(order.bytes());
template <class M>
class WithAppendage {
  public:
    WithAppendage() noexcept { std::ranges::copy(M().bytes(), bytes_.begin()); }

    [[nodiscard]] M& message() noexcept { return M::at(bytes_.data()); }

    /// False when the option does not fit any more, which no set of different options can cause.
    template <class Option>
    bool append(const typename Option::Value& value) noexcept {
        if (bytes_.size() - length_ < 2 + Option::kLength) {
            return false;
        }
        std::byte* element = bytes_.data() + length_;
        element[0] = static_cast<std::byte>(1 + Option::kLength);
        element[1] = std::byte{Option::kTag};
        Option::store(element + 2, value);
        length_ += 2 + Option::kLength;
        message().store_appendage_length(static_cast<std::uint16_t>(length_ - M::kLength));
        return true;
    }

    [[nodiscard]] Bytes bytes() const noexcept { return Bytes(bytes_).first(length_); }

  private:
    std::array<std::byte, M::kLength + kAppendageLengthMax> bytes_{};
    std::size_t length_ = M::kLength;
};

}  // namespace hotpath::protocols::nasdaq::ouch50
