// The venue's end of a GLIMPSE session: pieces, endings, clients that leave, and how long the books
// must hold still.

#include "hotpath/wire/glimpse50/snapshot_server.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/no_alloc_scope.hpp"
#include "hotpath/wire/soupbintcp/client.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::wire::glimpse50 {
namespace {

using soupbintcp::CloseReason;
using soupbintcp::SoupClient;
using support::text_of;
using Texts = std::vector<std::string>;

/// Books that are so many messages, each one letter, and are changed only while nobody looks.
struct Letters {
    struct Cursor {
        std::size_t next = 0;
    };
    Cursor begin_snapshot() {
        ++readers;
        return {};
    }
    std::size_t next_message(Cursor& cursor, MutableBytes room) {
        ++yields;
        if (cursor.next == size) {
            return 0;
        }
        room[0] = static_cast<std::byte>('a' + cursor.next++ % 26);
        return 1;
    }
    std::uint64_t next_sequence_number(const Cursor&) const { return 4'711; }
    void end_snapshot(const Cursor&) { --readers; }

    std::size_t size = 5;
    int readers = 0;
    int yields = 0;
};
static_assert(SnapshotSource<Letters>);

struct Everybody {
    bool is_allowed(const soupbintcp::LoginRequest&) const { return allowed; }
    bool allowed = true;
};

struct Reader : soupbintcp::NullClientListener {
    void on_sequenced(std::uint64_t, Bytes message) { messages.push_back(text_of(message)); }
    void on_login_rejected(char reason) { rejected = reason; }
    Texts messages;
    char rejected = ' ';
};

class GlimpseServer : public ::testing::Test {
  protected:
    static SnapshotServerOptions options() {
        return {.snapshot = {.messages_max = 100, .bytes_max = 1'000, .message_length_max = 50},
                .messages_per_turn = 2};
    }
    void connect() {
        server.on_connected(now, source);
        client.on_connected(now);
    }
    void carry() {
        for (bool moved = true; moved;) {
            const Bytes request = client.output();
            server.on_bytes(request, now, source, accounts);
            client.on_written(request.size());
            const std::size_t answered = server.soup().output().size();
            client.on_bytes(server.soup().output(), now, reader);
            server.on_written(answered);
            moved = answered > 0;
        }
    }
    void turn() {
        server.on_turn(now, source);
        carry();
    }

    SnapshotServer<Letters> server = *SnapshotServer<Letters>::create(options());
    SoupClient client = *SoupClient::create({});
    Letters source;
    Everybody accounts;
    Reader reader;
    Nanos now{1};
};

TEST_F(GlimpseServer, ALoginBringsTheBooksThenTheNumberThenTheEnd) {
    connect();
    carry();
    while (server.is_making()) {
        turn();
    }
    turn();
    EXPECT_EQ(reader.messages, (Texts{"a", "b", "c", "d", "e", "G                4711"}));
    EXPECT_TRUE(client.has_ended());
    EXPECT_EQ(server.soup().close_reason(), CloseReason::EndOfSession);
    EXPECT_EQ(server.counters().made, 1U);
    EXPECT_EQ(source.readers, 0);
}

TEST_F(GlimpseServer, ATurnMakesNoMoreThanItsShare) {
    connect();
    carry();
    EXPECT_EQ(source.yields, 0) << "a login makes nothing";
    for (int turns = 1; turns <= 2; ++turns) {
        turn();
        EXPECT_EQ(source.yields, 2 * turns);
    }
}

TEST_F(GlimpseServer, EmptyBooksAreASnapshotToo) {
    source.size = 0;
    connect();
    carry();
    turn();
    EXPECT_EQ(reader.messages, Texts{"G                4711"});
}

TEST_F(GlimpseServer, TheBooksAreFreeWhenAllIsMadeHoweverSlowTheClientReads) {
    source.size = 60;
    connect();
    server.on_bytes(client.output(), now, source, accounts);
    for (int turns = 0; turns < 31; ++turns) {
        EXPECT_EQ(source.readers, 1);
        server.on_turn(now, source);
    }
    EXPECT_EQ(source.readers, 0);
    EXPECT_FALSE(server.is_making());
    carry();
    EXPECT_EQ(reader.messages.size(), 61U);
}

TEST_F(GlimpseServer, AClientThatLeavesFreesTheBooks) {
    const auto leaves = [&](auto&& leave) {
        connect();
        carry();
        turn();
        ASSERT_TRUE(server.is_making());
        leave();
        EXPECT_FALSE(server.is_making());
        EXPECT_EQ(source.readers, 0);
        client.on_disconnected();
        client.begin_session(soupbintcp::kCurrentSession, 1);
    };
    leaves([&] { server.on_disconnected(source); });
    leaves([&] { server.close(CloseReason::ShutDown, source); });
    leaves([&] {
        client.logout(now);
        carry();
    });
    leaves([&] {
        const std::byte zeros[2]{};
        server.on_bytes(zeros, now, source, accounts);
    });
    leaves([&] {
        for (int seconds = 0; seconds < 20; ++seconds) {
            now = now + Nanos{kNanosPerSecond};
            server.on_turn(now, source);
        }
    });
    EXPECT_EQ(server.counters().abandoned, 4U) << "the last one was made while nobody listened";
}

TEST_F(GlimpseServer, WhoComesBackGetsANewSnapshotFromItsBeginning) {
    connect();
    carry();
    turn();
    server.on_disconnected(source);
    client.on_disconnected();
    reader.messages.clear();
    client.begin_session(soupbintcp::kCurrentSession, 1);
    connect();
    carry();
    for (int turns = 0; turns < 4; ++turns) {
        turn();
    }
    EXPECT_EQ(reader.messages, (Texts{"a", "b", "c", "d", "e", "G                4711"}));
}

TEST_F(GlimpseServer, ASnapshotIsNotResumed) {
    client.begin_session(soupbintcp::kCurrentSession, 3);
    connect();
    carry();
    EXPECT_EQ(reader.rejected, 'S');
    EXPECT_EQ(server.counters().begun, 0U);
}

TEST_F(GlimpseServer, WhoIsNotAllowedGetsNothing) {
    accounts.allowed = false;
    connect();
    carry();
    EXPECT_EQ(reader.rejected, 'A');
    EXPECT_EQ(source.readers, 0);
}

TEST_F(GlimpseServer, BooksThatAreMoreThanASnapshotHoldsCutTheClientOff) {
    for (const std::size_t size : {std::size_t{99}, std::size_t{100}, std::size_t{101}}) {
        source.size = size;
        client.begin_session(soupbintcp::kCurrentSession, 1);
        connect();
        carry();
        for (int turns = 0; turns < 60; ++turns) {
            turn();
        }
        EXPECT_EQ(source.readers, 0);
        EXPECT_EQ(server.soup().close_reason(),
                  size == 99 ? CloseReason::EndOfSession : CloseReason::StreamFull);
        client.on_disconnected();
    }
    EXPECT_EQ(server.counters().overflowed, 2U);
}

TEST_F(GlimpseServer, LimitsThatMakeNoSenseAreRefused) {
    SnapshotServerOptions none = options();
    none.messages_per_turn = 0;
    EXPECT_FALSE(SnapshotServer<Letters>::create(none));
    SnapshotServerOptions narrow = options();
    narrow.snapshot.message_length_max = 20;
    EXPECT_FALSE(SnapshotServer<Letters>::create(narrow));
    SnapshotServerOptions closed = options();
    closed.soup.connection.output_bytes_max = 0;
    EXPECT_FALSE(SnapshotServer<Letters>::create(closed));
}

TEST_F(GlimpseServer, MakingASnapshotAllocatesNothing) {
    connect();
    carry();
    NoAllocScope scope;
    for (int turns = 0; turns < 5; ++turns) {
        server.on_turn(now, source);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_FALSE(server.is_making());
}

}  // namespace
}  // namespace hotpath::wire::glimpse50
