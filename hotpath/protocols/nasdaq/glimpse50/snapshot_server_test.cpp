// Snapshots made piece by piece: their readers, the cost of a turn, and the result of those that
// cannot be made.

#include "hotpath/protocols/nasdaq/glimpse50/snapshot_server.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::protocols::nasdaq::glimpse50 {
namespace {

using support::text_of;
using Texts = std::vector<std::string>;

/// Books that are so many letters. They are looked at in as many steps before their moment is
/// fixed, and are written after `safe` is true.
struct Letters {
    void begin_snapshot() {
        ++begun;
        looked_at = 0;
        written = 0;
    }
    SnapshotPiece next_piece(MutableBytes room) {
        ++pieces;
        if (!is_fixed()) {
            ++looked_at;
            return {.kind = looked_at == breaks_at ? PieceKind::Broken : PieceKind::Nothing};
        }
        if (!is_safe) {
            return {.kind = PieceKind::Wait};
        }
        if (written == size) {
            return {.kind = PieceKind::End};
        }
        room[0] = static_cast<std::byte>('a' + written++ % 26);
        return {.kind = PieceKind::Message, .length = 1};
    }
    bool is_fixed() const { return looked_at == size; }
    std::uint64_t next_sequence_number() const { return 4'710 + begun; }

    std::size_t size = 5;
    std::size_t breaks_at = 0;
    bool is_safe = true;
    std::size_t looked_at = 0;
    std::size_t written = 0;
    std::uint64_t begun = 0;
    std::uint64_t pieces = 0;
};
static_assert(SnapshotSource<Letters>);

Texts texts_of(const SequencedStore& stream) {
    Texts texts;
    for (std::uint64_t n = 1; n <= stream.size(); ++n) {
        texts.push_back(text_of(stream.at(n)));
    }
    return texts;
}

class GlimpseServer : public ::testing::Test {
  protected:
    static SnapshotServerOptions options() {
        return {.snapshot = {.messages_max = 100, .bytes_max = 1'000, .message_length_max = 50},
                .snapshots_max = 2,
                .pieces_per_turn = 2};
    }
    void turn(int turns = 1) {
        for (int n = 0; n < turns; ++n) {
            server.on_turn(source);
        }
    }
    void make_all() {
        while (server.is_making()) {
            turn();
        }
    }

    SnapshotServer server = *SnapshotServer::create(options());
    Letters source;
};

TEST_F(GlimpseServer, ASnapshotIsTheBooksThenTheNumberThenTheEnd) {
    const SequencedStore* stream = server.join();
    ASSERT_NE(stream, nullptr);
    make_all();
    EXPECT_EQ(texts_of(*stream), (Texts{"a", "b", "c", "d", "e", "G                4711"}));
    EXPECT_TRUE(stream->is_ended());
    EXPECT_EQ(server.counters().made, 1U);
}

TEST_F(GlimpseServer, ATurnMakesNoMoreThanItsShare) {
    source.size = 50;
    const SequencedStore* stream = server.join();
    EXPECT_EQ(source.pieces, 0U) << "a login makes nothing";
    std::size_t messages = 0;
    for (std::uint64_t turns = 1; turns <= 50; ++turns) {
        turn();
        EXPECT_EQ(source.pieces, 2 * turns);
        EXPECT_LE(stream->size(), messages + 2);
        messages = stream->size();
    }
    EXPECT_EQ(server.counters().pieces, 100U);
}

TEST_F(GlimpseServer, WithoutReadersNothingIsMade) {
    turn(5);
    EXPECT_EQ(source.begun, 0U);
    EXPECT_FALSE(server.is_making());
}

TEST_F(GlimpseServer, EmptyBooksAreASnapshotToo) {
    source.size = 0;
    const SequencedStore* stream = server.join();
    make_all();
    EXPECT_EQ(texts_of(*stream), Texts{"G                4711"});
}

TEST_F(GlimpseServer, JoinersShareASnapshotUntilItBeginsThenGetTheNext) {
    const SequencedStore* first = server.join();
    turn(2);
    EXPECT_FALSE(source.is_fixed());
    EXPECT_EQ(server.join(), first);
    turn();
    EXPECT_TRUE(source.is_fixed());
    const SequencedStore* second = server.join();
    EXPECT_NE(second, first);
    EXPECT_EQ(server.join(), second);
    make_all();
    EXPECT_EQ(text_of(first->at(6)), "G                4711");
    EXPECT_EQ(text_of(second->at(6)), "G                4712");
    EXPECT_EQ(source.begun, 2U);
}

TEST_F(GlimpseServer, ASnapshotWaitsForItsSource) {
    source.is_safe = false;
    const SequencedStore* stream = server.join();
    turn(10);
    EXPECT_TRUE(stream->empty());
    const std::uint64_t pieces = server.counters().pieces;
    turn(10);
    EXPECT_EQ(server.counters().pieces, pieces);
    source.is_safe = true;
    make_all();
    EXPECT_EQ(stream->size(), 6U);
}

TEST_F(GlimpseServer, NoMoreSnapshotsThanAllowedAreReadAndThoseReadStay) {
    const SequencedStore* first = server.join();
    make_all();
    const SequencedStore* second = server.join();
    make_all();
    EXPECT_EQ(server.join(), nullptr);
    EXPECT_EQ(server.counters().refused, 1U);
    EXPECT_EQ(first->size(), 6U);
    server.leave(*first);
    EXPECT_EQ(server.join(), first);
    EXPECT_TRUE(first->empty()) << "a new one, from its beginning";
    EXPECT_EQ(second->size(), 6U);
}

TEST_F(GlimpseServer, AReaderThatLeavesDoesNotStopTheOthers) {
    const SequencedStore* stream = server.join();
    EXPECT_EQ(server.join(), stream);
    turn(4);
    server.leave(*stream);
    make_all();
    EXPECT_EQ(stream->size(), 6U);
    EXPECT_EQ(server.counters().made, 1U);
}

TEST_F(GlimpseServer, WhenAllHaveLeftItIsMadeToItsEndAndFree) {
    const SequencedStore* stream = server.join();
    turn();
    server.leave(*stream);
    make_all();
    EXPECT_NE(server.join(), nullptr);
    turn(4);
    EXPECT_NE(server.join(), nullptr);
}

TEST_F(GlimpseServer, BooksThatAreMoreThanASnapshotHoldsBreakItAndTheNextIsWhole) {
    for (const std::size_t size : {std::size_t{99}, std::size_t{100}, std::size_t{101}}) {
        source.size = size;
        const SequencedStore* stream = server.join();
        make_all();
        EXPECT_EQ(server.is_broken(*stream), size > 99);
        EXPECT_EQ(stream->is_ended(), size == 99);
        server.leave(*stream);
    }
    EXPECT_EQ(server.counters().broken, 2U);
    source.size = 5;
    const SequencedStore* stream = server.join();
    make_all();
    EXPECT_FALSE(server.is_broken(*stream));
    EXPECT_EQ(stream->size(), 6U);
}

TEST_F(GlimpseServer, ASourceThatGivesUpBreaksItsSnapshot) {
    source.breaks_at = 3;
    const SequencedStore* stream = server.join();
    make_all();
    EXPECT_TRUE(server.is_broken(*stream));
    EXPECT_FALSE(stream->is_ended());
    EXPECT_EQ(server.counters().broken, 1U);
    EXPECT_EQ(server.counters().made, 0U);
}

TEST_F(GlimpseServer, LimitsThatMakeNoSenseAreRefused) {
    SnapshotServerOptions none = options();
    none.pieces_per_turn = 0;
    EXPECT_FALSE(SnapshotServer::create(none));
    SnapshotServerOptions no_snapshots = options();
    no_snapshots.snapshots_max = 0;
    EXPECT_FALSE(SnapshotServer::create(no_snapshots));
    SnapshotServerOptions narrow = options();
    narrow.snapshot.message_length_max = 20;
    EXPECT_FALSE(SnapshotServer::create(narrow));
    SnapshotServerOptions empty = options();
    empty.snapshot.messages_max = 0;
    EXPECT_FALSE(SnapshotServer::create(empty));
}

TEST_F(GlimpseServer, MakingASnapshotAllocatesNothing) {
    const NoAllocScope scope;
    const SequencedStore* stream = server.join();
    make_all();
    server.leave(*stream);
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::glimpse50
