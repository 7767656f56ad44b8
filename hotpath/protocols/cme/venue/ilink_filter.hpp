#pragma once
/// IlinkFilter: which of a session's orders an OrderMassActionRequest (529) or an
/// OrderMassStatusRequest (530) is about.
///
///   scope   instrument (529: 1, 530: 1)   all (7, 7)   market segment (9, 100)
///           instrument group, by SecurityGroup (10, 3)
///   beside  Side, OrdType (529), SenderID (530), TimeInForce; null: any
///
/// The venue is one market segment, kVenueSegment; a group is the first characters of the symbol, as
/// the definitions of its MDP 3.0 channel have it. Orders that the session entered over OUCH are
/// limit orders, whatever their terms. Threads: values. Allocation: none. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/protocols/cme/venue/ilink_order.hpp"

namespace hotpath::exchange {

inline constexpr std::uint8_t kVenueSegment = 1;

/// The error of a request: BusinessRejectReason, and the tag of the field.
struct IlinkFault {
    std::uint16_t code = 0;
    std::uint16_t tag = 0;
    std::string_view text{};
};

struct IlinkFilter {
    static constexpr std::size_t kGroupLength = 6;

    protocols::cme::ilink3::MassActionScope scope = protocols::cme::ilink3::MassActionScope::All;
    std::optional<std::int32_t> security_id{};
    IlinkText<kGroupLength> security_group{};
    std::optional<std::uint8_t> market_segment{};
    protocols::cme::ilink3::SideOptional side{255};
    protocols::cme::ilink3::MassActionOrdType ord_type{'\0'};
    protocols::cme::ilink3::TimeInForce time_in_force{255};
    std::optional<IlinkText<20>> sender_id{};  // of the request that was carried out last

    [[nodiscard]] static IlinkFilter of(
        const protocols::cme::ilink3::OrderMassActionRequest& m) noexcept;
    [[nodiscard]] static IlinkFilter of(
        const protocols::cme::ilink3::OrderMassStatusRequest& m) noexcept;

    /// It is that of `m`: the venue has what it names, and `m` has no field that it does not look at.
    [[nodiscard]] bool is_supported(const protocols::cme::ilink3::OrderMassActionRequest& m,
                                    const Exchange& exchange) const noexcept;

    /// It is that of `m`: why the venue cannot answer it; nullopt when it can.
    [[nodiscard]] std::optional<IlinkFault> fault_in(
        const protocols::cme::ilink3::OrderMassStatusRequest& m,
        const Exchange& exchange) const noexcept;

    /// `known`: the order when it was entered over iLink 3; else nullptr.
    [[nodiscard]] bool has(const SessionOrder& order, const IlinkOrder* known,
                           const Exchange& exchange) const noexcept;

  private:
    [[nodiscard]] bool is_listed(const Exchange& exchange) const noexcept;
    [[nodiscard]] bool has_instrument(InstrumentId instrument,
                                      const Exchange& exchange) const noexcept;
};

}  // namespace hotpath::exchange
