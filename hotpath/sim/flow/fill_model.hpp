#pragma once
/// FillModel: when a session order that rests beside a recording executes.
///
///   impact   what becomes of the recorded order whose incoming order met ours
///   queue    how many shares are ahead of ours, and which of them leave
///
/// By order the recording shows which order leaves. By price it shows only how much is left at the
/// price: what was traded is taken from the front, and the models differ in where canceled shares
/// stood. With F shares ahead of ours and B behind, of C canceled shares were ahead:
///
///   back of the line   max(0, C - B)                  the least that is possible
///   proportional       C x F / (F + B)
///   power n            C x F^n / (F^n + B^n)          n = 1 is proportional
///   logarithmic        C x ln(1+F) / (ln(1+F) + ln(1+B))
///
/// Values. Threads: any. Allocation: none. Complexity: O(1). Source: Rigtorp, Estimating order
/// queue position; the probability models of hftbacktest.

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::sim::flow {

enum class Impact : std::uint8_t {
    None,     // it executes as recorded, too
    Matched,  // the shares ours took are not its own: it stays, until the recording ends it
};

enum class QueueModel : std::uint8_t { ByOrder, BackOfLine, Proportional, Power, Logarithmic };

struct FillModel {
    Impact impact = Impact::None;
    QueueModel queue = QueueModel::ByOrder;
    double exponent = 2;  // of Power, above 0
    /// The recording is by price: each of its orders is a whole level, and a level that grows is
    /// replaced. By price only.
    bool is_of_levels = false;

    [[nodiscard]] bool is_by_price() const { return queue != QueueModel::ByOrder; }

    friend bool operator==(const FillModel&, const FillModel&) = default;
};

inline constexpr FillModel kMatched{.impact = Impact::Matched};

/// How many of `canceled` shares at a price were ahead of ours: never more than are ahead, and
/// never so few that more than all behind would have gone. By price only.
[[nodiscard]] TotalQty canceled_ahead(const FillModel& model, TotalQty ahead, TotalQty behind,
                                      TotalQty canceled) noexcept;

}  // namespace hotpath::sim::flow
