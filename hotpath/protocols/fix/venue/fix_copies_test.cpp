// Copies for FIX drop copies: each event of an order by either protocol, and no order is kept longer
// than the venue keeps it.

#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/venue/fix_desk.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "tests/support/fix_venue.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
using support::FixLines;
using support::FixVenue;

constexpr SessionId kFixSession{0};
constexpr SessionId kOuchSession{1};

ouch50::EnterOrder entered(std::uint32_t number, char side, std::uint32_t qty,
                           std::uint64_t price) {
    ouch50::EnterOrder m;
    m.store_user_ref_num(number);
    m.store_side(side);
    m.store_quantity(qty);
    m.store_symbol(*Symbol::from("AAPL"));
    m.store_price(price);
    m.store_time_in_force(ouch50::time_in_force::kDay);
    m.store_display(ouch50::display::kVisible);
    m.store_cross_type(ouch50::cross_type::kContinuousMarket);
    return m;
}

class FixCopies : public testing::Test {
  protected:
    FixLines by_ouch(const auto& request) {
        venue_.apply(event::Order{kOuchSession, request.bytes()});
        return venue_.copies();
    }
    FixLines by_fix(std::string_view body) {
        venue_.send(kFixSession, body);
        return venue_.copies();
    }
    [[nodiscard]] std::size_t kept() { return venue_.log().desk_of<FixProtocol>().copied_orders(); }

    FixVenue venue_{support::logged_venue_options(), support::fix_desks(true)};
};

