// The list of strategies as text and as JSON: the same description for people and for programs.
#include "apps/hotpath/strategies/listing.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {
namespace {

using ListedJson = nlohmann::ordered_json;

class Listing : public testing::Test {
  protected:
    strategy::Registry registry_ = *strategy::Registry::create();
    ListedJson json_ = ListedJson::parse(strategies_json(registry_.all()));

    [[nodiscard]] ListedJson parameter(const std::string& strategy, const std::string& key) const {
        for (const ListedJson& each : json_) {
            for (const ListedJson& parameter : each["parameters"]) {
                if (each["name"] == strategy && parameter["key"] == key) {
                    return parameter;
                }
            }
        }
        return {};
    }
};

TEST_F(Listing, JsonHasEveryStrategyWithItsNumbers) {
    ASSERT_EQ(json_.size(), registry_.all().size());
    EXPECT_EQ(json_[1]["name"], "market_maker");
    EXPECT_EQ(json_[1]["venues"], 1);
    EXPECT_EQ(json_.back()["venues"], 2);
    EXPECT_EQ(parameter("market_maker", "half_spread_dollars"),
              ListedJson({{"key", "half_spread_dollars"},
                          {"kind", "dollars"},
                          {"unit", "dollars"},
                          {"meaning", "from the reservation price to the quote"},
                          {"least", 0.0},
                          {"most", 10'000.0},
                          {"default", 0.005}}));
    EXPECT_EQ(parameter("momentum", "sample_every_ms"), ListedJson({{"key", "sample_every_ms"},
                                                                    {"kind", "integer"},
                                                                    {"unit", "ms"},
                                                                    {"meaning", "between samples"},
                                                                    {"least", 1},
                                                                    {"most", 86'400'000},
                                                                    {"default", 1'000}}));
    EXPECT_FALSE(parameter("pairs", "first").contains("default")) << "a symbol must be given";
}

TEST_F(Listing, TextHasALineForEachParameter) {
    const std::string text = strategies_text(registry_.all());
    for (const ListedJson& each : json_) {
        EXPECT_THAT(text, testing::HasSubstr(each["name"].get<std::string>() + ": " +
                                             each["summary"].get<std::string>() + "\n"));
        for (const ListedJson& parameter : each["parameters"]) {
            EXPECT_THAT(text, testing::HasSubstr("  " + parameter["key"].get<std::string>() + " "));
        }
    }
    EXPECT_EQ(strategies_text({}), "");
}

}  // namespace
}  // namespace hotpath::app
