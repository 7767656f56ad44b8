#include "hotpath/protocols/dbn/metadata.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/dbn_files.hpp"

namespace hotpath::protocols::dbn {
namespace {

using support::DbnFile;
using support::DbnFileOptions;

DbnFileOptions sample(std::uint8_t version) {
    return {.version = version,
            .dataset = "GLBX.MDP3",
            .schema = schema::kMbp10,
            .start = 1'700'000'000'000'000'000,
            .has_ts_out = true,
            .symbols = {"ESH4", "ESM4"},
            .not_found = {"NONE"},
            .mappings = {{"ESH4", {{20240102, 20240105, "17"}, {20240105, 20240106, "18"}}},
                         {"ESM4", {}},
                         {"ESU4", {{20240102, 20240103, "19"}}}}};
}

class DbnMetadata : public ::testing::TestWithParam<std::uint8_t> {};

INSTANTIATE_TEST_SUITE_P(Versions, DbnMetadata, ::testing::Values(1, 2, 3));

TEST_P(DbnMetadata, IsReadAsItWasWritten) {
    const DbnFile file(sample(GetParam()));
    MetadataReader metadata;
    ASSERT_EQ(metadata.open(file.bytes()), DecodeStatus::Ok);
    EXPECT_EQ(metadata.version(), GetParam());
    EXPECT_EQ(metadata.dataset(), "GLBX.MDP3");
    EXPECT_EQ(metadata.schema(), schema::kMbp10);
    EXPECT_EQ(metadata.start(), 1'700'000'000'000'000'000U);
    EXPECT_EQ(metadata.end(), kUndefinedTime);
    EXPECT_EQ(metadata.limit(), 0U);
    EXPECT_EQ(metadata.stype_in(), stype::kRawSymbol);
    EXPECT_EQ(metadata.stype_out(), stype::kInstrumentId);
    EXPECT_TRUE(metadata.has_ts_out());
    ASSERT_EQ(metadata.symbols().size(), 2U);
    EXPECT_EQ(metadata.symbols()[1], "ESM4");
    EXPECT_EQ(metadata.partial().size(), 0U);
    ASSERT_EQ(metadata.not_found().size(), 1U);
    EXPECT_EQ(metadata.not_found()[0], "NONE");
}

TEST_P(DbnMetadata, HasEachIntervalOfEachMapping) {
    const DbnFile file(sample(GetParam()));
    MetadataReader metadata;
    ASSERT_EQ(metadata.open(file.bytes()), DecodeStatus::Ok);
    std::vector<std::string> seen;
    metadata.for_each_mapping([&](const SymbolInterval& interval) {
        seen.push_back(std::string(interval.symbol_in) + ' ' + std::to_string(interval.first_day) +
                       ' ' + std::to_string(interval.end_day) + ' ' +
                       std::string(interval.symbol_out));
    });
    EXPECT_EQ(seen,
              (std::vector<std::string>{"ESH4 20240102 20240105 17", "ESH4 20240105 20240106 18",
                                        "ESU4 20240102 20240103 19"}));
}

TEST_P(DbnMetadata, CutAnywhereIsRefused) {
    const DbnFile file(sample(GetParam()));
    for (std::size_t length = 0; length < file.bytes().size(); ++length) {
        MetadataReader metadata;
        EXPECT_EQ(metadata.open(Bytes(file.bytes()).first(length)), DecodeStatus::Truncated);
    }
}

TEST_P(DbnMetadata, WhoseListsDoNotFitIsMalformed) {
    const DbnFile file(sample(GetParam()));
    // The prelude's length shortened with the bytes: the lists are cut off.
    const std::size_t lists = MetadataPrelude::kLength + kMetadataFixedLength;
    const std::size_t padding = GetParam() < 3 ? 0 : 7;
    for (std::size_t length = lists; length < file.bytes().size() - padding; ++length) {
        std::vector<std::byte> bytes = file.bytes();
        bytes.resize(length);
        MetadataPrelude::at(bytes.data())
            .store_length(static_cast<std::uint32_t>(length - MetadataPrelude::kLength));
        MetadataReader metadata;
        EXPECT_EQ(metadata.open(bytes), DecodeStatus::Malformed) << length;
    }
}

TEST_P(DbnMetadata, OfManySymbolsThatAreNotThereIsMalformed) {
    DbnFileOptions options = sample(GetParam());
    std::vector<std::byte> bytes = DbnFile(options).bytes();
    store_le<std::uint32_t>(bytes.data() + MetadataPrelude::kLength + kMetadataFixedLength + 4,
                            0xFFFF'FFFF);
    MetadataReader metadata;
    EXPECT_EQ(metadata.open(bytes), DecodeStatus::Malformed);
}

TEST(DbnMetadataVersions, OtherThanThreeAndOtherFilesAreRefused) {
    for (const int version : {0, 4, 255}) {
        std::vector<std::byte> bytes = DbnFile(sample(2)).bytes();
        bytes[3] = static_cast<std::byte>(version);
        MetadataReader metadata;
        EXPECT_EQ(metadata.open(bytes), DecodeStatus::UnknownType) << version;
    }
    std::vector<std::byte> bytes = DbnFile(sample(2)).bytes();
    bytes[0] = std::byte{'d'};
    MetadataReader metadata;
    EXPECT_EQ(metadata.open(bytes), DecodeStatus::UnknownType);
}

TEST(DbnMetadataVersions, WithALayoutInTheStreamIsRefused) {
    std::vector<std::byte> bytes = DbnFile(sample(3)).bytes();
    bytes[MetadataPrelude::kLength + kMetadataFixedLength] = std::byte{1};
    MetadataReader metadata;
    EXPECT_EQ(metadata.open(bytes), DecodeStatus::Malformed);
}

TEST(DbnMetadataVersions, MoreBytesThanItsLengthAreRefused) {
    std::vector<std::byte> bytes = DbnFile(sample(3)).bytes();
    bytes.push_back({});
    MetadataReader metadata;
    EXPECT_EQ(metadata.open(bytes), DecodeStatus::Oversized);
}

}  // namespace
}  // namespace hotpath::protocols::dbn
