#include "python/src/backtest/result_tables.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/backtest/statistics/stops.hpp"

namespace hotpath::python {

namespace {

using backtest::BacktestResult;
using backtest::DayResult;
using backtest::EquityPoint;
using backtest::FillRecord;
using backtest::OrderRecord;

constexpr const char* kTime = "ns since midnight of the venue's day";
constexpr const char* kPriceUnits = "1/10000 dollar";
constexpr const char* kShares = "shares";

using Optional = std::optional<std::int64_t>;

[[nodiscard]] Optional if_there(Price price) {
    return price == Price{} ? std::nullopt : Optional(price.value);
}
[[nodiscard]] Optional if_there(const std::optional<TotalQty>& qty) {
    return qty ? Optional(static_cast<std::int64_t>(qty->value)) : std::nullopt;
}

[[nodiscard]] std::shared_ptr<const Texts> texts_of(std::initializer_list<std::string_view> all) {
    auto texts = std::make_shared<Texts>();
    for (const std::string_view text : all) {
        texts->add(text);
    }
    return texts;
}

/// A row and the day it is of.
template <class T>
struct Row {
    std::int32_t day = 0;
    const T* of = nullptr;
};

/// Rows of all days, and columns made of them one after the other.
template <class T>
class RowsTable {
  public:
    RowsTable(const BacktestResult& result, std::vector<Row<T>> rows)
        : result_(result), rows_(std::move(rows)), builder_(rows_.size()) {
        auto names = std::make_shared<Texts>();
        for (const DayResult& day : result.days) {
            names->add(day.day);
        }
        builder_.add("day", places([](const Row<T>& row) { return row.day; }), std::move(names));
    }

    /// get(row): an integer, or an optional one.
    template <class Get>
    RowsTable& add(const char* name, const char* unit, Get get) {
        std::vector<decltype(get(*rows_.front().of))> values;
        values.reserve(rows_.size());
        for (const Row<T>& row : rows_) {
            values.push_back(get(*row.of));
        }
        builder_.add(name, unit, std::move(values));
        return *this;
    }
    RowsTable& add_symbol() {
        auto texts = std::make_shared<Texts>();
        std::map<Symbol, std::int32_t> known;
        builder_.add("symbol", places([&](const Row<T>& row) {
                         const Symbol symbol = symbol_of(row);
                         const auto [found, is_new] =
                             known.try_emplace(symbol, static_cast<std::int32_t>(known.size()));
                         if (is_new) {
                             texts->add(symbol.view());
                         }
                         return found->second;
                     }),
                     texts);
        return *this;
    }
    RowsTable& add_side() {
        builder_.add("side", places([](const Row<T>& row) {
                         return static_cast<std::int32_t>(row.of->side);
                     }),
                     texts_of({"B", "S"}));
        return *this;
    }
    RowsTable& add_liquidity() {
        builder_.add("liquidity", places([](const Row<T>& row) {
                         return static_cast<std::int32_t>(row.of->liquidity);
                     }),
                     texts_of({"A", "R", "O"}));
        return *this;
    }
    RowsTable& add_order_type() {
        builder_.add("time_in_force", places([](const Row<T>& row) {
                         return static_cast<std::int32_t>(row.of->time_in_force);
                     }),
                     texts_of({"D", "I", "F"}));
        builder_.add("post_only",
                     places([](const Row<T>& row) { return row.of->is_post_only ? 1 : 0; }),
                     texts_of({"N", "Y"}));
        return *this;
    }
    [[nodiscard]] Table finish() { return std::move(builder_).finish(); }

  private:
    template <class Get>
    [[nodiscard]] std::vector<std::int32_t> places(Get get) const {
        std::vector<std::int32_t> values;
        values.reserve(rows_.size());
        for (const Row<T>& row : rows_) {
            values.push_back(get(row));
        }
        return values;
    }
    [[nodiscard]] Symbol symbol_of(const Row<T>& row) const {
        const DayResult& day = result_.days[static_cast<std::size_t>(row.day)];
        const auto* const found = backtest::find_instrument(day, row.of->instrument);
        return found == nullptr ? Symbol{} : found->symbol;
    }

