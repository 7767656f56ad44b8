// docs/examples is a pair that trades as its page says: the commands that docs/guide/trader.md
// prints are run as they are printed, one block after the other. Only the ports in the two files
// are others, because a machine may run several tests at a time.

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/soup_connection.hpp"
#include "tests/venue/trader_process.hpp"

namespace hotpath::venue_tests {
namespace {

[[nodiscard]] std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The fenced blocks of a page between two headings.
[[nodiscard]] std::vector<std::string> printed_commands(const std::string& page,
                                                        const std::string& heading) {
    std::vector<std::string> blocks;
    std::istringstream lines(text_of(std::filesystem::path(HOTPATH_SOURCE_DIR) / "docs" / page));
    bool is_there = false;
    bool is_in_block = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("## ")) {
            is_there = line == heading;
        } else if (is_there && line.starts_with("```")) {
            is_in_block = !is_in_block;
            if (is_in_block) {
                blocks.emplace_back();
            }
        } else if (is_there && is_in_block) {
            blocks.back() += line + "\n";
        }
    }
    return blocks;
}

[[nodiscard]] std::set<std::string> lines_without_numbers(const std::string& text) {
    std::istringstream stream(std::regex_replace(text, std::regex("[0-9]+(\\.[0-9]+)*"), "N"));
    std::set<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.insert(line);
    }
    return lines;
}

/// What a page prints of a run: prices and numbers are another run's.
void expect_shown(const std::string& printed, const std::string& output) {
    const std::set<std::string> lines = lines_without_numbers(output);
    for (const std::string& line : lines_without_numbers(printed)) {
        EXPECT_TRUE(lines.contains(line)) << line << "\n" << output;
    }
}

