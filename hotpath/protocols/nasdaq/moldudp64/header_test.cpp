#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/protocol_table.hpp"

namespace hotpath::protocols::nasdaq::moldudp64 {
namespace {

using support::expect_fields_of_table;
using support::field;
using support::field_rows;

TEST(MoldUdp64Header, EveryFieldOfAPacketStandsWhereTheSpecificationPutsIt) {
    using M = DownstreamHeader;
    const std::array fields{
        field<&M::load_session, &M::store_session>("session"),
        field<&M::load_sequence_number, &M::store_sequence_number>("sequence_number"),
        field<&M::load_message_count, &M::store_message_count>("message_count")};
    expect_fields_of_table(fields, M::kLength, field_rows("moldudp64.csv", "out", "header"));
}

TEST(MoldUdp64Header, EveryFieldOfARequestStandsWhereTheSpecificationPutsIt) {
    using M = RequestPacket;
    const std::array fields{
        field<&M::load_session, &M::store_session>("session"),
        field<&M::load_sequence_number, &M::store_sequence_number>("sequence_number"),
        field<&M::load_requested_message_count, &M::store_requested_message_count>(
            "requested_message_count")};
    expect_fields_of_table(fields, M::kLength, field_rows("moldudp64.csv", "in", "request"));
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::moldudp64
