// What is remembered of earlier messages, and what is read a word at a time, changes no answer: each
// is compared with one that remembers nothing, or with the loop over the characters.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/checksum.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/field_text.hpp"
#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/fix_session_pair.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::fix44;

constexpr std::string_view kRememberedHeader = "34=7|49=A|52=20240229-12:34:56.789|56=B|";

/// Like each other and not quite: fields left out, another order, groups, data, other types.
const std::vector<std::string> kBodies{
    "35=8|@37=1|11=17|17=9|150=F|39=1|55=IBM|54=1|38=100|44=10.5|32=5|31=10.25|151=95|14=5|6=10|",
    "35=8|@37=1|11=17|17=9|150=0|39=0|55=IBM|54=1|38=100|44=10.5|151=100|14=0|6=0|",
    "35=8|@37=1|11=17|17=9|150=0|39=0|55=IBM|54=1|38=100|44=10.5|151=100|14=0|6=0|58=text|",
    "35=D|@11=17|55=IBM|54=1|60=20240229-12:34:56|38=100|40=2|44=10.5|59=0|",
    "35=D|@11=17|55=IBM|54=1|60=20240229-12:34:56|38=100|40=2|44=10.5|59=0|9999=x|",
    "35=D|@11=17|55=IBM|453=1|448=P|447=D|452=1|54=1|60=20240229-12:34:56|38=100|40=1|",
    "35=D|@11=17|55=IBM|54=1|60=20240229-12:34:56|38=100|40=1|354=3|355=a=b|",
    "35=0|@112=now|",
    "35=9|@37=1|11=17|41=16|39=0|434=1|",
};

class MessageMaker {
  public:
    explicit MessageMaker(std::uint64_t seed) : random_(seed) {}

    std::string next() {
        std::string body = kBodies[random_.below(kBodies.size())];
        body.replace(body.find('@'), 1, kRememberedHeader);
        if (random_.one_in(3)) {
            mutate(body);
        }
        return support::with_soh("8=FIX.4.4|9=1|" + body + "10=000|");
    }

  private:
    void mutate(std::string& body) {
        constexpr std::string_view kCharacters = "0123456789=|.-:AFZ\x01\x80";
        const std::size_t place = random_.below(body.size());
        const char c = kCharacters[random_.below(kCharacters.size())];
        switch (random_.below(3)) {
            case 0:
                body[place] = c;
                return;
            case 1:
                body.insert(place, 1, c);
                return;
            default:
                body.erase(place, 1);
        }
    }

    Random random_;
};

TEST(FixRemembered, FieldsAndVerdictsAreThoseOfListsAndValidatorsThatRememberNothing) {
    MessageMaker maker(support::seed_of_this_test(31));
    const Validator::Options strict{.rejects_unknown_tags = true};
    FieldList fields(fix44().data_fields());
    Validator validator(fix44(), {});
    Validator strict_validator(fix44(), strict);
    std::uint64_t accepted = 0;
    const int messages = support::is_long_run() ? 2'000'000 : 40'000;
    for (int n = 0; n < messages; ++n) {
        const std::string message = maker.next();
        FieldList fresh(fix44().data_fields(), {.fields_max = 64});
        ASSERT_EQ(fields.split(support::view_of(message)), fresh.split(support::view_of(message)));
        ASSERT_EQ(fields.size(), fresh.size());
        ASSERT_TRUE(std::ranges::equal(fields.tags(), fresh.tags()));
        for (std::size_t place = 0; place < fields.size(); ++place) {
            ASSERT_EQ(fields[place], fresh[place]) << message;
        }
        const Verdict verdict = Validator(fix44(), {}).check(fresh);
        ASSERT_EQ(validator.check(fields), verdict) << message;
        ASSERT_EQ(strict_validator.check(fields), Validator(fix44(), strict).check(fresh))
            << message;
        accepted += verdict.reason == SessionRejectReason::Accepted ? 1U : 0U;
    }
    EXPECT_EQ(validator.count(SessionRejectReason::Accepted), accepted);
    EXPECT_GT(accepted, static_cast<std::uint64_t>(messages) / 4);
    EXPECT_LT(accepted, static_cast<std::uint64_t>(messages));
}

