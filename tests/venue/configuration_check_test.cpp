// A configuration that --check accepts starts, one that it refuses does not, with the same message:
// for the venue, and for the trader at one venue and at two.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/net/tcp_listener.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/trader_process.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using ::testing::HasSubstr;

/// One line of a configuration is another; what the refusal says, or nothing of one that starts.
struct Change {
    std::string from;  // the line that begins so
    std::string to;
    std::string refusal{};
};

[[nodiscard]] std::string changed(const std::string& text, const Change& change) {
    const std::size_t begin = text.find("\n" + change.from);
    EXPECT_NE(begin, std::string::npos) << change.from;
    if (begin == std::string::npos) {
        return text;
    }
    std::string copy = text;
    return copy.replace(begin + 1, copy.find('\n', begin + 1 + change.from.size()) - begin - 1,
                        change.to);
}

class ConfigurationCheck : public testing::Test {
  protected:
    void SetUp() override {
        std::ofstream(folder_ / "a_file") << "not a folder\n";
        std::ofstream(folder_ / "recording.itch") << "not a recording\n";
    }

    /// `command` is exchange or trade.
    void compare(const std::string& command, const std::string& text, const Change& change) const {
        const std::filesystem::path file = folder_ / (command + ".toml");
        std::ofstream(file) << text;
        std::filesystem::remove_all(folder_ / "journal");
        const std::string what = change.to + " for " + change.from;
        const Said check = run_hotpath(command + " --check -c " + file.string());
        HotpathProcess process;
        const bool is_started = process.start(
            {.arguments = {command, "-c", file.string()}, .ready = command + ": ready"});
        EXPECT_EQ(check.exit_code == 0, is_started) << what << check.output << process.output();
        EXPECT_EQ(is_started, change.refusal.empty()) << what << '\n' << process.output();
        if (is_started) {
            process.kill_hard();
            return;
        }
        EXPECT_EQ(process.wait(), 1);
        EXPECT_EQ(check.output, process.output()) << what;
        EXPECT_EQ(std::ranges::count(check.output, '\n'), 1) << check.output;
        EXPECT_THAT(check.output, HasSubstr(file.string() + ": " + change.refusal)) << what;
    }

    support::TemporaryDirectory folder_;
};

class VenueConfigurationCheck : public ConfigurationCheck {
  protected:
    void SetUp() override {
        ConfigurationCheck::SetUp();
        const VenueProcess written(
            folder_.path(),
            {.mode = "pagecache",
             .root = "end_repeated_ms = 0",
             .tables = "[drop_copy]\naddress = \"127.0.0.1:0\"\n[[drop_copy_user]]\n"
                       "name = \"RISK\"\npassword = \"R\"\n[operator]\n"
                       "address = \"127.0.0.1:0\"\n[[operator_user]]\nname = \"OPS\"\n"
                       "password = \"O\"\n[[schedule]]\nat = \"00:00:00\"\naction = \"indicate\"\n"
                       "every_ms = 60000\nuntil = \"00:10:00\"\n"});
        std::ifstream file(folder_ / "exchange.toml");
        text_.assign(std::istreambuf_iterator<char>(file), {});
        std::size_t at = text_.find("line_a = \"");
        line_a_ = text_.substr(at + 10, text_.find('"', at + 10) - at - 10);
    }
    void compare_all(const std::vector<Change>& changes) const {
        for (const Change& change : changes) {
            compare("exchange", changed(text_, change), change);
        }
    }

    std::string text_;
    std::string line_a_;
};

TEST_F(VenueConfigurationCheck, AddressesAreOnesThatItCanHave) {
    compare_all({
        {"orders_max", "orders_max = 50000"},
        {"line_a", "line_a = \"239.192.3.1:26477\""},
        {"line_b", "line_b = \"" + line_a_ + "\"", "market_data.line_b"},
        {"line_a", "line_a = \"127.0.0.1:26477\"", "market_data.line_a"},
        {"line_a", "line_a = \"239.192.3.1:0\"", "market_data.line_a"},
        {"line_b", "line_b = \"255.255.255.255:26477\"", "market_data.line_b"},
        {"requests", "requests = \"239.192.3.1:26477\"", "market_data.requests"},
        {"requests", "requests = \"192.0.2.77:0\"", "market_data.requests"},
        {"glimpse", "glimpse = \"192.0.2.77:26479\"", "market_data.glimpse"},
        {"glimpse", "glimpse = \"127.0.0.2:0\""},
        {"glimpse", "glimpse = \"0.0.0.0:0\"", "market_data.glimpse"},
        {"[market_data]", "[market_data]\ninterface = \"lo\""},
        {"[market_data]", "[market_data]\ninterface = \"nonesuch0\"", "market_data.interface"},
        {"[market_data]", "[market_data]\ninterface = \"\"", "market_data.interface"},
        {"[operator]\naddress", "[operator]\naddress = \"0.0.0.0:0\"", "operator.address"},
    });
}

