#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/ouch50_fields.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wire_listeners.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {
namespace {

using support::Field;
using support::MessageType;

/// What a listener hears: how much of it, and the last message with the bytes of its appendage.
struct Heard {
    int messages = 0;
    char type = 0;
    const std::byte* message = nullptr;
    std::optional<Bytes> appendage;

    template <class M>
    void operator()(const M& m) {
        ++messages;
        type = M::kType;
        message = m.bytes().data();
        appendage.reset();
    }
    template <class M>
    void operator()(const M& m, Appendage with) {
        (*this)(m);
        appendage = with.bytes();
    }
};

/// Each message of the list that can have an appendage, with one.
template <class List>
std::vector<std::vector<std::byte>> with_min_qty() {
    std::vector<std::vector<std::byte>> messages;
    List::for_each([&]<class M>() {
        if constexpr (HasAppendage<M>) {
            WithAppendage<M> message;
            message.template append<option::MinQty>(100);
            messages.emplace_back(message.bytes().begin(), message.bytes().end());
        }
    });
    return messages;
}

/// One direction: its messages, and decode() that says what a listener heard.
struct Direction {
    std::string_view name;
    std::span<const MessageType> types;
    std::vector<std::vector<std::byte>> (*with_min_qty)() = nullptr;
    DecodeStatus (*decode)(Bytes message, Heard& heard) = nullptr;

    friend void PrintTo(const Direction& direction, std::ostream* out) { *out << direction.name; }
};

const Direction kDirections[] = {
    {"requests", support::kOuch50Requests, with_min_qty<Requests>,
     [](Bytes message, Heard& heard) {
         support::Ouch50RequestListener<Heard&> listener{heard};
         return decode_request(message, listener);
     }},
    {"replies", support::kOuch50Replies, with_min_qty<Replies>,
     [](Bytes message, Heard& heard) {
         support::Ouch50ReplyListener<Heard&> listener{heard};
         return decode_reply(message, listener);
     }},
};

bool has_appendage(const MessageType& type) {
    return type.fields.back().name == "appendage_length";
}

class Ouch50Decode : public ::testing::TestWithParam<Direction> {};
INSTANTIATE_TEST_SUITE_P(BothDirections, Ouch50Decode, testing::ValuesIn(kDirections));

TEST_P(Ouch50Decode, EachMessageReachesItsOwnFunctionOnceAndInPlace) {
    for (const MessageType& sent : GetParam().types) {
        SCOPED_TRACE(sent.name);
        const std::vector<std::byte> bytes = sent.make();
        Heard heard;
        EXPECT_EQ(GetParam().decode(bytes, heard), DecodeStatus::Ok);
        EXPECT_EQ(heard.messages, 1);
        EXPECT_EQ(heard.type, sent.type);
        EXPECT_EQ(heard.message, bytes.data()) << "zero-copy";
        EXPECT_EQ(heard.appendage.has_value(), has_appendage(sent));
        EXPECT_TRUE(heard.appendage.value_or(Bytes()).empty());
    }
}

TEST_P(Ouch50Decode, EveryOtherLengthIsRefusedAndNothingIsHeard) {
    Heard heard;
    for (const MessageType& type : GetParam().types) {
        std::vector<std::byte> bytes(200);
        bytes[0] = static_cast<std::byte>(type.type);
        for (std::size_t length = 0; length <= bytes.size(); ++length) {
            if (length != type.length) {
                EXPECT_EQ(GetParam().decode(Bytes(bytes).first(length), heard),
                          length < type.length ? DecodeStatus::Truncated : DecodeStatus::Oversized)
                    << type.name << " of " << length << " bytes";
            }
        }
    }
    EXPECT_EQ(heard.messages, 0);
}

TEST_P(Ouch50Decode, ATypeTheDirectionDoesNotHaveIsUnknown) {
    Heard heard;
    for (int type = 0; type < 256; ++type) {
        const std::vector<std::byte> bytes(100, static_cast<std::byte>(type));
        if (support::find_type(GetParam().types, static_cast<char>(type)) == nullptr) {
            EXPECT_EQ(GetParam().decode(bytes, heard), DecodeStatus::UnknownType);
        }
    }
    EXPECT_EQ(heard.messages, 0);
}

std::vector<std::byte> random_message(const MessageType& type, Random& random) {
    std::vector<std::byte> bytes = type.make();
    for (const Field& field : type.fields) {
        if (field.name != "type" && field.name != "appendage_length") {
            field.store(bytes.data(), support::random_value(random.next()));
        }
    }
    return bytes;
}

TEST_P(Ouch50Decode, WhatIsStoredIsWhatAListenerLoads) {
    Random random(support::seed_of_this_test(51));
    for (int round = 0; round < 200; ++round) {
        for (const MessageType& type : GetParam().types) {
            const std::vector<std::byte> sent = random_message(type, random);
            Heard heard;
            ASSERT_EQ(GetParam().decode(sent, heard), DecodeStatus::Ok);
            ASSERT_EQ(heard.type, type.type);
            EXPECT_EQ(stored_again(type, heard.message), sent) << type.name;
        }
    }
}

TEST_P(Ouch50Decode, AnAppendageMustHaveTheLengthTheMessageSays) {
    for (std::vector<std::byte>& bytes : GetParam().with_min_qty()) {
        const MessageType& type =
            *support::find_type(GetParam().types, std::to_integer<char>(bytes[0]));
        SCOPED_TRACE(type.name);
        Heard heard;
        EXPECT_EQ(GetParam().decode(bytes, heard), DecodeStatus::Ok);
        EXPECT_EQ(Appendage(heard.appendage.value()).load<option::MinQty>(), 100U);
        type.fields.back().store(bytes.data(), {.integer = 5});
        EXPECT_EQ(GetParam().decode(bytes, heard), DecodeStatus::Oversized);
        type.fields.back().store(bytes.data(), {.integer = 7});
        EXPECT_EQ(GetParam().decode(bytes, heard), DecodeStatus::Truncated);
        EXPECT_EQ(heard.messages, 1) << "only the one of the right length";
    }
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
}  // namespace hotpath::protocols::nasdaq::ouch50
