#pragma once
/// What a replay found out, and how it is told: to a person as text, to a machine as JSON.
///
/// The JSON's keys are an interface (README): messages, by_type, instruments, first_time_ns,
/// last_time_ns, open_orders, unknown_orders, duplicate_orders, decode_errors, sequence_gaps,
/// elapsed_s, ns_per_message, book_checksum. Threads: the main one. Allocation: free.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::app {

struct ReplayResult {
    std::uint64_t messages = 0;
    std::array<std::uint64_t, 256> by_type{};  // by the message's first byte
    std::uint64_t instruments = 0;
    std::optional<Nanos> first_time;
    Nanos last_time;
    std::uint64_t open_orders = 0;
    book::BookCounters book;
    std::uint64_t decode_errors = 0;  // unknown type or wrong length
    std::uint64_t sequence_gaps = 0;  // messages missing between packets
    std::uint64_t book_checksum = 0;
    double elapsed_s = 0;     // reading, decoding and all books
    double processing_s = 0;  // the part of it that is not reading and unpacking

    [[nodiscard]] double ns_per_message() const {
        return messages == 0 ? 0.0 : elapsed_s * 1e9 / static_cast<double>(messages);
    }
};

/// A checksum as it is shown everywhere: 0x and sixteen digits, a string in JSON (2^53 is not
/// enough for it).
[[nodiscard]] std::string checksum_text(std::uint64_t checksum);

void print_replay(const ReplayResult& result, const std::filesystem::path& file);

[[nodiscard]] std::string replay_json(const ReplayResult& result);

}  // namespace hotpath::app
