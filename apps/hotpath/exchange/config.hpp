#pragma once
/// The configuration of `hotpath exchange`: a TOML file, each key checked. An error is one
/// line with file, key, what must hold and what was given; an unknown key is an error.
///
/// Keys and defaults: docs/guide/exchange.md, and docs/examples/exchange.toml has every one of
/// them. Threads: set-up. Allocation: free.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/hotpath/exchange/trading_calendar.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/journal/options.hpp"
#include "hotpath/live/venue/venue_setup.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/sim/flow/arrivals.hpp"

namespace hotpath::app {

enum class BackgroundSource : std::uint8_t { None, Generator, Recording };
enum class Pacing : std::uint8_t { Recorded, Poisson, Hawkes };

struct BackgroundConfig {
    BackgroundSource source = BackgroundSource::None;
    std::filesystem::path recording{};
    std::uint64_t messages = 1'000'000;  // number of messages of a generated day
    std::uint32_t instruments = 10;
    std::vector<Symbol> names{};  // names of the first generated instruments: venue.symbols
    std::uint64_t seed = 1;
    Pacing pacing = Pacing::Recorded;
    double speed = 1;  // factor of the recorded speed
    sim::flow::ArrivalOptions arrivals{};
    Time at_once_until{};  // messages before this time of day are sent without waiting
};

struct ExchangeConfig : live::VenueSetup {
    CalendarConfig calendar{};
    std::vector<Symbol> symbols{};  // listed when there is no background

    net::Endpoint order_entry{};
    net::Endpoint glimpse{};
    std::optional<net::Endpoint> drop_copy{};  // empty: no such port
    std::optional<net::Endpoint> operator_port{};
    bool plain_text_beyond_loopback = false;
    net::Endpoint requests{};
    std::vector<net::Ipv4Network> request_networks{};  // that are answered; empty: any address

    std::optional<std::filesystem::path> replies_folder{};  // empty: replies are kept in memory
    journal::JournalOptions journal{};
    std::uint32_t archive_days = 0;  // archived segments older than this are removed; 0: none
    std::uint64_t snapshot_every = 1'000'000;  // every this many records

    BackgroundConfig background{};
    Nanos health_every{10 * kNanosPerSecond};
    bool ends_session_on_shutdown = false;
    Nanos end_repeated_for{3 * kNanosPerSecond};
};

/// Relative paths in the file are relative to its folder.
[[nodiscard]] Expected<ExchangeConfig> read_exchange_config(const std::filesystem::path& file);

}  // namespace hotpath::app
