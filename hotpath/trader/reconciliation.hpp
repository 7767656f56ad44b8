#pragma once
/// Reconciliation: compares our positions with those computed from the drop copy alone.
///
///   own session    E 7: AAPL 100 ──> waits ─┐
///                                           ├── same execution, instrument, position?   Agrees
///   drop copy      C (7, E) ──> a ledger of ┘   anything else                           latched
///                  its own: AAPL 100
/// The side that is ahead waits for the other. A difference, a gap in the copies' numbers,
/// unreadable or late copies end it: the first finding is kept, and the owner stops trading. The
/// ledger shares no code with `oms` except the store of executions. The copies are of OUCH replies,
/// also those about orders of other protocols, which the own session names by execution ids. Threads: one owner. Allocation:
/// the constructor. Complexity: O(1) a reply.

#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/executions.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/protocols/trader/own_execution.hpp"

namespace hotpath::trader {

/// The key by which both sides name an execution.
enum class ExecutionNames : std::uint8_t {
    ReplyNumber,  // of the OUCH reply in its session
    ExecId,       // of the report: dropcopy/exec_number.hpp
};

struct ReconciliationOptions {
    protocols::nasdaq::soupbintcp::Username account{};  // the account of our copies
    std::uint32_t instruments_max = 16'000;
    std::uint32_t orders_remembered = 65'536;  // a power of two
    std::uint32_t executions_remembered = 65'536;
    std::uint32_t waiting_max = 65'536;  // executions by which one side may be ahead
    Nanos within{30 * kNanosPerSecond};  // the longest wait of an execution for the other side
    ExecutionNames names = ExecutionNames::ReplyNumber;
};

enum class Finding : std::uint8_t {
    Agrees,
    Differs,         // execution, instrument or position
    Behind,          // one side is late, or too far ahead
    NumbersMissing,  // a copy between two others is missing
    UnknownOrder,    // a copy refers to an order in no earlier copy
    Unreadable,
    AnotherUser,  // no order in the copies is of our account: the order session is not its
};

[[nodiscard]] std::string_view name(Finding finding) noexcept;

/// The position after an execution or a broken trade.
struct PositionAfter {
    std::uint64_t number = 0;  // by ReconciliationOptions::names
    Symbol symbol{};
    SignedQty position{};
    Time at{};  // when it was received
};

class Reconciliation {
  public:
    [[nodiscard]] static Expected<Reconciliation> create(const ReconciliationOptions& options);

    // Queries.
    [[nodiscard]] Finding finding() const noexcept { return finding_; }
    /// Neither side waits for the other.
    [[nodiscard]] bool is_settled() const noexcept { return own_.empty() && copied_.empty(); }
    /// Executions of one side for which the other has not come.
    [[nodiscard]] std::uint64_t waiting() const noexcept { return own_.size() + copied_.size(); }
    /// Since when the oldest of them waits; kNever: none does.
    [[nodiscard]] Time waiting_since() const noexcept {
        return is_settled() ? kNever : (own_.empty() ? copied_ : own_).front().at;
    }
    /// Executions on which both sides agreed.
    [[nodiscard]] std::uint64_t agreed() const noexcept { return agreed_; }
    [[nodiscard]] std::uint64_t copies() const noexcept { return copies_; }
    [[nodiscard]] std::uint64_t others_copies() const noexcept { return others_copies_; }
    /// Position by the copies; 0 for an instrument in none of them.
    [[nodiscard]] SignedQty position(Symbol symbol) const noexcept;
    /// The two sides of a difference.
    [[nodiscard]] const PositionAfter& own() const noexcept { return differs_own_; }
    [[nodiscard]] const PositionAfter& copied() const noexcept { return differs_copied_; }
    [[nodiscard]] Time next_deadline() const noexcept;

    // Events.
    void on_own(const PositionAfter& execution) noexcept;
    /// One message of the drop copy.
    void on_copy(Bytes message, Time now) noexcept;
    void on_timer(Time now) noexcept;

  private:
    struct CopiedOrder {
        ClOrdId id{};
        Symbol symbol{};
        Side side = Side::Buy;
    };
    class Ledger;  // the effect of a copied reply

    explicit Reconciliation(const ReconciliationOptions& options);

    void note_others(Bytes reply) noexcept;
    void open(const CopiedOrder& order) noexcept;
    [[nodiscard]] const CopiedOrder* find(ClOrdId id) const noexcept;
    /// Signed change of a position by an execution, or by a broken trade.
    struct Change {
        MatchId match{};
        Side side = Side::Buy;  // the order's
        SignedQty by{};
    };
    void move(Symbol symbol, const Change& change, Time now) noexcept;
    void find_out(Finding finding) noexcept;
    void wait(FixedQueue<PositionAfter>& side, const PositionAfter& execution) noexcept;
    void compare() noexcept;

    ReconciliationOptions options_;
    Finding finding_ = Finding::Agrees;
    std::uint64_t next_copy_ = 1;  // by its number in the own session
    std::uint64_t agreed_ = 0;
    std::uint64_t copies_ = 0;
    std::uint64_t others_copies_ = 0;
    std::uint64_t others_number_ = 0;  // ExecId: of the newest execution of another user
    bool has_copied_orders_ = false;
    FixedArray<CopiedOrder> orders_;  // by id modulo size
    oms::Executions executions_;
    FixedHashMap<Symbol, SignedQty> positions_;
    FixedQueue<PositionAfter> own_;
    FixedQueue<PositionAfter> copied_;
    PositionAfter differs_own_;
    PositionAfter differs_copied_;
};

/// Gives it the position after an execution that the engine has booked.
template <class Engine>
void note_own(const protocols::OwnExecution& own, const Engine& engine, Reconciliation& of,
              Time now) noexcept {
    const oms::Order* const order = engine.orders().find(own.order);
    if (order != nullptr) {
        of.on_own({.number = own.number,
                   .symbol = engine.feed().market().directory()[order->instrument].symbol,
                   .position = engine.orders().position(order->instrument).position,
                   .at = now});
    }
}

}  // namespace hotpath::trader
