#pragma once
/// IlinkOrder: an open order entered over iLink 3, with what its reports say and the venue's
/// do not repeat.
///
/// Threads: values. Allocation: save().

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/trade_amendment.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"

namespace hotpath::exchange {

/// A price of the protocol is in units of 0.000000001, one of the venue's in 0.0001.
inline constexpr std::int64_t kIlinkMantissaPerUnit = 100'000;

/// The null of an enumeration of one byte, as of an optional field that is not given.
inline constexpr std::uint8_t kIlinkNull = 255;

/// A text field of a message, in place.
template <std::size_t N>
struct IlinkText {
    std::array<char, N> characters{};  // zeros behind the text

    [[nodiscard]] static IlinkText from(std::string_view text) noexcept {
        IlinkText made;
        std::ranges::copy(text.substr(0, N), made.characters.begin());
        return made;
    }
    [[nodiscard]] std::string_view view() const noexcept {
        const std::string_view all(characters.data(), N);
        return all.substr(0, all.find('\0'));
    }
    friend bool operator==(const IlinkText&, const IlinkText&) = default;
};

/// The fields of a request that a report repeats.
struct IlinkLabels {
    IlinkText<20> cl_ord_id{};
    IlinkText<20> sender_id{};
    IlinkText<5> location{};
    std::uint64_t party_list = 0;  // PartyDetailsListReqID
    std::uint64_t request_id = 0;  // OrderRequestID
    protocols::cme::ilink3::ManualOrderIndicator manual =
        protocols::cme::ilink3::ManualOrderIndicator::Automated;
};

/// The labels as a command about the order's trade keeps them, without the request's id: ClOrdID 20,
/// SenderID 20, location 5, party list u64, manual u8, big-endian.
[[nodiscard]] DeskLabels to_desk_labels(const IlinkLabels& labels) noexcept;
[[nodiscard]] IlinkLabels ilink_labels_of(const DeskLabels& bytes) noexcept;

/// The terms of an order, in the venue's units.
struct IlinkTerms {
    InstrumentId instrument{};
    Side side = Side::Buy;
    protocols::cme::ilink3::ShortSaleType short_sale =
        protocols::cme::ilink3::ShortSaleType::LongSell;  // of a sell
    protocols::cme::ilink3::OrderTypeReq ord_type = protocols::cme::ilink3::OrderTypeReq::Limit;
    protocols::cme::ilink3::TimeInForce time_in_force = protocols::cme::ilink3::TimeInForce::Day;
    Qty qty{};                // in total
    Price price{};            // kMarketPrice without a limit
    Price stop_price{};       // 0: none
    Qty min_qty{};            // 0: none
    Qty display_qty{};        // 0: all
    bool is_passive = false;  // ExecutionMode P: it never takes

    friend bool operator==(const IlinkTerms&, const IlinkTerms&) = default;
};

struct IlinkOrder {
    SessionId session{};
    ClOrdId user_ref_num{};  // 0: the venue does not know it
    OrderId order_id{};      // of its entry: a replacement keeps it
    IlinkLabels labels{};    // of the request that was carried out last
    IlinkTerms terms{};
    Qty cum_qty{};
    Qty leaves_qty{};
};

void save(const IlinkOrder& order, StateWriter& writer);
void load(IlinkOrder& order, StateReader& reader);

}  // namespace hotpath::exchange
