#include "hotpath/protocols/dbn/decode.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/dbn_fields.hpp"

namespace hotpath::protocols::dbn {
namespace {

using support::DbnRecord;
using support::kDbnRecords;

struct Listener {
    template <class M>
    void on_record(const M& m) {
        ++records;
        length = M::kLength;
        record = m.bytes().data();
    }
    int records = 0;
    std::size_t length = 0;
    const std::byte* record = nullptr;
};

/// `record` with so many bytes, and a header that says so.
std::vector<std::byte> of_length(const DbnRecord& record, std::size_t words) {
    std::vector<std::byte> bytes = record.make();
    bytes.resize(words * kWordLength);
    bytes[0] = static_cast<std::byte>(words);
    return bytes;
}

TEST(DbnDecode, EachRecordReachesTheListenerOnceAndInPlace) {
    for (std::uint8_t version = kVersionMin; version <= kVersionMax; ++version) {
        for (const DbnRecord& record : kDbnRecords) {
            if (!record.is_of(version)) {
                continue;
            }
            for (const bool has_ts_out : {false, true}) {
                const auto bytes =
                    of_length(record, (record.length + (has_ts_out ? 8 : 0)) / kWordLength);
                Listener listener;
                EXPECT_EQ(decode(bytes, {version, has_ts_out}, listener), DecodeStatus::Ok);
                EXPECT_EQ(listener.records, 1);
                EXPECT_EQ(listener.length, record.length);
                EXPECT_EQ(listener.record, bytes.data()) << "zero-copy";
            }
        }
    }
}

TEST(DbnDecode, EveryOtherLengthIsRefused) {
    Listener listener;
    for (const DbnRecord& record : kDbnRecords) {
        const auto version = static_cast<std::uint8_t>(record.versions.front() - '0');
        for (std::size_t words = 4; words <= 255; ++words) {
            const std::size_t length = words * kWordLength;
            if (length != record.length) {
                EXPECT_EQ(decode(of_length(record, words), {version, false}, listener),
                          compare_length(length, record.length));
            }
        }
    }
    EXPECT_EQ(listener.records, 0);
}

TEST(DbnDecode, AnUnknownTypeAndALengthOfTheHeaderAloneAreRefused) {
    Listener listener;
    std::vector<std::byte> bytes(32);
    bytes[0] = std::byte{8};
    bytes[1] = std::byte{0x21};
    EXPECT_EQ(decode(bytes, {}, listener), DecodeStatus::UnknownType);
    bytes[0] = std::byte{7};
    EXPECT_EQ(decode(bytes, {}, listener), DecodeStatus::Malformed) << "28 bytes, it says";
    EXPECT_EQ(decode(Bytes(bytes).first(15), {}, listener), DecodeStatus::Truncated);
    EXPECT_EQ(decode({}, {}, listener), DecodeStatus::Truncated);
    EXPECT_EQ(listener.records, 0);
}

TEST(DbnDecode, NextRecordIsWholeOrNotThere) {
    const std::vector<std::byte> bytes = kDbnRecords[0].make();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_EQ(next_record(Bytes(bytes).first(length)).status, DecodeStatus::Truncated);
    }
    const NextRecord whole = next_record(bytes);
    EXPECT_EQ(whole.status, DecodeStatus::Ok);
    EXPECT_EQ(whole.record.size(), bytes.size());
}

TEST(DbnDecode, ARecordShorterThanAHeaderIsMalformed) {
    for (std::uint8_t words = 0; words < 4; ++words) {
        const std::vector<std::byte> bytes(64, static_cast<std::byte>(words));
        EXPECT_EQ(next_record(bytes).status, DecodeStatus::Malformed) << int{words};
    }
}

TEST(DbnDecode, ANullListenerTakesEveryRecord) {
    NullListener listener;
    for (const DbnRecord& record : kDbnRecords) {
        const auto version = static_cast<std::uint8_t>(record.versions.front() - '0');
        EXPECT_EQ(decode(record.make(), {version, false}, listener), DecodeStatus::Ok);
    }
}

}  // namespace
}  // namespace hotpath::protocols::dbn
