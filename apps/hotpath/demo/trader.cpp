#include "apps/hotpath/demo/trader.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hotpath/config/strategy_table.hpp"
#include "hotpath/config/toml_table.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/strategy/market_maker_entry.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using protocols::MarketFeeds;
using protocols::OrderEntries;

using MakerEntry = strategy::StrategyEntry<strategy::MarketMaker>;

const fs::path kJournalName = "the journal's demo";

[[nodiscard]] Expected<void> read_demo(const toml::table& root, DemoTrader& demo) {
    config::TomlTable table(kJournalName, root, "demo");
    std::string symbol;
    std::vector<std::string> symbols;
    table.read("symbol", symbol);
    table.read("symbols", symbols);
    if (symbols.empty()) {
        table.require("symbol");
        symbols = {symbol};
    }
    for (const std::string& each : symbols) {
        demo.symbols.push_back(Symbol::from(each).value_or(Symbol{}));
    }
    constexpr std::int64_t kMany = 4'000'000'000;
    table.read("order_qty", demo.order_qty.value, {1, kMany});
    table.read("position_max", demo.position_max.value, {1, kMany});
    table.read("orders_max", demo.books.orders_max, {1, kMany});
    table.read("levels_max", demo.books.levels_max, {1, kMany});
    table.read("instruments_max", demo.books.instruments_max, {1, 65'535});
    table.read_choice("protocol", demo.protocols.orders,
                      {OrderEntries::kKeys.begin(), OrderEntries::kKeys.end()});
    table.read_choice("feed", demo.protocols.feed,
                      {MarketFeeds::kKeys.begin(), MarketFeeds::kKeys.end()});
    return table.finish();
}

[[nodiscard]] Expected<void> read_strategy(const toml::table& root,
                                           const strategy::Registry& strategies, DemoTrader& demo) {
    if (!root.contains("strategy")) {
        // The only strategy of earlier demos: its sizes were the limits.
        StrategyWords words{.name = std::string(MakerEntry::kName)};
        add_sizes(words, demo.order_qty, {static_cast<std::uint32_t>(demo.position_max.value)});
        auto choice = choice_of(words, strategies);
        demo.strategy = choice ? std::move(*choice) : strategy::StrategyChoice();
        return choice ? Expected<void>() : std::unexpected(choice.error());
    }
    config::TomlTable table(kJournalName, root, "strategy");
    std::size_t index = 0;
    table.require("name");
    table.read_choice("name", index, strategies.names());
    demo.strategy = strategy::StrategyChoice(strategies.all()[index]);
    if (!table.is_fine()) {
        table.allow_all();  // the parameters of a strategy that this program does not have
        return table.finish();
    }
    config::read_parameters(table, demo.symbols, "demo.symbols", demo.strategy);
    return table.finish();
}

}  // namespace

engine::EngineOptions DemoTrader::engine() const {
    engine::EngineOptions options;
    options.books = books;
    options.symbols = symbols;
    options.limits.order_qty_max = order_qty;
    options.limits.position_max = position_max;
    return options;
}

std::string DemoTrader::text() const {
    std::vector<std::string> quoted;
    quoted.reserve(symbols.size());
    for (const Symbol& symbol : symbols) {
        quoted.push_back(fmt::format("\"{}\"", symbol.view()));
    }
    return fmt::format(
        "[demo]\nsymbols = [{}]\norder_qty = {}\nposition_max = {}\norders_max = {}\n"
        "levels_max = {}\ninstruments_max = {}\nprotocol = \"{}\"\nfeed = \"{}\"\n\n[strategy]\n{}",
        fmt::join(quoted, ", "), order_qty.value, position_max.value, books.orders_max,
        books.levels_max, books.instruments_max, OrderEntries::kKeys[protocols.orders],
        MarketFeeds::kKeys[protocols.feed], config::to_toml(strategy));
}

Expected<DemoTrader> DemoTrader::parse(std::string_view text,
                                       const strategy::Registry& strategies) {
    return config::read_toml<DemoTrader>(
        kJournalName, [&] { return toml::parse(text); },
        [&](const toml::table& root, DemoTrader& demo) {
            auto read = read_demo(root, demo);
            read = read ? read_strategy(root, strategies, demo) : read;
            demo.strategy.fit(
                {.instruments_max = demo.books.instruments_max, .symbols = demo.symbols});
            return read;
        });
}

bool is_market_maker(const strategy::StrategyChoice& choice) {
    return choice.options_of<strategy::MarketMaker>() != nullptr;
}

void add_sizes(StrategyWords& words, std::optional<Qty> qty, Qty position) {
    if (words.name != MakerEntry::kName) {
        return;
    }
    const auto add = [&](const std::string& key, std::uint32_t value) {
        const auto is_set = [&](const std::string& setting) {
            return setting.starts_with(key + "=");
        };
        if (std::ranges::none_of(words.settings, is_set)) {
            words.settings.push_back(fmt::format("{}={}", key, value));
        }
    };
    add("inventory_max", position.value);
    if (qty) {
        add("quote_qty", qty->value);
    }
}

Qty usual_order_qty(const strategy::StrategyChoice& choice, Qty position) {
    const auto* const maker = choice.options_of<strategy::MarketMaker>();
    constexpr Qty kMost{static_cast<std::uint32_t>(strategy::kSharesMax)};
    return maker == nullptr ? std::min(position, kMost) : maker->quote_qty;
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
