#include "hotpath/replay/result.hpp"

#include <array>

#include <gtest/gtest.h>

namespace hotpath::replay {
namespace {

TEST(ReplayResult, TheSumOfChannelsHasTheErrorsOfTheirBooks) {
    std::array<ReplayResult, 2> channels;
    channels[0].book.unknown_orders = 1;
    channels[0].book.prices_out_of_range = 2;
    channels[1].book.prices_out_of_range = 3;
    const ReplayResult sum = sum_of(channels);
    EXPECT_EQ(sum.book.unknown_orders, 1U);
    EXPECT_EQ(sum.book.prices_out_of_range, 5U);
}

TEST(ReplayResult, TheSumHasTheFirstTimeThatGoesBack) {
    std::array<ReplayResult, 3> channels;
    channels[1].times_back.note({9}, {4});
    channels[1].times_back.note({8}, {3});
    channels[2].times_back.note({7}, {2});
    const ReplayResult sum = sum_of(channels);
    EXPECT_EQ(sum.times_back.count, 3U);
    EXPECT_EQ(sum.times_back.first_from, Time{9});
    EXPECT_EQ(sum.times_back.first_to, Time{4});
}

TEST(ReplayResult, TheJsonHasEveryCounterOfBooksFeedAndFile) {
    std::array<ReplayResult, 2> channels;
    channels[0].messages = 10;
    channels[0].decode_errors = 3;
    channels[0].unknown_types = 1;
    channels[0].symbol_mismatches = 2;
    channels[0].book = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    channels[0].stream = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    channels[1] = channels[0];
    const auto counters = replay_json(sum_of(channels))["counters"];
    EXPECT_EQ(counters["book"].dump(),
              R"({"applied":2,"unknown_orders":4,"duplicate_orders":6,"over_executions":8,)"
              R"("unknown_instruments":10,"zero_quantities":12,"prices_out_of_range":14,)"
              R"("orders_full":16,"levels_full":18,"crossed":20})");
    EXPECT_EQ(counters["feed"].dump(),
              R"({"messages":14,"unknown_types":2,"decode_errors":4,"symbol_mismatches":4})");
    EXPECT_EQ(counters["file"].dump(),
              R"({"messages":2,"packets":4,"feed_packets":6,"ignored_packets":8,"fragments":10,)"
              R"("cut_packets":12,"duplicate_messages":14,"sequence_gaps":16,)"
              R"("missing_messages":18,"implied_adds":20,"implied_deletes":22,)"
              R"("implied_reductions":24,"skipped_events":26,"book_rows":28,)"
              R"("book_corrections":30,"records":32,"unread_records":34,)"
              R"("snapshot_records":36,"gateway_errors":38,"extended_records":40})");
}

TEST(ReplayResult, TheSumOfChannelsRestsOnTheLeastCertainBook) {
    std::array<ReplayResult, 3> channels;
    channels[0].book_source = {capture::BookBasis::PublishedLevels, 5, "A_orderbook_5.csv"};
    channels[1].book_source = {capture::BookBasis::Estimate, 0, "B_orderbook_5.csv"};
    EXPECT_EQ(replay_json(sum_of(channels))["book_basis"], "estimate");
    channels[1].book_source = {};
    const auto json = replay_json(sum_of(channels));
    EXPECT_EQ(json["book_basis"], "published levels");
    EXPECT_EQ(json["book_file"], "A_orderbook_5.csv");
    EXPECT_EQ(json["book_levels"], 5);
    channels[0].book_source = {};
    EXPECT_EQ(replay_json(sum_of(channels))["book_basis"], "every order");
}

}  // namespace
}  // namespace hotpath::replay
