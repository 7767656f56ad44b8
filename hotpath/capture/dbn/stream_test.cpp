#include "hotpath/capture/dbn/stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/byte_sink.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/dbn_day.hpp"
#include "tests/support/dbn_fields.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture::dbn {
namespace {

using namespace support;
using protocols::dbn::MboMsg;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
namespace schema = protocols::dbn::schema;

DbnFileOptions without_mappings(std::uint8_t version = 3) {
    DbnFileOptions options = dbn_day_options();
    options.version = version;
    options.mappings.clear();
    return options;
}

const MboMsg kAdd = mbo('A', 10, 'B', 5000, 1);

class DbnVersions : public ::testing::TestWithParam<std::uint8_t> {};

INSTANTIATE_TEST_SUITE_P(All, DbnVersions, ::testing::Values(1, 2, 3));

TEST_P(DbnVersions, NameInstrumentsInTheMetadata) {
    DbnFileOptions options = dbn_day_options();
    options.version = GetParam();
    EXPECT_THAT(read_dbn(dbn_file<MboMsg>({kAdd}, options)).words, ElementsAre("A 10 B1@5000"));
}

TEST_P(DbnVersions, NameInstrumentsInSymbolMappings) {
    DbnFile file(without_mappings(GetParam()));
    const auto name = [&](auto record) {
        record.store_instrument_id(kAbc);
        record.store_stype_in_symbol({});
        decltype(record.load_stype_out_symbol()) symbol{};
        std::ranges::copy(std::string_view("ABC"), symbol.begin());
        record.store_stype_out_symbol(symbol);
        file.add(record);
    };
    GetParam() < 2 ? name(protocols::dbn::SymbolMappingMsgV1{})
                   : name(protocols::dbn::SymbolMappingMsgV2{});
    file.add(kAdd);
    EXPECT_THAT(read_dbn(file).words, ElementsAre("A 10 B1@5000"));
}

TEST_P(DbnVersions, NameInstrumentsInDefinitions) {
    DbnFile file(without_mappings(GetParam()));
    const auto define = [&]<class M>(M) {
        auto record = of_day<M>();
        decltype(record.load_raw_symbol()) symbol{};
        std::ranges::copy(std::string_view("ABC"), symbol.begin());
        record.store_raw_symbol(symbol);
        file.add(record);
    };
    switch (GetParam()) {
        case 1:
            define(protocols::dbn::InstrumentDefMsgV1{});
            break;
        case 2:
            define(protocols::dbn::InstrumentDefMsgV2{});
            break;
        default:
            define(protocols::dbn::InstrumentDefMsgV3{});
    }
    file.add(kAdd);
    EXPECT_THAT(read_dbn(file).words, ElementsAre("A 10 B1@5000"));
}

TEST_P(DbnVersions, WithTsOutAreTheSame) {
    DbnFileOptions options = dbn_day_options();
    options.version = GetParam();
    options.has_ts_out = true;
    const MboMsg other = mbo('A', 11, 'B', 5000, 1);
    EXPECT_THAT(read_dbn(dbn_file<MboMsg>({kAdd, other}, options)).words,
                ElementsAre("A 10 B1@5000", "A 11 B1@5000"));
}

TEST_P(DbnVersions, CutAtAnyByteGiveAPrefixAndOneError) {
    DbnFileOptions options = dbn_day_options();
    options.version = GetParam();
    const DbnFile file =
        dbn_file<MboMsg>({kAdd, mbo('A', 11, 'B', 5000, 1), mbo('C', 10, 'B', 5000, 1)}, options);
    const auto whole = read_dbn(file).words;
    ASSERT_EQ(whole.size(), 3U);
    for (std::size_t length = 4; length < file.bytes().size(); ++length) {
        const DbnReadBack read = read_dbn(Bytes(file.bytes()).first(length));
        const std::size_t records =
            length < file.metadata_length() ? 0 : (length - file.metadata_length()) / 56;
        const bool is_between =
            length >= file.metadata_length() && (length - file.metadata_length()) % 56 == 0;
        EXPECT_EQ(read.words.size(), records);
        EXPECT_EQ(read.error.empty(), is_between) << read.error;
        EXPECT_THAT(read.error, AnyOf("", AllOf(StartsWith("day.dbn: "), HasSubstr("cut off at"),
                                                Not(HasSubstr("\n")))));
    }
}

TEST(DbnFiles, AreRecognisedInWhateverFormTheyAreStored) {
    const TemporaryDirectory folder;
    const DbnFile file = dbn_file<MboMsg>({kAdd});
    for (const std::string name : {"day.dbn", "day.dbn.zst", "day.dbn.gz"}) {
        auto sink = ByteSink::create(folder / name);
        ASSERT_TRUE(sink && (*sink)->write(file.bytes()) && (*sink)->close());
        const ReadBack read = read_back(folder / name);
        EXPECT_EQ(read.error, "");
        EXPECT_EQ(read.format, Format::Dbn);
        EXPECT_EQ(read.messages, 7U) << "S S R H A S S";
        EXPECT_EQ(read.stats.records, 1U);
    }
    EXPECT_EQ(capture::name(Format::Dbn), "Databento DBN");
}

TEST(DbnFiles, ThatAreDamagedWithinTheirCompressionSaySo) {
    const TemporaryDirectory folder;
    std::vector<MboMsg> records;
    for (std::uint64_t id = 1; id <= 20'000; ++id) {
        records.push_back(mbo('A', id * 7919, 'B', 5000, static_cast<std::uint32_t>(id)));
    }
    auto sink = ByteSink::create(folder / "day.dbn.zst");
    ASSERT_TRUE(sink && (*sink)->write(dbn_file(records).bytes()) && (*sink)->close());
    OwnedBytes bytes = read_file(folder / "day.dbn.zst");
    for (std::size_t at = bytes.size() / 2; at < bytes.size() / 2 + 64; ++at) {
        bytes[at] ^= std::byte{0x5A};
    }
    write_file(folder / "day.dbn.zst", bytes);
    const ReadBack read = read_back(folder / "day.dbn.zst");
    EXPECT_THAT(read.error, HasSubstr("Zstandard"));
    EXPECT_THAT(read.error, Not(HasSubstr("\n")));
}

TEST(DbnFiles, WithoutRecordsAreEmpty) {
    const DbnReadBack read = read_dbn(DbnFile(dbn_day_options()));
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, IsEmpty());
    EXPECT_EQ(read.stats.messages, 0U);
}

