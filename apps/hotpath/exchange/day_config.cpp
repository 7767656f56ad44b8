#include "apps/hotpath/exchange/day_config.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/console/console.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

using exchange::Control;
using exchange::ControlAction;
using exchange::ScheduleEntry;

constexpr config::RealBounds kPrices{0, 429'496.7};

/// In the order of their names.
enum class Action : std::uint8_t {
    Collect,
    Indicate,
    OpeningCross,
    ReopeningCross,
    ClosingCross,
    Halt,
    Pause,
    Resume,
    Bands,
    NoBands,
    EndOfDay,
    StartOfDay,
};
const std::vector<std::string_view> kActions{
    "collect", "indicate", "opening_cross", "reopening_cross", "closing_cross", "halt",
    "pause",   "resume",   "bands",         "no_bands",        "end_of_day",    "start_of_day"};
const std::vector<std::string_view> kWeekdays{"monday", "tuesday",  "wednesday", "thursday",
                                              "friday", "saturday", "sunday"};
constexpr std::array<std::string_view, 9> kKeysOfActions{
    "symbols", "reason", "reference", "cross", "every_ms", "until", "lower", "upper", "weekdays"};
const std::vector<std::string_view> kCrosses{"opening", "reopening", "closing"};

[[nodiscard]] match::CrossKind cross_kind(std::size_t choice) {
    static constexpr std::array kKinds{match::CrossKind::Opening, match::CrossKind::Halt,
                                       match::CrossKind::Closing};
    return kKinds[choice];
}

void read_price(config::TomlTable& table, std::string_view key, Price& price,
                const config::RealBounds& bounds = kPrices) {
    table.read_dollars(key, price.value, bounds);
}

void read_time(config::TomlTable& table, std::string_view key, Time& time) {
    std::string text;
    table.read(key, text);
    if (const auto parsed = parse_time_of_day(text)) {
        time = *parsed;
    } else {
        table.refuse(key, "\"" + text + "\"", "a time in venue.time_zone such as \"09:30:00\"");
    }
}

class DayReader {
  public:
    DayReader(const fs::path& file, const toml::table& root, ExchangeConfig& config)
        : file_(file), root_(root), config_(config), day_(config.server.day) {}

    [[nodiscard]] Expected<void> read() {
        config::ConfigErrors errors(file_);
        errors.add(read_array("instrument", &DayReader::read_instrument));
        errors.add(read_array("schedule", &DayReader::read_entry));
        errors.add(read_limit_state());
        return errors.first();
    }

  private:
    using ReadTable = void (DayReader::*)(config::TomlTable&);

    [[nodiscard]] Expected<void> read_array(const std::string& name, ReadTable read_table) {
        if (!root_[name].is_array() && root_.contains(name)) {
            return fail(fmt::format("{}: {} must be an array of tables: [[{}]]", file_.string(),
                                    name, name));
        }
        return config::for_each_table(
            file_, root_, name, [&](const toml::table& entry, std::size_t n) {
                config::TomlTable table(file_, fmt::format("{}[{}]", name, n + 1), entry);
                (this->*read_table)(table);
                return table.finish();
            });
    }

    /// The symbol must be one of the venue's; a background lists its own.
    [[nodiscard]] Symbol symbol_of(config::TomlTable& table, std::string_view key,
                                   const std::string& text) {
        const std::optional<Symbol> symbol = Symbol::from(text);
        const bool is_any = config_.background.source != BackgroundSource::None;
        if (!symbol ||
            (!is_any && std::ranges::find(config_.symbols, *symbol) == config_.symbols.end())) {
            std::vector<std::string> known(config_.symbols.size());
            std::ranges::transform(config_.symbols, known.begin(), &Symbol::str);
            table.refuse(key, "\"" + text + "\"",
                         is_any ? "a symbol of 1 to 8 characters"
                                : fmt::format("one of venue.symbols ({})", fmt::join(known, ", ")));
            return {};
        }
        return *symbol;
    }

    void read_instrument(config::TomlTable& table) {
        Control control{.action = ControlAction::SetRules,
                        .origin = exchange::ControlOrigin::Configuration};
        table.require("symbol");
        std::string symbol;
        table.read("symbol", symbol);
        control.symbol = symbol_of(table, "symbol", symbol);
        if (!named_.insert(symbol).second) {
            table.refuse("symbol", "\"" + symbol + "\"", "unique");
        }
        Price tick{control.rules.tick};
        read_price(table, "tick", tick, {0.0001, kPrices.most});
        control.rules.tick = tick.value;
        table.read("lot", control.rules.lot, {1, 999'999});
        table.read("orders_in_halt", control.rules.takes_orders_in_halt);
        day_.configuration.push_back(control);
    }

    void read_entry(config::TomlTable& table) {
        ScheduleEntry entry;
        table.require("at");
        table.require("action");
        read_time(table, "at", entry.at);
        std::size_t action = 0;
        table.read_choice("action", action, kActions);
        if (!table.is_fine()) {
            return table.allow(kKeysOfActions);
        }
        if (static_cast<Action>(action) == Action::StartOfDay) {
            return read_start_of_day(table, entry.at);
        }
        std::vector<std::string> symbols;
        table.read("symbols", symbols);
        read_action(table, static_cast<Action>(action), entry);
        if (symbols.empty()) {
            day_.schedule.push_back(entry);
        }
        for (const std::string& symbol : symbols) {
            entry.control.symbol = symbol_of(table, "symbols", symbol);
            day_.schedule.push_back(entry);
        }
    }

    /// Goes to the calendar: a day's schedule does not contain the start of the day.
    void read_start_of_day(config::TomlTable& table, Time at) {
        CalendarConfig& calendar = config_.calendar;
        if (calendar.day_begins_at) {
            table.refuse("action", "a second start_of_day", "start_of_day only once");
        }
        calendar.day_begins_at = at;
        std::vector<std::string> names;
        table.read("weekdays", names);
        if (names.empty()) {
            return;
        }
        calendar.weekdays.fill(false);
        for (const std::string& name : names) {
            const auto found = std::ranges::find(kWeekdays, name);
            if (found == kWeekdays.end()) {
                return table.refuse("weekdays", "\"" + name + "\"",
                                    fmt::format("any of {}", fmt::join(kWeekdays, ", ")));
            }
            calendar.weekdays[static_cast<std::size_t>(found - kWeekdays.begin())] = true;
        }
    }

    /// The keys that the action has; others are refused by the table.
    void read_action(config::TomlTable& table, Action action, ScheduleEntry& entry) {
        switch (action) {
            case Action::Collect:
                return read_trading(table, book::TradingState::QuotationOnly, entry.control);
            case Action::Halt:
                return read_trading(table, book::TradingState::Halted, entry.control);
            case Action::Pause:
                return read_trading(table, book::TradingState::Paused, entry.control);
            case Action::Resume:
                return read_trading(table, book::TradingState::Trading, entry.control);
            case Action::Indicate:
                return read_indication(table, entry);
            case Action::OpeningCross:
                return read_cross(table, match::CrossKind::Opening, entry.control);
            case Action::ReopeningCross:
                return read_cross(table, match::CrossKind::Halt, entry.control);
            case Action::ClosingCross:
                return read_cross(table, match::CrossKind::Closing, entry.control);
            case Action::Bands:
                return read_bands(table, entry.control);
            case Action::NoBands:
                entry.control.action = ControlAction::SetBands;
                return;
            case Action::EndOfDay:
                entry.control.action = ControlAction::EndDay;
                return;
            case Action::StartOfDay:
                return;
        }
    }

    static void read_trading(config::TomlTable& table, book::TradingState state, Control& control) {
        control.action = ControlAction::SetTrading;
        control.state = state;
        std::string reason;
        table.read("reason", reason);
        if (reason.size() > control.reason.size()) {
            table.refuse("reason", "\"" + reason + "\"", "up to 4 characters");
            return;
        }
        std::ranges::copy(reason, control.reason.begin());
    }

    static void read_cross(config::TomlTable& table, match::CrossKind kind, Control& control) {
        control.action = ControlAction::Cross;
        control.cross = kind;
        read_price(table, "reference", control.reference);
    }

    static void read_indication(config::TomlTable& table, ScheduleEntry& entry) {
        std::size_t kind = 0;
        table.read_choice("cross", kind, kCrosses);
        read_cross(table, cross_kind(kind), entry.control);
        entry.control.action = ControlAction::Indicate;
        table.read_ms("every_ms", entry.every, {0, config::kMsOfDay});
        if (!table.is_fine()) {
            table.allow(std::array<std::string_view, 1>{"until"});
        }
        if (entry.every == Nanos{}) {
            return;
        }
        table.require("until");
        read_time(table, "until", entry.until);
        if (entry.every < Nanos{10'000'000} || entry.until <= entry.at) {
            table.refuse("every_ms", fmt::format("{}", entry.every.value / 1'000'000),
                         "0, or 10 or more with `until` later than `at`");
        }
    }

    static void read_bands(config::TomlTable& table, Control& control) {
        control.action = ControlAction::SetBands;
        table.require("lower");
        table.require("upper");
        read_price(table, "lower", control.bands.lower);
        read_price(table, "upper", control.bands.upper);
        if (control.bands.lower >= control.bands.upper) {
            table.refuse("upper", price_text(control.bands.upper), "greater than lower");
        }
    }

    [[nodiscard]] Expected<void> read_limit_state() {
        config::TomlTable table(file_, root_, "limit_state");
        exchange::LimitStateOptions& limit_state = day_.limit_state;
        table.read("pauses", limit_state.is_on);
        table.read_ms("after_ms", limit_state.pauses_after, {0, config::kMsOfDay});
        table.read_ms("pause_ms", limit_state.reopens_after, {0, config::kMsOfDay});
        double percent = 0;
        table.read("band_percent", percent, {0, 99});
        limit_state.band_basis_points = {static_cast<std::int32_t>(std::lround(percent * 100))};
        return table.finish();
    }

    const fs::path& file_;
    const toml::table& root_;
    ExchangeConfig& config_;
    exchange::DayOptions& day_;
    std::set<std::string> named_;
};

}  // namespace

Expected<void> read_day(const fs::path& file, const toml::table& root, ExchangeConfig& config) {
    return DayReader(file, root, config).read();
}

void read_self_match(config::TomlTable& user, std::uint16_t session, ExchangeConfig& config) {
    std::size_t choice = 0;
    user.read_choice("self_match", choice, {"none", "cancel_newest", "cancel_oldest", "decrement"});
    config.server.day.configuration.push_back(
        {.action = ControlAction::SetSelfMatch,
         .origin = exchange::ControlOrigin::Configuration,
         .session = {session},
         .self_match = static_cast<exchange::SelfMatch>(choice)});
}

}  // namespace hotpath::app
