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
        : any_(make(account, std::index_sequence_for<Of...>())) {}

    /// For an execution or a broken trade; nullopt for any other reply. `number` is the reply's.
    [[nodiscard]] std::optional<OwnExecution> find(std::uint64_t number, Bytes reply) noexcept {
        return std::visit([&](auto& executions) { return executions.find(number, reply); }, any_);
    }

  private:
    template <std::size_t... I>
    [[nodiscard]] static Any make(const std::variant<typename Of::Account...>& account,
                                  std::index_sequence<I...>) {
        std::optional<Any> made;
        ((account.index() == I ? void(made.emplace(std::in_place_index<I>, std::get<I>(account)))
                               : void()),
         ...);
        return std::move(*made);
    }

    Any any_;
};

using OwnExecutions = OrderEntries::Apply<AnyExecutions>;

}  // namespace hotpath::protocols