TEST(DbnFiles, OfManyBlocksAreReadWhole) {
    std::vector<MboMsg> records;
    for (std::uint64_t id = 1; id <= 60'000; ++id) {
        records.push_back(mbo('A', id, 'B', 5000, 1));
    }
    const DbnReadBack read = read_dbn(dbn_file(records));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.words.size(), records.size());
}

std::string error_of(Bytes file) {
    return read_dbn(file).error;
}

TEST(DbnBadInput, AnotherVersionIsNamed) {
    std::vector<std::byte> bytes = dbn_file<MboMsg>({kAdd}).bytes();
    bytes[3] = std::byte{4};
    EXPECT_EQ(error_of(bytes), "day.dbn: is DBN of version 4; hotpath reads versions 1 to 3");
    bytes[3] = std::byte{0};
    EXPECT_EQ(error_of(bytes), "day.dbn: is DBN of version 0; hotpath reads versions 1 to 3");
    bytes[3] = std::byte{'s'};
    EXPECT_THAT(error_of(bytes), HasSubstr("not a known format")) << "a text, or anything else";
}

TEST(DbnBadInput, AnotherSchemaIsNamed) {
    EXPECT_THAT(error_of(DbnFile(dbn_day_options(5)).bytes()),
                HasSubstr("is a DBN recording of schema ohlcv-1s; hotpath reads mbo, mbp-1"));
    EXPECT_THAT(error_of(DbnFile(dbn_day_options(999)).bytes()), HasSubstr("schema unknown"));
}