/// A block in a separate shell, with all that it starts.
class Terminal {
  public:
    Terminal(const std::filesystem::path& folder, const std::string& commands,
             const std::filesystem::path& output)
        : output_(output) {
        child_ = ::fork();
        if (child_ == 0) {
            ::setpgid(0, 0);
            const std::string line =
                "cd " + folder.string() + " && { " + commands + "} > " + output.string() + " 2>&1";
            ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
            ::_exit(127);
        }
        ::setpgid(child_, child_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    ~Terminal() {
        if (child_ > 0) {
            ::kill(-child_, SIGTERM);
            ::waitpid(child_, nullptr, 0);
        }
    }

    [[nodiscard]] std::string output() const { return text_of(output_); }
    /// Until it has said so; false after 60 s, or when it has ended without.
    [[nodiscard]] bool has_said(const std::string& words) {
        const Time until = steady_now() + Nanos{60 * kNanosPerSecond};
        while (output().find(words) == std::string::npos) {
            if (steady_now() > until || ::waitpid(child_, nullptr, WNOHANG) != 0) {
                return output().find(words) != std::string::npos;
            }
            ::usleep(20'000);
        }
        return true;
    }
    /// Its exit code.
    [[nodiscard]] int wait() {
        int status = -1;
        ::waitpid(child_, &status, 0);
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

  private:
    std::filesystem::path output_;
    pid_t child_ = -1;
};

class ExamplePair : public testing::Test {
  protected:
    ~ExamplePair() override { std::filesystem::remove_all(telemetry_); }

    /// As the repository lies there after a build.
    void SetUp() override {
        std::filesystem::create_directories(folder_ / "docs/examples");
        std::filesystem::create_directories(folder_ / "build/release");
        std::filesystem::create_directory_symlink(
            std::filesystem::path(HOTPATH_EXECUTABLE).parent_path(), folder_ / "build/release/bin");
        for (const std::string name : {"exchange.toml", "trader.toml"}) {
            std::ofstream(folder_ / "docs/examples" / name) << with_other_ports(
                text_of(std::filesystem::path(HOTPATH_SOURCE_DIR) / "docs/examples" / name));
        }
        // Tests run side by side, and a channel has one writer.
        const std::string commented = R"(# folder = "/dev/shm/hotpath-1000")";
        std::string trader = text_of(folder_ / "docs/examples/trader.toml");
        ASSERT_NE(trader.find(commented), std::string::npos);
        trader.replace(trader.find(commented), commented.size(),
                       "folder = \"" + telemetry_.string() + "\"");
        std::ofstream(folder_ / "docs/examples/trader.toml") << trader;
    }

    [[nodiscard]] std::string with_other_ports(std::string text) const {
        const std::array<std::string, 11> printed{
            "127.0.0.1:26400", "127.0.0.1:26479", "127.0.0.1:26478", "127.0.0.1:26401",
            "127.0.0.1:26402", "127.0.0.1:26403", "127.0.0.1:26404", "127.0.0.1:26405",
            "127.0.0.1:26406", "127.0.0.1:26407", ":26477"};
        for (std::size_t n = 0; n < printed.size(); ++n) {
            const std::string other = n < 4    ? first_[n]
                                      : n < 8  ? second_[n - 4]
                                      : n < 10 ? third_[n - 7]
                                               : third_[0].substr(third_[0].find(':'));
            for (std::size_t at = text.find(printed[n]); at != std::string::npos;
                 at = text.find(printed[n], at + other.size())) {
                text.replace(at, printed[n].size(), other);
            }
        }
        return text;
    }
    [[nodiscard]] nlohmann::json state(const std::string& name) const {
        const std::string text = text_of(folder_ / name);
        return nlohmann::json::accept(text) ? nlohmann::json::parse(text) : nlohmann::json{};
    }

    support::TemporaryDirectory folder_;
    std::filesystem::path telemetry_ = "/dev/shm/hotpath-example-" + std::to_string(::getpid());
    std::array<std::string, 4> first_ = free_addresses();
    std::array<std::string, 4> second_ = free_addresses();
    std::array<std::string, 4> third_ = free_addresses();
};

TEST_F(ExamplePair, TradesAsItsPagePrints) {
    const std::vector<std::string> blocks = printed_commands("guide/trader.md", "## Try it");
    ASSERT_EQ(blocks.size(), 3U) << "the venue, the trader, an order by hand";
    Terminal venue(folder_.path(), blocks[0], folder_ / "venue.txt");
    ASSERT_TRUE(venue.has_said("exchange: ready")) << venue.output();
    EXPECT_EQ(venue.output().find("CLOSED"), std::string::npos) << venue.output();
    Terminal trader(folder_.path(), blocks[1], folder_ / "trader.txt");
    ASSERT_TRUE(trader.has_said("trade: ready")) << trader.output();
    const Time until = steady_now() + Nanos{120 * kNanosPerSecond};
    const auto executions = [&] {
        const nlohmann::json now = state("trader.json");
        return now.contains("orders") ? now["orders"]["executions"].get<int>() : 0;
    };
    while (executions() == 0 && steady_now() < until) {
        ::usleep(50'000);
    }
    EXPECT_GT(executions(), 0) << trader.output() << venue.output();
    EXPECT_EQ(state("trader.json")["symbols_not_listed"].size(), 0U);
    EXPECT_EQ(trader.output().find("WARNING"), std::string::npos) << trader.output();

    Terminal by_hand(folder_.path(), blocks[2], folder_ / "order.txt");
    EXPECT_EQ(by_hand.wait(), 0) << by_hand.output();
    const std::vector<std::string> shown = printed_commands("guide/orders-by-hand.md", "## Try it");
    ASSERT_EQ(shown.size(), 2U) << "the command, its output";
    EXPECT_EQ(shown[0], blocks[2]);
    expect_shown(shown[1], by_hand.output());

    Terminal fat_finger(folder_.path(),
                        "build/release/bin/hotpath order -c exchange.toml --user BOB enter buy "
                        "999999 AAPL 199999.99\n",
                        folder_ / "fat_finger.txt");
    EXPECT_EQ(fat_finger.wait(), 1) << "200 billion dollars";
    EXPECT_NE(fat_finger.output().find("rejected: order worth too much (0x1f)"), std::string::npos)
        << fat_finger.output();

    const std::vector<std::string> fix = printed_commands("guide/orders-by-hand.md", "## Over FIX");
    ASSERT_EQ(fix.size(), 2U) << "the command, its output";
    Terminal by_fix(folder_.path(), fix[0], folder_ / "fix.txt");
    EXPECT_EQ(by_fix.wait(), 0) << by_fix.output();
    expect_shown(fix[1], by_fix.output());
}

TEST_F(ExamplePair, ATraderSaysWhichSymbolTheFeedDoesNotList) {
    const std::vector<std::string> blocks = printed_commands("guide/trader.md", "## Try it");
    std::string config = text_of(folder_ / "docs/examples/trader.toml");
    const std::string listed = R"(symbols = ["AAPL", "MSFT"])";
    ASSERT_NE(config.find(listed), std::string::npos);
    config.replace(config.find(listed), listed.size(), R"(symbols = ["AAPL", "GONE"])");
    std::ofstream(folder_ / "docs/examples/trader.toml") << config;
    Terminal venue(folder_.path(), blocks[0], folder_ / "venue.txt");
    ASSERT_TRUE(venue.has_said("exchange: ready")) << venue.output();
    Terminal trader(folder_.path(), blocks[1], folder_ / "trader.txt");
    EXPECT_TRUE(trader.has_said("WARNING: the feed does not list GONE")) << trader.output();
    EXPECT_EQ(state("trader.json")["symbols_not_listed"], nlohmann::json::array({"GONE"}));
}

TEST_F(ExamplePair, AVenueThatIsClosedSaysSoWhenItIsReady) {
    std::string config = text_of(folder_ / "docs/examples/exchange.toml");
    config += "\n[[schedule]]\nat = \"00:00:00\"\naction = \"end_of_day\"\n";
    std::ofstream(folder_ / "docs/examples/exchange.toml") << config;
    Terminal venue(folder_.path(), printed_commands("guide/trader.md", "## Try it")[0],
                   folder_ / "venue.txt");
    EXPECT_TRUE(venue.has_said("CLOSED: 3 of 3 instruments do not trade now")) << venue.output();
}

}  // namespace
}  // namespace hotpath::venue_tests
