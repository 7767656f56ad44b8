#include "hotpath/sim/flow/fill_model.hpp"

#include <algorithm>
#include <cmath>

#include "hotpath/core/assert.hpp"

namespace hotpath::sim::flow {

namespace {

/// The share of `ahead` in ahead + behind, 0 to 1, by the model's weights. As 1 / (1 + B/F): a power
/// of a quotient has no overflow that makes infinity / infinity.
[[nodiscard]] double share_ahead(const FillModel& model, TotalQty ahead, TotalQty behind) {
    if (ahead == TotalQty{} || model.queue == QueueModel::BackOfLine) {
        return 0;
    }
    const auto front = static_cast<double>(ahead.value);
    const auto back = static_cast<double>(behind.value);
    switch (model.queue) {
        case QueueModel::ByOrder:
        case QueueModel::BackOfLine:
            break;
        case QueueModel::Proportional:
            return front / (front + back);
        case QueueModel::Power:
            return 1 / (1 + std::pow(back / front, model.exponent));
        case QueueModel::Logarithmic:
            return std::log1p(front) / (std::log1p(front) + std::log1p(back));
    }
    return 0;
}

}  // namespace

TotalQty canceled_ahead(const FillModel& model, TotalQty ahead, TotalQty behind,
                        TotalQty canceled) noexcept {
    HOTPATH_ASSERT(model.is_by_price(), "the model must be one by price");
    const auto modelled = static_cast<std::uint64_t>(
        std::llround(share_ahead(model, ahead, behind) * static_cast<double>(canceled.value)));
    const std::uint64_t least = canceled.value - std::min(canceled.value, behind.value);
    return {std::min(std::max(modelled, least), ahead.value)};
}

}  // namespace hotpath::sim::flow
