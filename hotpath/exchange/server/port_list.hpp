#pragma once
/// PortList: ports of a venue server; protocols/venue/ports.hpp lists its ports.
///
/// Threads: the server's. Allocation: create(). Complexity: O(ports).

#include <memory>
#include <tuple>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/port_context.hpp"

namespace hotpath::exchange {

/// The ports of these types, each made once and known to the core.
template <class... Ports>
class PortList {
  public:
    [[nodiscard]] static Expected<PortList> create(const PortContext& context) {
        PortList list;
        Expected<void> made;
        const bool are_made = ((made = list.template add<Ports>(context)).has_value() && ...);
        return are_made ? Expected<PortList>(std::move(list))
                        : std::unexpected(std::move(made.error()));
    }

    template <class Port>
    [[nodiscard]] const Port& get() const noexcept {
        return *std::get<std::unique_ptr<Port>>(ports_);
    }

  private:
    template <class Port>
    [[nodiscard]] Expected<void> add(const PortContext& context) {
        Expected<std::unique_ptr<Port>> port = Port::create(context);
        if (!port) {
            return std::unexpected(std::move(port.error()));
        }
        context.core.add(**port, Port::kPorts, Port::kKinds);
        std::get<std::unique_ptr<Port>>(ports_) = std::move(*port);
        return {};
    }

    std::tuple<std::unique_ptr<Ports>...> ports_;
};

}  // namespace hotpath::exchange