TEST_F(VenueConfigurationCheck, PlainTextStaysOnThisMachineUnlessAKeySaysSo) {
    const std::string beyond = "\"0.0.0.0:0\"";
    for (const char* table :
         {"[order_entry]\naddress", "[drop_copy]\naddress", "[operator]\naddress"}) {
        const std::string line(table);
        const std::string key = line.substr(1, line.find(']') - 1) + ".address";
        const Change change{line, line + " = " + beyond,
                            key +
                                " must be an address of loopback (127.0.0.1) without [tls] or "
                                "plain_text_beyond_loopback = true, got \"0.0.0.0:0\"\n"};
        compare("exchange", changed(text_, change), change);
        const Change allowed{line, change.to};
        compare("exchange", "plain_text_beyond_loopback = true\n" + changed(text_, change),
                allowed);
    }
}

TEST_F(VenueConfigurationCheck, NoPortIsUsedTwice) {
    auto held = net::TcpListener::listen({net::kLoopback, 0});
    const std::string port = held->endpoint().to_string();
    const std::string every = "0.0.0.0" + port.substr(port.find(':'));
    {
        const auto freed = std::move(held);  // the port is free again
    }
    for (const std::string& other : {port, every}) {
        const std::string text = changed(text_, {"glimpse", "glimpse = \"" + port + "\""});
        for (const char* table : {"[order_entry]\naddress", "[drop_copy]\naddress"}) {
            const std::string name(table);
            const Change change{name, name + " = \"" + other + "\"", "market_data.glimpse"};
            compare("exchange", changed(text, change), change);
        }
    }
    // Datagrams have separate ports.
    const Change requests{"requests", "requests = \"" + port + "\""};
    compare("exchange",
            changed(changed(text_, {"glimpse", "glimpse = \"" + port + "\""}), requests), requests);
}

TEST_F(VenueConfigurationCheck, SymbolsAreThereAndDiffer) {
    compare_all({
        {"symbols", "symbols = [\"AAPL\"]"},
        {"symbols", "symbols = []", "venue.symbols"},
        {"symbols", "# none", "venue.symbols"},
        {"symbols", "symbols = [\"AAPL\", \"MSFT\", \"AAPL\"]", "venue.symbols"},
        {"symbols", "symbols = [\"\"]", "venue.symbols"},
        {"instruments_max", "instruments_max = 1", "venue.symbols"},
    });
}

TEST_F(VenueConfigurationCheck, FoldersAndFilesAreThere) {
    compare_all({
        {"folder", "folder = \"journal\""},
        {"folder", "folder = \"\"", "journal.folder"},
        {"folder", "folder = \"none/journal\"", "journal.folder"},
        {"folder", "folder = \"a_file\"", "journal.folder"},
        {"folder", "folder = \"/proc/journal\"", "journal.folder"},
        {"[order_entry]", "[order_entry]\nreplies_folder = \"replies\""},
        {"[order_entry]", "[order_entry]\nreplies_folder = \"\"", "order_entry.replies_folder"},
        {"[order_entry]", "[order_entry]\nreplies_folder = \"none/replies\"",
         "order_entry.replies_folder"},
        {"[order_entry]", "[order_entry]\nreplies_folder = \"a_file\"",
         "order_entry.replies_folder"},
        {"source", "source = \"recording\"", "background.recording"},
        {"source", "source = \"recording\"\nrecording = \"\"", "background.recording"},
        {"source", "source = \"recording\"\nrecording = \"none.itch\"", "background.recording"},
        {"source", "source = \"recording\"\nrecording = \"journal\"", "background.recording"},
        {"source", "source = \"recording\"\nrecording = \"recording.itch\"",
         "background.recording"},
        {"source", "source = \"generator\"\nmessages = 1000\ninstruments = 10",
         "background.messages"},
    });
}

TEST_F(VenueConfigurationCheck, SizesFitEachOther) {
    compare_all({
        {"replies_kept", "replies_kept = 1000", "the venue: "},
        {"executions_per_order_max", "executions_per_order_max = 1000"},
        {"every_ms = 60000\nuntil", "every_ms = 10\nuntil = \"24:00:00\"", "the venue: "},
    });
}

TEST_F(VenueConfigurationCheck, AFileThatIsNoConfigurationIsSaidToBeSo) {
    for (const char* command : {"exchange", "trade"}) {
        const std::string begin = std::string(command) + " --check -c ";
        Said said = run_hotpath(begin + folder_.path().string());
        EXPECT_EQ(said.exit_code, 1);
        EXPECT_THAT(said.output, HasSubstr(folder_.path().string() + ": must be a file"));
        said = run_hotpath(begin + (folder_ / "none.toml").string());
        EXPECT_EQ(said.exit_code, 1);
        EXPECT_THAT(said.output, HasSubstr("none.toml: No such file or directory"));
        EXPECT_EQ(said.output.find("line 0"), std::string::npos);
    }
}

class TraderConfigurationCheck : public ConfigurationCheck {
  protected:
    TraderConfigurationCheck() : venue_(folder_.path(), settings_) {}

