#pragma once
/// OwnExecutions: the Executions of the order entry that an account is of, of any in the list (all.hpp).
///
/// Threads: one owner. Allocation: the constructor. Complexity: that of the protocol.

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::protocols {

template <OrderEntry... Of>
class AnyExecutions {
    using Any = std::variant<typename Of::Executions...>;

  public:
    explicit AnyExecutions(const std::variant<typename Of::Account...>& account)
        : any_(std::visit(
              []<class A>(const A& of) {
                  return Any(std::in_place_type<typename A::Entry::Executions>, of);
              },
              account)) {}

    /// An execution or a broken trade; nullopt: another reply. `number` is the reply's.
    [[nodiscard]] std::optional<OwnExecution> find(std::uint64_t number, Bytes reply) noexcept {
        return std::visit([&](auto& executions) { return executions.find(number, reply); }, any_);
    }

  private:
    Any any_;
};

using OwnExecutions = OrderEntries::Apply<AnyExecutions>;

}  // namespace hotpath::protocols