/// A value with characters of numbers, and what stands before it.
std::string random_value(Random& random) {
    constexpr std::string_view kCharacters = "00123456789999.-x";
    std::string value;
    for (std::uint64_t i = random.below(12); i > 0; --i) {
        value += random.one_in(2) ? static_cast<char>('0' + random.below(10))
                                  : kCharacters[random.below(kCharacters.size())];
    }
    return value;
}

TEST(FixRemembered, NumbersOfAFieldAreThoseOfItsCharacters) {
    Random random(support::seed_of_this_test(32));
    FieldList fields(DataFields{});
    std::uint64_t numbers = 0;
    for (int n = 0; n < 200'000; ++n) {
        const std::string value = random_value(random);
        const std::string message = support::with_soh((random.one_in(4) ? "" : "35=D|58=..5|") +
                                                      std::string("1=") + value + "|");
        static_cast<void>(fields.split(support::view_of(message)));
        const FieldText text = fields.text(fields.size() - 1);
        ASSERT_EQ(static_cast<std::string_view>(text), value);
        ASSERT_EQ(to_uint(text), to_uint(std::string_view(value))) << value;
        ASSERT_EQ(to_decimal(text), to_decimal(std::string_view(value))) << value;
        numbers += to_decimal(text) ? 1U : 0U;
    }
    EXPECT_GT(numbers, 20'000U);
}

TEST(FixRemembered, ACheckSumIsTheSumOfTheBytes) {
    Random random(support::seed_of_this_test(33));
    for (int n = 0; n < 20'000; ++n) {
        std::vector<std::byte> bytes(random.below(600));
        std::uint64_t sum = 0;
        for (std::byte& byte : bytes) {
            byte = random.one_in(3) ? std::byte{0xFF} : static_cast<std::byte>(random.below(256));
            sum += std::to_integer<std::uint64_t>(byte);
        }
        ASSERT_EQ(checksum(bytes), static_cast<std::uint8_t>(sum));
    }
}

/// Whole messages are found at once when they lie in one piece, and by the scan in two.
TEST(FixRemembered, AFramerSaysTheSameOfAMessageInOnePieceAndInTwo) {
    Random random(support::seed_of_this_test(34));
    MessageMaker maker(support::seed_of_this_test(35));
    std::uint64_t whole = 0;
    for (int n = 0; n < 40'000; ++n) {
        std::string message = maker.next();
        const std::size_t body = message.find("35=");
        const std::size_t end = message.size() - 7;
        if (body != std::string::npos && body < end && !random.one_in(8)) {
            message =
                "8=FIX.4.4\x01"
                "9=" +
                std::to_string(end - body) + '\x01' + message.substr(body, end - body);
            const unsigned sum = checksum(support::view_of(message)) + (random.one_in(8) ? 1U : 0U);
            const std::string digits = std::to_string(1'000 + sum);
            message += "10=" + digits.substr(1) + '\x01';
        }
        Framer at_once(4'096);
        Framer in_two(4'096);
        Bytes found;
        Bytes stream = support::view_of(message);
        const FrameStatus status = at_once.next(stream, found);
        const std::string text = support::text_of(found);
        Bytes first = support::view_of(message).first(1);
        Bytes second = support::view_of(message).subspan(1);
        FrameStatus other = in_two.next(first, found);
        other = other == FrameStatus::NeedMore ? in_two.next(second, found) : other;
        ASSERT_EQ(status, other) << message;
        ASSERT_EQ(text, support::text_of(found));
        whole += status == FrameStatus::Whole ? 1U : 0U;
    }
    EXPECT_GT(whole, 20'000U);
}

}  // namespace
}  // namespace hotpath::protocols::fix
