#pragma once
/// IlinkFilter: which of a session's orders an OrderMassActionRequest (529) is about.
///
///   scope   1 instrument   7 all   9 market segment   10 instrument group (SecurityGroup)
///   beside  Side, OrdType, TimeInForce; null: any
///
/// The venue is one market segment, kVenueSegment; a group is the first characters of the symbol, as
/// the definitions of its MDP 3.0 channel have it. Orders that the session entered over OUCH are
/// limit orders, whatever their terms. Threads: values. Allocation: none. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/ilink/ilink_order.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"

namespace hotpath::exchange {

inline constexpr std::uint8_t kVenueSegment = 1;

struct IlinkFilter {
    static constexpr std::size_t kGroupLength = 6;

    wire::ilink3::MassActionScope scope = wire::ilink3::MassActionScope::All;
    std::optional<std::int32_t> security_id{};
    IlinkText<kGroupLength> security_group{};
    std::optional<std::uint8_t> market_segment{};
    wire::ilink3::SideOptional side{255};
    wire::ilink3::MassActionOrdType ord_type{'\0'};
    wire::ilink3::TimeInForce time_in_force{255};

    [[nodiscard]] static IlinkFilter of(const wire::ilink3::OrderMassActionRequest& m) noexcept;

    /// It is that of `m`: the venue has what it names, and `m` has no field that it does not look at.
    [[nodiscard]] bool is_supported(const wire::ilink3::OrderMassActionRequest& m,
                                    const Exchange& exchange) const noexcept;

    /// `known`: the order's terms, when it was entered over iLink 3; else nullptr.
    [[nodiscard]] bool has(const SessionOrder& order, const IlinkTerms* known,
                           const Exchange& exchange) const noexcept;

  private:
    [[nodiscard]] bool has_instrument(InstrumentId instrument,
                                      const Exchange& exchange) const noexcept;
};

}  // namespace hotpath::exchange
