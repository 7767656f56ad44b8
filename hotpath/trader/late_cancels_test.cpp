// An operator's cancel is for every venue of a trader: also for one that lists the instrument later.
#include "hotpath/trader/late_cancels.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/trader/input.hpp"

namespace hotpath::trader {
namespace {

const Symbol kApple = *Symbol::from("AAPL");
const Symbol kMicrosoft = *Symbol::from("MSFT");

/// As far as LateCancels sees a VenueTrader: what it lists, what it trades, what it has canceled.
struct ListedVenue {
    [[nodiscard]] const ListedVenue& engine() const { return *this; }
    [[nodiscard]] const ListedVenue& feed() const { return *this; }
    [[nodiscard]] const ListedVenue& market() const { return *this; }
    [[nodiscard]] const ListedVenue& directory() const { return *this; }
    [[nodiscard]] std::optional<InstrumentId> find(Symbol symbol) const {
        return std::ranges::find(listed, symbol) == listed.end() ? std::nullopt
                                                                 : std::optional(InstrumentId{1});
    }
    [[nodiscard]] bool trades(Symbol symbol) const { return symbol == kApple; }
    OperatorStatus apply(const Event& event, Time) {
        canceled.push_back(std::get<OperatorCommand>(event).symbol);
        return OperatorStatus::Done;
    }

    std::vector<Symbol> listed{};
    std::vector<Symbol> canceled{};
};

struct LateCancelsTest : testing::Test {
    void cancel(Symbol symbol, OperatorStatus status = OperatorStatus::Done) {
        cancels.on_command({.action = OperatorAction::Cancel, .symbol = symbol}, status, venues);
    }

    std::vector<ListedVenue> venues{{.listed = {kApple, kMicrosoft}}, {}};
    LateCancels cancels;
};

TEST_F(LateCancelsTest, AreCarriedOutOnceWhereTheInstrumentIsListedLater) {
    cancel(kApple);
    cancel(kApple);
    cancels.carry_out(venues, {1});
    EXPECT_TRUE(venues[1].canceled.empty());
    EXPECT_FALSE(cancels.is_empty());
    venues[1].listed = {kApple};
    cancels.carry_out(venues, {2});
    EXPECT_EQ(venues[1].canceled, (std::vector{kApple}));
    EXPECT_TRUE(venues[0].canceled.empty()) << "it was carried out at once";
    EXPECT_TRUE(cancels.is_empty());
}

TEST_F(LateCancelsTest, AreNotKeptOfWhatIsNotTradedNorOfARefusedCommand) {
    cancel(kMicrosoft);
    EXPECT_TRUE(cancels.is_empty()) << "listed, and not traded";
    cancel(kApple, OperatorStatus::UnknownInstrument);
    EXPECT_TRUE(cancels.is_empty()) << "the operator was told";
    venues[1].listed = {kApple};
    cancel(kApple);
    EXPECT_TRUE(cancels.is_empty()) << "listed at both";
}

TEST_F(LateCancelsTest, EndWhenTradingIsResumed) {
    cancel(kApple);
    cancels.on_command({.action = OperatorAction::Status}, OperatorStatus::Done, venues);
    EXPECT_FALSE(cancels.is_empty());
    cancels.on_command({.action = OperatorAction::Resume}, OperatorStatus::StillStopped, venues);
    EXPECT_TRUE(cancels.is_empty());
}

}  // namespace
}  // namespace hotpath::trader