TEST(DbnBadInput, DamagedMetadataIsRefused) {
    std::vector<std::byte> bytes = dbn_file<MboMsg>({kAdd}).bytes();
    store_le<std::uint32_t>(bytes.data() + 112, 0xFFFF'FFFF);
    EXPECT_THAT(error_of(bytes), HasSubstr("its DBN metadata is damaged"));
    store_le<std::uint32_t>(bytes.data() + 4, 0x7FFF'FFFF);
    EXPECT_THAT(error_of(bytes), HasSubstr("2147483647 bytes of DBN metadata, and hotpath reads"));
    store_le<std::uint32_t>(bytes.data() + 4, 0x0FFF'FFFF);
    EXPECT_THAT(error_of(bytes), HasSubstr("in the DBN metadata"));
}

TEST(DbnBadInput, ARecordOfNoLengthIsDamage) {
    DbnFile file = dbn_file<MboMsg>({kAdd});
    file.add_bytes(std::vector<std::byte>(64));
    const DbnReadBack read = read_dbn(file);
    EXPECT_THAT(read.words, ElementsAre("A 10 B1@5000"));
    EXPECT_THAT(read.error,
                HasSubstr("record 2 has a length of 0 bytes, and a record has at least 16"));
}

TEST(DbnBadInput, ARecordOfTheWrongLengthIsDamage) {
    DbnFile file(dbn_day_options());
    std::vector<std::byte> bytes(kAdd.bytes().begin(), kAdd.bytes().end());
    bytes.resize(60);
    bytes[0] = std::byte{15};
    file.add_bytes(bytes);
    EXPECT_THAT(read_dbn(file).error,
                HasSubstr("its length is 60 bytes, which no such record of version 3 has"));
}

TEST(DbnBadInput, ATypeThatIsNotReadIsCountedAndSkippedByItsLength) {
    DbnFile file(dbn_day_options());
    for (const std::uint8_t type : std::initializer_list<std::uint8_t>{0x20, 0x18, 0xB1}) {
        std::vector<std::byte> bytes(56);
        bytes[0] = std::byte{14};
        bytes[1] = static_cast<std::byte>(type);
        file.add_bytes(bytes);
    }
    file.add(kAdd);
    const DbnReadBack read = read_dbn(file);
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("A 10 B1@5000"));
    EXPECT_EQ(read.stats.unread_records, 3U);
    EXPECT_EQ(read.stats.records, 4U);
}

TEST(DbnBadInput, AnUnmappedInstrumentIsAnErrorThatNamesTheRecord) {
    const DbnReadBack read =
        read_dbn(dbn_file<MboMsg>({kAdd, mbo('A', 11, 'B', 5000, 1, kLastFlag, 99)}));
    EXPECT_THAT(read.words, ElementsAre("A 10 B1@5000"));
    EXPECT_THAT(read.error, HasSubstr("day.dbn: record 2 (mbo, instrument 99, byte "));
    EXPECT_THAT(read.error, HasSubstr("the instrument has no symbol on 2024-01-02"));
}

TEST(DbnBadInput, AMappingOfAnotherDayIsNone) {
    DbnFileOptions options = dbn_day_options();
    options.mappings = {{"ABC", {{20240101, 20240102, "7"}, {20240103, 20240104, "7"}}}};
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd}, options).bytes()), HasSubstr("has no symbol"));
}

TEST(DbnBadInput, AMappingThatEndsBeforeTheRecordDoesIsNone) {
    MboMsg next_day = mbo('A', 11, 'B', 5000, 1);
    next_day.store_ts_event(kDbnMidnight + 86'400'000'000'000);
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd, next_day}).bytes()),
                HasSubstr("has no symbol on 2024-01-03"));
    next_day.store_instrument_id(kDef);
    EXPECT_EQ(
        error_of(dbn_file<MboMsg>({mbo('A', 9, 'B', 5000, 1, kLastFlag, kDef), next_day}).bytes()),
        "");
}

