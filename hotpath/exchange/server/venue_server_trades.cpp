// Trades that an operator breaks or corrects: what a command names by its match number is looked up
// here, once, and is in the command's record from then on.

#include "hotpath/exchange/server/trade_search.hpp"
#include "hotpath/exchange/server/venue_server.hpp"

namespace hotpath::exchange {

namespace {

/// A break is one more reply, which no reserve of an order covers.
constexpr std::uint64_t kRepliesFree = 64;

}  // namespace

/// The replies of an amendment must be in the streams before the next one is looked up, and those of a day
/// that has ended must be out of them.
bool VenueServer::waits_for_amendment(const Control& control) const noexcept {
    return control.is_of_trade() && durable_seq_ < streams_change_at_;
}

void VenueServer::resolve_trade(Control& control) noexcept {
    TradeSearch search(control.trade.match);
    for (std::uint16_t n = 0; n < log_.users().size(); ++n) {
        search.look_in({n}, sessions_[n].replies, log_.exchange());
        if (const IlinkEnd* const end = ilink_.find(log_.users(), SessionId{n})) {
            search.look_in_reports({n}, end->stream);
            search.look_in_reports({n}, end->former);
        }
    }
    TradeAmendment found = search.trade();
    found.reason = control.trade.reason;
    found.corrected = control.trade.corrected;
    for (const TradeParty& party : found.parties()) {
        const bool has_room = free_replies(party.session) > kRepliesFree;
        if (!has_room && found.standing == TradeAmendment::Standing::Stands) {
            found.standing = TradeAmendment::Standing::NoRoom;
        }
    }
    control.trade = found;
    control.symbol = search.symbol();
}

}  // namespace hotpath::exchange
