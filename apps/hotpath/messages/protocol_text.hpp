#pragma once
/// Bytes of the protocols in words, for people who read a journal: OUCH messages with their fields,
/// SoupBinTCP streams packet by packet, MoldUDP64 packets with the types of their messages.
///
///   "enter order 5: buy 100 AAPL at 49.99, ioc"    "messages 17 to 19: Add Order, Order Delete"
///
/// What cannot be decoded is said to be so, with its length. Threads: any. Allocation: strings.
/// Complexity: linear in the bytes.

#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/trader/input.hpp"

namespace hotpath::app {

[[nodiscard]] std::string ouch_request_text(Bytes message);
[[nodiscard]] std::string ouch_reply_text(Bytes message);

/// What a trader sends on a connection: packets, and the OUCH requests in them.
[[nodiscard]] std::string client_stream_text(Bytes stream);
/// What it receives on one. A stream is cut anywhere: bytes in the middle of a packet are bytes.
[[nodiscard]] std::string server_stream_text(Bytes stream, trader::OutputPort port);

/// A datagram of a line.
[[nodiscard]] std::string feed_packet_text(Bytes packet);
/// Re-requests, one behind the other.
[[nodiscard]] std::string feed_requests_text(Bytes packets);

}  // namespace hotpath::app
