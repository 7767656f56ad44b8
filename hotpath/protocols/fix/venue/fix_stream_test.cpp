// A FIX session's numbers at the venue: live, in a replay, over days and snapshots.

#include "hotpath/protocols/fix/venue/fix_stream.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/fix_messages.hpp"

namespace hotpath::exchange {
namespace {

constexpr Time kNow{1'000};

std::unique_ptr<FixStream> make_stream() {
    auto reports = protocols::SequencedStore::create(
        {.messages_max = 2'000, .bytes_max = 200'000, .message_length_max = 521});
    return std::make_unique<FixStream>(std::move(*reports));
}

bool report(FixStream& stream, const std::string& id) {
    return stream.try_append({"8", kNow, support::with_soh("11=" + id + "|")}, 0);
}
bool own(FixStream& stream, std::uint64_t keep_from = ~0ULL) {
    return stream.try_append({"0", kNow, {}}, keep_from);
}
/// The ClOrdID of a report; "-" for what is not kept, "own" for a message of the session.
std::string at(const FixStream& stream, std::uint64_t number) {
    const auto stored = stream.find(number);
    if (!stored) {
        return "-";
    }
    return stored->msg_type == "8"
               ? std::string(stored->fields.substr(3, stored->fields.size() - 4))
               : "own";
}
std::string all(const FixStream& stream) {
    std::string text;
    for (std::uint64_t number = 1; number < stream.next_out(); ++number) {
        text += at(stream, number) + " ";
    }
    return text;
}

TEST(FixStream, ReportsAndOwnMessagesHaveTheNumbersOfTheirOrder) {
    const auto stream = make_stream();
    EXPECT_TRUE(own(*stream) && report(*stream, "A") && report(*stream, "B") && own(*stream) &&
                report(*stream, "C"));
    EXPECT_EQ(all(*stream), "own A B own C ");
    EXPECT_EQ(stream->reports(), 3U);
    ASSERT_EQ(stream->changes().size(), 2U);
    EXPECT_EQ(stream->changes()[1], (FixNumbers{.number = 4, .count = 1}));
}

TEST(FixStream, OwnNumbersInARowAreOneChange) {
    const auto stream = make_stream();
    EXPECT_TRUE(own(*stream) && own(*stream) && own(*stream));
    ASSERT_EQ(stream->changes().size(), 1U);
    EXPECT_EQ(stream->changes()[0], (FixNumbers{.number = 1, .count = 3}));
    stream->clear_changes();
    EXPECT_TRUE(own(*stream));
    EXPECT_EQ(stream->changes()[0], (FixNumbers{.number = 4, .count = 1}));
}

TEST(FixStream, AReplayNumbersEachReportAsBeforeWhereverTheNumbersChanged) {
    const auto live = make_stream();
    const auto replayed = make_stream();
    // B and C were made before the Heartbeat was recorded, and left after it.
    EXPECT_TRUE(report(*live, "A") && own(*live) && report(*live, "B") && report(*live, "C"));
    for (const char* id : {"A", "B", "C"}) {
        const std::string text = support::with_soh("35=8|11=" + std::string(id) + "|");
        EXPECT_TRUE(replayed->try_keep(std::as_bytes(std::span(text))));
    }
    replayed->apply(live->changes()[0]);
    EXPECT_EQ(all(*live), "A own B C ");
    EXPECT_EQ(all(*replayed), "A - B C ");
    EXPECT_EQ(replayed->next_out(), live->next_out());
}

TEST(FixStream, AResetBeginsAtOneAndForgets) {
    const auto live = make_stream();
    EXPECT_TRUE(own(*live) && report(*live, "A"));
    live->set_next_in(9);
    live->clear_changes();
    live->reset(kNow);
    EXPECT_EQ(live->next_out(), 1U);
    EXPECT_EQ(live->next_in(), 1U);
    EXPECT_TRUE(own(*live) && report(*live, "B"));
    EXPECT_EQ(all(*live), "own B ");
    ASSERT_EQ(live->changes().size(), 2U);
    EXPECT_EQ(live->changes()[0].kind, FixNumbers::Kind::Reset);

    const auto replayed = make_stream();
    replayed->apply({.number = 1, .count = 1});
    for (const char* id : {"A", "B"}) {  // B was made before the reset was recorded
        const std::string text = support::with_soh("35=8|11=" + std::string(id) + "|");
        EXPECT_TRUE(replayed->try_keep(std::as_bytes(std::span(text))));
    }
    for (const FixNumbers& change : live->changes()) {
        replayed->apply(change);
    }
    EXPECT_EQ(all(*replayed), "- B ");
    EXPECT_EQ(replayed->next_out(), live->next_out());
    EXPECT_EQ(replayed->next_in(), 1U);
}

TEST(FixStream, ADayForgetsReportsAndGoesOnCounting) {
    const auto stream = make_stream();
    EXPECT_TRUE(own(*stream) && report(*stream, "A") && own(*stream));
    stream->begin_day();
    EXPECT_TRUE(report(*stream, "B") && own(*stream) && report(*stream, "C"));
    EXPECT_EQ(all(*stream), "- - - B own C ");
    EXPECT_EQ(stream->first_kept(), 4U);
    EXPECT_EQ(stream->reports(), 2U);
}

TEST(FixStream, AnOwnMessageThatWaitsToGoOutIsNotOverwritten) {
    const auto stream = make_stream();
    for (std::size_t n = 0; n < FixStream::kOwnKeptMax; ++n) {
        ASSERT_TRUE(own(*stream, 1));
    }
    EXPECT_FALSE(own(*stream, 1));
    EXPECT_EQ(stream->next_out(), FixStream::kOwnKeptMax + 1);
    EXPECT_TRUE(own(*stream, 2));
    EXPECT_EQ(at(*stream, 1), "-");
    EXPECT_EQ(at(*stream, 2), "own");
}

TEST(FixStream, ChangesThatTheJournalDoesNotTakeEndTheSession) {
    const auto stream = make_stream();
    std::size_t taken = 0;
    while (own(*stream)) {
        ASSERT_TRUE(report(*stream, "A"));
        ASSERT_LT(++taken, FixStream::kChangesMax);
    }
    EXPECT_EQ(taken, FixStream::kChangesMax - 1);
    stream->reset(kNow);
    EXPECT_EQ(stream->changes().size(), 1U);
    EXPECT_TRUE(own(*stream));
}

TEST(FixStream, AReportWithoutRoomIsRefusedAndTakesNoNumber) {
    auto reports = protocols::SequencedStore::create(
        {.messages_max = 1, .bytes_max = 600, .message_length_max = 521});
    FixStream stream(std::move(*reports));
    EXPECT_TRUE(report(stream, "A"));
    EXPECT_FALSE(report(stream, "B"));
    EXPECT_EQ(stream.next_out(), 2U);
    const std::string no_type = "no FIX";
    EXPECT_FALSE(stream.try_keep(std::as_bytes(std::span(no_type))));
}

TEST(FixStream, AReportOfAReplayHasItsTransactTime) {
    const auto stream = make_stream();
    EXPECT_TRUE(report(*stream, "A"));
    EXPECT_EQ(stream->find(1)->sending_time, kNow);
    const std::string with = support::with_soh("35=8|11=B|60=19700102-00:00:01.500|14=0|");
    const std::string without = support::with_soh("35=j|372=D|");
    EXPECT_TRUE(stream->try_keep(std::as_bytes(std::span(with))));
    EXPECT_TRUE(stream->try_keep(std::as_bytes(std::span(without))));
    EXPECT_EQ(stream->find(2)->sending_time, Time{86'401'500'000'000});
    EXPECT_EQ(stream->find(3)->sending_time, Time{});
}

/// Live, an own number is taken while the reports before it wait; the journal has it after them.
TEST(FixStream, AReplayIsSavedAsTheSameBytes) {
    const auto live = make_stream();
    const auto replayed = make_stream();
    EXPECT_TRUE(own(*live) && report(*live, "A") && own(*live));
    live->begin_day();
    EXPECT_TRUE(own(*live) && report(*live, "B"));
    live->set_next_in(9);
    live->note_recorded(5);

    const auto keep = [&](const std::string& id) {
        const std::string text = support::with_soh("35=8|11=" + id + "|");
        EXPECT_TRUE(replayed->try_keep(std::as_bytes(std::span(text))));
    };
    keep("A");
    replayed->begin_day();
    replayed->apply({.number = 1, .count = 1});
    replayed->apply({.number = 3, .count = 2});
    keep("B");
    replayed->set_next_in(6);
    replayed->note_recorded(5);
    StateWriter of_live;
    StateWriter of_replayed;
    live->save(of_live);
    replayed->save(of_replayed);
    EXPECT_TRUE(std::ranges::equal(of_live.bytes(), of_replayed.bytes()));
    EXPECT_EQ(at(*replayed, 5), "B");
}

TEST(FixStream, SavedAndLoadedItIsTheSame) {
    Random random(7);
    const auto stream = make_stream();
    for (int n = 0; n < 1'000; ++n) {
        if (random.below(3) == 0) {
            stream->clear_changes();
            ASSERT_TRUE(own(*stream));
        } else {
            ASSERT_TRUE(report(*stream, std::to_string(n)));
        }
    }
    stream->note_recorded(76);
    StateWriter writer;
    stream->save(writer);
    const auto loaded = make_stream();
    StateReader reader(writer.bytes());
    loaded->load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(loaded->next_out(), stream->next_out());
    EXPECT_EQ(loaded->next_in(), 77U);
    for (std::uint64_t number = 1; number < stream->next_out(); ++number) {
        const std::string before = at(*stream, number);
        EXPECT_EQ(at(*loaded, number), before == "own" ? "-" : before) << number;
    }
    StateWriter again;
    loaded->save(again);
    EXPECT_TRUE(std::ranges::equal(again.bytes(), writer.bytes()));
}

TEST(FixNumbers, BytesAreTheSameValueAndWrongOnesAreMalformed) {
    const FixNumbers numbers{.number = 1'234'567'890'123, .count = 3};
    FixNumbers decoded;
    EXPECT_EQ(decode(to_bytes(numbers), decoded), protocols::DecodeStatus::Ok);
    EXPECT_EQ(decoded, numbers);
    for (const FixNumbers& wrong :
         {FixNumbers{.number = 0, .count = 1}, FixNumbers{.number = 1, .count = 0},
          FixNumbers{.kind = FixNumbers::Kind::Reset, .number = 1, .count = 1},
          FixNumbers{.kind = static_cast<FixNumbers::Kind>(3), .number = 1, .count = 1}}) {
        EXPECT_EQ(decode(to_bytes(wrong), decoded), protocols::DecodeStatus::Malformed);
    }
    EXPECT_EQ(decode(Bytes(to_bytes(numbers)).first(12), decoded),
              protocols::DecodeStatus::Truncated);
}

}  // namespace
}  // namespace hotpath::exchange
