#include "hotpath/protocols/cme/sbe/view.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "sbe_schemas/composite_versions.hpp"
#include "sbe_schemas/every_feature_v1.hpp"
#include "sbe_schemas/every_little.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::protocols::cme::sbe {
namespace {

namespace now = sbe_schemas::every_little;
namespace old = sbe_schemas::every_feature_v1;

using Buffer = std::array<std::byte, 1'000>;

/// Two entries with an order each, as the newest version sends them.
template <class Incremental>
Bytes incremental(Buffer& buffer) {
    const Encoded sent = Incremental::encode(buffer, [](auto& message) {
        message.store_transact_time(77);
        message.put_no_md_entries(2, [](auto& entry, std::size_t i) {
            entry.store_security_id(static_cast<std::int32_t>(100 + i));
            entry.store_md_entry_size(5);
        });
        message.put_no_order_id_entries(1,
                                        [](auto& entry, std::size_t) { entry.store_order_id(9); });
    });
    EXPECT_EQ(sent.status, EncodeStatus::Ok);
    return sent.bytes;
}

TEST(SbeView, FieldsGroupsAndDataAreThoseOfTheMessage) {
    Buffer buffer;
    const Bytes bytes = incremental<now::Incremental>(buffer);
    now::Incremental message;
    ASSERT_EQ(message.open(bytes), DecodeStatus::Ok);
    EXPECT_EQ(message.load_transact_time(), 77U);
    EXPECT_EQ(message.no_md_entries().size(), 2U);
    EXPECT_EQ(message.no_md_entries()[1].load_security_id(), 101);
    EXPECT_EQ(message.no_order_id_entries()[0].load_order_id(), 9U);
    EXPECT_TRUE(message.added_group().empty());
    EXPECT_EQ(message.end(), bytes.data() + bytes.size());
}

TEST(SbeView, WhatASenderOfAnOlderVersionLacksIsAbsent) {
    Buffer buffer;
    now::Incremental message;
    ASSERT_EQ(message.open(incremental<old::Incremental>(buffer)), DecodeStatus::Ok);
    std::vector<std::int32_t> ids;
    for (const auto& entry : message.no_md_entries()) {
        ids.push_back(entry.load_security_id());
        EXPECT_EQ(entry.load_added_priority(), std::nullopt);
    }
    EXPECT_EQ(ids, (std::vector<std::int32_t>{100, 101}));
    EXPECT_EQ(message.no_order_id_entries()[0].load_order_id(), 9U);
    EXPECT_TRUE(message.added_group().empty());
}

TEST(SbeView, WhatASenderOfANewerVersionAddsIsSteppedOver) {
    Buffer buffer;
    old::Incremental message;
    const Bytes bytes = incremental<now::Incremental>(buffer);
    ASSERT_EQ(message.open(bytes), DecodeStatus::Ok);
    EXPECT_EQ(message.no_md_entries()[1].load_security_id(), 101);
    EXPECT_EQ(message.no_order_id_entries()[0].load_order_id(), 9U);
    EXPECT_LT(message.end(), bytes.data() + bytes.size());  // the added group
}

TEST(SbeView, AnUnknownValueOfAnEnumerationIsKept) {
    Buffer buffer;
    const Encoded sent = now::Order::encode(
        buffer, [](auto& order) { order.store_side(static_cast<now::Side>('7')); });
    now::Order order;
    ASSERT_EQ(order.open(sent.bytes), DecodeStatus::Ok);
    EXPECT_EQ(static_cast<char>(order.load_side()), '7');
    EXPECT_EQ(name(order.load_side()), "");
    EXPECT_EQ(name(now::Side::Buy), "Buy");
}

TEST(SbeView, AMessageCutAtAnyByteIsTruncated) {
    Buffer buffer;
    const Bytes whole = incremental<now::Incremental>(buffer);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const std::vector<std::byte> cut(whole.begin(),
                                         whole.begin() + static_cast<std::ptrdiff_t>(length));
        now::Incremental message;
        EXPECT_EQ(message.open(cut), DecodeStatus::Truncated) << length;
    }
}

