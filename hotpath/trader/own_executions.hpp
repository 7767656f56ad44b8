#pragma once
/// OwnExecutions: which replies of the order-entry session the drop copy repeats as a change of a
/// position, and by which number both sides name it.
///
///   OUCH           the reply's number in its session
///   FIX, iLink 3   ExecID, or ExecRefID of a canceled trade (dropcopy/exec_number.hpp)
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(bytes) a FIX report, else O(1).

#include <cstdint>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/trader/fix_account.hpp"
#include "hotpath/trader/reconciliation.hpp"

namespace hotpath::trader {

struct OwnExecution {
    ClOrdId order{};
    std::uint64_t number = 0;

    friend bool operator==(const OwnExecution&, const OwnExecution&) = default;
};

class OwnExecutions {
  public:
    /// Neither: OUCH. BeginString is that of a dialect.
    explicit OwnExecutions(const std::optional<FixAccount>& fix, bool is_ilink = false);

    /// For an execution or a broken trade; nullopt for any other reply. `number` is the reply's.
    [[nodiscard]] std::optional<OwnExecution> find(std::uint64_t number, Bytes reply) noexcept;

  private:
    [[nodiscard]] std::optional<OwnExecution> find_in_report(Bytes reply) noexcept;

    const protocols::fix::Dialect* dialect_ = nullptr;  // of FIX
    bool is_ilink_;
    protocols::fix::FieldList fields_;
};

/// The reconciliation gets the position after an execution that the engine has booked.
template <class Engine>
void note_own(const OwnExecution& own, const Engine& engine, Reconciliation& of,
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
