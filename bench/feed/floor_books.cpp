#include "bench/feed/floor_books.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "bench/feed/itch_offsets.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::bench {

namespace {

namespace itch = protocols::nasdaq::itch50;

using namespace itch_offsets;

/// Hears which prices each side will have.
class PriceRanges : public itch::NullListener {
  public:
    explicit PriceRanges(MarketPlan& plan) : plan_(plan) {}

    void on_add_order(const itch::AddOrder& m) noexcept { add(m); }
    void on_add_order_mpid(const itch::AddOrderMpid& m) noexcept { add(m); }
    void on_order_replace(const itch::OrderReplace& m) noexcept {
        const std::uint32_t side = side_of_.at(m.load_original_order_reference_number());
        note(m.load_new_order_reference_number(), side, m.load_price());
    }

  private:
    void add(const auto& m) noexcept {
        note(m.load_order_reference_number(),
             m.load_stock_locate() * 2U + (m.load_buy_sell_indicator() == 'S' ? 1U : 0U),
             m.load_price());
    }
    void note(std::uint64_t id, std::uint32_t side, std::uint32_t price) noexcept {
        plan_.ids = std::max(plan_.ids, id + 1);
        side_of_.resize(std::max<std::size_t>(side_of_.size(), plan_.ids));
        side_of_[id] = side;
        MarketPlan::Prices& prices = plan_.sides[side];
        prices.low = prices.high == 0 ? price : std::min(prices.low, price);
        prices.high = std::max(prices.high, price);
        prices.in_cents = prices.in_cents && price % MarketPlan::kUnitsPerCent == 0;
    }

    MarketPlan& plan_;
    std::vector<std::uint32_t> side_of_;  // by id
};

/// The messages of a block, by the two bytes of length before each.
[[nodiscard]] const std::byte* next_of(const std::byte* message) noexcept {
    return message + load_be<std::uint16_t>(message - 2) + 2;
}

[[nodiscard]] char type_of(const std::byte* message) noexcept {
    return std::to_integer<char>(*message);
}

[[nodiscard]] bool is_add(const std::byte* message) noexcept {
    return type_of(message) == 'A' || type_of(message) == 'F';
}

[[nodiscard]] std::uint32_t id_at(const std::byte* field) noexcept {
    return static_cast<std::uint32_t>(load_be<std::uint64_t>(field));
}

[[nodiscard]] bool has_order(const std::byte* message) noexcept {
    switch (type_of(message)) {
        case 'A':
        case 'F':
        case 'E':
        case 'C':
        case 'X':
        case 'D':
        case 'U':
            return true;
        default:
            return false;
    }
}

}  // namespace

MarketPlan::MarketPlan(Bytes block)
    : sides((std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1) * 2) {
    PriceRanges ranges(*this);
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        (void)itch::decode(message, ranges);
    }
}

/// In whole words of the bitmap, with one level that has no price.
template <bool HasQueues>
std::uint32_t FloorBooks<HasQueues>::levels_of(const MarketPlan::Prices& prices) {
    const std::uint32_t levels = prices.ticks_of(prices.high - prices.low) + 2;
    return prices.high == 0 ? 0 : (levels + kWordBits - 1) / kWordBits * kWordBits;
}

template <bool HasQueues>
std::size_t FloorBooks<HasQueues>::level_count(const MarketPlan& plan) {
    std::size_t levels = 0;
    for (const MarketPlan::Prices& prices : plan.sides) {
        levels += levels_of(prices);
    }
    return levels;
}

template <bool HasQueues>
std::size_t FloorBooks<HasQueues>::arena_bytes(const MarketPlan& plan) {
    const std::size_t levels = level_count(plan);
    return Arena::bytes_for<Order>(plan.ids) + Arena::bytes_for<Level>(levels) +
           Arena::bytes_for<std::uint64_t>(levels / kWordBits) +
           Arena::bytes_for<OneSide>(plan.sides.size());
}

