#pragma once
/// Bytes as text and back: Base64 of RFC 4648, in the standard alphabet or the one for URLs.
///
///   decode_base64("SGVsbG8")    // 5 bytes
///
/// Threads: functions of their arguments. Allocation: the result. Complexity: O(length).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::crypto {

/// Standard alphabet, padded.
[[nodiscard]] std::string encode_base64(Bytes bytes);

/// Either alphabet, padded or not; an error for any other character and for a length of no bytes.
[[nodiscard]] Expected<std::vector<std::byte>> decode_base64(std::string_view text);

}  // namespace hotpath::crypto
