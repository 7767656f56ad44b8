#pragma once
/// The types of the books: orders and levels that queries return, updates that commands return, and
/// counters.
///
/// Shared by L3Books, its reference ReferenceBooks, and their readers. Values without behaviour.
/// Threads: any. Allocation: none. Prices are counts of the instrument's price units (see
/// PriceScale), quantities shares.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// The highest price of a book; the lowest is 0. Of ITCH's 32-bit values only the last is excluded.
inline constexpr Price kPriceMax{0xffff'fffe};

[[nodiscard]] constexpr bool is_in_range(Price price) {
    return static_cast<std::uint64_t>(price.value) <= static_cast<std::uint64_t>(kPriceMax.value);
}

/// The result of a book command. All but Ok and OverExecution leave the books unchanged (see
/// L3Books::replace for the one exception).
enum class BookStatus : std::uint8_t {
    Ok,
    UnknownOrder,
    DuplicateOrder,
    OverExecution,  // more was taken than the order had left: the order is removed
    UnknownInstrument,
    ZeroQty,
    PriceOutOfRange,  // below 0 or above kPriceMax
    OrdersFull,
    LevelsFull,
};

/// Trading state of one instrument, from the venue's administrative messages; Unknown until the
/// first of them.
enum class TradingState : std::uint8_t { Unknown, Halted, Paused, QuotationOnly, Trading };

[[nodiscard]] constexpr std::string_view name(TradingState state) noexcept {
    constexpr std::string_view kNames[] = {"unknown", "halted", "paused", "quotation only",
                                           "trading"};
    return kNames[static_cast<std::size_t>(state)];
}

/// The bounds of a set of books; create() allocates all their memory. The defaults hold a full
/// Nasdaq day.
struct BooksOptions {
    std::uint32_t orders_max = 2'000'000;    // open at one time
    std::uint32_t levels_max = 4'000'000;    // sum over all sides of the most levels of each
    std::uint16_t instruments_max = 16'000;  // ids 1 to instruments_max
    // Orders with an id below this are found in an array (16 bytes an id, at most 256 MiB), others
    // by hashing. Set it to the day's highest id for a whole market, whose ids are dense, and to 0
    // for a few instruments.
    std::uint32_t dense_ids = 0;
    HugePages huge_pages = HugePages::Try;
    bool prefault = false;  // create() touches all memory, so that commands cause no page faults
};

/// One price of one side: the sum of its orders.
struct Level {
    Price price{};
    TotalQty qty{};
    std::uint32_t orders = 0;

    friend constexpr bool operator==(const Level&, const Level&) = default;
};

/// A price of one side of one book.
struct LevelKey {
    Side side = Side::Buy;
    Price price{};

    friend constexpr bool operator==(const LevelKey&, const LevelKey&) = default;
};

/// Best bid and best ask. A side without orders has orders == 0.
struct Bbo {
    Level bid{};
    Level ask{};

    [[nodiscard]] constexpr bool is_two_sided() const { return bid.orders != 0 && ask.orders != 0; }
    friend constexpr bool operator==(const Bbo&, const Bbo&) = default;
};

/// One open order.
struct OrderView {
    OrderId id{};
    InstrumentId instrument{};
    Side side = Side::Buy;
    Price price{};
    Qty leaves_qty{};
    // A word of the caller, which the books store and do not interpret; for an id below
    // BooksOptions::dense_ids it may be lost.
    std::uint32_t tag = 0;

    friend constexpr bool operator==(const OrderView&, const OrderView&) = default;
};

/// The new terms of a replaced order; instrument and side carry over.
struct Replacement {
    OrderId id{};
    Qty qty{};
    Price price{};
    std::uint32_t tag = 0;  // see OrderView
};

/// The effect of one command. Instrument, side and price are those of the order concerned (of the
/// new order, after a replace) and zero when no order was found.
struct BookUpdate {
    BookStatus status = BookStatus::Ok;
    Side side = Side::Buy;
    InstrumentId instrument{};
    Qty qty{};  // quantity added or removed
    Price price{};
    bool bbo_changed = false;  // price, quantity or order count of this side's best level
    bool crossed = false;      // after the update the best bid is at or above the best ask

    [[nodiscard]] constexpr bool changed_book() const {
        return status == BookStatus::Ok || status == BookStatus::OverExecution;
    }
    friend constexpr bool operator==(const BookUpdate&, const BookUpdate&) = default;
};

/// The execution of the order first in line.
struct FrontExecution {
    OrderId id{};
    Qty qty{};
    Qty leaves_qty{};  // open quantity of the order after the execution
    std::uint32_t tag = 0;

    friend constexpr bool operator==(const FrontExecution&, const FrontExecution&) = default;
};

/// The update of a command that changed nothing, for this order.
[[nodiscard]] constexpr BookUpdate refused(BookStatus status, const OrderView& order) noexcept {
    return {.status = status,
            .side = order.side,
            .instrument = order.instrument,
            .qty = {},
            .price = order.price};
}

struct BookCounters {
    std::uint64_t applied = 0;  // commands that changed a book, over-executions included
    std::uint64_t unknown_orders = 0;
    std::uint64_t duplicate_orders = 0;
    std::uint64_t over_executions = 0;
    std::uint64_t unknown_instruments = 0;
    std::uint64_t zero_quantities = 0;
    std::uint64_t prices_out_of_range = 0;
    std::uint64_t orders_full = 0;
    std::uint64_t levels_full = 0;
    std::uint64_t crossed = 0;  // updates after which their book was crossed or locked

    /// Counts one finished command.
    [[gnu::always_inline]] constexpr void count(const BookUpdate& update) noexcept {
        applied += update.changed_book() ? 1U : 0U;
        crossed += update.crossed ? 1U : 0U;
        if (update.status != BookStatus::Ok) [[unlikely]] {
            count_trouble(update.status);
        }
    }

    /// Sums the counters of several books.
    constexpr BookCounters& operator+=(const BookCounters& other) noexcept {
        applied += other.applied;
        unknown_orders += other.unknown_orders;
        duplicate_orders += other.duplicate_orders;
        over_executions += other.over_executions;
        unknown_instruments += other.unknown_instruments;
        zero_quantities += other.zero_quantities;
        prices_out_of_range += other.prices_out_of_range;
        orders_full += other.orders_full;
        levels_full += other.levels_full;
        crossed += other.crossed;
        return *this;
    }

    friend constexpr bool operator==(const BookCounters&, const BookCounters&) = default;

  private:
    constexpr void count_trouble(BookStatus status) noexcept {
        switch (status) {
            case BookStatus::Ok:
                break;
            case BookStatus::UnknownOrder:
                ++unknown_orders;
                break;
            case BookStatus::DuplicateOrder:
                ++duplicate_orders;
                break;
            case BookStatus::OverExecution:
                ++over_executions;
                break;
            case BookStatus::UnknownInstrument:
                ++unknown_instruments;
                break;
            case BookStatus::ZeroQty:
                ++zero_quantities;
                break;
            case BookStatus::PriceOutOfRange:
                ++prices_out_of_range;
                break;
            case BookStatus::OrdersFull:
                ++orders_full;
                break;
            case BookStatus::LevelsFull:
                ++levels_full;
                break;
        }
    }
};

/// How soon a prefetched order will be used. Each step needs what the previous step has loaded
/// into the cache: request Table first, Order some messages later and Level some messages before
/// the use.
enum class PrefetchStep : std::uint8_t { Table, Order, Level };

}  // namespace hotpath::book
