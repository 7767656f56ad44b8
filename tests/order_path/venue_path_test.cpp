// An order over each protocol trades at the venue, and every function that it enters is recorded:
// docs/LIFE_OF_AN_ORDER_AT_THE_VENUE.md must name functions that are entered, in the order in which
// they are.

#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/server/venue_log.hpp"
#include "tests/order_path/recorded_path.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/ilink_venue.hpp"
#include "tests/support/logged_venue.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath {
namespace {

using namespace order_path;
namespace event = exchange::event;

constexpr exchange::SessionId kMaker{0};
constexpr exchange::SessionId kTaker{1};

/// A venue with every desk.
class Venue : public support::LoggedVenue {
  public:
    Venue() : LoggedVenue(support::logged_venue_options(), desks()) {
        const auto offer = support::to_message({.number = 1, .side = 'S'});
        take(event::Order{kMaker, offer.bytes()}, [] {});
    }

    /// The functions that an order enters, which meets the offer.
    std::vector<std::string> names_of(const exchange::Event& order) {
        begin_recording();
        std::vector<std::string> entered;
        take(order, [&] { entered = end_recording(); });
        EXPECT_EQ(log().exchange().counters().executions, 1U);
        return entered;
    }

  private:
    [[nodiscard]] static exchange::VenueProtocols::DeskOptions desks() {
        return {exchange::FixDeskOptions{.ids_max = 1'024},
                exchange::IlinkDeskOptions{.is_taken = true}};
    }
};

/// The protocol's way in, what is the same for all of them, and its way out.
std::vector<Row> rows_of_protocol(const std::string& protocol) {
    std::vector<Row> rows;
    for (const std::string& heading :
         {std::string("The log"), protocol + ": message to request",
          std::string("The venue: request to reports"), protocol + ": reports to messages"}) {
        const auto part = rows_of("LIFE_OF_AN_ORDER_AT_THE_VENUE.md", heading);
        EXPECT_FALSE(part.empty()) << heading;
        rows.insert(rows.end(), part.begin(), part.end());
    }
    return rows;
}

TEST(LifeAtTheVenue, OfAnOrderByOuch) {
    const auto order = support::to_message({.number = 1});
    expect_entered_in_order(Venue().names_of(event::Order{kTaker, order.bytes()}),
                            rows_of_protocol("OUCH"));
}

TEST(LifeAtTheVenue, OfAnOrderByFix) {
    const std::string order = support::fix_message(
        "FIX.4.4", "35=D|34=1|49=C|52=x|56=V|11=A1|55=AAPL|54=1|38=100|40=2|44=50|");
    expect_entered_in_order(
        Venue().names_of(event::FixMessage{kTaker, {}, std::as_bytes(std::span(order))}),
        rows_of_protocol("FIX"));
}

TEST(LifeAtTheVenue, OfAnOrderByIlink) {
    const support::IlinkBytes order = support::ilink_order({.id = "A1"});
    expect_entered_in_order(Venue().names_of(event::IlinkMessage{kTaker, {}, order.view()}),
                            rows_of_protocol("iLink 3"));
}

}  // namespace
}  // namespace hotpath
