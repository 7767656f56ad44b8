#include "apps/hotpath/backtest/live_journal.hpp"

#include <string>
#include <utility>

#include <toml++/toml.h>

#include "hotpath/backtest/live/journal_records.hpp"
#include "hotpath/backtest/live/live_fees.hpp"
#include "hotpath/backtest/live/live_session_reader.hpp"
#include "hotpath/config/toml_table.hpp"
#include "hotpath/live/config/fees_config.hpp"
#include "hotpath/live/config/trading_config.hpp"
#include "hotpath/live/config/venue_config.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using backtest::LiveSession;
using backtest::LiveSessionReader;

[[nodiscard]] Expected<trader::TraderOptions> options_of(const std::string& text) {
    const fs::path name = "the journal's configuration";
    const auto config = config::read_toml<live::VenueConfig>(
        name, [&] { return toml::parse(text); },
        [&](const toml::table& root, live::VenueConfig& into) -> Expected<void> {
            auto read = live::read_trading_config(name, root, into.trader);
            return read ? read_venue_config(name, root, "", into) : read;
        });
    return config ? Expected<trader::TraderOptions>(config->trader)
                  : std::unexpected(config.error());
}

}  // namespace

Expected<LiveSession> read_live_session(const fs::path& journal) {
    LiveSessionReader session(options_of);
    auto records = backtest::for_each_record(
        journal, [&](const journal::Record& record) { return session.add(record); });
    if (!records) {
        return std::unexpected(records.error());
    }
    auto read = session.finish();
    return read ? std::move(read) : fail(journal.string() + ": " + read.error().message);
}

Expected<void> add_fees(LiveSession& session) {
    const auto options = config::read_toml<oms::OrdersOptions>(
        "the journal's configuration", [&] { return toml::parse(session.config); },
        [](const toml::table& root, oms::OrdersOptions& into) {
            return live::read_fees_config("the journal's configuration", root, "fees", into);
        });
    if (!options) {
        return std::unexpected(options.error());
    }
    backtest::add_fees(session.orders, *options);
    return {};
}

}  // namespace hotpath::app
