// stock_in: the symbol where each message has it, and none where it has none.

#include "hotpath/protocols/nasdaq/itch50/stock.hpp"

#include <gtest/gtest.h>

namespace hotpath::protocols::nasdaq::itch50 {
namespace {

TEST(StockIn, FindsTheSymbolOfEveryMessageThatNamesOneAndOfNoOther) {
    const Symbol symbol = *Symbol::from("GOOGL");
    Messages::for_each([&]<class M>() {
        M message;
        message.store_stock_locate(0x1234);
        EXPECT_EQ(locate_in(message.bytes()), 0x1234) << M::kName;
        if constexpr (requires { message.load_stock(); }) {
            message.store_stock(symbol);
            EXPECT_EQ(stock_in(message.bytes()), symbol) << M::kName;
            EXPECT_EQ(stock_in(Bytes(message.bytes()).first(M::kLength - 1)), std::nullopt);
        } else {
            EXPECT_EQ(stock_in(message.bytes()), std::nullopt) << M::kName;
        }
    });
    EXPECT_EQ(stock_in({}), std::nullopt);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::itch50
