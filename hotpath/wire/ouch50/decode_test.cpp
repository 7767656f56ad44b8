#include "hotpath/wire/ouch50/decode.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/ouch50_fields.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wire_listeners.hpp"

namespace hotpath::wire::ouch50 {
namespace {

using support::Ouch50ReplyListener;
using support::Ouch50RequestListener;

/// One direction: its messages, and decode() with everything heard passed to one callable.
struct RequestDirection {
    using Messages = Requests;
    static DecodeStatus decode(Bytes message, auto hear) {
        Ouch50RequestListener listener{hear};
        return decode_request(message, listener);
    }
};
struct ReplyDirection {
    using Messages = Replies;
    static DecodeStatus decode(Bytes message, auto hear) {
        Ouch50ReplyListener listener{hear};
        return decode_reply(message, listener);
    }
};

template <class Direction>
class Ouch50Decode : public ::testing::Test {};
using Directions = ::testing::Types<RequestDirection, ReplyDirection>;
TYPED_TEST_SUITE(Ouch50Decode, Directions);

TYPED_TEST(Ouch50Decode, EachMessageReachesItsOwnFunctionOnceAndInPlace) {
    TypeParam::Messages::for_each([]<class Sent>() {
        const Sent sent;
        int heard = 0;
        const DecodeStatus status =
            TypeParam::decode(sent.bytes(), [&]<class M>(const M& message, auto... appendage) {
                heard += std::is_same_v<M, Sent> ? 1 : 100;
                EXPECT_EQ(static_cast<const void*>(&message), sent.bytes().data()) << "zero-copy";
                EXPECT_EQ(sizeof...(appendage), HasAppendage<M> ? 1U : 0U);
                EXPECT_TRUE((appendage.empty() && ...));
            });
        EXPECT_EQ(status, DecodeStatus::Ok) << Sent::kName;
        EXPECT_EQ(heard, 1) << Sent::kName;
    });
}

TYPED_TEST(Ouch50Decode, EveryOtherLengthIsRefusedAndNothingIsHeard) {
    int heard = 0;
    TypeParam::Messages::for_each([&]<class M>() {
        std::vector<std::byte> bytes(200);
        bytes[0] = static_cast<std::byte>(M::kType);
        for (std::size_t length = 0; length <= bytes.size(); ++length) {
            if (length != M::kLength) {
                EXPECT_EQ(TypeParam::decode(Bytes(bytes).first(length),
                                            [&](const auto&, auto...) { ++heard; }),
                          length < M::kLength ? DecodeStatus::Truncated : DecodeStatus::Oversized)
                    << M::kName << " of " << length << " bytes";
            }
        }
    });
    EXPECT_EQ(heard, 0);
}

TYPED_TEST(Ouch50Decode, ATypeTheDirectionDoesNotHaveIsUnknown) {
    for (int byte = 0; byte < 256; ++byte) {
        const char type = static_cast<char>(byte);
        const std::vector<std::byte> bytes(100, static_cast<std::byte>(byte));
        if (TypeParam::Messages::length(type) == 0) {
            EXPECT_EQ(TypeParam::decode(bytes, [](const auto&, auto...) { FAIL(); }),
                      DecodeStatus::UnknownType);
        }
    }
}

TYPED_TEST(Ouch50Decode, WhatIsStoredIsWhatAListenerLoads) {
    Random random(support::seed_of_this_test(51));
    for (int round = 0; round < 200; ++round) {
        TypeParam::Messages::for_each([&]<class Sent>() {
            Sent sent;
            support::for_each_field<Sent>([&](const auto& field) {
                using Value = decltype(field.load(sent));
                if (field.name != "type" && field.name != "appendage_length") {
                    field.store(sent, support::random_value<Value>(random.next()));
                }
            });
            // Rebuilt field by field from what is heard, the message has the bytes that were sent.
            std::vector<std::byte> rebuilt;
            const auto hear = [&]<class M>(const M& heard, auto...) {
                M copy;
                support::for_each_field<M>(
                    [&](const auto& field) { field.store(copy, field.load(heard)); });
                rebuilt.assign(copy.bytes().begin(), copy.bytes().end());
            };
            ASSERT_EQ(TypeParam::decode(sent.bytes(), hear), DecodeStatus::Ok);
            EXPECT_TRUE(std::ranges::equal(rebuilt, sent.bytes())) << Sent::kName;
        });
    }
}

TYPED_TEST(Ouch50Decode, AnAppendageMustHaveTheLengthTheMessageSays) {
    TypeParam::Messages::for_each([]<class M>() {
        if constexpr (HasAppendage<M>) {
            WithAppendage<M> sent;
            sent.template append<option::MinQty>(100);
            EXPECT_EQ(TypeParam::decode(sent.bytes(), [](const auto&, auto...) {}),
                      DecodeStatus::Ok);
            sent.message().store_appendage_length(5);
            EXPECT_EQ(TypeParam::decode(sent.bytes(), [](const auto&, auto...) { FAIL(); }),
                      DecodeStatus::Oversized);
            sent.message().store_appendage_length(7);
            EXPECT_EQ(TypeParam::decode(sent.bytes(), [](const auto&, auto...) { FAIL(); }),
                      DecodeStatus::Truncated);
        }
    });
}

TEST(Ouch50NullListeners, HearEverythingAndDerivedOnesOnlyWhatTheyHide) {
    struct Fills : NullReplyListener {
        void on_order_executed(const OrderExecuted& m, Appendage) { shares += m.load_quantity(); }
        std::uint64_t shares = 0;
    } fills;
    NullRequestListener requests;
    OrderExecuted executed;
    executed.store_quantity(300);
    EXPECT_EQ(decode_reply(executed.bytes(), fills), DecodeStatus::Ok);
    Requests::for_each([&]<class M>() {
        EXPECT_EQ(decode_request(M().bytes(), requests), DecodeStatus::Ok) << M::kName;
    });
    Replies::for_each([&]<class M>() {
        EXPECT_EQ(decode_reply(M().bytes(), fills), DecodeStatus::Ok) << M::kName;
    });
    EXPECT_EQ(fills.shares, 300U);
}

}  // namespace
}  // namespace hotpath::wire::ouch50
