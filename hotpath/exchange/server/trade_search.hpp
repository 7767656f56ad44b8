#pragma once
/// TradeSearch: a trade of the day by its match number, found in the replies of its sessions.
///
///   TradeSearch search(match);
///   for each session: search.look_in(session, replies, exchange);
///   search.trade().standing; search.symbol()
///
/// The order's terms are those of its Accepted or Replaced of the day, else of the open order: a
/// trade of an order of an earlier day that is closed is not found. Threads: one owner. Allocation:
/// none. Complexity: O(replies).

#include <span>

#include "hotpath/core/symbol.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/trade_amendment.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

class TradeSearch {
  public:
    explicit TradeSearch(MatchId match) noexcept { trade_.match = match; }

    void look_in(SessionId session, const protocols::SequencedStore& replies,
                 const Exchange& exchange) noexcept;
    /// The sides of the trade found so far; the port that an order came by sets its labels.
    [[nodiscard]] std::span<TradeParty> parties() noexcept { return trade_.parties(); }

    [[nodiscard]] MatchId match() const noexcept { return trade_.match; }
    /// The trade as it was found; without reason and corrected.
    [[nodiscard]] TradeAmendment trade() const noexcept;
    [[nodiscard]] const Symbol& symbol() const noexcept { return symbol_; }

  private:
    class Events;  // the listener of a reply

    [[nodiscard]] bool find_terms(TradeParty& party, const protocols::SequencedStore& replies,
                                  std::uint64_t executed_at) noexcept;
    [[nodiscard]] bool take_terms(TradeParty& party, const Exchange& exchange) noexcept;
    static void find_current(TradeParty& party, const protocols::SequencedStore& replies,
                             std::uint64_t executed_at) noexcept;

    TradeAmendment trade_{};
    Symbol symbol_{};
    bool is_broken_ = false;
    bool has_terms_ = true;
};

}  // namespace hotpath::exchange
