// Where the fields of SoupBinTCP packets stand, and what is a packet and what is not.

#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

using support::expect_fields_of_table;
using support::Field;
using support::field;
using support::field_rows;

template <class M>
void expect_table(std::string_view direction, std::vector<Field> own_fields) {
    std::vector<Field> fields{
        field<&M::load_packet_length, &M::store_packet_length>("packet_length"),
        field<&M::load_packet_type, &M::store_packet_type>("packet_type")};
    fields.insert(fields.end(), own_fields.begin(), own_fields.end());
    expect_fields_of_table(fields, M::kLength,
                           field_rows("soupbintcp.csv", direction, std::string(1, M::kType)));
}

TEST(SoupPackets, EveryFieldStandsWhereTheSpecificationPutsIt) {
    expect_table<Debug>("both", {});
    expect_table<LoginAccepted>(
        "out", {field<&LoginAccepted::load_session, &LoginAccepted::store_session>("session"),
                field<&LoginAccepted::load_sequence_number, &LoginAccepted::store_sequence_number>(
                    "sequence_number")});
    expect_table<LoginRejected>(
        "out", {field<&LoginRejected::load_reason, &LoginRejected::store_reason>("reason")});
    expect_table<SequencedData>("out", {});
    expect_table<ServerHeartbeat>("out", {});
    expect_table<EndOfSession>("out", {});
    expect_table<LoginRequest>(
        "in", {field<&LoginRequest::load_username, &LoginRequest::store_username>("username"),
               field<&LoginRequest::load_password, &LoginRequest::store_password>("password"),
               field<&LoginRequest::load_requested_session, &LoginRequest::store_requested_session>(
                   "requested_session"),
               field<&LoginRequest::load_requested_sequence_number,
                     &LoginRequest::store_requested_sequence_number>("requested_sequence_number")});
    expect_table<UnsequencedData>("in", {});
    expect_table<ClientHeartbeat>("in", {});
    expect_table<LogoutRequest>("in", {});
}

template <class Packets>
void expect_new_packets_are_whole() {
    Packets::for_each([]<class M>() {
        const M packet;
        EXPECT_EQ(check_packet<Packets>(packet.bytes()), DecodeStatus::Ok) << M::kName;
        EXPECT_EQ(type_of(packet.bytes()), M::kType);
    });
}

TEST(SoupPackets, ANewPacketHasItsTypeAndLength) {
    expect_new_packets_are_whole<ServerPackets>();
    expect_new_packets_are_whole<ClientPackets>();
}

template <class Packets>
void expect_wrong_lengths_refused() {
    Packets::for_each([]<class M>() {
        for (std::size_t length = kHeaderLength; length < 60; ++length) {
            std::vector<std::byte> bytes(length);
            store_be(bytes.data(), static_cast<std::uint16_t>(length - 2));
            bytes[2] = static_cast<std::byte>(M::kType);
            const bool is_right = length == M::kLength || has_payload(M::kType);
            EXPECT_EQ(check_packet<Packets>(bytes) == DecodeStatus::Ok, is_right)
                << M::kName << " " << length;
            bytes.push_back(std::byte{0});
            EXPECT_EQ(check_packet<Packets>(bytes), DecodeStatus::Oversized);
            bytes.resize(length - 1);
            EXPECT_EQ(check_packet<Packets>(bytes), DecodeStatus::Truncated);
        }
    });
}

TEST(SoupPackets, APacketOfAWrongLengthIsRefused) {
    expect_wrong_lengths_refused<ServerPackets>();
    expect_wrong_lengths_refused<ClientPackets>();
}

TEST(SoupPackets, WhatTheOtherEndSendsIsUnknown) {
    EXPECT_EQ(check_packet<ClientPackets>(LoginAccepted().bytes()), DecodeStatus::UnknownType);
    EXPECT_EQ(check_packet<ClientPackets>(EndOfSession().bytes()), DecodeStatus::UnknownType);
    EXPECT_EQ(check_packet<ServerPackets>(LoginRequest().bytes()), DecodeStatus::UnknownType);
    EXPECT_EQ(check_packet<ServerPackets>(UnsequencedData().bytes()), DecodeStatus::UnknownType);
}

