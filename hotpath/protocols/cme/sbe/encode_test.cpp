#include "hotpath/protocols/cme/sbe/encode.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sbe_schemas/every_little.hpp"
#include "sbe_schemas/next_form.hpp"
#include "sbe_schemas/optional_enum.hpp"

namespace hotpath::protocols::cme::sbe {
namespace {

using namespace sbe_schemas::every_little;

/// A message with every part of its kind, with room for `length` bytes.
Encoded nested(MutableBytes room) {
    return Nested::encode(room, [](auto& message) {
        message.store_number(5);
        message.put_outer(2, [](auto& outer, std::size_t i) {
            outer.put_inner(i, [](auto& inner, std::size_t) {
                inner.put_innermost(3, [](auto& innermost, std::size_t letter) {
                    innermost.store_letter(static_cast<char>('a' + letter));
                });
                inner.put_inner_text("inner");
            });
            outer.put_outer_text("outer");
        });
        message.put_title("title");
    });
}

TEST(SbeEncode, WhatIsLeftOutIsEmpty) {
    std::array<std::byte, 500> buffer;
    Nested message;
    ASSERT_EQ(message.open(nested(buffer).bytes), DecodeStatus::Ok);
    EXPECT_EQ(message.outer().size(), 2U);
    EXPECT_TRUE(message.end_group().empty());
    EXPECT_EQ(message.load_title(), "title");
    EXPECT_TRUE(message.load_payload().empty());
    EXPECT_EQ(message.load_added_text(), "");
    std::string letters;
    for (const auto& outer : message.outer()) {
        EXPECT_EQ(outer.load_outer_text(), "outer");
        for (const auto& inner : outer.inner()) {
            EXPECT_EQ(inner.load_inner_text(), "inner");
            for (const auto& innermost : inner.innermost()) {
                letters += innermost.load_letter();
            }
        }
    }
    EXPECT_EQ(letters, "abc");
}

TEST(SbeEncode, AnOptionalFieldThatIsNotStoredIsNullAnyOtherZero) {
    std::array<std::byte, 500> buffer;
    buffer.fill(std::byte{0xAA});
    const Encoded sent = Order::encode(buffer, [](auto&) {});
    Order order;
    ASSERT_EQ(order.open(sent.bytes), DecodeStatus::Ok);
    EXPECT_EQ(order.load_time_in_force(), std::nullopt);
    EXPECT_EQ(order.load_stop_price().load_mantissa(), std::nullopt);
    EXPECT_EQ(order.load_added_note(), std::nullopt);
    EXPECT_EQ(order.load_added_qty(), 0U);
    EXPECT_EQ(order.load_symbol(), "");
    EXPECT_EQ(sent.bytes.back(), std::byte{0});  // a block is longer than its fields
}

TEST(SbeEncode, AnEnumerationOfAnOptionalTypeThatIsNotStoredIsNull) {
    namespace optional = sbe_schemas::optional_enum;
    constexpr optional::Mode kNull{255};
    std::array<std::byte, 100> buffer;
    const Encoded sent = optional::Stated::encode(buffer, [](auto&) {});
    optional::Stated stated;
    ASSERT_EQ(stated.open(sent.bytes), DecodeStatus::Ok);
    EXPECT_EQ(stated.load_mode(), kNull);
    EXPECT_EQ(stated.load_origin().load_mode(), kNull);
    EXPECT_EQ(stated.load_origin().load_desk(), 0);
    EXPECT_EQ(optional::Origin().load_mode(), kNull);
}

TEST(SbeEncode, ABufferOfAnyShorterLengthHasNoRoom) {
    std::array<std::byte, 500> buffer;
    const std::size_t needed = nested(buffer).bytes.size();
    for (std::size_t length = 0; length < needed; ++length) {
        std::vector<std::byte> room(length);
        const Encoded sent = nested(room);
        EXPECT_EQ(sent.status, EncodeStatus::NoRoom) << length;
        EXPECT_TRUE(sent.bytes.empty());
    }
    std::vector<std::byte> room(needed);
    EXPECT_EQ(nested(room).status, EncodeStatus::Ok);
}

TEST(SbeEncode, APartBeforeOneThatIsWrittenIsOutOfOrder) {
    std::array<std::byte, 500> buffer;
    const Encoded sent = Nested::encode(buffer, [](auto& message) {
        message.put_payload({});
        message.put_title("too late");
    });
    EXPECT_EQ(sent.status, EncodeStatus::OutOfOrder);
    EXPECT_TRUE(sent.bytes.empty());
}

TEST(SbeEncode, APartTwiceIsOutOfOrder) {
    std::array<std::byte, 500> buffer;
    const auto no_entries = [](auto&, std::size_t) {};
    const Encoded sent = Nested::encode(buffer, [&](auto& message) {
        message.put_outer(0, no_entries);
        message.put_outer(0, no_entries);
    });
    EXPECT_EQ(sent.status, EncodeStatus::OutOfOrder);
}

TEST(SbeEncode, MoreThanTheSchemaCanSayIsTooMany) {
    std::vector<std::byte> room(100'000);
    const auto entries = [&](std::size_t count) {
        return Incremental::encode(room, [&](auto& message) {
            message.put_no_order_id_entries(count, [](auto&, std::size_t) {});
        });
    };
    EXPECT_EQ(entries(254).status, EncodeStatus::Ok);  // of 8 bits, and 255 is null
    EXPECT_EQ(entries(255).status, EncodeStatus::TooMany);
    const auto payload = [&](std::size_t length) {
        const std::vector<std::byte> bytes(length);
        return Nested::encode(room, [&](auto& message) { message.put_payload(bytes); });
    };
    EXPECT_EQ(payload(254).status, EncodeStatus::Ok);
    EXPECT_EQ(payload(255).status, EncodeStatus::TooMany);
}

TEST(SbeEncode, TheFirstErrorStays) {
    std::array<std::byte, 500> buffer;
    const Encoded sent = Nested::encode(buffer, [](auto& message) {
        message.put_payload(std::array<std::byte, 255>{});
        message.put_title("out of order");
    });
    EXPECT_EQ(sent.status, EncodeStatus::TooMany);
}

TEST(SbeEncode, PaddingWithinDimensionsIsZero) {
    std::array<std::byte, 500> buffer;
    buffer.fill(std::byte{0xAA});
    const Encoded sent = Incremental::encode(buffer, [](auto&) {});
    const Bytes dimensions = sent.bytes.subspan(
        MessageHeader::kLength + Incremental::kBlockLength + GroupSizeEncoding::kLength, 8);
    EXPECT_EQ(dimensions[0], std::byte{24});
    EXPECT_TRUE(
        std::ranges::all_of(dimensions.subspan(1), [](auto b) { return b == std::byte{}; }));
}

TEST(SbeEncode, CountsOfGroupsAndDataAreInTheHeaderThatHasThem) {
    namespace next = sbe_schemas::next_form;
    std::array<std::byte, 500> buffer;
    const Encoded sent = next::ExecutionReport::encode(
        buffer, [](auto& report) { report.put_fills(1, [](auto&, std::size_t) {}); });
    const auto& header = next::WideHeader::at(sent.bytes.data());
    EXPECT_EQ(header.load_num_groups(), 1);
    EXPECT_EQ(header.load_num_var_data_fields(), 1);
    next::ExecutionReport report;
    ASSERT_EQ(report.open(sent.bytes), DecodeStatus::Ok);
    EXPECT_EQ(report.fills()[0].load_fill_px().load_mantissa(), std::nullopt);
    EXPECT_EQ(report.load_transact_time().kUnit, 9);
}

}  // namespace
}  // namespace hotpath::protocols::cme::sbe
