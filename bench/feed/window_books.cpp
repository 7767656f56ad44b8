#include "bench/feed/window_books.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "bench/feed/itch_offsets.hpp"
#include "hotpath/core/exact_division.hpp"
#include "hotpath/core/prefetch.hpp"

namespace hotpath::bench {

namespace {

using namespace itch_offsets;

constexpr std::size_t kPrefix = 2;
/// Any message of an order and its prefix.
constexpr std::size_t kReadable = 64;
constexpr std::size_t kSides = (std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1) * 2;

[[nodiscard]] std::uint32_t instrument_of(const std::byte* message) noexcept {
    return load_be<std::uint16_t>(message + kLocate);
}

[[nodiscard]] std::uint32_t side_of(const std::byte* message) noexcept {
    return instrument_of(message) * 2 + (std::to_integer<char>(message[kSide]) == 'S' ? 1U : 0U);
}

[[nodiscard]] bool is_add(const std::byte* message) noexcept {
    const char type = std::to_integer<char>(*message);
    return type == 'A' || type == 'F';
}

}  // namespace

std::size_t WindowBooks::arena_bytes(std::uint64_t ids) {
    return Arena::bytes_for<Order>(ids) + Arena::bytes_for<Window>(kSides) +
           Arena::bytes_for<Bits>(kSides) + Arena::bytes_for<Totals>(kSides);
}

WindowBooks::WindowBooks(std::uint64_t ids)
    : arena_(std::move(*Arena::create(arena_bytes(ids), HugePages::Try))),
      orders_(arena_.allocate<Order>(ids)),
      windows_(arena_.allocate<Window>(kSides)),
      bits_(arena_.allocate<Bits>(kSides)),
      totals_(arena_.allocate<Totals>(kSides)),
      far_(kSides) {
    arena_.prefault();
    std::ranges::fill(windows_, Window{.first = 0, .best = kNone});
}

/// In the window; kTicks or more when the price is not in it.
std::uint32_t WindowBooks::place_of(std::uint32_t side, std::uint32_t price) const noexcept {
    static constexpr ExactDivision kByTick(kUnitsPerTick);
    const std::uint64_t tick = kByTick.quotient(price);
    const bool is_tick = tick <= kTickMax;
    const std::uint32_t place =
        turned(static_cast<std::uint32_t>(tick), side) - windows_[side].first;
    return is_tick ? place : kTicks;
}

void WindowBooks::replay_singly(Bytes block) noexcept {
    const std::byte* const end = block.data() + block.size();
    for (const std::byte* at = block.data(); at != end;) {
        const std::byte* const message = at + kPrefix;
        at = message + load_be<std::uint16_t>(at);
        apply(message);
    }
}

void WindowBooks::replay(Bytes block) noexcept {
    constexpr std::size_t kFar = 32;
    constexpr std::size_t kNear = 16;
    const std::byte* const begin = block.data();
    const std::size_t limit = block.size() > kReadable ? block.size() - kReadable : 0;
    const auto step = [&](std::size_t& at, auto&& look) {
        if (at < limit) {
            look(begin + at + kPrefix);
            at += kPrefix + load_be<std::uint16_t>(begin + at);
        }
    };
    const auto look_far = [&](const std::byte* message) { look_far_ahead(message); };
    const auto look_near = [&](const std::byte* message) { look_ahead(message); };
    std::size_t far = 0;
    std::size_t near = limit;
    for (std::size_t walked = 0; walked < kFar && far < limit; ++walked) {
        near = walked == kNear ? far : near;
        step(far, look_far);
    }
    for (std::size_t at = 0; at != block.size();) {
        step(far, look_far);
        step(near, look_near);
        const std::byte* const message = begin + at + kPrefix;
        at += kPrefix + load_be<std::uint16_t>(begin + at);
        apply(message);
    }
}

void WindowBooks::look_far_ahead(const std::byte* message) const noexcept {
    prefetch_for_write(orders_.data() + load_be<std::uint64_t>(message + kReference));
    prefetch_for_write(windows_.data() + std::size_t{instrument_of(message)} * 2);
}

void WindowBooks::look_ahead(const std::byte* message) const noexcept {
    const std::uint64_t id = load_be<std::uint64_t>(message + kReference);
    const Order order = id < orders_.size() ? orders_[id] : Order{};
    const bool is_new = is_add(message);
    const std::uint32_t side =
        is_new ? side_of(message) : instrument_of(message) * 2 + order.price_and_side % 2;
    const std::uint32_t price =
        is_new ? load_be<std::uint32_t>(message + kAddPrice) : order.price_and_side / 2;
    const std::uint32_t place = place_of(side, price);
    if (place < kTicks) {
        prefetch_for_write(&totals_[side][place]);
        prefetch_for_write(&bits_[side][place / kWordBits]);
    }
}

void WindowBooks::apply(const std::byte* m) noexcept {
    const auto id_of = [&] { return load_be<std::uint64_t>(m + kReference); };
    switch (std::to_integer<char>(*m)) {
        case 'A':
        case 'F':
            add(side_of(m), id_of(), load_be<std::uint32_t>(m + kAddShares),
                load_be<std::uint32_t>(m + kAddPrice));
            break;
        case 'E':
        case 'C':
        case 'X':
            take(instrument_of(m), id_of(), load_be<std::uint32_t>(m + kTakenShares));
            break;
        case 'D':
            take(instrument_of(m), id_of(), orders_[id_of()].qty);
            break;
        case 'U': {
            const std::uint32_t side = instrument_of(m) * 2 + orders_[id_of()].price_and_side % 2;
            take(instrument_of(m), id_of(), orders_[id_of()].qty);
            add(side, load_be<std::uint64_t>(m + kNewReference),
                load_be<std::uint32_t>(m + kReplaceShares),
                load_be<std::uint32_t>(m + kReplacePrice));
            break;
        }
        default:
            break;
    }
}

void WindowBooks::add(std::uint32_t side, std::uint64_t id, std::uint32_t qty,
                      std::uint32_t price) noexcept {
    orders_[id] = {.qty = qty, .price_and_side = price * 2 + side % 2};
    const std::uint32_t place = place_of(side, price);
    if (place >= kTicks) [[unlikely]] {
        return add_far(side, price, qty);
    }
    totals_[side][place] += qty;
    bits_[side][place / kWordBits] |= std::uint64_t{1} << place % kWordBits;
    Window& window = windows_[side];
    window.best = window.best == kNone ? place : std::max(window.best, place);
}

void WindowBooks::take(std::uint32_t instrument, std::uint64_t id, std::uint32_t qty) noexcept {
    Order& order = orders_[id];
    order.qty -= qty;
    const std::uint32_t side = instrument * 2 + order.price_and_side % 2;
    const std::uint32_t place = place_of(side, order.price_and_side / 2);
    if (place >= kTicks) [[unlikely]] {
        return take_far(side, order.price_and_side / 2, qty);
    }
    totals_[side][place] -= qty;
    if (totals_[side][place] == 0) {
        close(side, place);
    }
}

void WindowBooks::close(std::uint32_t side, std::uint32_t place) noexcept {
    Bits& bits = bits_[side];
    Window& window = windows_[side];
    std::uint32_t word = place / kWordBits;
    bits[word] &= ~(std::uint64_t{1} << place % kWordBits);
    if (place != window.best) {
        return;
    }
    while (bits[word] == 0 && word != 0) {
        --word;
    }
    window.best = bits[word] == 0 ? kNone
                                  : (word + 1) * kWordBits - 1 -
                                        static_cast<std::uint32_t>(std::countl_zero(bits[word]));
    if (window.best == kNone && !far_[side].empty()) {
        const Rank best = std::prev(far_[side].end())->first;
        move_window(side, turned(turned(best, side) / kUnitsPerTick, side));
    }
}

/// A level above the window moves it, unless it is between the ticks.
void WindowBooks::add_far(std::uint32_t side, std::uint32_t price, std::uint32_t qty) noexcept {
    far_[side][turned(price, side)] += qty;
    const Window window = windows_[side];
    const std::uint32_t tick = turned(price / kUnitsPerTick, side);
    const bool is_above = tick >= window.first && tick - window.first >= kTicks;
    if (price % kUnitsPerTick == 0 && (window.best == kNone || is_above)) {
        move_window(side, tick);
    }
}

void WindowBooks::take_far(std::uint32_t side, std::uint32_t price, std::uint32_t qty) noexcept {
    const auto level = far_[side].find(turned(price, side));
    level->second -= qty;
    if (level->second == 0) {
        far_[side].erase(level);
    }
}

/// So that `tick` has a quarter of the window above it.
void WindowBooks::move_window(std::uint32_t side, std::uint32_t tick) noexcept {
    Window& window = windows_[side];
    Totals& totals = totals_[side];
    Bits& bits = bits_[side];
    for (std::uint32_t place = 0; place < kTicks; ++place) {
        if (const std::uint32_t qty = std::exchange(totals[place], 0); qty != 0) {
            const std::uint32_t price = turned(window.first + place, side) * kUnitsPerTick;
            far_[side][turned(price, side)] = qty;
        }
    }
    bits.fill(0);
    const std::uint32_t room_below = kTicks / 4 * 3;
    window = {.first = tick > room_below ? tick - room_below : 0, .best = kNone};
    for (std::uint32_t place = 0; place < kTicks; ++place) {
        const std::uint32_t of_place = turned(window.first + place, side);
        const auto level = of_place <= kTickMax
                               ? far_[side].find(turned(of_place * kUnitsPerTick, side))
                               : far_[side].end();
        if (level != far_[side].end()) {
            totals[place] = level->second;
            bits[place / kWordBits] |= std::uint64_t{1} << place % kWordBits;
            window.best = place;
            far_[side].erase(level);
        }
    }
}

book::Bbo WindowBooks::bbo(InstrumentId instrument) const noexcept {
    const auto best_of = [&](std::uint32_t side) -> book::Level {
        const Window window = windows_[side];
        const bool is_in_window = window.best != kNone;
        const std::uint32_t price =
            is_in_window ? turned(window.first + window.best, side) * kUnitsPerTick : 0;
        if (!far_[side].empty()) {
            const auto [rank, qty] = *std::prev(far_[side].end());
            if (!is_in_window || rank > turned(price, side)) {
                return {.price = {turned(rank, side)}, .qty = {qty}, .orders = 1};
            }
        }
        return is_in_window
                   ? book::Level{.price = {price}, .qty = {totals_[side][window.best]}, .orders = 1}
                   : book::Level{};
    };
    return {.bid = best_of(instrument.value * 2U), .ask = best_of(instrument.value * 2U + 1)};
}

}  // namespace hotpath::bench
