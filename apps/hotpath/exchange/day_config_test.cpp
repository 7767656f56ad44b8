// The tables of a venue's day: what is read, and the one line for what is wrong.

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "apps/hotpath/exchange/config.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

using exchange::ControlAction;

constexpr const char* kRequired =
    "[venue]\nsymbols = [\"AAPL\", \"MSFT\"]\n[order_entry]\naddress = \"127.0.0.1:0\"\n"
    "[market_data]\nline_a = \"239.192.1.1:26477\"\nline_b = \"239.192.1.2:26477\"\n"
    "requests = \"127.0.0.1:0\"\nglimpse = \"127.0.0.1:0\"\n[journal]\nfolder = \"journal\"\n"
    "[[user]]\nname = \"A\"\npassword = \"A\"\n";

Expected<ExchangeConfig> read(const std::string& more) {
    const support::TemporaryDirectory folder;
    const auto file = folder.path() / "exchange.toml";
    std::ofstream(file) << kRequired << more;
    return read_exchange_config(file);
}

std::string error_of(const std::string& more) {
    const auto config = read(more);
    const std::string text = config ? "fine" : config.error().message;
    return text.substr(text.find(": ") == std::string::npos ? 0 : text.find(": ") + 2);
}

TEST(ExchangeDayConfig, TheExampleIsRead) {
    const auto config = read_exchange_config(HOTPATH_SOURCE_DIR "/docs/examples/exchange-day.toml");
    ASSERT_TRUE(config) << config.error().message;
    const exchange::DayOptions& day = config->server.day;
    EXPECT_EQ(day.schedule.size(), 8U);
    EXPECT_EQ(config->calendar.day_begins_at, Time{28'800 * kNanosPerSecond});
    EXPECT_EQ(day.configuration.size(), 3U) << "two users and an instrument";
    EXPECT_EQ(day.schedule[3].control.bands, (match::PriceBands{{4'750'000}, {5'250'000}}));
    EXPECT_FALSE(day.limit_state.is_on);
}

TEST(ExchangeDayConfig, EveryKeyIsRead) {
    const auto config = read(
        "self_match = \"cancel_oldest\"\n[limit_state]\npauses = true\nafter_ms = 5\n"
        "pause_ms = 7\nband_percent = 2.5\n[[instrument]]\nsymbol = \"AAPL\"\ntick = 0.05\n"
        "lot = 10\norders_in_halt = true\n[[schedule]]\nat = \"09:30:00\"\naction = \"halt\"\n"
        "symbols = [\"AAPL\", \"MSFT\"]\nreason = \"T1\"\n");
    ASSERT_TRUE(config) << config.error().message;
    const exchange::DayOptions& day = config->server.day;
    EXPECT_EQ(day.configuration[0].self_match, exchange::SelfMatch::CancelOldest);
    EXPECT_EQ(day.configuration[1].rules, (match::InstrumentRules{500, 10, true}));
    ASSERT_EQ(day.schedule.size(), 2U) << "one of each symbol";
    EXPECT_EQ(day.schedule[1].control.symbol, *Symbol::from("MSFT"));
    EXPECT_EQ(day.schedule[1].control.reason, (std::array{'T', '1', ' ', ' '}));
    EXPECT_EQ(day.schedule[1].at, Time{34'200 * kNanosPerSecond});
    EXPECT_EQ(day.limit_state.band_basis_points, BasisPoints{250});
    EXPECT_EQ(day.limit_state.pauses_after, Nanos{5'000'000});
}

TEST(ExchangeDayConfig, AUserHasTheLimitsThatAreSaidAndOthersHaveNone) {
    const auto config = read(
        "order_value_max = 250_000.5\ncollar_bps = 500\nexposure_max = 1e6\n"
        "[[user]]\nname = \"B\"\npassword = \"B\"\n");
    ASSERT_TRUE(config) << config.error().message;
    ASSERT_EQ(config->server.user_limits.size(), 2U);
    const exchange::UserLimits& limits = config->server.user_limits[0];
    EXPECT_EQ(limits.order_value_max, Money{2'500'005'000});
    EXPECT_EQ(limits.collar_bps, BasisPoints{500});
    EXPECT_EQ(limits.exposure_max, Money{10'000'000'000});
    EXPECT_FALSE(config->server.user_limits[1].are_set());
    EXPECT_EQ(error_of("collar_bps = 10_000\n"),
              "user.collar_bps must be a whole number from 0 to 9,999, got 10000");
}

TEST(ExchangeDayConfig, TheShippedExamplesLimitEveryUser) {
    for (const char* const example : {"exchange.toml", "exchange-day.toml"}) {
        const auto config = read_exchange_config(std::filesystem::path(HOTPATH_SOURCE_DIR) /
                                                 "docs/examples" / example);
        ASSERT_TRUE(config) << config.error().message;
        ASSERT_EQ(config->server.user_limits.size(), 2U) << "of ALICE and BOB";
        for (const exchange::UserLimits& limits : config->server.user_limits) {
            EXPECT_GT(limits.order_value_max, Money{}) << example;
            EXPECT_LE(limits.order_value_max, Money{10'000'000'000}) << example;
            EXPECT_GT(limits.exposure_max, Money{}) << example;
        }
    }
}

TEST(ExchangeDayConfig, ADayBeginsOnSomeWeekdaysInAZone) {
    const auto config = read(
        "[[schedule]]\nat = \"04:00:00\"\naction = \"start_of_day\"\n"
        "weekdays = [\"monday\", \"friday\"]\n");
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_TRUE(config->server.day.schedule.empty()) << "it is the calendar's";
    EXPECT_EQ(config->calendar.day_begins_at, Time{14'400 * kNanosPerSecond});
    EXPECT_EQ(config->calendar.weekdays,
              (std::array{true, false, false, false, true, false, false}));
    EXPECT_EQ(config->calendar.time_zone, "UTC");
}

TEST(ExchangeDayConfig, CalendarErrorsAreOneLine) {
    const std::string start = "[[schedule]]\nat = \"04:00:00\"\naction = \"start_of_day\"\n";
    EXPECT_EQ(error_of(start + start),
              "schedule[2].action must be start_of_day only once, got a second start_of_day");
    EXPECT_EQ(error_of(start + "weekdays = [\"Mon\"]\n"),
              "schedule[1].weekdays must be any of monday, tuesday, wednesday, thursday, friday, "
              "saturday, sunday, got \"Mon\"");
    EXPECT_EQ(error_of(start + "symbols = [\"AAPL\"]\n"),
              "unknown key schedule[1].symbols; known keys: action, at, weekdays");
    const support::TemporaryDirectory folder;
    const auto file = folder.path() / "exchange.toml";
    std::ofstream(file) << "[venue]\ntime_zone = \"Europe/Atlantis\"\n";
    EXPECT_EQ(read_exchange_config(file).error().message,
              file.string() +
                  ": venue.time_zone must be an IANA name such as \"America/New_York\" or \"UTC\", "
                  "got \"Europe/Atlantis\"");
}

TEST(ExchangeDayConfig, ErrorsAreOneLine) {
    const std::string entry = "[[schedule]]\nat = \"09:30:00\"\naction = ";
    EXPECT_EQ(error_of("[[schedule]]\nat = \"9 o'clock\"\naction = \"halt\"\n"),
              "schedule[1].at must be a time in venue.time_zone such as \"09:30:00\", got "
              "\"9 o'clock\"");
    EXPECT_EQ(error_of("[[schedule]]\naction = \"halt\"\n"), "schedule[1].at is missing");
    EXPECT_EQ(error_of(entry + "\"open\"\n"),
              "schedule[1].action must be one of collect, indicate, opening_cross, "
              "reopening_cross, closing_cross, halt, pause, resume, bands, no_bands, end_of_day, "
              "start_of_day, got 'open'");
    EXPECT_EQ(error_of(entry + "\"halt\"\nsymbols = [\"IBM\"]\n"),
              "schedule[1].symbols must be one of venue.symbols (AAPL, MSFT), got \"IBM\"");
    EXPECT_EQ(error_of(entry + "\"halt\"\nlower = 3.0\n"),
              "unknown key schedule[1].lower; known keys: action, at, reason, symbols");
    EXPECT_EQ(error_of(entry + "\"bands\"\nlower = 3.0\nupper = 2.0\n"),
              "schedule[1].upper must be greater than lower, got 2.00");
    EXPECT_EQ(error_of(entry + "\"indicate\"\nevery_ms = 1000\n"), "schedule[1].until is missing");
    EXPECT_EQ(error_of(entry + "\"indicate\"\nevery_ms = 1\nuntil = \"10:00:00\"\n"),
              "schedule[1].every_ms must be 0, or 10 or more with `until` later than `at`, got 1");
    EXPECT_EQ(error_of("[[instrument]]\nsymbol = \"AAPL\"\n[[instrument]]\nsymbol = \"AAPL\"\n"),
              "instrument[2].symbol must be unique, got \"AAPL\"");
    EXPECT_EQ(error_of("[[instrument]]\nsymbol = \"AAPL\"\ntick = 0.0\n"),
              "instrument[1].tick must be a number from 0.0001 to 429496.7, got 0.0");
    EXPECT_EQ(error_of("[schedule]\nat = \"09:30:00\"\n"),
              "schedule must be an array of tables: [[schedule]]");
    EXPECT_EQ(error_of("self_match = \"always\"\n"),
              "user.self_match must be one of none, cancel_newest, cancel_oldest, decrement, got "
              "'always'");
}

}  // namespace
}  // namespace hotpath::app
