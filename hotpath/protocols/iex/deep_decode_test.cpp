#include "hotpath/protocols/iex/deep_decode.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/iex_fields.hpp"

namespace hotpath::protocols::iex {
namespace {

using protocols::DecodeStatus;
using support::kDeepMessages;
using support::MessageType;

/// The last message that was delivered, and how many were.
struct Heard {
    template <class M>
    void on_message(const M& m) {
        ++messages;
        type = M::kType;
        message = m.bytes().data();
    }

    int messages = 0;
    char type = 0;
    const std::byte* message = nullptr;
};

TEST(DeepDecode, EachMessageIsDeliveredOnceAndInPlace) {
    for (const MessageType& sent : kDeepMessages) {
        SCOPED_TRACE(sent.name);
        const std::vector<std::byte> bytes = sent.make();
        Heard heard;
        EXPECT_EQ(decode(bytes, heard), DecodeStatus::Ok);
        EXPECT_EQ(heard.messages, 1);
        EXPECT_EQ(heard.type, sent.type);
        EXPECT_EQ(heard.message, bytes.data()) << "zero-copy";
    }
}

TEST(DeepDecode, AShorterMessageIsRefusedAndNothingIsDelivered) {
    Heard heard;
    for (const MessageType& type : kDeepMessages) {
        const std::vector<std::byte> bytes = type.make();
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            EXPECT_EQ(decode(Bytes(bytes).first(length), heard), DecodeStatus::Truncated);
        }
    }
    EXPECT_EQ(heard.messages, 0);
}

TEST(DeepDecode, AMessageThatALaterVersionMadeLongerIsDelivered) {
    for (const MessageType& type : kDeepMessages) {
        std::vector<std::byte> bytes = type.make();
        EXPECT_FALSE(is_extended(bytes));
        bytes.resize(bytes.size() + 3);
        Heard heard;
        EXPECT_EQ(decode(bytes, heard), DecodeStatus::Ok);
        EXPECT_EQ(heard.type, type.type);
        EXPECT_TRUE(is_extended(bytes));
    }
}

TEST(DeepDecode, OtherTypesAreUnknownHoweverLong) {
    Heard heard;
    for (int byte = 0; byte < 256; ++byte) {
        std::vector<std::byte> bytes(100);
        bytes[0] = static_cast<std::byte>(byte);
        if (support::find_type(kDeepMessages, static_cast<char>(byte)) == nullptr) {
            EXPECT_EQ(decode(bytes, heard), DecodeStatus::UnknownType) << byte;
            EXPECT_FALSE(is_extended(bytes));
        }
    }
    EXPECT_FALSE(is_extended({}));
    EXPECT_EQ(heard.messages, 0);
}

TEST(DeepDecode, AListenerHearsTheTypesThatItNames) {
    struct Volume : NullListener {
        using NullListener::on_message;
        void on_message(const TradeReport& m) { shares += m.load_size(); }
        std::uint32_t shares = 0;
    } volume;
    TradeReport trade;
    trade.store_size(471);
    TradeBreak broken;
    broken.store_size(9);
    EXPECT_EQ(decode(trade.bytes(), volume), DecodeStatus::Ok);
    EXPECT_EQ(decode(broken.bytes(), volume), DecodeStatus::Ok);
    EXPECT_EQ(volume.shares, 471U);
}

}  // namespace
}  // namespace hotpath::protocols::iex