TEST(SbeView, ABlockShorterThanItsVersionNeedsIsMalformed) {
    Buffer buffer;
    const Bytes whole = incremental<now::Incremental>(buffer);
    now::MessageHeader::at(buffer.data()).store_block_length(9);
    now::Incremental message;
    EXPECT_EQ(message.open(whole), DecodeStatus::Malformed);
}

TEST(SbeView, AnEntryShorterThanItsVersionNeedsIsMalformed) {
    Buffer buffer;
    const Bytes whole = incremental<now::Incremental>(buffer);
    std::byte* const dimensions =
        buffer.data() + now::MessageHeader::kLength + now::Incremental::kBlockLength;
    now::GroupSizeEncoding::at(dimensions).store_block_length(25);
    now::Incremental message;
    EXPECT_EQ(message.open(whole), DecodeStatus::Malformed);
}

TEST(SbeView, AnotherSchemaAndAnotherMessageAreOfUnknownType) {
    Buffer buffer;
    const Bytes whole = incremental<now::Incremental>(buffer);
    now::Nested nested;
    EXPECT_EQ(nested.open(whole), DecodeStatus::UnknownType);
    now::NullListener listener;
    EXPECT_EQ(now::decode(whole, listener), DecodeStatus::Ok);
    now::MessageHeader::at(buffer.data()).store_template_id(999);
    EXPECT_EQ(now::decode(whole, listener), DecodeStatus::UnknownType);
    now::MessageHeader::at(buffer.data()).store_template_id(46);
    now::MessageHeader::at(buffer.data()).store_schema_id(1);
    EXPECT_EQ(now::decode(whole, listener), DecodeStatus::UnknownType);
}

TEST(SbeView, AListenerGetsItsMessageOnce) {
    struct Sizes : now::NullListener {
        void on_incremental(const now::Incremental& m) { entries += m.no_md_entries().size(); }
        std::size_t entries = 0;
    } listener;
    Buffer buffer;
    EXPECT_EQ(now::decode(incremental<now::Incremental>(buffer), listener), DecodeStatus::Ok);
    EXPECT_EQ(listener.entries, 2U);
}

TEST(SbeView, ACompositeIsAsLongAsItsSenderHasIt) {
    namespace grown = sbe_schemas::composite_versions;
    Buffer buffer;
    const Encoded sent = grown::Quoted::encode(buffer, [](auto& quoted) {
        grown::Quote quote;
        quote.store_bid(5);
        quote.store_ask(6);
        quoted.store_quote(quote);
    });
    grown::Quoted quoted;
    ASSERT_EQ(quoted.open(sent.bytes), DecodeStatus::Ok);
    EXPECT_EQ(quoted.load_quote().load_ask(quoted.version()), 6);
    ASSERT_NE(quoted.load_added_quote(), nullptr);
    EXPECT_EQ(quoted.load_added_quote()->load_bid(), 0);
    // The same from a sender of version 1: a bid alone.
    grown::MessageHeader& header = grown::MessageHeader::at(buffer.data());
    header.store_version(1);
    header.store_block_length(4);
    const std::vector<std::byte> old_bytes(buffer.begin(), buffer.begin() + 12);
    ASSERT_EQ(quoted.open(old_bytes), DecodeStatus::Ok);
    EXPECT_EQ(quoted.load_quote().load_bid(), 5);
    EXPECT_EQ(quoted.load_quote().load_ask(quoted.version()), std::nullopt);
    EXPECT_EQ(quoted.load_added_quote(), nullptr);
}

TEST(SbeView, DecodingAndEncodingAllocateNothing) {
    Buffer buffer;
    const NoAllocScope scope;
    const Bytes bytes = incremental<now::Incremental>(buffer);
    now::Incremental message;
    const DecodeStatus status = message.open(bytes);
    std::int64_t sum = 0;
    for (const auto& entry : message.no_md_entries()) {
        sum += entry.load_security_id();
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(status, DecodeStatus::Ok);
    EXPECT_EQ(sum, 201);
}

}  // namespace
}  // namespace hotpath::protocols::cme::sbe
