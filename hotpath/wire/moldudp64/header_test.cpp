#include "hotpath/wire/moldudp64/header.hpp"

#include <gtest/gtest.h>

#include "tests/support/protocol_table.hpp"

namespace hotpath::support {

using wire::moldudp64::DownstreamHeader;
using wire::moldudp64::RequestPacket;

template <>
inline constexpr auto kFields<DownstreamHeader> = [] {
    using M = DownstreamHeader;
    return std::tuple{field<&M::load_session, &M::store_session>("session"),
                      field<&M::load_sequence_number, &M::store_sequence_number>("sequence_number"),
                      field<&M::load_message_count, &M::store_message_count>("message_count")};
}();

template <>
inline constexpr auto kFields<RequestPacket> = [] {
    using M = RequestPacket;
    return std::tuple{field<&M::load_session, &M::store_session>("session"),
                      field<&M::load_sequence_number, &M::store_sequence_number>("sequence_number"),
                      field<&M::load_requested_message_count, &M::store_requested_message_count>(
                          "requested_message_count")};
}();

TEST(MoldUdp64Header, EveryFieldStandsWhereTheSpecificationPutsIt) {
    expect_fields_of_table<DownstreamHeader>(field_rows("moldudp64.csv", "out", "header"));
    expect_fields_of_table<RequestPacket>(field_rows("moldudp64.csv", "in", "request"));
}

}  // namespace hotpath::support
