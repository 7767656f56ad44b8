#pragma once
/// ItchLevels: the books by price of the ITCH messages that a recording by price becomes, beside what must
/// hold of them (ItchOpenOrders).
///
/// Threads: one owner. Allocation: free. Tests only.

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/units.hpp"
#include "tests/support/itch_open_orders.hpp"

namespace hotpath::support {

/// Quantity by price, of each symbol and side.
using PriceLevels = std::map<std::pair<std::string, Side>, std::map<std::int64_t, std::uint64_t>>;

/// The books of ITCH messages in which each price of a side is one order, and the shares of each trade.
struct ItchLevels : ItchOpenOrders {
    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) {
        symbols[m.load_stock_locate()] = m.load_stock().str();
    }
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) {
        ItchOpenOrders::on_add_order(m);
        EXPECT_EQ(m.load_stock().view(), symbols.at(m.load_stock_locate()));
        const Side side = m.load_buy_sell_indicator() == 'B' ? Side::Buy : Side::Sell;
        places[m.load_order_reference_number()] = {{m.load_stock().str(), side}, m.load_price()};
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) {
        ItchOpenOrders::on_order_replace(m);
        auto place = places.at(m.load_original_order_reference_number());
        place.second = m.load_price();
        places[m.load_new_order_reference_number()] = place;
    }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
        ItchOpenOrders::on_order_executed(m);
        shares_by_trade[m.load_match_number()] += m.load_executed_shares();
        executed += m.load_executed_shares();
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) {
        ItchOpenOrders::on_trade(m);
        shares_by_trade[m.load_match_number()] += m.load_shares();
    }

    [[nodiscard]] PriceLevels books() const {
        PriceLevels all;
        for (const auto& [id, shares] : leaves) {
            const auto& [side, price] = places.at(id);
            EXPECT_FALSE(all[side].contains(price)) << "a price is one order";
            all[side][price] += shares;
        }
        return all;
    }

    std::map<std::uint16_t, std::string> symbols;
    std::map<std::uint64_t, std::pair<std::pair<std::string, Side>, std::int64_t>> places;
    std::map<std::uint64_t, std::uint64_t> shares_by_trade;
    std::uint64_t executed = 0;
};

}  // namespace hotpath::support
