#include "hotpath/wire/itch50/decode.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/wire/itch50/codes.hpp"
#include "hotpath/wire/itch50/framing.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/itch50_fields.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wire_listeners.hpp"

namespace hotpath::wire::itch50 {
namespace {

using support::Itch50Listener;

TEST(Itch50Decode, EachMessageReachesItsOwnFunctionOnceAndInPlace) {
    Messages::for_each([]<class Sent>() {
        const Sent sent;
        int heard = 0;
        Itch50Listener listener{[&]<class M>(const M& message) {
            heard += std::is_same_v<M, Sent> ? 1 : 100;
            EXPECT_EQ(static_cast<const void*>(&message), sent.bytes().data()) << "zero-copy";
        }};
        EXPECT_EQ(decode(sent.bytes(), listener), DecodeStatus::Ok) << Sent::kName;
        EXPECT_EQ(heard, 1) << Sent::kName;
    });
}

TEST(Itch50Decode, EveryOtherLengthIsRefusedAndNothingIsHeard) {
    int heard = 0;
    Itch50Listener listener{[&](const auto&) { ++heard; }};
    Messages::for_each([&]<class M>() {
        std::vector<std::byte> bytes(2 * kMessageLengthMax);
        bytes[0] = static_cast<std::byte>(M::kType);
        for (std::size_t length = 0; length <= bytes.size(); ++length) {
            if (length != M::kLength) {
                EXPECT_EQ(decode(Bytes(bytes).first(length), listener),
                          length < M::kLength ? DecodeStatus::Truncated : DecodeStatus::Oversized)
                    << M::kName << " of " << length << " bytes";
            }
        }
    });
    EXPECT_EQ(heard, 0);
}

TEST(Itch50Decode, ATypeTheProtocolDoesNotHaveIsUnknownAtAnyLength) {
    int heard = 0;
    Itch50Listener listener{[&](const auto&) { ++heard; }};
    for (int type = 0; type < 256; ++type) {
        if (message_length(static_cast<char>(type)) != 0) {
            continue;
        }
        const std::vector<std::byte> bytes(kMessageLengthMax, static_cast<std::byte>(type));
        for (const std::size_t length : {1UL, 12UL, bytes.size()}) {
            EXPECT_EQ(decode(Bytes(bytes).first(length), listener), DecodeStatus::UnknownType);
        }
    }
    EXPECT_EQ(heard, 0);
}

TEST(Itch50Decode, WhatIsStoredIsWhatAListenerLoads) {
    Random random(support::seed_of_this_test(50));
    for (int round = 0; round < 200; ++round) {
        Messages::for_each([&]<class Sent>() {
            Sent sent;
            support::for_each_field<Sent>([&](const auto& field) {
                using Value = decltype(field.load(sent));
                if (field.name != "message_type") {
                    field.store(sent, support::random_value<Value>(random.next()));
                }
            });
            // Rebuilt field by field from what is heard, the message has the bytes that were sent.
            std::vector<std::byte> rebuilt;
            Itch50Listener listener{[&]<class M>(const M& heard) {
                M copy;
                support::for_each_field<M>(
                    [&](const auto& field) { field.store(copy, field.load(heard)); });
                rebuilt.assign(copy.bytes().begin(), copy.bytes().end());
            }};
            ASSERT_EQ(decode(sent.bytes(), listener), DecodeStatus::Ok);
            EXPECT_TRUE(std::ranges::equal(rebuilt, sent.bytes())) << Sent::kName;
        });
    }
}

TEST(Itch50Decode, ADerivedListenerHearsOnlyWhatItHides) {
    struct Volume : NullListener {
        void on_order_executed(const OrderExecuted& m) { shares += m.load_executed_shares(); }
        std::uint64_t shares = 0;
    } volume;
    OrderExecuted executed;
    executed.store_executed_shares(300);
    EXPECT_EQ(decode(executed.bytes(), volume), DecodeStatus::Ok);
    EXPECT_EQ(decode(OrderCancel().bytes(), volume), DecodeStatus::Ok);
    EXPECT_EQ(volume.shares, 300U);
}

TEST(Itch50Decode, EveryMessageOfARecordedMorningIsWhole) {
    const std::string name = "itch50/aapl_20200130_premarket/aapl_20200130_first10k.itch";
    const auto path = support::licensed_data(name);
    if (!path) {
        GTEST_SKIP() << support::missing_data(name);
    }
    std::ifstream file(*path, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    std::map<char, int> messages;
    Itch50Listener listener{[&]<class M>(const M&) { ++messages[M::kType]; }};
    FrameCursor cursor(std::as_bytes(std::span(content)));
    for (Bytes message; cursor.next(message);) {
        ASSERT_EQ(decode(message, listener), DecodeStatus::Ok);
    }
    EXPECT_FALSE(cursor.is_truncated());
    const std::map<char, int> expected{{'A', 4758}, {'D', 4083}, {'E', 849}, {'P', 240},
                                       {'L', 52},   {'U', 7},    {'X', 6},   {'F', 2},
                                       {'R', 1},    {'H', 1},    {'Y', 1}};
    EXPECT_EQ(messages, expected);
}

TEST(Itch50Codes, ASideSurvivesTheWire) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        EXPECT_EQ(to_side(to_buy_sell_indicator(side)), side);
    }
    EXPECT_EQ(to_price(1'234'500), Price{1'234'500});
}

}  // namespace
}  // namespace hotpath::wire::itch50
