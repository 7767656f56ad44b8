#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

#include <cstddef>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/framing.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/itch50_fields.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wire_listeners.hpp"

namespace hotpath::protocols::nasdaq::itch50 {
namespace {

using support::Field;
using support::kItch50Messages;
using support::MessageType;

/// What a listener hears: how much of it, and the last message.
struct Heard {
    int messages = 0;
    char type = 0;
    const std::byte* message = nullptr;

    template <class M>
    void operator()(const M& m) {
        ++messages;
        type = M::kType;
        message = m.bytes().data();
    }
};
using Listener = support::Itch50Listener<Heard>;

TEST(Itch50Decode, EachMessageReachesItsOwnFunctionOnceAndInPlace) {
    for (const MessageType& sent : kItch50Messages) {
        SCOPED_TRACE(sent.name);
        const std::vector<std::byte> bytes = sent.make();
        Listener listener{};
        EXPECT_EQ(decode(bytes, listener), DecodeStatus::Ok);
        EXPECT_EQ(listener.hear.messages, 1);
        EXPECT_EQ(listener.hear.type, sent.type);
        EXPECT_EQ(listener.hear.message, bytes.data()) << "zero-copy";
    }
}

TEST(Itch50Decode, EveryOtherLengthIsRefusedAndNothingIsHeard) {
    Listener listener{};
    for (const MessageType& type : kItch50Messages) {
        std::vector<std::byte> bytes(2 * kMessageLengthMax);
        bytes[0] = static_cast<std::byte>(type.type);
        for (std::size_t length = 0; length <= bytes.size(); ++length) {
            if (length != type.length) {
                EXPECT_EQ(decode(Bytes(bytes).first(length), listener),
                          length < type.length ? DecodeStatus::Truncated : DecodeStatus::Oversized)
                    << type.name << " of " << length << " bytes";
            }
        }
    }
    EXPECT_EQ(listener.hear.messages, 0);
}

TEST(Itch50Decode, ATypeTheProtocolDoesNotHaveIsUnknownAtAnyLength) {
    Listener listener{};
    for (int type = 0; type < 256; ++type) {
        if (message_length(static_cast<char>(type)) != 0) {
            continue;
        }
        const std::vector<std::byte> bytes(kMessageLengthMax, static_cast<std::byte>(type));
        for (const std::size_t length : {1UL, 12UL, bytes.size()}) {
            EXPECT_EQ(decode(Bytes(bytes).first(length), listener), DecodeStatus::UnknownType);
        }
    }
    EXPECT_EQ(listener.hear.messages, 0);
}

std::vector<std::byte> random_message(const MessageType& type, Random& random) {
    std::vector<std::byte> bytes = type.make();
    for (const Field& field : type.fields) {
        if (field.name != "message_type") {
            field.store(bytes.data(), support::random_value(random.next()));
        }
    }
    return bytes;
}

TEST(Itch50Decode, WhatIsStoredIsWhatAListenerLoads) {
    Random random(support::seed_of_this_test(50));
    for (int round = 0; round < 200; ++round) {
        for (const MessageType& type : kItch50Messages) {
            const std::vector<std::byte> sent = random_message(type, random);
            Listener listener{};
            ASSERT_EQ(decode(sent, listener), DecodeStatus::Ok);
            ASSERT_EQ(listener.hear.type, type.type);
            EXPECT_EQ(stored_again(type, listener.hear.message), sent) << type.name;
        }
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
    Listener listener{};
    FrameCursor cursor(std::as_bytes(std::span(content)));
    for (Bytes message; cursor.next(message);) {
        ASSERT_EQ(decode(message, listener), DecodeStatus::Ok);
        ++messages[listener.hear.type];
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
}  // namespace hotpath::protocols::nasdaq::itch50
