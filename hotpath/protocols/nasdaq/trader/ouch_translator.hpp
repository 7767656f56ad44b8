#pragma once
/// OuchTranslator: the one place where OUCH replies become venue events, field by field.
///
/// Part of OuchCodec. Threads: one. Allocation: none. Complexity: O(1) a message. Source: Nasdaq
/// OUCH 5.0 specification.

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"

namespace hotpath::protocols::nasdaq {

[[nodiscard]] inline oms::Liquidity to_liquidity(char flag) noexcept {
    namespace liquidity_flag = protocols::nasdaq::ouch50::liquidity_flag;
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
[[nodiscard]] inline TimeInForce to_time_in_force(
    const protocols::nasdaq::ouch50::OrderAccepted& m,
    const protocols::nasdaq::ouch50::Appendage& options) noexcept {
    namespace ouch = protocols::nasdaq::ouch50;
    if (m.load_time_in_force() != ouch::time_in_force::kIoc) {
        return TimeInForce::Day;
    }
    const std::uint32_t least = options.load<ouch::option::MinQty>().value_or(0);
    return least == m.load_quantity() ? TimeInForce::Fok : TimeInForce::Ioc;
}

template <class Sink>
class OuchTranslator : public protocols::nasdaq::ouch50::NullReplyListener {
  public:
    explicit OuchTranslator(Sink& sink) noexcept : sink_(sink) {}

    /// Malformed: a field was implausible, and the sink got nothing.
    [[nodiscard]] protocols::DecodeStatus status() const noexcept {
        return is_plausible_ ? protocols::DecodeStatus::Ok : protocols::DecodeStatus::Malformed;
    }

    void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                           const protocols::nasdaq::ouch50::Appendage& options) noexcept {
        namespace ouch = protocols::nasdaq::ouch50;
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

    void on_order_replaced(const protocols::nasdaq::ouch50::OrderReplaced& m,
                           protocols::nasdaq::ouch50::Appendage) noexcept {
        namespace ouch = protocols::nasdaq::ouch50;
        report_if(is_price(m.load_price()),
                  oms::Replaced{.original = {m.load_orig_user_ref_num()},
                                .id = {m.load_user_ref_num()},
                                .venue_id = {m.load_order_reference_number()},
                                .leaves_qty = {m.load_quantity()},
                                .price = ouch::to_price(m.load_price()),
                                .is_dead = m.load_order_state() == ouch::order_state::kDead});
    }

    void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                           protocols::nasdaq::ouch50::Appendage) noexcept {
        report_if(is_price(m.load_price()) && is_qty(m.load_quantity()),
                  oms::Executed{.id = {m.load_user_ref_num()},
                                .match = {m.load_match_number()},
                                .qty = {m.load_quantity()},
                                .price = protocols::nasdaq::ouch50::to_price(m.load_price()),
                                .liquidity = to_liquidity(m.load_liquidity_flag())});
    }

    void on_order_canceled(const protocols::nasdaq::ouch50::OrderCanceled& m) noexcept {
        sink_(oms::Canceled{{m.load_user_ref_num()}, {m.load_quantity()}});
    }
    void on_aiq_canceled(const protocols::nasdaq::ouch50::AiqCanceled& m) noexcept {
        sink_(oms::Canceled{{m.load_user_ref_num()}, {m.load_decrement_shares()}});
    }
    void on_order_rejected(const protocols::nasdaq::ouch50::OrderRejected& m) noexcept {
        sink_(oms::Rejected{{m.load_user_ref_num()}, m.load_reason()});
    }
    void on_cancel_reject(const protocols::nasdaq::ouch50::CancelReject& m) noexcept {
        sink_(oms::CancelRejected{{m.load_user_ref_num()}});
    }
    void on_broken_trade(const protocols::nasdaq::ouch50::BrokenTrade& m) noexcept {
        sink_(oms::Broken{{m.load_user_ref_num()}, {m.load_match_number()}});
    }

    void on_trade_correction(const protocols::nasdaq::ouch50::TradeCorrection& m) noexcept {
        report_if(is_price(m.load_price()) && is_qty(m.load_quantity()),
                  oms::Corrected{.id = {m.load_user_ref_num()},
                                 .match = {m.load_match_number()},
                                 .qty = {m.load_quantity()},
                                 .price = protocols::nasdaq::ouch50::to_price(m.load_price())});
    }

    // A triggered stop and a reserve displayed again have another reference number in the feed.
    void on_order_priority_update(
        const protocols::nasdaq::ouch50::OrderPriorityUpdate& m) noexcept {
        sink_(oms::Moved{{m.load_user_ref_num()}, {m.load_order_reference_number()}});
    }
    void on_order_restated(const protocols::nasdaq::ouch50::OrderRestated& m,
                           const protocols::nasdaq::ouch50::Appendage& options) noexcept {
        const auto number = options.load<protocols::nasdaq::ouch50::option::SecondaryOrdRefNum>();
        sink_(oms::Moved{{m.load_user_ref_num()}, {number.value_or(0)}});
    }
    void on_order_modified(const protocols::nasdaq::ouch50::OrderModified& m) noexcept {
        sink_(oms::Modified{{m.load_user_ref_num()}});
    }
    void on_account_query_response(
        const protocols::nasdaq::ouch50::AccountQueryResponse& m) noexcept {
        sink_(oms::NextId{{m.load_next_user_ref_num()}});
    }

  private:
    /// $200,000, above which OUCH takes no price.
    static constexpr std::uint64_t kPriceMax = 2'000'000'000;

    [[nodiscard]] static bool is_price(std::uint64_t price) noexcept {
        return price > 0 && price <= kPriceMax;
    }
    [[nodiscard]] static bool is_qty(std::uint32_t qty) noexcept {
        return qty > 0 && qty <= protocols::nasdaq::ouch50::kQuantityMax;
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

}  // namespace hotpath::protocols::nasdaq
