#include "hotpath/protocols/nasdaq/venue/ouch_options.hpp"

#include <cstdint>

namespace hotpath::exchange {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace extension = protocols::nasdaq::ouch50::extension;
namespace option = protocols::nasdaq::ouch50::option;

namespace {

/// The decoder does not look at the length of an extension.
[[nodiscard]] bool is_taken(const ouch50::TagValue& element, bool takes_extensions) noexcept {
    const bool is_extension = element.tag == extension::StopPrice::kTag;
    return TakenOptions::kValueLengths[element.tag] == element.value.size() &&
           !element.value.empty() && (takes_extensions || !is_extension);
}

[[nodiscard]] RejectReason refusal_of(ouch50::Appendage appendage, bool takes_extensions) noexcept {
    for (ouch50::TagValue element; appendage.next(element);) {
        if (!is_taken(element, takes_extensions)) {
            return element.tag == option::Route::kTag ? RejectReason::RoutingNotAllowed
                                                      : RejectReason::Other;
        }
    }
    return RejectReason::None;
}

}  // namespace

OrderOptions options_of(const ouch50::Appendage& appendage, bool takes_extensions) noexcept {
    OrderOptions options;
    options.unsupported = refusal_of(appendage, takes_extensions);
    const auto take = [&]<class Option>(OrderOption which, auto&& store) {
        if (const auto value = appendage.load<Option>()) {
            options.name(which);
            store(*value);
        }
    };
    take.template operator()<option::Firm>(OrderOption::Firm,
                                           [&](const auto& mpid) { options.firm = {mpid}; });
    take.template operator()<option::MinQty>(OrderOption::MinQty,
                                             [&](std::uint32_t qty) { options.min_qty = {qty}; });
    take.template operator()<option::CustomerType>(OrderOption::CustomerType,
                                                   [&](char c) { options.customer_type = c; });
    take.template operator()<option::MaxFloor>(
        OrderOption::MaxFloor, [&](std::uint32_t qty) { options.max_floor = {qty}; });
    take.template operator()<option::PriceType>(
        OrderOption::Peg, [&](char c) { options.peg = static_cast<OrderPeg>(c); });
    take.template operator()<option::PegOffset>(
        OrderOption::PegOffset, [&](std::int32_t offset) { options.peg_offset = offset; });
    take.template operator()<option::PostOnly>(
        OrderOption::PostOnly, [&](char c) { options.post_only = static_cast<OrderPostOnly>(c); });
    take.template operator()<option::GroupId>(OrderOption::Group,
                                              [&](std::uint16_t group) { options.group = group; });
    take.template operator()<option::SharesLocated>(OrderOption::SharesLocated,
                                                    [&](char c) { options.shares_located = c; });
    take.template operator()<extension::StopPrice>(
        OrderOption::StopPrice,
        [&](std::uint64_t price) { options.stop_price = ouch50::to_price(price); });
    return options;
}

}  // namespace hotpath::exchange
