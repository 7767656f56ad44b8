// Every option of a journal at its limit and one beyond.
#include "hotpath/journal/options.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::journal {
namespace {

constexpr const char* kPayload = "journal: payload_bytes_max must be at most 65504";
constexpr const char* kSegment =
    "journal: segment_bytes must be a multiple of 8 and hold two of the longest records";
constexpr const char* kBatch = "journal: batch_bytes must hold the longest record";
constexpr const char* kSpares = "journal: spares must be 1 to 8";
constexpr const char* kCommits = "journal: commits_max must be 1 to 4";
constexpr const char* kRing =
    "journal: ring_slots must be a power of two and the ring hold the longest record";

/// Records of 96 bytes: 32 of header, 64 of payload.
JournalOptions small_options() {
    return {.segment_bytes = 2'048,
            .spares = 2,
            .payload_bytes_max = 64,
            .batch_bytes = 512,
            .ring_slots = 64};
}

struct OptionCase {
    const char* reason;  // empty: accepted
    std::function<void(JournalOptions&)> change;
};

TEST(JournalOptions, AreAcceptedUpToEachLimitAndRefusedBeyond) {
    const std::vector<OptionCase> cases{
        {"", [](JournalOptions&) {}},
        {"", [](JournalOptions& o) { o = {}; }},
        // A header of 64 bytes, two records of 96, a seal of 48.
        {"", [](JournalOptions& o) { o.segment_bytes = 304; }},
        {kSegment, [](JournalOptions& o) { o.segment_bytes = 296; }},
        {kSegment, [](JournalOptions& o) { o.segment_bytes = 2'052; }},
        {"", [](JournalOptions& o) { o.segment_bytes = 2'056; }},
        {"", [](JournalOptions& o) { o.batch_bytes = 96; }},
        {kBatch, [](JournalOptions& o) { o.batch_bytes = 95; }},
        {"", [](JournalOptions& o) { o.spares = 1; }},
        {"", [](JournalOptions& o) { o.spares = 8; }},
        {kSpares, [](JournalOptions& o) { o.spares = 0; }},
        {kSpares, [](JournalOptions& o) { o.spares = 9; }},
        {"", [](JournalOptions& o) { o.commits_max = 1; }},
        {"", [](JournalOptions& o) { o.commits_max = 4; }},
        {kCommits, [](JournalOptions& o) { o.commits_max = 0; }},
        {kCommits, [](JournalOptions& o) { o.commits_max = 5; }},
        {"", [](JournalOptions& o) { o.ring_slots = 4; }},  // 128 bytes
        {kRing, [](JournalOptions& o) { o.ring_slots = 2; }},
        {kRing, [](JournalOptions& o) { o.ring_slots = 6; }},
        {kRing, [](JournalOptions& o) { o.ring_slots = 0; }},
        {"",
         [](JournalOptions& o) {
             o.payload_bytes_max = 96;  // records of 128 bytes, as long as four slots
             o.ring_slots = 4;
         }},
        {kRing,
         [](JournalOptions& o) {
             o.payload_bytes_max = 97;
             o.ring_slots = 4;
         }},
        {"",
         [](JournalOptions& o) {
             o.payload_bytes_max = 65'504;
             o.segment_bytes = 1U << 20U;
             o.batch_bytes = 65'536;
             o.ring_slots = 2'048;
         }},
        {kPayload, [](JournalOptions& o) {
             o.payload_bytes_max = 65'505;
             o.segment_bytes = 1U << 20U;
             o.batch_bytes = 1U << 20U;
             o.ring_slots = 4'096;
         }}};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        JournalOptions options = small_options();
        cases[i].change(options);
        const auto checked = options.check();
        EXPECT_EQ(checked ? "" : checked.error().message, cases[i].reason) << "case " << i;
    }
}

TEST(AckModes, HaveNamesThatLeadBack) {
    for (const auto& [mode, name] :
         {std::pair<AckMode, std::string_view>{AckMode::Memory, "memory"},
          {AckMode::PageCache, "pagecache"},
          {AckMode::Sync, "sync"}}) {
        EXPECT_EQ(ack_mode_name(mode), name);
        EXPECT_EQ(to_ack_mode(name), mode);
    }
    for (const char* const name : {"", "Memory", "sync ", "syn", "page"}) {
        EXPECT_EQ(to_ack_mode(name), std::nullopt) << name;
    }
}

TEST(RecordBytes, AreAMultipleOfEightWithTheHeader) {
    EXPECT_EQ(record_bytes(0), 32U);
    EXPECT_EQ(record_bytes(1), 40U);
    EXPECT_EQ(record_bytes(8), 40U);
    EXPECT_EQ(record_bytes(9), 48U);
    EXPECT_EQ(kSealBytes, 48U);
    EXPECT_EQ(record_bytes(kPayloadBytesMax), kRecordBytesMax);
    EXPECT_EQ(kRecordBytesMax, 65'536U);
}

}  // namespace
}  // namespace hotpath::journal