    const BacktestResult& result_;
    std::vector<Row<T>> rows_;
    TableBuilder builder_;
};

/// Those of each day that are wanted.
template <class T, class Wanted>
[[nodiscard]] std::vector<Row<T>> rows_of(const BacktestResult& result,
                                          std::vector<T> DayResult::* member, Wanted wanted) {
    std::vector<Row<T>> rows;
    for (std::size_t n = 0; n < result.days.size(); ++n) {
        for (const T& each : result.days[n].*member) {
            if (wanted(each)) {
                rows.push_back({.day = static_cast<std::int32_t>(n), .of = &each});
            }
        }
    }
    return rows;
}
template <class T>
[[nodiscard]] std::vector<Row<T>> rows_of(const BacktestResult& result,
                                          std::vector<T> DayResult::* member) {
    return rows_of(result, member, [](const T&) { return true; });
}

[[nodiscard]] Table orders_table(const BacktestResult& result) {
    return RowsTable<OrderRecord>(result, rows_of(result, &DayResult::orders))
        .add("entered_ns", kTime, [](const OrderRecord& o) { return o.entered.value; })
        .add("order_id", "", [](const OrderRecord& o) { return std::int64_t{o.id.value}; })
        .add_symbol()
        .add_side()
        .add("price", kPriceUnits, [](const OrderRecord& o) { return o.price.value; })
        .add("qty", kShares, [](const OrderRecord& o) { return std::int64_t{o.qty.value}; })
        .add("filled_qty", kShares,
             [](const OrderRecord& o) { return std::int64_t{o.filled.value}; })
        .add("closed_ns", kTime,
             [](const OrderRecord& o) {
                 return o.closed == kNever ? std::nullopt : Optional(o.closed.value);
             })
        .add("queue_ahead_qty", kShares,
             [](const OrderRecord& o) { return if_there(o.queue_ahead); })
        .add_order_type()
        .add("reduced_qty", kShares,
             [](const OrderRecord& o) { return std::int64_t{o.reduced.value}; })
        .finish();
}

[[nodiscard]] Table fills_table(const BacktestResult& result) {
    RowsTable<FillRecord> table(result, rows_of(result, &DayResult::fills));
    table.add("time_ns", kTime, [](const FillRecord& f) { return f.at.value; })
        .add("order_id", "", [](const FillRecord& f) { return std::int64_t{f.order.value}; })
        .add_symbol()
        .add_side()
        .add_liquidity()
        .add("price", kPriceUnits, [](const FillRecord& f) { return f.price.value; })
        .add("qty", kShares, [](const FillRecord& f) { return std::int64_t{f.qty.value}; })
        .add("fee", kPriceUnits, [](const FillRecord& f) { return f.fee.value; })
        .add("position", kShares, [](const FillRecord& f) { return f.position.value; })
        .add("order_entered_ns", kTime, [](const FillRecord& f) { return f.order_entered.value; })
        .add("mid", kPriceUnits, [](const FillRecord& f) { return if_there(f.mid); });
    for (std::size_t n = 0; n < backtest::kMarkOutHorizons.size(); ++n) {
        const std::int64_t ms = backtest::kMarkOutHorizons[n].value / 1'000'000;
        table.add(("mid_" + std::to_string(ms) + "_ms").c_str(), kPriceUnits,
                  [n](const FillRecord& f) { return if_there(f.mid_after[n]); });
    }
    return table.finish();
}

/// The account of one instrument after a fill.
struct PositionRow {
    InstrumentId instrument{};
    Time at{};
    SignedQty position{};
    Money cash{};
    Money fees{};
};

[[nodiscard]] std::vector<PositionRow> positions_of(const DayResult& day) {
    std::map<InstrumentId, PositionRow> accounts;
    std::vector<PositionRow> rows;
    for (const FillRecord& fill : day.fills) {
        PositionRow& account = accounts[fill.instrument];
        account.instrument = fill.instrument;
        account.at = fill.at;
        account.position = fill.position;
        account.cash -= fill.price * signed_qty(fill.side, fill.qty);
        account.fees += fill.fee;
        rows.push_back(account);
    }
    return rows;
}

[[nodiscard]] Table positions_table(const BacktestResult& result) {
    std::vector<std::vector<PositionRow>> by_day;
    by_day.reserve(result.days.size());
    for (const DayResult& day : result.days) {
        by_day.push_back(positions_of(day));
    }
    std::vector<Row<PositionRow>> rows;
    for (std::size_t n = 0; n < by_day.size(); ++n) {
        for (const PositionRow& row : by_day[n]) {
            rows.push_back({.day = static_cast<std::int32_t>(n), .of = &row});
        }
    }
    return RowsTable<PositionRow>(result, std::move(rows))
        .add("time_ns", kTime, [](const PositionRow& p) { return p.at.value; })
        .add_symbol()
        .add("position", kShares, [](const PositionRow& p) { return p.position.value; })
        .add("cash", kPriceUnits, [](const PositionRow& p) { return p.cash.value; })
        .add("fees", kPriceUnits, [](const PositionRow& p) { return p.fees.value; })
        .finish();
}

[[nodiscard]] Table equity_table(const BacktestResult& result) {
    return RowsTable<EquityPoint>(result, rows_of(result, &DayResult::equity))
        .add("time_ns", kTime, [](const EquityPoint& e) { return e.at.value; })
        .add_symbol()
        .add("pnl", kPriceUnits, [](const EquityPoint& e) { return e.pnl.value; })
        .add("position", kShares, [](const EquityPoint& e) { return e.position.value; })
        .add("mid", kPriceUnits, [](const EquityPoint& e) { return if_there(e.mid); })
        .finish();
}

[[nodiscard]] Table queue_places_table(const BacktestResult& result) {
    std::vector<std::map<ClOrdId, std::int64_t>> first_fills;
    for (const DayResult& day : result.days) {
        auto& first = first_fills.emplace_back();
        for (const FillRecord& fill : day.fills) {
            first.try_emplace(fill.order, fill.at.value);
        }
    }
    auto rows = rows_of(result, &DayResult::orders,
                        [](const OrderRecord& o) { return o.queue_ahead.has_value(); });
    std::vector<Optional> first_fill_ns;
    for (const Row<OrderRecord>& row : rows) {
        const auto& first = first_fills[static_cast<std::size_t>(row.day)];
        const auto found = first.find(row.of->id);
        first_fill_ns.push_back(found == first.end() ? std::nullopt : Optional(found->second));
    }
    std::size_t next = 0;
    return RowsTable<OrderRecord>(result, std::move(rows))
        .add("entered_ns", kTime, [](const OrderRecord& o) { return o.entered.value; })
        .add("order_id", "", [](const OrderRecord& o) { return std::int64_t{o.id.value}; })
        .add_symbol()
        .add_side()
        .add("price", kPriceUnits, [](const OrderRecord& o) { return o.price.value; })
        .add("qty", kShares, [](const OrderRecord& o) { return std::int64_t{o.qty.value}; })
        .add("queue_ahead_qty", kShares,
             [](const OrderRecord& o) { return static_cast<std::int64_t>(o.queue_ahead->value); })
        .add("filled_qty", kShares,
             [](const OrderRecord& o) { return std::int64_t{o.filled.value}; })
        .add("first_fill_ns", kTime, [&](const OrderRecord&) { return first_fill_ns[next++]; })
        .finish();
}

[[nodiscard]] Table days_table(const BacktestResult& result) {
    std::vector<Row<DayResult>> rows;
    rows.reserve(result.days.size());
    for (std::size_t n = 0; n < result.days.size(); ++n) {
        rows.push_back({.day = static_cast<std::int32_t>(n), .of = &result.days[n]});
    }
    const auto count = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    return RowsTable<DayResult>(result, std::move(rows))
        .add("begin_ns", kTime, [](const DayResult& d) { return d.begin.value; })
        .add("end_ns", kTime, [](const DayResult& d) { return d.end.value; })
        .add("since_first_ns", "ns from the first day's midnight; 0: the day is a whole run",
             [](const DayResult& d) { return d.since_first.value; })
        .add("messages", "", [&](const DayResult& d) { return count(d.messages); })
        .add("orders", "", [&](const DayResult& d) { return count(d.orders.size()); })
        .add("fills", "", [&](const DayResult& d) { return count(d.fills.size()); })
        .add("pnl", kPriceUnits, [](const DayResult& d) { return backtest::pnl(d).value; })
        .add("gross", kPriceUnits, [](const DayResult& d) { return backtest::gross(d).value; })
        .add("fees", kPriceUnits, [](const DayResult& d) { return backtest::fees(d).value; })
        .add(
            "rejected_by_risk", "",
            [](const DayResult& d) { return static_cast<std::int64_t>(d.counts.rejected_by_risk); })
        .add("stopped_ns", kTime,
             [](const DayResult& d) { return d.stop ? Optional(d.stop->at.value) : std::nullopt; })
        .add("traded_share", "",
             [](const DayResult& d) { return std::optional(backtest::traded_share(d)); })
        .add("input_hash", "", [](const DayResult& d) { return d.input_hash; })
        .add("output_hash", "", [](const DayResult& d) { return d.output_hash; })
        .finish();
}

using MakeTable = Table (*)(const BacktestResult& result);
constexpr std::array<std::pair<std::string_view, MakeTable>, 6> kTables{
    {{"orders", orders_table},
     {"fills", fills_table},
     {"positions", positions_table},
     {"equity", equity_table},
     {"queue_places", queue_places_table},
     {"days", days_table}}};

}  // namespace

Expected<Table> result_table(const BacktestResult& result, std::string_view name) {
    std::string names;
    for (const auto& [each, make] : kTables) {
        if (each == name) {
            return make(result);
        }
        names += (names.empty() ? "" : ", ") + std::string(each);
    }
    return fail("a table must be one of " + names + ", got " + std::string(name));
}

}  // namespace hotpath::python
