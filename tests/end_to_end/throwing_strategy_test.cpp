// A strategy that throws, or whose assertion fails, ends every command with one line that says so.
#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/app/program.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "tests/end_to_end/backtest_workshop.hpp"

namespace hotpath::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ResultOf;
using ::testing::StartsWith;

/// Faulty in the way that its parameter says.
class Faulty : public strategy::NullStrategy {
  public:
    static constexpr std::string_view kName = "faulty";
    static constexpr std::string_view kSummary = "throws, or fails an assertion";

    struct Options {
        std::uint32_t fault = 0;
    };
    static void visit(Options& options, auto& parameters) {
        parameters.integer({"fault", 0, 3, "which"}, options.fault);
    }

    explicit Faulty(const Options& options) : options_(options) {
        if (options_.fault == 3) {
            throw std::runtime_error("no file of weights");
        }
    }

    void on_book(const book::BookView& /*book*/, const strategy::Context& /*context*/,
                 oms::Intents& /*intents*/) noexcept {
        decide();
    }

  private:
    void decide() const {
        if (options_.fault == 0) {
            throw std::out_of_range("the window\nis empty");
        }
        if (options_.fault == 1) {
            throw 5;
        }
        HOTPATH_ASSERT(options_.fault == 0, "the window is never empty");
    }

    Options options_;
};

class ThrowingStrategyDeathTest : public ::testing::Test {
  protected:
    void write_config(int fault) const {
        workshop_.write_config("b.toml", {.name = "faulty",
                                          .strategy = "fault = " + std::to_string(fault),
                                          .run = "threads = 2"});
    }
    [[nodiscard]] int backtest() const { return run({"backtest", "-c", workshop_.name("b.toml")}); }
    [[nodiscard]] static int run(std::vector<std::string> words) {
        words.insert(words.begin(), "faulty");
        std::vector<const char*> argv;
        std::ranges::transform(words, std::back_inserter(argv), &std::string::c_str);
        return app::run(static_cast<int>(argv.size()), argv.data(),
                        {strategy::registration_of<Faulty>()});
    }
    [[nodiscard]] static auto is_one_line() {
        return ResultOf([](const std::string& said) { return std::ranges::count(said, '\n'); }, 1);
    }

    BacktestWorkshop workshop_;
};

TEST_F(ThrowingStrategyDeathTest, AnExceptionIsNamedInOneLine) {
    write_config(0);
    EXPECT_EXIT((void)backtest(), testing::KilledBySignal(SIGABRT),
                AllOf(StartsWith("terminated by an exception: the window is empty; a strategy must "
                                 "not throw"),
                      is_one_line()));
    write_config(1);
    EXPECT_EXIT(
        (void)backtest(), testing::KilledBySignal(SIGABRT),
        AllOf(StartsWith("terminated by an exception: of a type that is no"), is_one_line()));
    EXPECT_EXIT((void)run({"demo", "--strategy", "faulty", "--messages", "20000", "--instruments",
                           "2", "--report", workshop_.name("r.html")}),
                testing::KilledBySignal(SIGABRT),
                AllOf(StartsWith("terminated by an exception: the window"), is_one_line()));
}

TEST_F(ThrowingStrategyDeathTest, AnAssertionIsNamedInOneLine) {
    write_config(2);
    EXPECT_EXIT((void)backtest(), testing::KilledBySignal(SIGABRT),
                AllOf(HasSubstr("assertion failed: the window is never empty"), is_one_line()));
}

TEST_F(ThrowingStrategyDeathTest, AnExceptionOfItsConstructorIsAnError) {
    write_config(3);
    EXPECT_EXIT(std::exit(backtest()), testing::ExitedWithCode(1),
                AllOf(StartsWith("faulty backtest: unexpected exception: no file of weights"),
                      is_one_line()));
}

}  // namespace
}  // namespace hotpath::end_to_end
