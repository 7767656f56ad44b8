#pragma once
/// One id space for recorded and session orders, in which id order is priority order for both.
///
/// Background ids are even: twice the recording's reference number. Session ids are odd: above
/// every earlier session id and just above the highest background id seen, so a session order ranks
/// after all earlier orders. Where session orders have taken the id of a reference that comes, the flow
/// gives its order next_background() instead, which is behind them. A recorded order published late
/// with an old reference (orders that the opening cross releases) goes ahead of session orders, as
/// it did in the recording. Match numbers: the same split. A real order that is given back as a
/// session's can be given the id just below its own reference, and ranks as it did.
///
/// Threads: one owner. Allocation: none. Complexity: O(1).

#include <algorithm>
#include <cstdint>
#include <utility>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::exchange {

/// The most a recorded reference or match number may be: twice it and the ids between must fit in
/// 64 bits.
inline constexpr std::uint64_t kReferenceMax = (std::uint64_t{1} << 62U) - 1;

[[nodiscard]] constexpr OrderId background_order_id(std::uint64_t recorded_reference) {
    return {recorded_reference * 2};
}
[[nodiscard]] constexpr MatchId background_match_id(std::uint64_t recorded_match_number) {
    return {recorded_match_number * 2};
}
[[nodiscard]] constexpr bool is_background(OrderId id) {
    return id.value % 2 == 0;
}

class SessionOrderIds {
  public:
    void on_background(OrderId id) noexcept { highest_ = std::max(highest_, id.value); }

    /// A background id after every order so far.
    [[nodiscard]] OrderId next_background() const noexcept {
        return {std::max(highest_ + 2, last_own_ + 1)};
    }
    [[nodiscard]] OrderId next() noexcept {
        if (wanted_ != 0) {
            return {std::exchange(wanted_, 0)};
        }
        last_own_ = std::max(last_own_ + 2, highest_ + 1);
        return {last_own_};
    }
    /// The next id that is given; odd, and of no other order.
    void want_next(OrderId id) noexcept {
        wanted_ = id.value;
        last_own_ = std::max(last_own_ + 2, id.value + 2) - 2;
    }

    void save(StateWriter& writer) const {
        writer.put(highest_);
        writer.put(last_own_);
    }
    void load(StateReader& reader) noexcept {
        highest_ = reader.get<std::uint64_t>();
        last_own_ = reader.get<std::uint64_t>();
    }

  private:
    std::uint64_t highest_ = 0;                   // of the background; even
    std::uint64_t last_own_ = ~std::uint64_t{0};  // odd; -1, so that the first id is 1
    std::uint64_t wanted_ = 0;                    // 0: none; within a command, so not saved
};

}  // namespace hotpath::exchange
