// Trades that the venue's operator breaks or corrects, as messages of the feed and reports to sessions.

#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/market/venue.hpp"

namespace hotpath::exchange {

void Exchange::amend(const AmendedTrade& amended, Time now) noexcept {
    if (amended.is_broken) {
        const CommandContext context{.now = now};
        MarketEvents(*venue_, context)
            .publish_broken_trade(amended.instrument, amended.trade.match);
    }
    for (const TradeParty& party : amended.trade.parties()) {
        ++venue_->counters.replies;
        venue_->reports.append<report::Amended>(party.session, now,
                                                report::Amended{.number = party.user_ref_num,
                                                                .is_broken = amended.is_broken,
                                                                .match = amended.trade.match,
                                                                .reason = amended.trade.reason,
                                                                .qty = amended.trade.qty,
                                                                .price = amended.trade.corrected,
                                                                .liquidity = party.liquidity,
                                                                .text = party.text});
    }
    venue_->amended = amended;
    end(match::MatchStatus::Ok);
}

const AmendedTrade* Exchange::amended() const noexcept {
    return venue_->amended ? &*venue_->amended : nullptr;
}

}  // namespace hotpath::exchange
