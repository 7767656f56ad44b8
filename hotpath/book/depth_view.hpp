#pragma once
/// DepthView: a copy of one instrument's book at one moment: the first levels of each side, and our
/// own orders. For a strategy on another thread than the books'.
///
/// BookView and DepthView answer the same questions (InstrumentView), so a strategy is written once
/// for both. Threads: values. Allocation: ShownOrders at construction. Complexity: Depth::of()
/// O(levels), find() O(1).

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/book/types.hpp"
#include "hotpath/book/usual_tick.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// A strategy's queries on one instrument's book.
template <class View>
concept InstrumentView =
    requires(const View& view, Side side, Price price, OrderId id, std::span<Level> levels) {
        { view.instrument() } -> std::same_as<InstrumentId>;
        { view.scale() } -> std::same_as<PriceScale>;
        { view.tick(price) } -> std::same_as<std::int64_t>;
        { view.best(side) } -> std::same_as<Level>;
        { view.best_bid() } -> std::same_as<Level>;
        { view.best_ask() } -> std::same_as<Level>;
        { view.bbo() } -> std::same_as<Bbo>;
        { view.depth(side, levels) } -> std::same_as<std::size_t>;
        { view.find(id) } -> std::same_as<std::optional<OrderView>>;
    };

inline constexpr std::size_t kDepthLevelsMax = 4;

/// The first levels of both sides.
struct Depth {
    std::array<std::array<Level, kDepthLevelsMax>, 2> levels{};  // by Side, best first
    std::array<std::uint8_t, 2> counts{};                        // levels filled

    /// At most `levels_max` a side.
    template <InstrumentView View>
    void take(const View& view, std::size_t levels_max) noexcept {
        for (const Side side : {Side::Buy, Side::Sell}) {
            const std::size_t i = side_index(side);
            const std::span<Level> room(levels[i].data(), std::min(levels_max, kDepthLevelsMax));
            counts[i] = static_cast<std::uint8_t>(view.depth(side, room));
        }
    }
};

/// The book's display of some orders, as last reported.
class ShownOrders {
  public:
    explicit ShownOrders(std::size_t orders_max) : orders_(orders_max) {}

    /// A quantity of zero means that it is gone. Returns false when there is no room for it.
    bool show(const OrderView& order) noexcept {
        if (order.leaves_qty.value == 0) {
            orders_.erase(order.id);
            return true;
        }
        if (OrderView* const known = orders_.find(order.id); known != nullptr) {
            *known = order;
            return true;
        }
        return orders_.try_insert(order.id, order) != nullptr;
    }
    [[nodiscard]] std::optional<OrderView> find(OrderId id) const noexcept {
        const OrderView* const shown = orders_.find(id);
        return shown == nullptr ? std::nullopt : std::optional(*shown);
    }

  private:
    FixedHashMap<OrderId, OrderView> orders_;
};

class DepthView {
  public:
    struct Of {
        InstrumentId instrument{};
        PriceScale scale{};
    };

    DepthView(const Depth& depth, const ShownOrders& shown, Of of) noexcept
        : depth_(&depth), shown_(&shown), of_(of) {}

    [[nodiscard]] InstrumentId instrument() const noexcept { return of_.instrument; }
    [[nodiscard]] PriceScale scale() const noexcept { return of_.scale; }
    [[nodiscard]] std::int64_t tick(Price price) const noexcept {
        return usual_tick(price, of_.scale);
    }

    [[nodiscard]] Level best(Side side) const noexcept {
        const std::size_t i = side_index(side);
        return depth_->counts[i] == 0 ? Level{} : depth_->levels[i][0];
    }
    [[nodiscard]] Level best_bid() const noexcept { return best(Side::Buy); }
    [[nodiscard]] Level best_ask() const noexcept { return best(Side::Sell); }
    [[nodiscard]] Bbo bbo() const noexcept { return {best_bid(), best_ask()}; }
    /// Fills `levels` from the best; how many there were, of those that were copied.
    [[nodiscard]] std::size_t depth(Side side, std::span<Level> levels) const noexcept {
        const std::size_t i = side_index(side);
        const std::size_t count = std::min<std::size_t>(depth_->counts[i], levels.size());
        std::copy_n(depth_->levels[i].begin(), count, levels.begin());
        return count;
    }
    /// One of our orders, of any instrument.
    [[nodiscard]] std::optional<OrderView> find(OrderId id) const noexcept {
        return shown_->find(id);
    }

  private:
    const Depth* depth_;
    const ShownOrders* shown_;
    Of of_;
};

static_assert(InstrumentView<DepthView>);

}  // namespace hotpath::book
