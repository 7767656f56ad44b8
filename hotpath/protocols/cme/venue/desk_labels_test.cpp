// The iLink 3 desk keeps bytes in a command about a trade, which the venue does not read.

#include <algorithm>
#include <array>
#include <cstddef>

#include <gtest/gtest.h>

#include "hotpath/exchange/orders/trade_amendment.hpp"
#include "hotpath/protocols/cme/venue/ilink_order.hpp"

namespace hotpath::exchange {
namespace {

using protocols::cme::ilink3::ManualOrderIndicator;

const IlinkLabels kLabels{.cl_ord_id = IlinkText<20>::from("A1"),
                          .sender_id = IlinkText<20>::from("TRADER"),
                          .location = IlinkText<5>::from("CH,US"),
                          .party_list = 0x0102'0304'0506'0708,
                          .manual = ManualOrderIndicator::Manual};

TEST(DeskLabels, LieInTheRecordAsItsPageSays) {
    const DeskLabels bytes = to_desk_labels(kLabels);
    const auto text_at = [&](std::size_t from, std::size_t length) {
        return as_text(Bytes(bytes).subspan(from, length));
    };
    EXPECT_EQ(text_at(0, 2), "A1");
    EXPECT_EQ(bytes[2], std::byte{0});
    EXPECT_EQ(text_at(20, 6), "TRADER");
    EXPECT_EQ(text_at(40, 5), "CH,US");
    EXPECT_EQ(bytes[45], std::byte{1});
    EXPECT_EQ(bytes[52], std::byte{8});
    EXPECT_EQ(bytes[53], std::byte{1});
}

TEST(DeskLabels, ComeBackAsTheyWereStored) {
    const IlinkLabels back = ilink_labels_of(to_desk_labels(kLabels));
    EXPECT_EQ(back.cl_ord_id, kLabels.cl_ord_id);
    EXPECT_EQ(back.sender_id, kLabels.sender_id);
    EXPECT_EQ(back.location, kLabels.location);
    EXPECT_EQ(back.party_list, kLabels.party_list);
    EXPECT_EQ(back.manual, kLabels.manual);
}

TEST(DeskLabels, AnyBytesAreLabels) {
    DeskLabels bytes{};
    bytes.fill(std::byte{0xFF});
    EXPECT_EQ(ilink_labels_of(bytes).manual, ManualOrderIndicator::Automated);
    EXPECT_EQ(ilink_labels_of(bytes).cl_ord_id.view().size(), 20U);
}

TEST(DeskLabels, AreTheDesksAloneInACommandAboutATrade) {
    TradeAmendment trade{.match = {7}, .price = {1}, .qty = {1}, .count = 1};
    trade.parties_of[0].has_labels = true;
    trade.parties_of[0].labels.fill(std::byte{0xFF});
    std::array<std::byte, kTradeAmendmentLength> record{};
    store(trade, record.data());
    TradeAmendment back;
    ASSERT_TRUE(load(record.data(), back)) << "the venue does not look into labels";
    EXPECT_TRUE(back.parties_of[0].has_labels);
    EXPECT_EQ(back.parties_of[0].labels, trade.parties_of[0].labels);
    EXPECT_FALSE(back.parties_of[1].has_labels);
}

}  // namespace
}  // namespace hotpath::exchange