template <bool HasQueues>
FloorBooks<HasQueues>::FloorBooks(const MarketPlan& plan)
    : arena_(std::move(*Arena::create(arena_bytes(plan), HugePages::Try))) {
    HOTPATH_ASSERT(plan.ids <= std::numeric_limits<std::uint32_t>::max() &&
                       level_count(plan) <= std::numeric_limits<std::uint32_t>::max(),
                   "ids and levels have 32 bits");
    arena_.prefault();
    orders_ = arena_.allocate<Order>(plan.ids);
    levels_ = arena_.allocate<Level>(level_count(plan));
    taken_ = arena_.allocate<std::uint64_t>(levels_.size() / kWordBits);
    sides_ = arena_.allocate<OneSide>(plan.sides.size());
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        const MarketPlan::Prices& prices = plan.sides[i];
        if (prices.high != 0) {
            sides_[i] = {.first = first, .best = first, .prices = prices};
            taken_[first / kWordBits] = 1;
            first += levels_of(prices);
        }
    }
}

template <bool HasQueues>
std::uint32_t FloorBooks<HasQueues>::side_index_of(const std::byte* message) noexcept {
    return load_be<std::uint16_t>(message + kLocate) * 2U +
           (std::to_integer<char>(message[kSide]) == 'S' ? 1U : 0U);
}

template <bool HasQueues>
std::uint32_t FloorBooks<HasQueues>::level_at(const OneSide& side, bool is_ask,
                                              std::uint32_t price) noexcept {
    const MarketPlan::Prices& prices = side.prices;
    return side.first + 1 + prices.ticks_of(is_ask ? prices.high - price : price - prices.low);
}

template <bool HasQueues>
void FloorBooks<HasQueues>::replay(Bytes block) noexcept {
    constexpr std::size_t kFar = 32;
    constexpr std::size_t kNear = 16;
    std::array<const std::byte*, 2 * kFar> window{};
    const std::byte* walked = block.data() + 2;
    const std::byte* const end = block.data() + block.size() + 2;
    std::size_t ahead = 0;
    for (std::size_t taken = 0;; ++taken) {
        for (; walked != end && ahead < taken + kFar; ++ahead) {
            window[ahead % window.size()] = walked;
            look_far_ahead(walked);
            walked = next_of(walked);
        }
        if (taken == ahead) {
            return;
        }
        if (ahead > taken + kNear) {
            look_ahead(window[(taken + kNear) % window.size()]);
        }
        apply(window[taken % window.size()]);
    }
}

template <bool HasQueues>
void FloorBooks<HasQueues>::replay_singly(Bytes block) noexcept {
    const std::byte* const end = block.data() + block.size() + 2;
    for (const std::byte* message = block.data() + 2; message != end; message = next_of(message)) {
        apply(message);
    }
}

template <bool HasQueues>
void FloorBooks<HasQueues>::look_far_ahead(const std::byte* message) const noexcept {
    if (is_add(message)) {
        const std::uint32_t side = side_index_of(message);
        prefetch_level(
            level_at(sides_[side], side % 2 != 0, load_be<std::uint32_t>(message + kAddPrice)));
    } else if (has_order(message)) {
        prefetch_for_write(&orders_[id_at(message + kReference)]);
    }
}

template <bool HasQueues>
void FloorBooks<HasQueues>::look_ahead(const std::byte* message) const noexcept {
    if (has_order(message) && !is_add(message)) {
        prefetch_level(orders_[id_at(message + kReference)].level);
    }
}

template <bool HasQueues>
void FloorBooks<HasQueues>::prefetch_level(std::uint32_t level) const noexcept {
    prefetch_for_write(&levels_[level]);
    prefetch_for_write(&taken_[level / kWordBits]);
}

