// The gate before a server whose users have hashes: what the server sees of a login, when, and of all
// else; that checks are limited and that a connection's end forgets them.

#include "hotpath/login/login_gate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/login/fix_logon.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::login {
namespace {

namespace soup = protocols::nasdaq::soupbintcp;

constexpr crypto::ScryptCost kCheap{.log2_n = 10, .r = 1, .p = 1};
/// What the server sees in the place of a wrong password: no user's.
const std::string kNone(10, '\x7f');
constexpr Time kNow{7 * kNanosPerSecond};

/// ALICE's is a hash, and the server's password of her "TOKEN"; PLAIN's is plain.
[[nodiscard]] LoginGate::Options options() {
    LoginUsers hashed{
        .users = {soup::Credentials::of("ALICE", "TOKEN"), soup::Credentials::of("PLAIN", "OPEN")},
        .hashes = {*crypto::PasswordHash::make("SECRET", kCheap), std::nullopt},
        .number = 0};
    LoginUsers plain{.users = {soup::Credentials::of("BOB", "B")}, .hashes = {std::nullopt}};
    LoginUsers fix = hashed;
    fix.logon = &protocols::fix::fix_logon_format();
    fix.sessions = {{"FIX.4.4", "ALICE-FIX", "HOTPATH"}, {"FIX.4.4", "PLAIN-FIX", "HOTPATH"}};
    return {.ports = {hashed, plain, fix},
            .places = 8,
            .waiting_per_address_max = 2,
            .failed_logins = {.failures_max = 3, .wait{kNanosPerSecond}}};
}

[[nodiscard]] std::string login(const std::string& user, const std::string& password) {
    soup::LoginRequest request;
    request.store_username(protocols::to_alpha<6>(user));
    request.store_password(protocols::to_alpha<10>(password));
    request.store_requested_session(soup::kCurrentSession);
    request.store_requested_sequence_number(protocols::to_alpha<soup::kSequenceNumberLength>("1"));
    const Bytes bytes = request.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// With SOH for each bar; the gate reads neither its other fields nor its CheckSum.
[[nodiscard]] std::string logon(const std::string& comp_id, const std::string& password) {
    const std::string body = "35=A|34=1|49=" + comp_id + "|56=HOTPATH|98=0|554=" + password + "|";
    std::string text = "8=FIX.4.4|9=" + std::to_string(body.size()) + "|" + body + "10=000|";
    std::ranges::replace(text, '|', '\x01');
    return text;
}

class Gate : public testing::Test {
  protected:
    /// False when the gate wants the client disconnected.
    bool send(std::uint16_t place, const std::string& bytes) {
        return gate_.on_bytes(place, std::as_bytes(std::span(bytes)), now_,
                              [&](Bytes piece) { keep(place, piece); });
    }
    /// Until the server has seen so much from this place.
    void wait_for(std::uint16_t place, std::size_t bytes) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (seen_[place].size() < bytes && std::chrono::steady_clock::now() < until) {
            poll();
            std::this_thread::yield();
        }
        ASSERT_GE(seen_[place].size(), bytes);
    }
    void poll() {
        gate_.poll(now_, [&](std::uint16_t place, Bytes piece) { keep(place, piece); });
    }
    void keep(std::uint16_t place, Bytes piece) {
        seen_[place].append(reinterpret_cast<const char*>(piece.data()), piece.size());
    }
    /// A login from its connection to what the server sees of it.
    [[nodiscard]] std::string seen_of(const std::string& request) {
        gate_.on_connect(0, {.port = 0, .address = 1});
        seen_[0].clear();
        EXPECT_TRUE(send(0, request));
        EXPECT_TRUE(seen_[0].empty()) << "an unknown user costs a check, too";
        wait_for(0, request.size());
        gate_.on_end(0);
        return seen_[0];
    }

    LoginGate gate_{options()};
    std::array<std::string, 8> seen_{};
    Time now_ = kNow;
};

TEST_F(Gate, TheServerSeesItsOwnPasswordForTheRightOne) {
    EXPECT_EQ(seen_of(login("ALICE", "SECRET")), login("ALICE", "TOKEN"));
    EXPECT_EQ(seen_of(login("alice", "secret")), login("alice", "TOKEN"));
}

TEST_F(Gate, TheServerSeesNoPasswordForAWrongOneAndAnUnknownUser) {
    EXPECT_EQ(seen_of(login("ALICE", "WRONG")), login("ALICE", kNone));
    EXPECT_EQ(seen_of(login("CAROL", "SECRET")), login("CAROL", kNone));
    EXPECT_EQ(seen_of(login("ALICE", "TOKEN")), login("ALICE", kNone)) << "what the server has";
}

TEST_F(Gate, APlainPasswordBesideHashesWorks) {
    EXPECT_EQ(seen_of(login("PLAIN", "open")), login("PLAIN", "OPEN"));
    EXPECT_EQ(seen_of(login("PLAIN", "SECRET")), login("PLAIN", kNone));
}

TEST_F(Gate, ALoginInPiecesIsHeldUntilItIsChecked) {
    gate_.on_connect(3, {.port = 0, .address = 1});
    const std::string request = login("ALICE", "SECRET");
    for (const char byte : request) {
        EXPECT_TRUE(seen_[3].empty());
        EXPECT_TRUE(send(3, {byte}));
    }
    wait_for(3, request.size());
    EXPECT_EQ(seen_[3], login("ALICE", "TOKEN"));
}

TEST_F(Gate, OtherPacketsPassAndWhatFollowsALoginComesBehindIt) {
    gate_.on_connect(0, {.port = 0, .address = 1});
    const std::string text{"\0\x03+hi", 5};
    const std::string heartbeat{"\0\x01R", 3};
    EXPECT_TRUE(send(0, text));
    EXPECT_EQ(seen_[0], text);
    EXPECT_TRUE(send(0, heartbeat + login("ALICE", "SECRET") + heartbeat));
    EXPECT_EQ(seen_[0].substr(0, 8), text + heartbeat);
    wait_for(0, 8 + 49 + 3);
    EXPECT_EQ(seen_[0], text + heartbeat + login("ALICE", "TOKEN") + heartbeat);
    EXPECT_TRUE(send(0, login("ALICE", "SECRET")));
    EXPECT_EQ(seen_[0].substr(60), login("ALICE", "SECRET")) << "logged in: nothing is held";
}

TEST_F(Gate, ALoginOfAnotherLengthAndNoPacketAtAllAreTheServersToJudge) {
    gate_.on_connect(0, {.port = 0, .address = 1});
    const std::string odd = std::string("\0\x05L", 3) + "ALIC";
    EXPECT_TRUE(send(0, odd));
    EXPECT_EQ(seen_[0], odd);
    const std::string none("\0\0x", 3);
    EXPECT_TRUE(send(0, none + "more"));
    EXPECT_EQ(seen_[0], odd + none + "more");
}

TEST_F(Gate, AClientThatSendsOnAndOnBeforeItsLoginIsAnsweredIsEnded) {
    gate_.on_connect(0, {.port = 0, .address = 1});
    EXPECT_TRUE(send(0, login("ALICE", "SECRET") + std::string(LoginGate::kHeldMax, 'x')));
    EXPECT_FALSE(send(0, "x"));
}

TEST_F(Gate, AFixLogonHasTheServersPasswordForTheRightOneAndStaysForAWrongOne) {
    const auto seen_of_fix = [&](const std::string& request) {
        gate_.on_connect(0, {.port = 2, .address = 1});
        seen_[0].clear();
        const std::string heartbeat = "8=FIX.4.4 and more";
        for (const char byte : request) {
            EXPECT_TRUE(seen_[0].empty());
            EXPECT_TRUE(send(0, std::string(1, byte)));
        }
        EXPECT_TRUE(send(0, heartbeat));
        EXPECT_TRUE(seen_[0].empty()) << "held with the Logon";
        wait_for(0, heartbeat.size() + request.size() - 6);
        EXPECT_TRUE(seen_[0].ends_with(heartbeat));
        gate_.on_end(0);
        return seen_[0].substr(0, seen_[0].size() - heartbeat.size());
    };
    const std::string right = logon("ALICE-FIX", "SECRET");
    EXPECT_EQ(seen_of_fix(right), protocols::fix::with_fix_password(right, "TOKEN"));
    for (const std::string& wrong : {logon("ALICE-FIX", "WRONG"), logon("STRANGER", "SECRET"),
                                     logon("PLAIN-FIX", "OPEN"), logon("PLAIN-FIX", "WRONG")}) {
        EXPECT_EQ(seen_of_fix(wrong), wrong) << "the server refuses it, or compares a plain one";
    }
    const std::string token = logon("ALICE-FIX", "TOKEN");
    EXPECT_EQ(seen_of_fix(token), protocols::fix::with_fix_password(token, "?"))
        << "what the server has";
}

TEST_F(Gate, WhatIsNoFixMessagePassesAtOnce) {
    gate_.on_connect(0, {.port = 2, .address = 1});
    EXPECT_TRUE(send(0, "GET / HTTP/1.1"));
    EXPECT_EQ(seen_[0], "GET / HTTP/1.1");
    gate_.on_connect(1, {.port = 2, .address = 1});
    EXPECT_TRUE(send(1, std::string("8=FIX.4.4\x01") + "9=4096\x01"));
    EXPECT_TRUE(send(1, std::string(LoginGate::kHeldMax, 'x')));
    EXPECT_FALSE(seen_[1].empty()) << "no message of this length";
}

TEST_F(Gate, APortWithoutHashesIsOpen) {
    gate_.on_connect(0, {.port = 1, .address = 1});
    EXPECT_TRUE(send(0, login("BOB", "B")));
    EXPECT_EQ(seen_[0], login("BOB", "B")) << "at once, and as it came";
}

TEST_F(Gate, BeyondTheServersLimitNothingIsChecked) {
    for (int n = 0; n < 3; ++n) {
        EXPECT_EQ(seen_of(login("ALICE", "WRONG")), login("ALICE", kNone));
    }
    gate_.on_connect(0, {.port = 0, .address = 1});
    seen_[0].clear();
    EXPECT_TRUE(send(0, login("ALICE", "SECRET")));
    EXPECT_EQ(seen_[0], login("ALICE", kNone)) << "at once, without a check: the server refuses it";
    now_ = now_ + Nanos{kNanosPerSecond};
    EXPECT_EQ(seen_of(login("ALICE", "SECRET")), login("ALICE", "TOKEN"));
}

TEST_F(Gate, ConnectionsThatEndBeforeTheirAnswerGetNone) {
    for (int n = 0; n < 100; ++n) {
        gate_.on_connect(0, {.port = 0, .address = 1});
        EXPECT_TRUE(send(0, login("ALICE", "SECRET")));
        gate_.on_end(0);
    }
    gate_.on_connect(0, {.port = 0, .address = 1});
    EXPECT_TRUE(send(0, login("ALICE", "WRONG")));
    gate_.on_connect(1, {.port = 0, .address = 2});
    EXPECT_TRUE(send(1, login("ALICE", "SECRET")));
    wait_for(0, 49);
    wait_for(1, 49);
    EXPECT_EQ(seen_[0], login("ALICE", kNone));
    EXPECT_EQ(seen_[1], login("ALICE", "TOKEN"));
}

TEST_F(Gate, ChecksOfOneAddressWaitForEachOther) {
    for (std::uint16_t place = 0; place < 8; ++place) {
        gate_.on_connect(place, {.port = 0, .address = 1});
        EXPECT_TRUE(send(place, login("ALICE", "SECRET")));
    }
    for (std::uint16_t place = 0; place < 8; ++place) {
        wait_for(place, 49);
        EXPECT_EQ(seen_[place], login("ALICE", "TOKEN")) << place;
    }
}

TEST(PasswordChecker, RefusesMoreThanItsQueueAndAnswersInOrder) {
    const auto hash = crypto::PasswordHash::make("SECRET", kCheap);
    std::atomic<int> calls{0};
    PasswordChecker checker({.waiting_max = 2, .on_answer = [&] { ++calls; }});
    const GivenPassword right("SECRET");
    const GivenPassword wrong("WRONG");
    EXPECT_TRUE(checker.try_ask({.number = 1, .hash = &*hash, .password = right}));
    EXPECT_TRUE(checker.try_ask({.number = 2, .hash = &*hash, .password = wrong}));
    EXPECT_FALSE(checker.try_ask({.number = 3, .hash = &*hash, .password = right}))
        << "an answer that was not taken has its place, too";
    for (const auto& [number, is_right] : {std::pair{1U, true}, std::pair{2U, false}}) {
        std::optional<PasswordAnswer> answer;
        while (!answer) {
            answer = checker.try_take();
        }
        EXPECT_EQ(answer->number, number);
        EXPECT_EQ(answer->is_right, is_right);
    }
    EXPECT_FALSE(checker.try_take());
    EXPECT_TRUE(checker.try_ask({.number = 4, .hash = &*hash, .password = right}));
    while (calls.load() < 3) {
        std::this_thread::yield();
    }
}

}  // namespace
}  // namespace hotpath::login
