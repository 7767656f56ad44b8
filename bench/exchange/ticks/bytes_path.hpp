#pragma once
/// From a tick to its trades through the whole order path of both sides: an intent, the order's
/// record, the risk check and OUCH bytes by the trader's gateway; the bytes decoded and matched by
/// the venue, its replies as OUCH bytes, read by the gateway; the trades logged.
///
///   on_tick   decide -> protocols::nasdaq::OuchGateway::send -> ouch50::decode_request
///             -> match::Matcher::enter -> log.add, ouch50 replies
///   settle    OuchGateway::on_message of each reply
///
/// Buys are one trader's, sells another's: the risk check refuses to trade with oneself. What is
/// left out of the system: sessions, transports, the venue's market feed and its journal.
/// Threads: one owner. Allocation: at construction; the log's own. Complexity: that of the parts.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bench/exchange/ticks/record_path.hpp"
#include "bench/exchange/ticks/tick_flow.hpp"
#include "bench/exchange/ticks/trades.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/match/matcher.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::bench {

/// With every control of the risk check set, none of which these flows meet.
[[nodiscard]] inline protocols::nasdaq::OuchGateway make_gateway(const PathSize& size) {
    constexpr std::uint64_t kAmple = std::uint64_t{1} << 60U;
    constexpr std::uint32_t kMany = 1'000'000'000;
    constexpr risk::RateLimit kPace{.messages_max = 1'000, .window = {1'000'000}};
    auto made = protocols::nasdaq::OuchGateway::create(
        {.orders = orders_for(size),
         .risk = {.instruments_max = 1,
                  .account = {.gross_max = {kAmple},
                              .net_max = {kAmple},
                              .traded_max = {kAmple},
                              .loss_max = {kAmple},
                              .open_orders_max = kMany,
                              .messages_per_fill_max = 1'000,
                              .messages_free = kMany},
                  .pace = {.orders = kPace,
                           .cancels = kPace,
                           .duplicates = kPace,
                           .repeated_executions = kPace,
                           .instrument_window = kPace.window}},
         .outbox_messages_max = 256});
    HOTPATH_ASSERT(made.has_value(), "a gateway of these options can be made");
    const auto allowed = made->allow(kTickInstrument, *Symbol::from("TEST"),
                                     {.order_qty_max = {1'000},
                                      .order_notional_max = {1'000'000'000'000},
                                      .tick = kCent,
                                      .collar_bps = {5'000},
                                      .drift_bps = {9'999},
                                      .position_max = {kMany},
                                      .open_orders_max = kMany,
                                      .messages_max = kMany,
                                      .may_sell_short = true});
    HOTPATH_ASSERT(allowed.has_value(), "these limits can bind");
    return std::move(*made);
}

template <class Log>
class BytesPath {
  public:
    BytesPath(const TickFlow& flow, std::size_t repetitions, Log& log)
        : BytesPath(flow,
                    PathSize{.ticks = flow.ticks.size(),
                             .resting_pairs = flow.resting.size(),
                             .repetitions = repetitions},
                    log) {}

    void begin() {
        first_id_ = next_id_;
        put_resting(matcher_, flow_, next_id_);
    }

    template <class AnyTick>
    void on_tick(std::size_t n, const AnyTick& tick) noexcept {
        const TickOrder wanted = decide(flow_.plan, n, tick.bid, tick.ask);
        protocols::nasdaq::OuchGateway& trader = traders_[side_index(wanted.side)];
        const oms::Intent intent{.side = wanted.side,
                                 .instrument = kTickInstrument,
                                 .id = trader.orders().next_id(),
                                 .qty = wanted.qty,
                                 .price = wanted.price};
        now_ = now_ + kBetweenTicks;
        const oms::SendContext context{now_, tick.bid + (tick.ask - tick.bid) / 2};
        timing::StageStamps stamps;
        [[maybe_unused]] const auto refused =
            trader.send(intent, context, stamps, timing::NoTicks{});
        Venue venue(*this, wanted.side);
        trader.for_each_outgoing([&](Bytes request) {
            [[maybe_unused]] const auto status =
                protocols::nasdaq::ouch50::decode_request(request, venue);
        });
    }

    void drain() noexcept {
        for (const Side side : {Side::Buy, Side::Sell}) {
            replies_[side_index(side)].drain(
                [&](Bytes reply) { traders_[side_index(side)].on_message(reply); });
        }
    }

    /// Instead of drain(): the replies are not read.
    void forget_replies() noexcept {
        for (gateway::Outbox& replies : replies_) {
            replies.drain([](Bytes) {});
        }
    }

    void end() {
        cancel_open(matcher_, first_id_, next_id_);
        for (const Side side : {Side::Buy, Side::Sell}) {
            protocols::nasdaq::OuchGateway& trader = traders_[side_index(side)];
            trader.cancel_all(now_);
            trader.for_each_outgoing([&](Bytes request) { answer_cancel(request, side); });
        }
        drain();
    }

  private:
    static constexpr Nanos kBetweenTicks{10'000};

    /// The order's UserRefNum, or 0 for an order that rested before the test began.
    struct Owner {
        std::uint32_t user_ref_num = 0;
        Side side = Side::Buy;
    };

    /// The venue's side: a request of one trader in, replies to both out.
    class Venue : public protocols::nasdaq::ouch50::NullRequestListener,
                  public match::NullListener {
      public:
        Venue(BytesPath& path, Side side) noexcept : path_(path), side_(side) {}

        void on_enter_order(const protocols::nasdaq::ouch50::EnterOrder& m,
                            protocols::nasdaq::ouch50::Appendage) noexcept {
            const std::uint64_t id = path_.next_id_++;
            path_.owners_[id] = {m.load_user_ref_num(), side_};
            accept(m, id);
            const Side side =
                m.load_side() == protocols::nasdaq::ouch50::side::kBuy ? Side::Buy : Side::Sell;
            [[maybe_unused]] const auto status =
                path_.matcher_.enter({.id = {id},
                                      .instrument = kTickInstrument,
                                      .side = side,
                                      .qty = {m.load_quantity()},
                                      .price = protocols::nasdaq::ouch50::to_price(m.load_price())},
                                     *this);
        }

        void on_executed(const match::Execution& execution) noexcept {
            path_.log_.add({.incoming = execution.incoming.value,
                            .resting = execution.resting.value,
                            .price = execution.price.value,
                            .qty = execution.qty.value});
            ++path_.matches_;
            report(execution.incoming, execution);
            report(execution.resting, execution);
        }

      private:
        void accept(const protocols::nasdaq::ouch50::EnterOrder& m, std::uint64_t id) noexcept {
            protocols::nasdaq::ouch50::OrderAccepted reply;
            reply.store_user_ref_num(m.load_user_ref_num());
            reply.store_side(m.load_side());
            reply.store_quantity(m.load_quantity());
            reply.store_symbol(m.load_symbol());
            reply.store_price(m.load_price());
            reply.store_time_in_force(m.load_time_in_force());
            reply.store_display(m.load_display());
            reply.store_order_reference_number(id);
            reply.store_capacity(m.load_capacity());
            reply.store_iso_eligibility(m.load_iso_eligibility());
            reply.store_cross_type(m.load_cross_type());
            reply.store_order_state(protocols::nasdaq::ouch50::order_state::kLive);
            reply.store_cl_ord_id(m.load_cl_ord_id());
            path_.replies_[side_index(side_)].append(reply.bytes());
        }

        void report(OrderId id, const match::Execution& execution) noexcept {
            const Owner owner = path_.owners_[id.value];
            if (owner.user_ref_num == 0) {
                return;
            }
            protocols::nasdaq::ouch50::OrderExecuted reply;
            reply.store_user_ref_num(owner.user_ref_num);
            reply.store_quantity(execution.qty.value);
            reply.store_price(static_cast<std::uint64_t>(execution.price.value));
            reply.store_liquidity_flag(id == execution.resting
                                           ? protocols::nasdaq::ouch50::liquidity_flag::kAdded
                                           : protocols::nasdaq::ouch50::liquidity_flag::kRemoved);
            reply.store_match_number(path_.matches_);
            path_.replies_[side_index(owner.side)].append(reply.bytes());
        }

        BytesPath& path_;
        Side side_;
    };

    BytesPath(const TickFlow& flow, const PathSize& size, Log& log)
        : flow_(flow),
          matcher_(make_matcher(size)),
          traders_{make_gateway(size), make_gateway(size)},
          replies_{gateway::Outbox(replies_bytes(size)), gateway::Outbox(replies_bytes(size))},
          owners_(size.ids() + 1),
          log_(log) {}

    [[nodiscard]] static std::size_t replies_bytes(const PathSize& size) {
        constexpr std::size_t kOfOneSweep = std::size_t{64} << 10U;
        return size.orders() *
                   gateway::Outbox::bytes_for(protocols::nasdaq::ouch50::OrderAccepted::kLength) +
               kOfOneSweep;
    }

    void answer_cancel(Bytes request, Side side) {
        const auto& cancel = protocols::nasdaq::ouch50::CancelOrderRequest::at(request.data());
        const oms::Order* const order =
            traders_[side_index(side)].orders().find({cancel.load_user_ref_num()});
        protocols::nasdaq::ouch50::OrderCanceled reply;
        reply.store_user_ref_num(cancel.load_user_ref_num());
        reply.store_quantity(order->leaves_qty.value);
        reply.store_reason(protocols::nasdaq::ouch50::cancel_reason::kUserRequested);
        replies_[side_index(side)].append(reply.bytes());
    }

    const TickFlow& flow_;
    match::Matcher matcher_;
    std::array<protocols::nasdaq::OuchGateway, 2> traders_;  // by side
    std::array<gateway::Outbox, 2> replies_;                 // to each of them
    std::vector<Owner> owners_;                              // by the venue's id
    Log& log_;
    std::uint64_t next_id_ = 1;
    std::uint64_t first_id_ = 1;
    std::uint64_t matches_ = 0;
    Time now_{};
};

}  // namespace hotpath::bench
