#include "hotpath/exchange/orders/trade_amendment.hpp"

#include <algorithm>
#include <cstring>

#include "hotpath/book/types.hpp"
#include "hotpath/core/field_bytes.hpp"

namespace hotpath::exchange {

namespace {

/// Writes values one behind the other.
class Put {
  public:
    explicit Put(std::byte* to) noexcept : to_(to) {}

    template <class Value>
    void number(Value value) noexcept {
        store_be(to_, value);
        to_ += sizeof value;
    }
    void character(char c) noexcept { *to_++ = static_cast<std::byte>(c); }
    template <class Byte, std::size_t N>
    void bytes(const std::array<Byte, N>& from) noexcept {
        static_assert(sizeof(Byte) == 1);
        std::memcpy(to_, from.data(), N);
        to_ += N;
    }

  private:
    std::byte* to_;
};

/// Reads them.
class Get {
  public:
    explicit Get(const std::byte* from) noexcept : from_(from) {}

    template <class Value>
    [[nodiscard]] Value number() noexcept {
        const auto value = load_be<Value>(from_);
        from_ += sizeof value;
        return value;
    }
    [[nodiscard]] char character() noexcept { return std::to_integer<char>(*from_++); }
    template <class Byte, std::size_t N>
    void bytes(std::array<Byte, N>& to) noexcept {
        static_assert(sizeof(Byte) == 1);
        std::memcpy(to.data(), from_, N);
        from_ += N;
    }

  private:
    const std::byte* from_;
};

void put_party(Put& put, const TradeParty& party) noexcept {
    put.number(party.session.value);
    put.number(party.user_ref_num.value);
    put.number(party.current.value);
    put.number(party.order_id.value);
    put.character(static_cast<char>(party.side));
    put.character(static_cast<char>(party.liquidity));
    put.bytes(party.text);
    put.number(static_cast<std::uint8_t>(party.has_labels));
    put.bytes(party.labels);
}

[[nodiscard]] bool get_party(Get& get, TradeParty& party) noexcept {
    party.session = {get.number<std::uint16_t>()};
    party.user_ref_num = {get.number<std::uint32_t>()};
    party.current = {get.number<std::uint32_t>()};
    party.order_id = {get.number<std::uint64_t>()};
    party.side = static_cast<OrderSide>(get.character());
    party.liquidity = static_cast<Liquidity>(get.character());
    get.bytes(party.text);
    const auto has_labels = get.number<std::uint8_t>();
    party.has_labels = has_labels != 0;
    get.bytes(party.labels);
    return has_labels <= 1;
}

[[nodiscard]] bool is_known(AmendmentReason reason) noexcept {
    return reason == AmendmentReason::Erroneous || reason == AmendmentReason::Consent ||
           reason == AmendmentReason::Supervisory || reason == AmendmentReason::External;
}

}  // namespace

void store(const TradeAmendment& trade, std::byte* to) noexcept {
    Put put(to);
    put.number(trade.match.value);
    put.character(static_cast<char>(trade.reason));
    put.number(static_cast<std::uint8_t>(trade.standing));
    put.number(static_cast<std::uint64_t>(trade.price.value));
    put.number(static_cast<std::uint64_t>(trade.corrected.value));
    put.number(trade.qty.value);
    put.number(trade.count);
    for (const TradeParty& party : trade.parties_of) {
        put_party(put, party);
    }
}

bool load(const std::byte* from, TradeAmendment& trade) noexcept {
    Get get(from);
    trade.match = {get.number<std::uint64_t>()};
    trade.reason = static_cast<AmendmentReason>(get.character());
    const auto standing = get.number<std::uint8_t>();
    trade.standing = static_cast<TradeAmendment::Standing>(standing);
    trade.price = {static_cast<std::int64_t>(get.number<std::uint64_t>())};
    trade.corrected = {static_cast<std::int64_t>(get.number<std::uint64_t>())};
    trade.qty = {get.number<std::uint32_t>()};
    trade.count = get.number<std::uint8_t>();
    bool are_parties = true;
    for (TradeParty& party : trade.parties_of) {
        are_parties = get_party(get, party) && are_parties;
    }
    return are_parties && is_known(trade.reason) &&
           standing <= static_cast<std::uint8_t>(TradeAmendment::Standing::NoRoom) &&
           trade.count <= TradeAmendment::kPartiesMax && book::is_in_range(trade.price) &&
           book::is_in_range(trade.corrected);
}

}  // namespace hotpath::exchange
