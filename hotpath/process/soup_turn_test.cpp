// One turn of a client: timers, what is to be sent, what has come, and whether it is over.
#include "hotpath/process/soup_turn.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/soup_session.hpp"

namespace hotpath::process {
namespace {

using support::SoupPair;
using Texts = std::vector<std::string>;

/// The client's socket: takes what there is room for, gives what the server has sent.
class Wire {
  public:
    explicit Wire(SoupPair& pair) : pair_(pair) {}

    [[nodiscard]] net::SendStatus send(Bytes bytes) {
        if (!has_room) {
            return net::SendStatus::Full;
        }
        pair_.to_server.insert(pair_.to_server.end(), bytes.begin(), bytes.end());
        return net::SendStatus::Ok;
    }
    bool flush() {
        ++flushes;
        return true;
    }
    [[nodiscard]] net::TcpReceived receive() {
        received_ = std::exchange(pair_.to_client, {});
        return {.status = is_closed           ? net::ReceiveStatus::Closed
                          : received_.empty() ? net::ReceiveStatus::Nothing
                                              : net::ReceiveStatus::Bytes,
                .bytes = received_};
    }

    bool has_room = true;
    bool is_closed = false;
    int flushes = 0;

  private:
    SoupPair& pair_;
    std::vector<std::byte> received_{};
};

/// A socket that keeps decrypted bytes back: they come in pieces, and the poller knows nothing of them.
class PiecesWire : public Wire {
  public:
    using Wire::Wire;

    [[nodiscard]] net::TcpReceived receive() {
        if (!pieces.empty()) {
            piece_ = std::move(pieces.front());
            pieces.erase(pieces.begin());
            return {.status = net::ReceiveStatus::Bytes, .bytes = piece_};
        }
        return Wire::receive();
    }
    [[nodiscard]] bool has_unread() const { return !pieces.empty(); }

    std::vector<std::vector<std::byte>> pieces{};

  private:
    std::vector<std::byte> piece_{};
};

/// The server answers what it has received.
void serve(SoupPair& pair) {
    pair.server_receives();
    pair.server_sends();
}

template <class AnyWire>
SoupTurn turn(SoupPair& pair, AnyWire& wire) {
    return take_turn(pair.client, wire, pair.now, pair.trader);
}

void log_in(SoupPair& pair, Wire& wire) {
    pair.connect();
    static_cast<void>(turn(pair, wire));
    serve(pair);
    static_cast<void>(turn(pair, wire));
    ASSERT_TRUE(pair.client.is_logged_in());
}

TEST(SoupTurn, SendsTheLoginAndTakesItsAnswer) {
    SoupPair pair;
    Wire wire(pair);
    pair.connect();
    EXPECT_FALSE(turn(pair, wire).has_received);
    EXPECT_TRUE(pair.client.output().empty());
    EXPECT_EQ(wire.flushes, 1);
    serve(pair);
    const SoupTurn answered = turn(pair, wire);
    EXPECT_TRUE(answered.has_received);
    EXPECT_FALSE(answered.is_over);
    EXPECT_TRUE(pair.client.is_logged_in());
}

TEST(SoupTurn, WhatFindsNoRoomIsSentInALaterTurn) {
    SoupPair pair;
    Wire wire(pair);
    log_in(pair, wire);
    wire.has_room = false;
    ASSERT_TRUE(pair.client.try_send(support::view_of("enter"), pair.now));
    EXPECT_FALSE(turn(pair, wire).is_over);
    EXPECT_FALSE(pair.client.output().empty());
    wire.has_room = true;
    static_cast<void>(turn(pair, wire));
    EXPECT_TRUE(pair.client.output().empty());
    pair.server_receives();
    EXPECT_EQ(pair.venue.received, Texts{"enter"});
}

TEST(SoupTurn, DecryptedBytesThatWaitAreReadInTheSameTurn) {
    SoupPair pair;
    PiecesWire wire(pair);
    log_in(pair, wire);
    for (const char* const message : {"one", "two", "three"}) {
        pair.publish(message);
        pair.server_sends();
        wire.pieces.push_back(std::exchange(pair.to_client, {}));
    }
    EXPECT_TRUE(turn(pair, wire).has_received);
    EXPECT_EQ(pair.trader.received, (Texts{"one", "two", "three"}));
    EXPECT_TRUE(wire.pieces.empty());
}

TEST(SoupTurn, APlainSocketIsReadOnceATurn) {
    SoupPair pair;
    Wire wire(pair);
    log_in(pair, wire);
    pair.publish("one");
    pair.server_sends();
    EXPECT_TRUE(turn(pair, wire).has_received);
    EXPECT_FALSE(turn(pair, wire).has_received);
    EXPECT_EQ(pair.trader.received, Texts{"one"});
}

TEST(SoupTurn, IsOverWhenThePeerClosesOrTheSessionDoes) {
    SoupPair pair;
    Wire wire(pair);
    log_in(pair, wire);
    wire.is_closed = true;
    EXPECT_TRUE(turn(pair, wire).is_over);

    SoupPair refused(
        {}, {.credentials = protocols::nasdaq::soupbintcp::Credentials::of("trader", "wrong")});
    Wire other(refused);
    refused.connect();
    static_cast<void>(turn(refused, other));
    serve(refused);
    EXPECT_TRUE(turn(refused, other).is_over);
    EXPECT_EQ(refused.trader.rejected, "A");
}

}  // namespace
}  // namespace hotpath::process
