#pragma once
/// AnyRedaction: the Redaction of each order entry of the list, of one connection at a time.
///
/// Threads: one owner. Allocation: none. Complexity: that of the protocol.

#include <cstddef>
#include <tuple>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/with_index.hpp"
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
        Bytes kept;
        with_index<sizeof...(Of)>(protocol, [&](auto n) {
            auto& redaction = std::get<n>(each_);
            kept = redaction.add(piece);
            is_done_ = redaction.is_done();
        });
        return kept;
    }

  private:
    std::tuple<typename Of::Redaction...> each_{};
    bool is_done_ = true;
};

}  // namespace hotpath::protocols
