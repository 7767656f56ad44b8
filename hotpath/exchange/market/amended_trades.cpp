// Trades that the venue's operator breaks or corrects, as messages of the feed and replies to sessions.

#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/replies.hpp"

namespace hotpath::exchange {

namespace ouch50 = wire::ouch50;

namespace {

void report_broken(Exchange::Venue& venue, const TradeAmendment& trade, const TradeParty& party,
                   Time now) noexcept {
    auto& message = venue.replies.append<ouch50::BrokenTrade>(party.session);
    message.store_timestamp(static_cast<std::uint64_t>(now.value));
    message.store_user_ref_num(party.user_ref_num.value);
    message.store_match_number(trade.match.value);
    message.store_reason(trade.reason);
    message.store_cl_ord_id(party.cl_ord_id);
}

void report_corrected(Exchange::Venue& venue, const TradeAmendment& trade, const TradeParty& party,
                      Time now) noexcept {
    auto& message = venue.replies.append<ouch50::TradeCorrection>(party.session);
    message.store_timestamp(static_cast<std::uint64_t>(now.value));
    message.store_user_ref_num(party.user_ref_num.value);
    message.store_quantity(trade.qty.value);
    message.store_price(ouch50::to_long_price4(trade.corrected));
    message.store_liquidity_flag(party.liquidity_flag);
    message.store_match_number(trade.match.value);
    message.store_reason(trade.reason);
    message.store_cl_ord_id(party.cl_ord_id);
}

}  // namespace

void Exchange::amend(const AmendedTrade& amended, Time now) noexcept {
    if (amended.is_broken) {
        const CommandContext context{.now = now};
        MarketEvents(*venue_, context)
            .publish_broken_trade(amended.instrument, amended.trade.match);
    }
    for (const TradeParty& party : amended.trade.parties()) {
        ++venue_->counters.replies;
        if (amended.is_broken) {
            report_broken(*venue_, amended.trade, party, now);
        } else {
            report_corrected(*venue_, amended.trade, party, now);
        }
    }
    venue_->amended = amended;
    end(match::MatchStatus::Ok);
}

const AmendedTrade* Exchange::amended() const noexcept {
    return venue_->amended ? &*venue_->amended : nullptr;
}

}  // namespace hotpath::exchange
