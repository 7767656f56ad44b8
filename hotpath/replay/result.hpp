#pragma once
/// The result of a replay, and its JSON.
///
/// The JSON's keys are an interface (README): messages, by_type, instruments, first_time_ns,
/// last_time_ns, book_basis (of published levels also book_file and book_levels, by price book_levels),
/// open_orders, unknown_orders, duplicate_orders, decode_errors, sequence_gaps, times_back,
/// elapsed_s, ns_per_message, book_checksum, counters (of the books, the feed and the file: every
/// one of book::BookCounters, feed::FeedCounters and capture::StreamStats); with --filter also
/// messages_filtered and unknown_symbols; with --crossed also crossings (locked, crossed, and the
/// first of them as sentences); where something was left out, skipped (kind, events and first of
/// what the reader skipped) and first_refused (of the books); of several files the sums, and channels with the same
/// keys of each, file and, if it failed, error. Threads: values. Allocation: free.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "hotpath/book/types.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/skips.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::replay {

/// Books that became locked or crossed.
struct Crossings {
    std::uint64_t locked = 0;
    std::uint64_t crossed = 0;
    std::vector<std::string> first;  // a sentence each: the message, both orders, the trading state
};

/// Messages that the books refused, or took more of than there was, by reason: the first of each.
inline constexpr std::size_t kBookStatuses =
    static_cast<std::size_t>(book::BookStatus::LevelsFull) + 1;
using FirstRefused = std::array<std::string, kBookStatuses>;

/// Messages with a time before that of the message before them: a feed whose times began again, or
/// whose messages are out of order.
struct TimesBack {
    std::uint64_t count = 0;
    Time first_from{};  // the first of them
    Time first_to{};

    void note(Time from, Time to) noexcept {
        first_from = count == 0 ? from : first_from;
        first_to = count == 0 ? to : first_to;
        ++count;
    }
};

struct ReplayResult {
    std::uint64_t messages = 0;                      // read, those filtered out among them
    std::array<std::uint64_t, 256> by_type{};        // of the others, by the message's first byte
    std::optional<std::uint64_t> messages_filtered;  // out, of instruments not wanted
    std::uint64_t instruments = 0;
    std::optional<Time> first_time;
    Time last_time;
    std::uint64_t open_orders = 0;
    std::uint64_t trades = 0;
    book::BookCounters book;
    std::uint64_t decode_errors = 0;      // unknown type or wrong length
    std::uint64_t unknown_types = 0;      // of these
    std::uint64_t symbol_mismatches = 0;  // of another symbol than their locate's: refused
    capture::StreamStats stream{};
    std::vector<capture::Skip> skips{};  // what the reader skipped
    FirstRefused first_refused{};        // by book::BookStatus
    capture::BookSource book_source{};   // of a sum: the least certain
    std::uint64_t sequence_gaps = 0;     // messages missing between packets
    TimesBack times_back{};
    std::uint64_t book_checksum = 0;
    std::optional<Crossings> crossings{};  // with --crossed
    double elapsed_s = 0;                  // reading, decoding and all books
    double processing_s = 0;  // the part of it that is not reading and unpacking; of a sum 0

    /// Events that no book took.
    [[nodiscard]] std::uint64_t events_not_taken() const;
    /// There were such, and none that one took: nothing of the recording is known.
    [[nodiscard]] bool has_taken_nothing() const {
        return book.applied == 0 && trades == 0 && events_not_taken() > 0;
    }

    [[nodiscard]] double ns_per_message() const {
        return messages == 0 ? 0.0 : elapsed_s * 1e9 / static_cast<double>(messages);
    }
};

/// The type byte as a character; in hexadecimal when it is none that can be shown.
[[nodiscard]] std::string type_text(std::size_t type);

/// Sums over channels, in order. The caller sets the time, since they run in parallel.
/// The checksum is made of theirs: sum = sum * 0x9e3779b97f4a7c15 + checksum, from 0.
[[nodiscard]] ReplayResult sum_of(std::span<const ReplayResult> channels);

/// The keys of one result, in the order promised.
[[nodiscard]] nlohmann::ordered_json replay_json(const ReplayResult& result);

}  // namespace hotpath::replay
