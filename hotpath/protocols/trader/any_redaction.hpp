#pragma once
/// AnyRedaction: the Redaction of each order entry of the list, of one connection at a time.
///
/// Threads: one owner. Allocation: none. Complexity: that of the protocol.

#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::protocols {

template <OrderEntry... Of>
class AnyRedaction {
  public:
    void begin() noexcept {
        std::apply([](auto&... each) { (each.begin(), ...); }, each_);
        is_done_ = false;
    }
    [[nodiscard]] bool is_done() const noexcept { return is_done_; }
    /// The connection is of the protocol at this place in the list.
    [[nodiscard]] Bytes add(std::size_t protocol, Bytes piece) noexcept {
        return add(protocol, piece, std::index_sequence_for<Of...>());
    }

  private:
    template <std::size_t... I>
    [[nodiscard]] Bytes add(std::size_t protocol, Bytes piece, std::index_sequence<I...>) noexcept {
        Bytes kept;
        const auto ask = [&](auto& redaction) {
            kept = redaction.add(piece);
            is_done_ = redaction.is_done();
        };
        ((protocol == I ? ask(std::get<I>(each_)) : void()), ...);
        return kept;
    }

    std::tuple<typename Of::Redaction...> each_{};
    bool is_done_ = true;
};

}  // namespace hotpath::protocols