std::vector<std::byte> from_hex(std::string_view hex) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes.push_back(
            static_cast<std::byte>(std::stoul(std::string(hex.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

// Bytes of the tests of Nasdaq's own library (github.com/Nasdaq/nasdaq-protocols), which
// left-justifies what the specification right-justifies.
TEST(SoupPackets, ThePacketsOfNasdaqsLibraryAreRead) {
    const auto login = from_hex(
        "002f4c6e6f757365726e6f70617373776f726473657373696f6e20202031202020202020202020202020202020"
        "20"
        "202020");
    ASSERT_EQ(check_packet<ClientPackets>(login), DecodeStatus::Ok);
    const LoginRequest& request = LoginRequest::at(login.data());
    EXPECT_TRUE(is_login_of(request, Credentials::of("NOUSER", "nopassword")));
    EXPECT_TRUE(is_same_session(request.load_requested_session(), to_session("session")));
    EXPECT_EQ(to_number(request.load_requested_sequence_number()), 1U);

    const auto accepted =
        from_hex("001f41746573742020202020203220202020202020202020202020202020202020");
    ASSERT_EQ(check_packet<ServerPackets>(accepted), DecodeStatus::Ok);
    EXPECT_TRUE(
        is_same_session(LoginAccepted::at(accepted.data()).load_session(), to_session("test")));
    EXPECT_EQ(to_number(LoginAccepted::at(accepted.data()).load_sequence_number()), 2U);

    for (const char* hex : {"00024a41", "00024a53", "00092b746573745f747874",
                            "000953746573745f747874", "000148", "00015a"}) {
        EXPECT_EQ(check_packet<ServerPackets>(from_hex(hex)), DecodeStatus::Ok) << hex;
    }
    for (const char* hex :
         {"00092b746573745f747874", "000955746573745f747874", "000152", "00014f"}) {
        EXPECT_EQ(check_packet<ClientPackets>(from_hex(hex)), DecodeStatus::Ok) << hex;
    }
    EXPECT_EQ(check_packet<ServerPackets>(from_hex("00023e")), DecodeStatus::Truncated);
    EXPECT_EQ(check_packet<ServerPackets>(from_hex("00")), DecodeStatus::Truncated);
}

TEST(SoupPackets, SessionsAreComparedByNameAndBlankIsTheCurrentOne) {
    EXPECT_TRUE(is_same_session(to_session("S1"), to_alpha<10>("S1")));
    EXPECT_FALSE(is_same_session(to_session("S1"), to_session("S2")));
    EXPECT_FALSE(is_same_session(to_session("S1"), to_session("s1")));
    EXPECT_TRUE(is_current_session(kCurrentSession));
    EXPECT_FALSE(is_current_session(to_session("S1")));
    EXPECT_EQ(std::string_view(to_session("S1").data(), 10), "        S1");
}

TEST(SoupCredentials, CaseDoesNotMatterAndEverythingElseDoes) {
    const Credentials known = Credentials::of("user1", "Secret");
    LoginRequest request;
    const auto is_login = [&](std::string_view username, std::string_view password) {
        request.store_username(to_alpha<6>(username));
        request.store_password(to_alpha<10>(password));
        return is_login_of(request, known);
    };
    EXPECT_TRUE(is_login("user1", "Secret"));
    EXPECT_TRUE(is_login("USER1", "sEcReT"));
    EXPECT_FALSE(is_login("user1", "secret1"));
    EXPECT_FALSE(is_login("user1", ""));
    EXPECT_FALSE(is_login("user2", "secret"));
    EXPECT_FALSE(is_login("", ""));
    EXPECT_FALSE(is_login("user1", " secret"));
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