TEST_F(FixCopies, AnOrderByOuchIsReportedAsOneByFixUnderItsUserRefNum) {
    EXPECT_EQ(by_ouch(entered(5, 'S', 100, 500'000)),
              FixLines{"1 35=8|37=1|11=5|17=R1|150=0|39=0|55=AAPL|54=2|38=100|40=2|44=50.0000|59=0|"
                       "151=100|14=0|6=0|797=Y|"});
    EXPECT_EQ(kept(), 1U);
    ouch50::ReplaceOrderRequest replacement;
    replacement.store_orig_user_ref_num(5);
    replacement.store_user_ref_num(6);
    replacement.store_quantity(80);
    replacement.store_price(490'000);
    replacement.store_time_in_force(ouch50::time_in_force::kDay);
    replacement.store_display(ouch50::display::kVisible);
    EXPECT_EQ(by_ouch(replacement),
              FixLines{"1 35=8|37=3|11=6|41=5|17=R2|150=5|39=0|55=AAPL|54=2|38=80|40=2|44=49.0000|"
                       "59=0|151=80|14=0|6=0|797=Y|"});
    ouch50::CancelOrderRequest cancel;
    cancel.store_user_ref_num(6);
    cancel.store_quantity(60);
    EXPECT_EQ(by_ouch(cancel),
              FixLines{"1 35=8|37=3|11=6|17=R3|150=D|39=0|55=AAPL|54=2|38=60|40=2|44=49.0000|59=0|"
                       "151=60|14=0|6=0|378=5|797=Y|"});
    ouch50::ModifyOrderRequest modification;
    modification.store_user_ref_num(6);
    modification.store_side('T');
    modification.store_quantity(50);
    EXPECT_EQ(by_ouch(modification),
              FixLines{"1 35=8|37=3|11=6|17=R4|150=D|39=0|55=AAPL|54=5|38=50|40=2|44=49.0000|59=0|"
                       "151=50|14=0|6=0|378=5|797=Y|"});
    cancel.store_quantity(0);
    EXPECT_EQ(by_ouch(cancel),
              FixLines{"1 35=8|37=3|11=6|17=R5|150=4|39=4|55=AAPL|54=5|38=50|40=2|44=49.0000|59=0|"
                       "151=0|14=0|6=0|797=Y|"});
    EXPECT_EQ(kept(), 0U);
}

TEST_F(FixCopies, ATradeOfBothProtocolsIsCopiedTwiceWithTheReportsExecId) {
    by_fix("35=D|11=A1|55=AAPL|54=1|38=100|40=2|44=50|59=0|");
    const FixLines copies = by_ouch(entered(1, 'S', 40, 500'000));
    EXPECT_EQ(copies,
              (FixLines{"1 35=8|37=3|11=1|17=R2|150=0|39=0|55=AAPL|54=2|38=40|40=2|44=50.0000|59=0|"
                        "151=40|14=0|6=0|797=Y|",
                        "0 35=8|37=1|11=A1|17=11|150=F|39=1|55=AAPL|54=1|38=100|40=2|44=50.0000|"
                        "59=0|32=40|31=50.0000|851=1|151=60|14=40|6=50.000000|797=Y|",
                        "1 35=8|37=3|11=1|17=12|150=F|39=2|55=AAPL|54=2|38=40|40=2|44=50.0000|59=0|"
                        "32=40|31=50.0000|851=2|151=0|14=40|6=50.000000|797=Y|"}));
    EXPECT_EQ(kept(), 0U) << "it was filled at once";
}

TEST_F(FixCopies, ACopyOf42IsOf44) {
    venue_.send_as("FIX.4.2", kFixSession, "35=D|11=A1|55=AAPL|54=1|38=100|40=2|44=50|");
    ASSERT_EQ(venue_.copies().size(), 1U);
    EXPECT_EQ(venue_.copies()[0].find("|20="), std::string::npos);
}

TEST_F(FixCopies, RefusalsAndStatusAreNone) {
    EXPECT_TRUE(by_fix("35=D|11=A1|55=NONE|54=1|38=100|40=2|44=50|").empty());
    EXPECT_TRUE(by_fix("35=F|11=A2|41=A1|55=AAPL|54=1|").empty());
    EXPECT_TRUE(by_fix("35=H|11=A1|55=AAPL|54=1|").empty());
    EXPECT_TRUE(by_ouch(entered(1, 'B', 0, 500'000)).empty());
}

TEST_F(FixCopies, AMessageOfADropCopyIsRefused) {
    EXPECT_EQ(venue_.send(kFixSession, "35=D|11=A1|55=AAPL|54=1|38=100|40=2|44=50|", kOfDropCopy),
              FixLines{"0 35=j|45=1|372=D|379=A1|380=6|58=a drop copy session takes no requests|"});
    EXPECT_EQ(venue_.log().exchange().session_orders(), 0U);
}

TEST_F(FixCopies, WithoutThemThereAreNone) {
    FixVenue venue;
    venue.apply(event::Order{kOuchSession, entered(1, 'S', 100, 500'000).bytes()});
    EXPECT_TRUE(venue.copies().empty());
    EXPECT_EQ(venue.log().desk_of<FixProtocol>().copied_orders(), 0U);
}

TEST_F(FixCopies, OrdersByOuchAreKeptAsLongAsTheyAreOpenAndNoLonger) {
    Random random(support::seed_of_this_test(23));
    std::uint32_t number = 0;
    for (int n = 0; n < 20'000; ++n) {
        const auto back = static_cast<std::uint32_t>(random.below(20));
        const std::uint32_t of = number > back ? number - back : 1;
        switch (random.below(5)) {
            case 0:
            case 1: {
                auto order = entered(++number, random.one_in(2) ? 'B' : 'S',
                                     1 + static_cast<std::uint32_t>(random.below(200)),
                                     499'000 + random.below(20) * 100);
                order.store_time_in_force(random.one_in(3) ? ouch50::time_in_force::kIoc
                                                           : ouch50::time_in_force::kDay);
                by_ouch(order);
                break;
            }
            case 2: {
                ouch50::ReplaceOrderRequest replacement;
                replacement.store_orig_user_ref_num(of);
                replacement.store_user_ref_num(++number);
                replacement.store_quantity(1 + static_cast<std::uint32_t>(random.below(200)));
                replacement.store_price(499'000 + random.below(20) * 100);
                replacement.store_time_in_force(ouch50::time_in_force::kDay);
                replacement.store_display(ouch50::display::kVisible);
                by_ouch(replacement);
                break;
            }
            case 3: {
                ouch50::ModifyOrderRequest modification;
                modification.store_user_ref_num(of);
                modification.store_side(random.one_in(2) ? 'S' : 'B');
                modification.store_quantity(static_cast<std::uint32_t>(random.below(100)));
                by_ouch(modification);
                break;
            }
            default: {
                ouch50::CancelOrderRequest cancel;
                cancel.store_user_ref_num(of);
                cancel.store_quantity(static_cast<std::uint32_t>(random.below(50)));
                by_ouch(cancel);
                break;
            }
        }
        ASSERT_EQ(kept(), venue_.log().exchange().session_orders()) << n;
        for (const std::string& line : venue_.copies()) {
            const std::string body = line.substr(line.find(' ') + 1);
            ASSERT_EQ(body.find("35=8|"), 0U);
            ASSERT_NE(body.find("|797=Y|"), std::string::npos);
        }
    }
    StateWriter writer;
    venue_.log().save(writer);
    auto loaded =
        *VenueLog::create(support::logged_venue_options(), nullptr, support::fix_desks(true));
    StateReader reader(writer.bytes());
    loaded.load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(loaded.state_checksum(), venue_.log().state_checksum());
    EXPECT_EQ(loaded.desk_of<FixProtocol>().copied_orders(), kept());
}

}  // namespace
}  // namespace hotpath::exchange
