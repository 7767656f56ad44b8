#pragma once
/// The messages of a venue with every field: JSON for programs, and from that, words for
/// people. Names are those of the protocol's tables, codes are in words.
///
///   {"message": "Enter Order", "user_ref_num": 5, "side": "buy", "quantity": 100, ...}
///   "Enter Order, user_ref_num 5, side buy, quantity 100, ..."
///
/// Options that the revision does not have are "option_N" with their bytes in hexadecimal. Prices
/// are decimal texts of dollars, times of ITCH HH:MM:SS.nnnnnnnnn. A code without a word is
/// shown as it is, a malformed message by its length. Threads: any. Allocation: free.
/// Complexity: linear in the bytes.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "hotpath/core/bytes.hpp"
#include "hotpath/wire/ouch50/appendage.hpp"

namespace hotpath::messages {

/// An OUCH 5.0 request, with what its appendage says.
[[nodiscard]] nlohmann::ordered_json ouch_request_fields(Bytes message);
/// An OUCH 5.0 reply, with what its appendage says.
[[nodiscard]] nlohmann::ordered_json ouch_reply_fields(Bytes message);
/// The options of an appendage alone.
[[nodiscard]] nlohmann::ordered_json ouch_option_fields(const wire::ouch50::Appendage& appendage);
/// An ITCH 5.0 message.
[[nodiscard]] nlohmann::ordered_json itch_fields(Bytes message);
/// Bytes that are no message of `what`.
[[nodiscard]] nlohmann::ordered_json no_message(std::string_view what, Bytes message);

/// "Enter Order, user_ref_num 5, side buy": the values with their names, but for "message".
[[nodiscard]] std::string fields_text(const nlohmann::ordered_json& fields);

}  // namespace hotpath::messages
