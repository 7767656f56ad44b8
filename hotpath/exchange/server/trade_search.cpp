#include "hotpath/exchange/server/trade_search.hpp"

#include <array>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"

namespace hotpath::exchange {

namespace ouch50 = protocols::nasdaq::ouch50;
using Standing = TradeAmendment::Standing;

/// One reply: an execution of the trade, or what an operator did with it before.
class TradeSearch::Events : public ouch50::NullReplyListener {
  public:
    Events(TradeSearch& search, SessionId session) noexcept : search_(search), session_(session) {}

    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) noexcept {
        TradeAmendment& trade = search_.trade_;
        if (m.load_match_number() != trade.match.value ||
            trade.count == TradeAmendment::kPartiesMax) {
            return;
        }
        trade.qty = {m.load_quantity()};
        trade.price = ouch50::to_price(m.load_price());
        trade.parties_of[trade.count++] = {
            .session = session_,
            .user_ref_num = {m.load_user_ref_num()},
            .current = {m.load_user_ref_num()},
            .liquidity = static_cast<Liquidity>(m.load_liquidity_flag())};
        has_executed = true;
    }
    void on_broken_trade(const ouch50::BrokenTrade& m) noexcept {
        search_.is_broken_ |= m.load_match_number() == search_.trade_.match.value;
    }
    void on_trade_correction(const ouch50::TradeCorrection& m) noexcept {
        if (m.load_match_number() == search_.trade_.match.value) {
            search_.trade_.price = ouch50::to_price(m.load_price());
        }
    }

    bool has_executed = false;

  private:
    TradeSearch& search_;
    SessionId session_;
};

namespace {

[[nodiscard]] bool is_type(Bytes reply, char type) noexcept {
    return !reply.empty() && std::to_integer<char>(reply.front()) == type;
}

/// The Order Accepted or Order Replaced of that number; nullptr: the reply is another.
template <class Message>
[[nodiscard]] const Message* message_of(Bytes reply, ClOrdId user_ref_num) noexcept {
    if (!is_type(reply, Message::kType) || reply.size() < Message::kLength) {
        return nullptr;
    }
    const Message& m = Message::at(reply.data());
    return m.load_user_ref_num() == user_ref_num.value ? &m : nullptr;
}

}  // namespace

void TradeSearch::look_in(SessionId session, const protocols::SequencedStore& replies,
                          const Exchange& exchange) noexcept {
    Events events(*this, session);
    std::array<std::uint64_t, TradeAmendment::kPartiesMax> executed_at{};
    const std::uint8_t first = trade_.count;
    for (std::uint64_t number = 1; number <= replies.size(); ++number) {
        const Bytes reply = replies.at(number);
        if (!is_type(reply, ouch50::OrderExecuted::kType) &&
            !is_type(reply, ouch50::BrokenTrade::kType) &&
            !is_type(reply, ouch50::TradeCorrection::kType)) {
            continue;
        }
        events.has_executed = false;
        static_cast<void>(ouch50::decode_reply(reply, events));
        if (events.has_executed) {
            executed_at[trade_.count - 1U] = number;
        }
    }
    for (std::uint8_t n = first; n < trade_.count; ++n) {
        TradeParty& party = trade_.parties_of[n];
        has_terms_ = (find_terms(party, replies, executed_at[n]) || take_terms(party, exchange)) &&
                     has_terms_;
        find_current(party, replies, executed_at[n]);
    }
}

/// Back from the execution to the order's entry.
bool TradeSearch::find_terms(TradeParty& party, const protocols::SequencedStore& replies,
                             std::uint64_t executed_at) noexcept {
    ClOrdId wanted = party.user_ref_num;
    bool has_terms = false;
    const auto take = [&](const auto& m) {
        if (!has_terms) {
            party.side = static_cast<OrderSide>(m.load_side());
            party.text = m.load_cl_ord_id();
            symbol_ = m.load_symbol();
            has_terms = true;
        }
        party.order_id = {m.load_order_reference_number()};
    };
    for (std::uint64_t number = executed_at; number >= 1; --number) {
        const Bytes reply = replies.at(number);
        if (const auto* const accepted = message_of<ouch50::OrderAccepted>(reply, wanted)) {
            take(*accepted);
            break;
        }
        if (const auto* const replaced = message_of<ouch50::OrderReplaced>(reply, wanted)) {
            take(*replaced);
            wanted = {replaced->load_orig_user_ref_num()};
        }
    }
    return has_terms;
}

/// An open order of an earlier day has them itself.
bool TradeSearch::take_terms(TradeParty& party, const Exchange& exchange) noexcept {
    const SessionOrder* const order =
        exchange.venue().orders.find(party.session, party.user_ref_num);
    if (order == nullptr) {
        return false;
    }
    party.side = order->terms.side;
    party.text = order->terms.text;
    party.order_id = order->id;
    symbol_ = exchange.symbol(order->instrument);
    return true;
}

void TradeSearch::find_current(TradeParty& party, const protocols::SequencedStore& replies,
                               std::uint64_t executed_at) noexcept {
    for (std::uint64_t number = executed_at; number <= replies.size(); ++number) {
        const Bytes reply = replies.at(number);
        if (is_type(reply, ouch50::OrderReplaced::kType) &&
            reply.size() >= ouch50::OrderReplaced::kLength) {
            const auto& m = ouch50::OrderReplaced::at(reply.data());
            party.current = m.load_orig_user_ref_num() == party.current.value
                                ? ClOrdId{m.load_user_ref_num()}
                                : party.current;
        }
    }
}

TradeAmendment TradeSearch::trade() const noexcept {
    TradeAmendment found = trade_;
    found.standing = trade_.count == 0 || !has_terms_ ? Standing::Unknown
                     : is_broken_                     ? Standing::Broken
                                                      : Standing::Stands;
    return found;
}

}  // namespace hotpath::exchange
