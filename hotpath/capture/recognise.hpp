#pragma once
/// Detects the format of a decompressed file by its first bytes, or returns the reason why it
/// cannot be read.
///
/// Threads: any. Allocation: the message of a refusal. Complexity: a few hundred bytes
/// are looked at.

#include <cstdint>
#include <expected>
#include <string>

#include "hotpath/core/bytes.hpp"

namespace hotpath::capture {

enum class Content : std::uint8_t {
    LengthPrefixed,  // Nasdaq BinaryFILE: ITCH messages after their lengths
    ZeroPrefixed,    // the same, but all lengths are written as 0: some test files circulate so
    Pcap,
    Pcapng,
    Lobster,
    Dbn,     // Databento Binary Encoding, of any version
    Quotes,  // text that begins with the names of columns, one of them bid or ask
};

/// `head` is the file's beginning, whole if the file is shorter than what was read of it.
[[nodiscard]] std::expected<Content, std::string> recognise(Bytes head);

}  // namespace hotpath::capture