template <bool HasQueues>
void FloorBooks<HasQueues>::apply(const std::byte* m) noexcept {
    const std::uint32_t instrument = load_be<std::uint16_t>(m + kLocate);
    switch (type_of(m)) {
        case 'A':
        case 'F': {
            const std::uint32_t side = side_index_of(m);
            Order order{};
            order.qty = load_be<std::uint32_t>(m + kAddShares);
            order.level =
                level_at(sides_[side], side % 2 != 0, load_be<std::uint32_t>(m + kAddPrice));
            add(id_at(m + kReference), side, order);
            break;
        }
        case 'E':
        case 'C':
        case 'X':
            take(id_at(m + kReference), load_be<std::uint32_t>(m + kTakenShares), instrument);
            break;
        case 'D':
            take(id_at(m + kReference), orders_[id_at(m + kReference)].qty, instrument);
            break;
        case 'U': {
            const std::uint32_t original = id_at(m + kReference);
            const std::uint32_t is_ask =
                orders_[original].level >= sides_[instrument * 2U + 1].first &&
                        sides_[instrument * 2U + 1].prices.high != 0
                    ? 1U
                    : 0U;
            const std::uint32_t side = instrument * 2U + is_ask;
            take(original, orders_[original].qty, instrument);
            Order order{};
            order.qty = load_be<std::uint32_t>(m + kReplaceShares);
            order.level =
                level_at(sides_[side], is_ask != 0, load_be<std::uint32_t>(m + kReplacePrice));
            add(id_at(m + kNewReference), side, order);
            break;
        }
        default:
            break;
    }
}

template <bool HasQueues>
void FloorBooks<HasQueues>::add(std::uint32_t id, std::uint32_t side, Order order) noexcept {
    Level& level = levels_[order.level];
    if constexpr (HasQueues) {
        order.prev = level.tail;
        (level.tail == kNoOrder ? level.head : orders_[level.tail].next) = id;
        level.tail = id;
    }
    orders_[id] = order;
    level.qty += order.qty;
    if (level.orders++ == 0) {
        taken_[order.level / kWordBits] |= std::uint64_t{1} << order.level % kWordBits;
        sides_[side].best = std::max(sides_[side].best, order.level);
    }
}

template <bool HasQueues>
void FloorBooks<HasQueues>::leave(std::uint32_t id, const Order& order, Level& level) noexcept {
    if constexpr (HasQueues) {
        (level.head == id ? level.head : orders_[order.prev].next) = order.next;
        (level.tail == id ? level.tail : orders_[order.next].prev) = order.prev;
    }
    --level.orders;
}

template <bool HasQueues>
void FloorBooks<HasQueues>::take(std::uint32_t id, std::uint32_t qty,
                                 std::uint32_t instrument) noexcept {
    Order& order = orders_[id];
    Level& level = levels_[order.level];
    level.qty -= qty;
    order.qty -= qty;
    if (order.qty != 0) {
        return;
    }
    leave(id, order, level);
    if (level.orders != 0) {
        return;
    }
    std::uint32_t at = order.level / kWordBits;
    taken_[at] &= ~(std::uint64_t{1} << order.level % kWordBits);
    OneSide* const bids = &sides_[instrument * 2U];
    OneSide& side = bids[0].best == order.level ? bids[0] : bids[1];
    if (side.best == order.level) {
        while (taken_[at] == 0) {
            --at;
        }
        side.best = at * kWordBits + kWordBits - 1 -
                    static_cast<std::uint32_t>(std::countl_zero(taken_[at]));
    }
}

template <bool HasQueues>
book::Bbo FloorBooks<HasQueues>::bbo(InstrumentId instrument) const noexcept {
    const auto best_of = [&](std::uint32_t is_ask) -> book::Level {
        const OneSide& side = sides_[instrument.value * 2U + is_ask];
        if (side.best == side.first) {
            return {};
        }
        const std::uint32_t units = side.prices.units_of(side.best - side.first - 1);
        return {.price = {is_ask != 0 ? side.prices.high - units : side.prices.low + units},
                .qty = {levels_[side.best].qty},
                .orders = static_cast<std::uint32_t>(levels_[side.best].orders)};
    };
    return {.bid = best_of(0), .ask = best_of(1)};
}

template class FloorBooks<false>;
template class FloorBooks<true>;

}  // namespace hotpath::bench
