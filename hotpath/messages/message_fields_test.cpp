// Every field of every message and every option has its place in the words: the tables of fields
// are those of the protocols' tests, so a message that is added is missed here.
#include "hotpath/messages/message_fields.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/wire/ouch50/codes.hpp"
#include "tests/support/itch50_fields.hpp"
#include "tests/support/ouch50_fields.hpp"

namespace hotpath::messages {
namespace {

using support::Field;
using support::FieldValue;
using support::MessageType;
using Json = nlohmann::ordered_json;
using ToFields = Json (*)(Bytes);
namespace ouch50 = wire::ouch50;

/// A small one: any type of field holds it, and it is no code of any field.
FieldValue value_of(std::uint64_t seed) {
    FieldValue value{.integer = seed};
    value.characters.fill(static_cast<char>('a' + seed));
    return value;
}

/// What says how to read a message is not shown besides.
bool is_shown(const Field& field) {
    static const std::set<std::string_view> kNot{"type", "message_type", "appendage_length"};
    return !kNot.contains(field.name);
}

/// Each field is there by its name, and its value can be seen.
void check(const MessageType& type, ToFields to_fields) {
    std::vector<std::byte> bytes = type.make();
    for (const Field& field : type.fields) {
        if (is_shown(field)) {
            field.store(bytes.data(), value_of(1));
        }
    }
    const Json before = to_fields(bytes);
    EXPECT_EQ(before["message"], type.name);
    std::size_t shown = 1;
    for (const Field& field : type.fields) {
        if (!is_shown(field)) {
            continue;
        }
        ++shown;
        const std::string name(field.name);
        ASSERT_TRUE(before.contains(name)) << type.name << ": " << name;
        std::vector<std::byte> changed = bytes;
        field.store(changed.data(), value_of(2));
        EXPECT_NE(to_fields(changed)[name], before[name]) << type.name << ": " << name;
    }
    EXPECT_EQ(before.size(), shown) << type.name << ": " << before.dump();
}

TEST(MessageFields, EveryFieldOfEveryOuchRequestIsShown) {
    for (const MessageType& type : support::kOuch50Requests) {
        check(type, ouch_request_fields);
    }
}

TEST(MessageFields, EveryFieldOfEveryOuchReplyIsShown) {
    for (const MessageType& type : support::kOuch50Replies) {
        check(type, ouch_reply_fields);
    }
}

TEST(MessageFields, EveryFieldOfEveryItchMessageIsShown) {
    for (const MessageType& type : support::kItch50Messages) {
        check(type, itch_fields);
    }
}

template <class Option>
typename Option::Value option_value(std::uint64_t seed) {
    return support::ValueType<typename Option::Value>::restore(value_of(seed));
}

/// The options of an order with this one alone.
template <class Option>
Json fields_with(std::uint64_t seed) {
    ouch50::WithAppendage<ouch50::EnterOrder> order;
    EXPECT_TRUE(order.append<Option>(option_value<Option>(seed)));
    const Bytes appendage = order.bytes().subspan(ouch50::EnterOrder::kLength);
    return ouch_option_fields(ouch50::Appendage(appendage));
}

TEST(MessageFields, EveryOptionIsShownByANameOfItsOwn) {
    std::set<std::string> names;
    const auto visit = [&]<class Option>() {
        const Json fields = fields_with<Option>(1);
        ASSERT_EQ(fields.size(), 1U) << "option " << int{Option::kTag} << ": " << fields.dump();
        EXPECT_FALSE(fields.begin().key().starts_with("option_")) << int{Option::kTag};
        EXPECT_TRUE(names.insert(fields.begin().key()).second) << fields.begin().key();
        EXPECT_NE(fields_with<Option>(2), fields) << fields.dump();
    };
    ouch50::Options::for_each(visit);
    visit.operator()<ouch50::extension::StopPrice>();
    EXPECT_EQ(names.size(), 22U);
}

TEST(MessageFields, EveryMessageWithAnAppendageShowsIt) {
    const auto visit = [&]<class M>(ToFields to_fields) {
        if constexpr (requires(M m) { m.load_appendage_length(); }) {
            ouch50::WithAppendage<M> message;
            ASSERT_TRUE(message.template append<ouch50::option::GroupId>(7));
            EXPECT_EQ(to_fields(message.bytes())["group_id"], 7) << M::kName;
        }
    };
    ouch50::Requests::for_each(
        [&]<class M>() { visit.template operator()<M>(ouch_request_fields); });
    ouch50::Replies::for_each([&]<class M>() { visit.template operator()<M>(ouch_reply_fields); });
}

TEST(MessageFields, AnOptionOfALaterRevisionIsShownAsItsBytes) {
    ouch50::WithAppendage<ouch50::EnterOrder> order;
    using Later = ouch50::Option<77, wire::Uint16>;
    ASSERT_TRUE(order.append<Later>(0x0AFF));
    EXPECT_EQ(ouch_request_fields(order.bytes())["option_77"], "0aff");
}

TEST(MessageFields, CodesAreWords) {
    ouch50::AiqCanceled canceled;
    canceled.store_reason(ouch50::cancel_reason::kSelfMatchPrevention);
    canceled.store_aiq_strategy(ouch50::aiq_strategy::kDecrementBoth);
    EXPECT_EQ(ouch_reply_fields(canceled.bytes())["reason"], "it met an order of the same owner");
    EXPECT_EQ(ouch_reply_fields(canceled.bytes())["aiq_strategy"], "decrement both");
    wire::itch50::Noii indication;
    indication.store_imbalance_direction('O');
    indication.store_price_variation_indicator('3');
    EXPECT_EQ(itch_fields(indication.bytes())["imbalance_direction"], "too few orders");
    EXPECT_EQ(itch_fields(indication.bytes())["price_variation_indicator"], "3 to 3.99%");
    wire::itch50::MwcbDeclineLevel levels;
    levels.store_level_1(123'400'000'000);
    EXPECT_EQ(itch_fields(levels.bytes())["level_1"], "1234.00000000");
}

TEST(MessageFields, BytesThatAreNoMessageAreSaidToBeNone) {
    const std::byte unknown{'?'};
    EXPECT_EQ(fields_text(ouch_request_fields({&unknown, 1})), "no OUCH request, bytes 1");
    EXPECT_EQ(fields_text(ouch_reply_fields({&unknown, 1})), "no OUCH reply, bytes 1");
    EXPECT_EQ(fields_text(itch_fields({&unknown, 1})), "no ITCH message, bytes 1");
}

}  // namespace
}  // namespace hotpath::messages
