#pragma once
/// Protocol bytes in words, for reading a journal: OUCH messages with their fields,
/// SoupBinTCP streams packet by packet, MoldUDP64 packets with the types of their messages.
///
///   "enter order 5: buy 100 AAPL at 49.99, ioc"    "messages 17 to 19: Add Order, Order Delete"
///
/// Undecodable bytes are shown with their length. Threads: any. Allocation: strings.
/// Complexity: linear in the bytes.

#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/trader/input.hpp"

namespace hotpath::messages {

[[nodiscard]] std::string ouch_request_text(Bytes message);
[[nodiscard]] std::string ouch_reply_text(Bytes message);

/// A trader's output on a connection: packets, and the OUCH requests in them.
[[nodiscard]] std::string client_stream_text(Bytes stream);
/// A trader's input on one. A stream is cut anywhere: partial packets are shown as bytes.
[[nodiscard]] std::string server_stream_text(Bytes stream, trader::OutputPort port);

/// A datagram of a line or a loop, of any protocol of market data, with the names of its messages.
[[nodiscard]] std::string feed_packet_text(Bytes packet);
/// Re-requests, one after the other.
[[nodiscard]] std::string feed_requests_text(Bytes packets);

}  // namespace hotpath::messages