    void compare_all(const std::string& text, const std::vector<Change>& changes) const {
        for (const Change& change : changes) {
            compare("trade", changed(text, change), change);
        }
    }

    VenueSettings settings_{.addresses = {"127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"}};
    VenueProcess venue_;
};

TEST_F(TraderConfigurationCheck, AtOneVenue) {
    const std::string text = trader_config(settings_, venue_,
                                           {.tables = "[journal]\nfolder = \"journal\"\n"
                                                      "[operator]\naddress = \"127.0.0.1:0\"\n"
                                                      "[[operator_user]]\nname = \"OPS\"\n"
                                                      "password = \"O\"\n"});
    const std::string line_a = venue_.line_a().to_string();
    compare_all(text,
                {
                    {"idle", "idle = \"wait\""},
                    {"line_b", "line_b = \"" + line_a + "\"", "market_data.line_b"},
                    {"line_b", ""},
                    {"line_a", "line_a = \"10.0.0.1:26477\"", "market_data.line_a"},
                    {"line_b", "line_b = \"239.192.1.1:0\"", "market_data.line_b"},
                    {"line_b", "interface = \"nonesuch0\"", "market_data.interface"},
                    {"line_b", "interface = \"\"", "market_data.interface"},
                    {"requests", "requests = \"127.0.0.1:0\"", "market_data.requests"},
                    {"requests", "requests = \"239.192.1.1:7\"", "market_data.requests"},
                    {"order_entry", "order_entry = \"127.0.0.1:0\"", "venue.order_entry"},
                    {"order_entry", "order_entry = \"0.0.0.0:26400\"", "venue.order_entry"},
                    {"glimpse", "glimpse = \"239.192.1.1:26479\"", "venue.glimpse"},
                    {"order_entry", "order_entry = \"192.0.2.1:26400\"",
                     "venue.order_entry must be an address of loopback (127.0.0.1) without [tls] "
                     "or plain_text_beyond_loopback = true"},
                    {"glimpse", "glimpse = \"192.0.2.1:26400\"", "venue.glimpse must be an "},
                    {"idle", "idle = \"wait\"\ncore = 999", "thread.core"},
                    {"idle", "idle = \"wait\"\ncore = 1024", "thread.core"},
                    {"folder", "folder = \"\"", "journal.folder"},
                    {"folder", "folder = \"none/journal\"", "journal.folder"},
                    {"folder", "folder = \"a_file\"", "journal.folder"},
                    {"address", "address = \"127.0.0.1:0\""},
                    {"address", "address = \"10.0.0.1:0\"", "operator.address"},
                    {"[journal]", "[telemetry]\nchannel = \"x\"\nfolder = \"none/x\"\n[journal]",
                     "telemetry.folder"},
                    {"[journal]", "[telemetry]\nchannel = \"x\"\nfolder = \"\"\n[journal]",
                     "telemetry.folder"},
                    {"symbols", "symbols = [\"A\", \"B\"]\ninstruments_max = 1", "trading.symbols"},
                });
}

TEST_F(TraderConfigurationCheck, AtTwoVenues) {
    const std::string tables =
        "[second_venue.account]\nuser = \"BOB\"\npassword = \"A\"\n"
        "[second_venue.venue]\norder_entry = \"127.0.0.1:4\"\n"
        "[second_venue.market_data]\ninterface = \"lo\"\nline_a = \"239.192.2.9:26477\"\n"
        "[firm_limits]\nopen_orders_max = 8\nopen_value_max = 1000000.0\nmessages_max = 1000\n"
        "gross_max = 4000000.0\nnet_max = 2000000.0\n";
    const std::string text = trader_config(
        settings_, venue_, {.tables = tables, .strategy = "name = \"latency_arbitrage\""});
    const std::string second = "[second_venue.market_data]\ninterface = \"lo\"\nline_a";
    compare_all(
        text,
        {
            {"idle", "idle = \"wait\""},
            {second, "[second_venue.market_data]\nline_a = \"" + venue_.line_a().to_string() + "\"",
             "second_venue.market_data.line_a"},
            {second, "[second_venue.market_data]\nline_a = \"127.0.0.1:1\"",
             "second_venue.market_data.line_a"},
            {second,
             "[second_venue.market_data]\ninterface = \"nonesuch0\"\n"
             "line_a = \"239.192.2.9:26477\"",
             "second_venue.market_data.interface"},
            {second,
             "[second_venue.market_data]\nline_a = \"239.192.2.9:26477\"\n"
             "line_b = \"239.192.2.9:26477\"",
             "second_venue.market_data.line_b"},
            {"[second_venue.venue]\norder_entry",
             "[second_venue.venue]\norder_entry = \"127.0.0.1:0\"",
             "second_venue.venue.order_entry"},
            {"idle", "idle = \"wait\"\ncore = 999", "thread.core"},
        });
}

}  // namespace
}  // namespace hotpath::venue_tests
