#include "hotpath/protocols/cme/sbe/fields.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace hotpath::protocols::cme::sbe {
namespace {

template <class Wire>
std::array<std::byte, Wire::kLength> stored(const typename Wire::Value& value) {
    std::array<std::byte, Wire::kLength> bytes;
    bytes.fill(std::byte{0xEE});
    Wire::store(bytes.data(), value);
    return bytes;
}

template <class... Values>
auto bytes_of_values(Values... values) {
    return std::array<std::byte, sizeof...(values)>{static_cast<std::byte>(values)...};
}

TEST(SbeFields, NumbersAreInTheByteOrderOfTheSchema) {
    using Little = Number<std::int32_t, std::endian::little>;
    using Big = Number<std::int32_t, std::endian::big>;
    EXPECT_EQ(stored<Little>(-2), bytes_of_values(0xFE, 0xFF, 0xFF, 0xFF));
    EXPECT_EQ(stored<Big>(0x01020304), bytes_of_values(1, 2, 3, 4));
    EXPECT_EQ(Little::load(stored<Little>(-2).data()), -2);
    EXPECT_EQ(Big::load(stored<Big>(-70'000).data()), -70'000);
}

TEST(SbeFields, FloatingPointIsItsBits) {
    using Big = Number<double, std::endian::big>;
    EXPECT_EQ(stored<Big>(1.0), bytes_of_values(0x3F, 0xF0, 0, 0, 0, 0, 0, 0));
    EXPECT_EQ((Number<float, std::endian::little>::load(bytes_of_values(0, 0, 0x80, 0xBF).data())),
              -1.0F);
}

TEST(SbeFields, OneValueOfAnOptionalFieldIsNull) {
    using Field = Optional<Number<std::uint8_t, std::endian::little>, std::uint8_t{255}>;
    EXPECT_EQ(stored<Field>(std::nullopt), bytes_of_values(255));
    EXPECT_EQ(Field::load(bytes_of_values(255).data()), std::nullopt);
    EXPECT_EQ(Field::load(bytes_of_values(0).data()), 0);
}

TEST(SbeFields, EveryNanOfAnOptionalFieldIsNull) {
    using Wire = Number<float, std::endian::little>;
    using Field = Optional<Wire, std::numeric_limits<float>::quiet_NaN()>;
    EXPECT_EQ(Field::load(stored<Wire>(-std::numeric_limits<float>::signaling_NaN()).data()),
              std::nullopt);
    EXPECT_EQ(Field::load(stored<Field>(std::nullopt).data()), std::nullopt);
    EXPECT_EQ(Field::load(stored<Wire>(2.5F).data()), 2.5F);
}

TEST(SbeFields, ANullThatIsANumberLeavesNanAValue) {
    using Wire = Number<float, std::endian::little>;
    using Field = Optional<Wire, 0.0F>;
    EXPECT_EQ(Field::load(stored<Wire>(0.0F).data()), std::nullopt);
    EXPECT_TRUE(
        Field::load(stored<Wire>(std::numeric_limits<float>::quiet_NaN()).data()).has_value());
}

TEST(SbeFields, TextEndsAtItsFirstZeroAndIsPaddedWithZeros) {
    using Field = Text<4>;
    EXPECT_EQ(stored<Field>("AB"), bytes_of_values('A', 'B', 0, 0));
    EXPECT_EQ(stored<Field>("ABCDE"), bytes_of_values('A', 'B', 'C', 'D'));
    EXPECT_EQ(stored<Field>(""), bytes_of_values(0, 0, 0, 0));
    EXPECT_EQ(Field::load(bytes_of_values('A', 0, 'C', 'D').data()), "A");
    EXPECT_EQ(Field::load(bytes_of_values('A', 'B', 'C', 'D').data()), "ABCD");
}

TEST(SbeFields, ArraysAreValuesInARow) {
    using Field = Array<Number<std::uint16_t, std::endian::big>, 2>;
    EXPECT_EQ(stored<Field>({1, 0x0203}), bytes_of_values(0, 1, 2, 3));
    EXPECT_EQ(Field::load(bytes_of_values(0, 1, 2, 3).data()),
              (std::array<std::uint16_t, 2>{1, 0x0203}));
}

TEST(SbeFields, ASetKeepsBitsWithoutAName) {
    Set<std::uint8_t> set{0b1000'0001};
    EXPECT_TRUE(set.has(0));
    EXPECT_TRUE(set.has(7));
    EXPECT_FALSE(set.has(1));
    set.add(1);
    set.remove(0);
    EXPECT_EQ(set.bits, 0b1000'0010);
}

}  // namespace
}  // namespace hotpath::protocols::cme::sbe
