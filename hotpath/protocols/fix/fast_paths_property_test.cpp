// What is read or written the short way is what the long way gives: each fast path beside its
// obvious twin, over random, cut and garbled input.

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/field_layouts.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/short_text.hpp"
#include "hotpath/protocols/fix/timestamp_reader.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::protocols::fix {
namespace {

DataFields raw_data_fields() {
    DataFields fields;
    EXPECT_TRUE(fields.try_add({tag::kRawDataLength, tag::kRawData}));
    return fields;
}

/// Messages of a few types whose fields come and go: more layouts than are remembered, some with
/// data, some with more fields than a layout has. Some are cut, some have another character.
class VariedMessages {
  public:
    explicit VariedMessages(std::uint64_t seed) : random_(seed) {}

    std::string next() {
        std::string text = "8=FIX.4.4|9=100|35=8|34=" + std::to_string(random_.below(1'000));
        // Often one of a few layouts; at times any.
        const std::uint64_t kept = random_.one_in(8) ? random_.below(1U << 12U) : random_.below(6);
        for (unsigned i = 0; i < 12; ++i) {
            if ((kept >> i & 1U) != 0) {
                text += '|' + std::to_string(kTags[i]) + '=' + value();
            }
        }
        if (random_.one_in(16)) {
            text += "|95=5|96=a|b=c";
        }
        for (std::uint64_t more = random_.one_in(32) ? random_.below(70) : 0; more > 0; --more) {
            text += "|58=" + value();
        }
        text = support::with_soh(text + "|10=" + std::to_string(100 + random_.below(156)) + '|');
        if (random_.one_in(6)) {
            text[random_.below(text.size())] = kCharacters[random_.below(kCharacters.size())];
        }
        return random_.one_in(8) ? text.substr(0, random_.below(text.size() + 1)) : text;
    }

  private:
    static constexpr std::array<Tag, 12> kTags = {11, 17,        1,  5001, 38, 6,
                                                  44, 9'999'999, 31, 151,  14, 100'000};
    static constexpr std::string_view kCharacters = "0123456789=|.-A\x01\x01==";

    std::string value() {
        std::string text;
        for (std::uint64_t i = random_.below(random_.one_in(10) ? 90 : 9); i > 0; --i) {
            text += kCharacters[random_.below(10)];
        }
        return text;
    }

    Random random_;
};

TEST(FixFastPaths, AMessageOfAKnownLayoutHasTheFieldsThatAListWithoutMemoryFinds) {
    VariedMessages messages(support::seed_of_this_test(41));
    FieldList remembers(raw_data_fields());
    std::uint64_t whole = 0;
    for (int n = 0; n < (support::is_long_run() ? 1'000'000 : 30'000); ++n) {
        const std::string message = messages.next();
        FieldList fresh(raw_data_fields(), {.fields_max = 128});
        ASSERT_EQ(remembers.split(support::view_of(message)),
                  fresh.split(support::view_of(message)));
        ASSERT_TRUE(std::ranges::equal(remembers.tags(), fresh.tags())) << message;
        for (std::size_t place = 0; place < fresh.size(); ++place) {
            ASSERT_EQ(remembers[place], fresh[place]) << message;
            ASSERT_EQ(remembers.text(place).tail, fresh.text(place).tail) << message;
        }
        if (fresh.status() != SplitStatus::Ok) {
            ASSERT_EQ(remembers.malformed_place(), fresh.malformed_place()) << message;
        }
        whole += fresh.status() == SplitStatus::Ok ? 1U : 0U;
    }
    EXPECT_GT(whole, 10'000U);
}

TEST(FixFastPaths, LayoutsComeAndGoWithoutAnAllocation) {
    VariedMessages messages(support::seed_of_this_test(42));
    std::vector<std::string> texts(500);
    std::ranges::generate(texts, [&] { return messages.next(); });
    FieldList fields(raw_data_fields());
    const NoAllocScope scope;
    for (const std::string& text : texts) {
        static_cast<void>(fields.split(support::view_of(text)));
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(FixFastPaths, ATimestampReadBesideTheOneBeforeIsTheSameTime) {
    Random random(support::seed_of_this_test(43));
    constexpr std::string_view kCharacters = "0123456789-:.x";
    TimestampReader reader;
    TimestampText writer;
    std::uint64_t times = 0;
    std::int64_t now = 1'709'251'198'000'000'000;  // 2024-02-29, two seconds before midnight
    for (int n = 0; n < 200'000; ++n) {
        now += random.one_in(20) ? static_cast<std::int64_t>(random.below(90'000'000'000'000))
                                 : static_cast<std::int64_t>(random.below(300'000'000));
        constexpr std::array kPrecisions = {
            TimePrecision::Milliseconds, TimePrecision::Milliseconds, TimePrecision::Seconds,
            TimePrecision::Microseconds, TimePrecision::Nanoseconds};
        std::array<char, kTimestampLengthMax> buffer;
        const TimePrecision precision = kPrecisions[random.below(kPrecisions.size())];
        const char* const end = writer.write(buffer.data(), Time{now}, precision);
        std::string text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
        ASSERT_EQ(text.size(), timestamp_length(precision));
        if (random.one_in(4)) {
            text[random.below(text.size())] = kCharacters[random.below(kCharacters.size())];
        }
        if (random.one_in(16)) {
            text.resize(random.below(text.size() + 1));
        }
        ASSERT_EQ(reader.read(text), to_time(text)) << text;
        times += to_time(text) ? 1U : 0U;
    }
    EXPECT_GT(times, 100'000U);
}

/// Before its first time with milliseconds a reader knows none, whatever the characters.
TEST(FixFastPaths, ANewReaderRefusesWhatIsNoTimestamp) {
    TimestampReader reader;
    const std::string zeros = std::string(18, '\0') + "123";
    EXPECT_EQ(reader.read(zeros), std::nullopt);
    EXPECT_TRUE(reader.read("20240229-12:34:56").has_value());
    EXPECT_EQ(reader.read(zeros), std::nullopt);
    EXPECT_TRUE(reader.read("20240229-12:34:56.789").has_value());
    EXPECT_EQ(reader.read(zeros), std::nullopt);
}

TEST(FixFastPaths, ALearnedLayoutIsCutWithoutTheTags) {
    const std::string text = support::with_soh("11=A|38=100|44=1.25|10=123|");
    constexpr std::array<Tag, 4> kTags = {11, 38, 44, 10};
    FieldLayouts layouts;
    std::array<std::uint32_t, FieldLayout::kFieldsMax> ends{};
    EXPECT_EQ(layouts.cut(text, ends.data()), nullptr) << "nothing is learned yet";
    layouts.learn(text, kTags);
    const std::string other = support::with_soh("11=BCD|38=7|44=|10=001|");
    const FieldLayout* const layout = layouts.cut(other, ends.data());
    ASSERT_NE(layout, nullptr);
    EXPECT_TRUE(std::ranges::equal(std::span(layout->tags).first(layout->size), kTags));
    EXPECT_EQ(ends[0], 6U);
    EXPECT_EQ(ends[3], other.size() - 1);
    EXPECT_EQ(layouts.cut(support::with_soh("11=A|40=100|44=1.25|10=123|"), ends.data()), nullptr);
}

TEST(FixFastPaths, ShortTextsAreComparedAndCopiedAsAnyOthers) {
    Random random(support::seed_of_this_test(44));
    for (int n = 0; n < 100'000; ++n) {
        std::string a(random.below(24), 'a');
        std::string b(random.one_in(4) ? random.below(24) : a.size(), 'a');
        if (random.one_in(2) && !b.empty()) {
            b[random.below(b.size())] = 'b';
        }
        ASSERT_EQ(is_same_text(a, b), a == b) << a << ' ' << b;
        std::string room(40, '.');
        ASSERT_EQ(copy_text(room.data() + 8, b), room.data() + 8 + b.size());
        ASSERT_EQ(room, "........" + b + std::string(32 - b.size(), '.'));
    }
}

TEST(FixFastPaths, AValueWithSohIsRefusedWhateverItsLength) {
    Random random(support::seed_of_this_test(45));
    std::array<std::byte, 256> buffer;
    MessageWriter writer(buffer);
    for (int n = 0; n < 50'000; ++n) {
        std::string value(1 + random.below(40), 'x');
        std::ranges::generate(value, [&] { return static_cast<char>(2 + random.below(120)); });
        const bool has_soh = random.one_in(3);
        if (has_soh) {
            value[random.below(value.size())] = kSoh;
        }
        writer.begin("FIX.4.4", "D");
        if (value.size() == 1 && random.one_in(2)) {
            writer.add_char(tag::kText, value.front());
        } else {
            writer.add(tag::kText, value);
        }
        ASSERT_EQ(writer.refused().status,
                  has_soh ? WriteStatus::DelimiterInValue : WriteStatus::Ok);
        ASSERT_EQ(writer.body(),
                  support::with_soh("35=D|") + (has_soh ? std::string() : "58=" + value + kSoh));
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix
