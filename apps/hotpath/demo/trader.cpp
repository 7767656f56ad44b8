#include "apps/hotpath/demo/trader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/hotpath/config/toml_table.hpp"

namespace hotpath::app {

engine::EngineOptions DemoTrader::engine() const {
    engine::EngineOptions options;
    options.books = books;
    options.symbols = {symbol};
    options.limits.order_qty_max = order_qty;
    options.limits.position_max = position_max;
    return options;
}

strategy::MarketMakerOptions DemoTrader::quotes() const {
    return {.quote_qty = order_qty, .inventory_max = position_max};
}

std::string DemoTrader::text() const {
    return fmt::format(
        "[demo]\nsymbol = \"{}\"\norder_qty = {}\nposition_max = {}\norders_max = {}\n"
        "levels_max = {}\ninstruments_max = {}\n",
        symbol.str(), order_qty.value, position_max.value, books.orders_max, books.levels_max,
        books.instruments_max);
}

Expected<DemoTrader> DemoTrader::parse(std::string_view text) {
    const std::filesystem::path name = "the journal's demo";
    return read_toml<DemoTrader>(
        name, [&] { return toml::parse(text); },
        [&](const toml::table& root, DemoTrader& demo) {
            TomlTable table(name, root, "demo");
            std::string symbol;
            table.require("symbol");
            table.read("symbol", symbol);
            demo.symbol = Symbol::from(symbol).value_or(Symbol{});
            constexpr std::int64_t kMany = 4'000'000'000;
            table.read("order_qty", demo.order_qty.value, {1, kMany});
            table.read("position_max", demo.position_max.value, {1, kMany});
            table.read("orders_max", demo.books.orders_max, {1, kMany});
            table.read("levels_max", demo.books.levels_max, {1, kMany});
            table.read("instruments_max", demo.books.instruments_max, {1, 65'535});
            return table.finish();
        });
}

bool DemoJournalEnd::try_write(trader::LogType type, Time now, Bytes head, Bytes body,
                               std::size_t) const noexcept {
    if (file == nullptr) {
        return true;
    }
    const std::size_t length = head.size() + body.size();
    MutableBytes place;
    while (!file->has_room(length) ||
           file->writer().claim(length, place) != journal::AppendStatus::Done) {
        file->maintain();
        if (!file->can_make_room()) {
            return false;
        }
    }
    const MutableBytes payload = place.subspan(journal::kRecordHeaderBytes, length);
    std::ranges::copy(head, payload.begin());
    std::ranges::copy(body, payload.subspan(head.size()).begin());
    file->writer().finish(type, now, length);
    return true;
}

}  // namespace hotpath::app
