#pragma once
/// The venue's replies to one account, and the resulting state: its orders, its shares, its money.
/// Made of OUCH bytes alone, it shares no code with `oms` or the venue.
///
/// A reply once sent never changes under its number, for every connection and every restart (I1);
/// an execution counts once, and a broken one no more (I2); an order ends once, with as many shares as it began with (I7,
/// I8). Threads: one owner. Allocation: free. Complexity: O(log orders) a reply.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/sequenced_store.hpp"
#include "hotpath/sim/world/venue_host.hpp"
#include "hotpath/sim/world/verdict.hpp"

namespace hotpath::sim::world {

/// Holdings of an account, by instrument from 1.
struct Holdings {
    std::array<SignedQty, kInstruments> shares{};
    std::array<Money, kInstruments> cash{};  // received less paid
};

struct LedgerOrder {
    std::uint16_t instrument = 0;
    bool is_buy = true;
    bool is_closed = false;
    bool outlives_day = false;  // good till canceled
    std::int64_t entered = 0;
    std::int64_t open = 0;
    std::int64_t executed = 0;
    std::int64_t canceled = 0;  // or replaced by another order
};

/// One side of a trade, as it stands.
struct LedgerExecution {
    std::uint16_t instrument = 0;
    SignedQty qty{};
    Price price{};
    bool is_broken = false;
};

class ReplyLedger {
  public:
    /// `verdict` outlives it. `account` is for people.
    ReplyLedger(std::string account, Verdict& verdict)
        : account_(std::move(account)), verdict_(&verdict) {}

    /// How many replies are known from the first on.
    [[nodiscard]] std::uint64_t applied() const noexcept { return after_.size() - 1; }
    /// State after that many replies; not more than applied().
    [[nodiscard]] const Holdings& after(std::uint64_t replies) const { return after_[replies]; }
    [[nodiscard]] std::size_t open_orders() const noexcept { return open_orders_; }
    [[nodiscard]] std::uint64_t executions() const noexcept { return executions_.size(); }
    [[nodiscard]] std::uint64_t amended() const noexcept { return amended_; }
    /// Open orders that were entered for the day alone.
    [[nodiscard]] std::size_t open_orders_of_day() const;
    /// nullptr of an order that the venue never spoke of.
    [[nodiscard]] const LedgerOrder* find(std::uint32_t number) const;

    /// Another day begins: the orders that outlived the one before are open. Before any reply.
    void carry_over(const ReplyLedger& day_before);
    /// A client received a reply: over the account's session or as a copy.
    void on_told(std::uint64_t number, Bytes reply);
    /// The venue has restarted: all sent replies must be there.
    void check_kept(const protocols::SequencedStore& replies);

  private:
    class Listener;  // one reply's meaning

    /// nullptr after a finding: unknown or broken.
    [[nodiscard]] LedgerExecution* find_standing(std::uint32_t number, std::uint64_t match);
    void find_out(Invariant invariant, std::string_view words, std::uint32_t order);
    void open(std::uint32_t number, const LedgerOrder& order);
    void take_off(std::uint32_t number, std::int64_t qty, std::int64_t LedgerOrder::* into);
    void close(LedgerOrder& order);

    std::string account_;
    Verdict* verdict_;
    std::vector<std::uint64_t> hashes_;  // by number - 1; 0: not sent
    std::vector<Holdings> after_{Holdings{}};
    std::map<std::uint32_t, LedgerOrder> orders_;
    std::map<std::pair<std::uint32_t, std::uint64_t>, LedgerExecution>
        executions_;             // by order and match number
    std::uint64_t amended_ = 0;  // broken and corrected
    std::size_t open_orders_ = 0;
};

}  // namespace hotpath::sim::world
