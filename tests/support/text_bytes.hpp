#pragma once
/// Text as the bytes of a message and back, for tests whose messages are words.
///
/// Threads: values. Allocation: text_of only. Tests only.

#include <string>
#include <string_view>

#include "hotpath/core/bytes.hpp"

namespace hotpath::support {

/// Valid as long as the characters are.
inline Bytes view_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}
inline std::string text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace hotpath::support
