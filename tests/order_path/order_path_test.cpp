// One packet becomes an order, and every function that it enters is recorded: the first table of
// docs/LIFE_OF_AN_ORDER.md must name functions that are entered, in the order in which they are.
// The compiler calls __cyg_profile_func_enter at the begin of each function (CMakeLists.txt).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include <cxxabi.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/venue/nasdaq/nasdaq_engine.hpp"
#include "tests/support/trading_day.hpp"

namespace {

constexpr std::size_t kEnteredMax = 1U << 16U;
std::array<void*, kEnteredMax> entered;
std::size_t entered_count = 0;
bool is_recording = false;

}  // namespace

extern "C" {
[[gnu::no_instrument_function]] void __cyg_profile_func_enter(void* function, void*) {
    if (is_recording && entered_count < entered.size()) {
        entered[entered_count++] = function;
    }
}
[[gnu::no_instrument_function]] void __cyg_profile_func_exit(void*, void*) {}
}

namespace hotpath {

/// With a name that the linker knows: a function is found by its name (dladdr).
struct CountMessages {
    void operator()(Bytes) noexcept { ++*messages; }
    std::size_t* messages;
};

namespace {

using support::TestFeed;

/// Without template arguments and parameters: "hotpath::engine::Engine::on_packet".
std::string plain_name(const std::string& demangled) {
    std::string name;
    int depth = 0;
    for (const char c : demangled) {
        if (c == '<') {
            ++depth;
        } else if (c == '>') {
            --depth;
        } else if (depth == 0) {
            if (c == '(') {
                break;
            }
            name = c == ' ' ? std::string() : name + c;  // what precedes is the return type
        }
    }
    return name;
}

/// The functions entered, in order, by their plain names.
std::vector<std::string> names_entered() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < entered_count; ++i) {
        Dl_info info{};
        if (dladdr(entered[i], &info) == 0 || info.dli_sname == nullptr) {
            continue;
        }
        int status = 0;
        const std::unique_ptr<char, decltype(&std::free)> demangled(
            abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status), &std::free);
        if (status == 0) {
            names.push_back(plain_name(demangled.get()));
        }
    }
    return names;
}

/// The names of one row of the table; each may be entered, the first of them must be.
using Row = std::vector<std::string>;

/// The rows of the page's first table: "| what | [file](../file) | `Class::function`, `other` |".
std::vector<Row> rows_of_page() {
    std::ifstream page(HOTPATH_SOURCE_DIR "/docs/LIFE_OF_AN_ORDER.md");
    const std::regex symbol(R"(`([A-Za-z0-9_:~]+)`)");
    std::vector<Row> rows;
    bool is_inside = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("#")) {
            if (is_inside) {
                break;
            }
            is_inside = line == "## The trader: packet to order";
        }
        if (!is_inside || !line.starts_with("| ") || line.find("](../") == std::string::npos) {
            continue;
        }
        Row row;
        std::string owner;  // a name without a class is of the class before it
        const std::string cell = line.substr(line.find(") |"));
        for (std::sregex_iterator at(cell.begin(), cell.end(), symbol), end; at != end; ++at) {
            std::string name = (*at)[1];
            const std::size_t colons = name.rfind("::");
            if (colons != std::string::npos) {
                owner = name.substr(0, colons + 2);
            } else {
                name = owner + name;
            }
            row.push_back(name);
        }
        rows.push_back(row);
    }
    return rows;
}

bool is_named(const std::string& entered_name, const std::string& name) {
    return entered_name.ends_with("::" + name);
}

/// The engine's path from the packet that completes a market to the bytes of the first quotes.
std::vector<std::string> names_of_one_order() {
    constexpr std::uint16_t kLocate = 5;
    auto made = venue::nasdaq::NasdaqEngine<strategy::MarketMaker>::create(
        support::small_engine_options(), strategy::MarketMaker({.instruments_max = 10}));
    EXPECT_TRUE(made.has_value());
    const Symbol symbol = *Symbol::from("ABCD");
    TestFeed feed;
    Time now{34'200 * kNanosPerSecond};
    const auto apply = [&](const auto& message) {
        now.value += 1'000;
        made->on_packet(feed.packet(message), now);
    };
    apply(TestFeed::directory(kLocate, symbol));
    apply(TestFeed::state(kLocate, symbol, 'T'));
    apply(TestFeed::add(kLocate, 1, Side::Buy, 99'900));
    const Bytes last = feed.packet(TestFeed::add(kLocate, 2, Side::Sell, 100'300));
    entered_count = 0;
    is_recording = true;
    made->on_packet(last, now);
    std::size_t messages = 0;
    made->for_each_outgoing(CountMessages{&messages});
    is_recording = false;
    EXPECT_EQ(messages, 2U) << "a bid and an ask";
    EXPECT_LT(entered_count, kEnteredMax) << "the record must be complete";
    return names_entered();
}

TEST(LifeOfAnOrder, IsWhatAnOrderEntersInThisOrder) {
    const std::vector<std::string> entered_names = names_of_one_order();
    const std::vector<Row> rows = rows_of_page();
    ASSERT_GE(rows.size(), 12U);
    std::size_t latest = 0;
    for (const Row& row : rows) {
        ASSERT_FALSE(row.empty());
        const auto first = std::ranges::find_if(
            entered_names, [&](const std::string& name) { return is_named(name, row.front()); });
        ASSERT_NE(first, entered_names.end()) << row.front() << " is not entered";
        const auto place = static_cast<std::size_t>(first - entered_names.begin());
        EXPECT_GE(place, latest) << row.front() << " is entered before the row above it";
        latest = std::max(latest, place);
    }
}

TEST(LifeOfAnOrder, RecordsAnOrderBeforeItsBytesExist) {
    const std::vector<std::string> names = names_of_one_order();
    const auto first = [&](const char* of) {
        return std::ranges::find_if(names,
                                    [&](const std::string& name) { return is_named(name, of); });
    };
    ASSERT_NE(first("RiskGate::check"), names.end());
    ASSERT_NE(first("Orders::enter"), names.end());
    ASSERT_NE(first("OuchCodec::encode_enter"), names.end());
    EXPECT_LT(first("RiskGate::check"), first("Orders::enter"));
    EXPECT_LT(first("Orders::enter"), first("OuchCodec::encode_enter"));
}

TEST(LifeOfAnOrder, NamesOfFunctionsLoseTheirTemplateArgumentsAndParameters) {
    EXPECT_EQ(plain_name("hotpath::engine::Engine<A<int>, B>::on_packet(hotpath::Bytes, int)"),
              "hotpath::engine::Engine::on_packet");
    EXPECT_EQ(plain_name("auto hotpath::f<int (*)(long)>(int)"), "hotpath::f");
}

}  // namespace
}  // namespace hotpath
