#pragma once
/// OuchTranslator: the one place where OUCH replies become venue events, field by field.
///
/// Part of OuchCodec. Threads: one. Allocation: none. Complexity: O(1) a message. Source: Nasdaq
/// OUCH 5.0 specification.

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/wire/decode_status.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"
#include "hotpath/wire/ouch50/replies.hpp"

namespace hotpath::venue::nasdaq {

[[nodiscard]] inline oms::Liquidity to_liquidity(char flag) noexcept {
    namespace liquidity_flag = wire::ouch50::liquidity_flag;
    switch (flag) {
        case liquidity_flag::kAdded:
        case liquidity_flag::kNonDisplayedAdded:
            return oms::Liquidity::Added;
        case liquidity_flag::kRemoved:
            return oms::Liquidity::Removed;
        default:
            return oms::Liquidity::Other;
    }
}

/// An Ioc order whose minimum is all of it is Fok.
[[nodiscard]] inline TimeInForce to_time_in_force(const wire::ouch50::OrderAccepted& m,
                                                  const wire::ouch50::Appendage& options) noexcept {
    namespace ouch = wire::ouch50;
    if (m.load_time_in_force() != ouch::time_in_force::kIoc) {
        return TimeInForce::Day;
    }
    const std::uint32_t least = options.load<ouch::option::MinQty>().value_or(0);
    return least == m.load_quantity() ? TimeInForce::Fok : TimeInForce::Ioc;
}

template <class Sink>
class OuchTranslator : public wire::ouch50::NullReplyListener {
  public:
    explicit OuchTranslator(Sink& sink) noexcept : sink_(sink) {}

    /// Malformed: a field was implausible, and the sink got nothing.
    [[nodiscard]] wire::DecodeStatus status() const noexcept {
        return is_plausible_ ? wire::DecodeStatus::Ok : wire::DecodeStatus::Malformed;
    }

    void on_order_accepted(const wire::ouch50::OrderAccepted& m,
                           const wire::ouch50::Appendage& options) noexcept {
        namespace ouch = wire::ouch50;
        report_if(is_price(m.load_price()) && is_qty(m.load_quantity()),
                  oms::Accepted{.id = {m.load_user_ref_num()},
                                .venue_id = {m.load_order_reference_number()},
                                .qty = {m.load_quantity()},
                                .price = ouch::to_price(m.load_price()),
                                .is_dead = m.load_order_state() == ouch::order_state::kDead,
                                .side = ouch::to_side(m.load_side()),
                                .time_in_force = to_time_in_force(m, options),
                                .is_post_only = options.load<ouch::option::PostOnly>() ==
                                                ouch::post_only::kPostOnly,
                                .symbol = m.load_symbol()});
    }

    void on_order_replaced(const wire::ouch50::OrderReplaced& m, wire::ouch50::Appendage) noexcept {
        namespace ouch = wire::ouch50;
        report_if(is_price(m.load_price()),
                  oms::Replaced{.original = {m.load_orig_user_ref_num()},
                                .id = {m.load_user_ref_num()},
                                .venue_id = {m.load_order_reference_number()},
                                .leaves_qty = {m.load_quantity()},
                                .price = ouch::to_price(m.load_price()),
                                .is_dead = m.load_order_state() == ouch::order_state::kDead});
    }

    void on_order_executed(const wire::ouch50::OrderExecuted& m, wire::ouch50::Appendage) noexcept {
        report_if(is_price(m.load_price()) && is_qty(m.load_quantity()),
                  oms::Executed{.id = {m.load_user_ref_num()},
                                .match = {m.load_match_number()},
                                .qty = {m.load_quantity()},
                                .price = wire::ouch50::to_price(m.load_price()),
                                .liquidity = to_liquidity(m.load_liquidity_flag())});
    }

    void on_order_canceled(const wire::ouch50::OrderCanceled& m) noexcept {
        sink_(oms::Canceled{{m.load_user_ref_num()}, {m.load_quantity()}});
    }
    void on_aiq_canceled(const wire::ouch50::AiqCanceled& m) noexcept {
        sink_(oms::Canceled{{m.load_user_ref_num()}, {m.load_decrement_shares()}});
    }
    void on_order_rejected(const wire::ouch50::OrderRejected& m) noexcept {
        sink_(oms::Rejected{{m.load_user_ref_num()}, m.load_reason()});
    }
    void on_cancel_reject(const wire::ouch50::CancelReject& m) noexcept {
        sink_(oms::CancelRejected{{m.load_user_ref_num()}});
    }
    void on_broken_trade(const wire::ouch50::BrokenTrade& m) noexcept {
        sink_(oms::Broken{{m.load_user_ref_num()}, {m.load_match_number()}});
    }

    void on_trade_correction(const wire::ouch50::TradeCorrection& m) noexcept {
        report_if(is_price(m.load_price()) && is_qty(m.load_quantity()),
                  oms::Corrected{.id = {m.load_user_ref_num()},
                                 .match = {m.load_match_number()},
                                 .qty = {m.load_quantity()},
                                 .price = wire::ouch50::to_price(m.load_price())});
    }

    // A triggered stop and a reserve displayed again have another reference number in the feed.
    void on_order_priority_update(const wire::ouch50::OrderPriorityUpdate& m) noexcept {
        sink_(oms::Moved{{m.load_user_ref_num()}, {m.load_order_reference_number()}});
    }
    void on_order_restated(const wire::ouch50::OrderRestated& m,
                           const wire::ouch50::Appendage& options) noexcept {
        const auto number = options.load<wire::ouch50::option::SecondaryOrdRefNum>();
        sink_(oms::Moved{{m.load_user_ref_num()}, {number.value_or(0)}});
    }
    void on_order_modified(const wire::ouch50::OrderModified& m) noexcept {
        sink_(oms::Modified{{m.load_user_ref_num()}});
    }
    void on_account_query_response(const wire::ouch50::AccountQueryResponse& m) noexcept {
        sink_(oms::NextId{{m.load_next_user_ref_num()}});
    }

  private:
    /// $200,000, above which OUCH takes no price.
    static constexpr std::uint64_t kPriceMax = 2'000'000'000;

    [[nodiscard]] static bool is_price(std::uint64_t price) noexcept {
        return price > 0 && price <= kPriceMax;
    }
    [[nodiscard]] static bool is_qty(std::uint32_t qty) noexcept {
        return qty > 0 && qty <= wire::ouch50::kQuantityMax;
    }
    template <class Event>
    void report_if(bool is_plausible, const Event& event) noexcept {
        is_plausible_ = is_plausible;
        if (is_plausible) {
            sink_(event);
        }
    }

    Sink& sink_;
    bool is_plausible_ = true;
};

}  // namespace hotpath::venue::nasdaq