TEST(DbnBadInput, ASymbolThatMovesToAnotherIdIsAnError) {
    DbnFileOptions options = dbn_day_options();
    options.mappings = {{"ABC", {{20240102, 20240103, "7"}, {20240103, 20240104, "8"}}},
                        {"DEF", {{20240102, 20240103, "8"}, {20240103, 20240104, "7"}}}};
    MboMsg next_day = mbo('A', 11, 'B', 5000, 1);
    next_day.store_ts_event(kDbnMidnight + 86'400'000'000'000);
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd, next_day}, options).bytes()),
                HasSubstr("the instrument is DEF on 2024-01-03 and ABC before; cut the"));
    next_day.store_instrument_id(kDef);
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd, next_day}, options).bytes()),
                HasSubstr("the instrument's symbol ABC is that of instrument 7 too"));
}

TEST(DbnBadInput, ASymbolThatItchCannotCarryIsAnError) {
    DbnFileOptions options = dbn_day_options();
    options.mappings = {{"ESH4-ESM4", {{20240102, 20240103, "7"}}}};
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd}, options).bytes()),
                HasSubstr("symbol \"ESH4-ESM4\" must be 1 to 8 characters without a space"));
    options.mappings = {{"A B", {{20240102, 20240103, "7"}}}};
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd}, options).bytes()), HasSubstr("without a space"));
}

TEST(DbnBadInput, TwoPublishersOfAnInstrumentAreAnError) {
    MboMsg other = mbo('A', 11, 'B', 5000, 1);
    other.store_publisher_id(2);
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd, other}).bytes()),
                HasSubstr("the instrument comes from publishers 1 and 2"));
}

TEST(DbnBadInput, RecordsOfTwoSchemasAreAnError) {
    DbnFile file = dbn_file<MboMsg>({kAdd}, dbn_day_options(schema::kMixed));
    file.add(mbp<protocols::dbn::Mbp1Msg>('A', 'B', {}, {}, {}));
    EXPECT_THAT(read_dbn(file).error, HasSubstr("record 2 (mbp-1, "));
    EXPECT_THAT(read_dbn(file).error, HasSubstr("the recording is of mbo, and trades would count"));
}

TEST(DbnBadInput, MoreInstrumentsThanItchHasLocatesAreAnError) {
    DbnFileOptions options = dbn_day_options();
    std::vector<MboMsg> records;
    for (std::uint32_t id = 1; id <= 65'536; ++id) {
        options.mappings.push_back(
            {"S" + std::to_string(id), {{20240102, 20240103, std::to_string(id)}}});
    }
    options.mappings.erase(options.mappings.begin(), options.mappings.begin() + 2);
    for (std::uint32_t id = 1; id <= 65'536; ++id) {
        records.push_back(mbo('A', id, 'B', 5000, 1, kLastFlag, id));
    }
    const DbnReadBack read = read_dbn(dbn_file(records, options));
    EXPECT_THAT(read.error, HasSubstr("record 65536 (mbo, instrument 65536, byte "));
    EXPECT_THAT(read.error, HasSubstr("has more than 65535 instruments"));
}

TEST(DbnNames, MayBeAskedForByIdInstead) {
    DbnFileOptions options = dbn_day_options();
    std::swap(options.stype_in, options.stype_out);
    options.mappings = {{"7", {{20240102, 20240103, "ABC"}}}};
    EXPECT_THAT(read_dbn(dbn_file<MboMsg>({kAdd}, options)).words, ElementsAre("A 10 B1@5000"));
}

TEST(DbnNames, OfOtherSymbologiesAreNone) {
    DbnFileOptions options = dbn_day_options();
    options.stype_out = protocols::dbn::stype::kRawSymbol;
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd}, options).bytes()), HasSubstr("has no symbol"));
}

TEST(DbnDefinitions, OfLongSymbolsAreOnlyRefusedWhenTheyAreTraded) {
    DbnFile file(without_mappings());
    auto spread = of_day<protocols::dbn::InstrumentDefMsgV3>(kDef);
    spread.store_raw_symbol(protocols::dbn::to_text<71>("ESH4-ESM4"));
    file.add(spread);
    auto outright = of_day<protocols::dbn::InstrumentDefMsgV3>(kAbc);
    outright.store_raw_symbol(protocols::dbn::to_text<71>("ABC"));
    file.add(outright);
    EXPECT_EQ(read_dbn(file).error, "");
    file.add(mbo('A', 10, 'B', 5000, 1, kLastFlag, kDef));
    EXPECT_THAT(read_dbn(file).error, HasSubstr("symbol \"ESH4-ESM4\" must be"));
}

TEST(DbnStatus, BecomesTheTradingState) {
    DbnFile file(dbn_day_options(schema::kStatus));
    for (const std::uint16_t action :
         std::initializer_list<std::uint16_t>{3, 7, 9, 8, 15, 14, 12}) {
        auto status = of_day<protocols::dbn::StatusMsg>();
        status.store_action(action);
        file.add(status);
    }
    EXPECT_THAT(read_dbn(file).words, ElementsAre("H Q", "H T", "H P", "H H", "H H"))
        << "a change of short-sale rules and a close are no state of ITCH";
}

TEST(DbnTimes, AreThoseOfTheVenue) {
    MboMsg record = kAdd;
    record.store_ts_event(kDbnNine + 5);
    EXPECT_EQ(read_dbn(dbn_file<MboMsg>({record})).times.at(0), 32'400'000'000'005U);
}

TEST(DbnTimes, AreThoseOfReceptionOfASnapshotAndWithoutATimeOfTheVenue) {
    MboMsg snapshot = mbo('A', 10, 'B', 5000, 1, kLastFlag | protocols::dbn::flag::kSnapshot);
    snapshot.store_ts_event(kDbnNine - 5);
    MboMsg undefined = mbo('A', 11, 'B', 5000, 1);
    undefined.store_ts_event(protocols::dbn::kUndefinedTime);
    MboMsg day_before = mbo('A', 12, 'B', 5000, 1);
    day_before.store_ts_event(kDbnMidnight - 1);
    const DbnReadBack read = read_dbn(dbn_file<MboMsg>({snapshot, undefined, day_before}));
    EXPECT_THAT(read.times,
                ElementsAre(32'400'000'001'000U, 32'400'000'001'000U, 32'400'000'001'000U));
    EXPECT_EQ(read.stats.snapshot_records, 1U);
}

TEST(DbnTimes, ThatItchCannotCarryAreAnError) {
    MboMsg late = mbo('A', 11, 'B', 5000, 1, kLastFlag, kAbc);
    late.store_ts_event(kDbnMidnight + 282'000'000'000'000);
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd, late}).bytes()),
                HasSubstr("is not within 78 hours after 1704153600000000000"));
    MboMsg early = mbo('A', 11, 'B', 5000, 1);
    early.store_ts_event(kDbnMidnight - 2);
    early.store_ts_recv(kDbnMidnight - 1);
    EXPECT_THAT(error_of(dbn_file<MboMsg>({kAdd, early}).bytes()), HasSubstr("within 78 hours"));
    MboMsg none = kAdd;
    none.store_ts_event(protocols::dbn::kUndefinedTime);
    none.store_ts_recv(protocols::dbn::kUndefinedTime);
    EXPECT_THAT(error_of(dbn_file<MboMsg>({none}).bytes()),
                HasSubstr("neither ts_event nor ts_recv"));
}

TEST(DbnGaps, AreCountedOnceUntilTheBookIsGoodAgain) {
    constexpr std::uint8_t kBad = kLastFlag | protocols::dbn::flag::kMaybeBadBook;
    const DbnReadBack read = read_dbn(
        dbn_file<MboMsg>({mbo('A', 10, 'B', 5000, 1, kBad), mbo('A', 11, 'B', 5000, 1, kBad),
                          mbo('A', 12, 'B', 5000, 1), mbo('A', 13, 'B', 5000, 1, kBad)}));
    EXPECT_EQ(read.stats.sequence_gaps, 2U);
}

TEST(DbnGateway, ErrorsAreCountedAndHeartbeatsAreNot) {
    DbnFile file(dbn_day_options());
    file.add(protocols::dbn::ErrorMsgV2{});
    file.add(protocols::dbn::SystemMsgV2{});
    file.add(kAdd);
    const DbnReadBack read = read_dbn(file);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.stats.gateway_errors, 1U);
    EXPECT_EQ(read.stats.unread_records, 0U);
}

}  // namespace
}  // namespace hotpath::capture::dbn
