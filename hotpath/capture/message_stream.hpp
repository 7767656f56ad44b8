#pragma once
/// A recorded market day as blocks of ITCH 5.0 messages, from any supported file format.
///
///   auto stream = capture::open("01302020.NASDAQ_ITCH50.gz");   // or .pcap, .dbn.zst, LOBSTER.zip
///   auto block = (*stream)->next_block();
///   for (; block && !block->empty(); block = (*stream)->next_block()) {
///       protocols::FrameCursor frames(*block);
///       for (Bytes message; frames.next(message);) { ... }
///   }
///
/// open() looks at the bytes, never at the name. Threads: one owner. Allocation: a few buffers of
/// about 1 MiB when the file is opened, none a block (LOBSTER and DBN: the open orders), so a day of any
/// size fits. Complexity: linear.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "hotpath/capture/skips.hpp"
#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::capture {

class ByteSource;

/// Progress of reading, in bytes of the stored (possibly compressed) file.
struct Progress {
    std::uint64_t bytes_read = 0;
    std::uint64_t bytes_total = 0;  // 0 if unknown: a pipe
};

/// Counters so far; 0 where the format has no such thing.
struct StreamStats {
    std::uint64_t messages = 0;  // in the blocks returned

    // pcap and pcapng
    std::uint64_t packets = 0;             // of any kind
    std::uint64_t feed_packets = 0;        // of any protocol that is read, heartbeats too
    std::uint64_t ignored_packets = 0;     // not UDP over IPv4, or of another protocol
    std::uint64_t fragments = 0;           // IP fragments: ignored, never reassembled
    std::uint64_t cut_packets = 0;         // the capture kept fewer bytes than were on the wire
    std::uint64_t duplicate_messages = 0;  // dropped: already delivered by the other line
    std::uint64_t sequence_gaps = 0;
    std::uint64_t missing_messages = 0;  // in those gaps

    // LOBSTER
    std::uint64_t implied_adds = 0;        // orders that no message added
    std::uint64_t implied_deletes = 0;     // orders that no message removed
    std::uint64_t implied_reductions = 0;  // parts of orders that no message removed
    std::uint64_t skipped_events = 0;    // that no book took: MessageStream::skips() has the kinds
    std::uint64_t book_rows = 0;         // rows of the order book file, each compared
    std::uint64_t book_corrections = 0;  // levels in view corrected from the order book file

    // DBN, IEX DEEP; implied_adds, skipped_events, book_rows and sequence_gaps count here too
    std::uint64_t records = 0;           // of any type
    std::uint64_t unread_records = 0;    // of a type that is skipped
    std::uint64_t snapshot_records = 0;  // of orders and levels before the recording begins
    std::uint64_t gateway_errors = 0;    // error records: the gateway may have left data out
    std::uint64_t extended_records = 0;  // with fields of a later version, which are not looked at
};

/// The source of the books of a recording.
enum class BookBasis : std::uint8_t {
    EveryOrder,       // every order
    PublishedLevels,  // LOBSTER with its order book file: the levels published, after every event
    ByPrice,          // DBN by price, quotes, IEX: each level as one order; 0 levels: trades only
    Estimate,         // LOBSTER without that file: orders canceled out of view stay in the book
};

/// BookSource::levels of a recording that has every price of a side.
inline constexpr std::size_t kEveryLevel = std::numeric_limits<std::size_t>::max();

/// The source of the books, and the number of levels that it shows.
struct BookSource {
    BookBasis basis = BookBasis::EveryOrder;
    std::size_t levels = 0;  // per side, for PublishedLevels (after the first row) and ByPrice
    std::string file;        // the order book file; for Estimate the file looked for, if any
};

/// LOBSTER: the tracking number of messages that have no event in the message file. All other
/// messages have 0.
inline constexpr std::uint16_t kImpliedTrackingNumber = 1;

/// The formats that open() recognises.
enum class Format : std::uint8_t { ItchFile, Pcap, Pcapng, Lobster, Dbn, Quotes };

/// One recording. open() makes it; read it with next_block() until the block is empty.
class MessageStream {
  public:
    MessageStream() = default;
    MessageStream(const MessageStream&) = delete;
    MessageStream& operator=(const MessageStream&) = delete;
    virtual ~MessageStream() = default;

    /// Progress and counters of the blocks so far.
    [[nodiscard]] virtual Progress progress() const = 0;
    [[nodiscard]] virtual StreamStats stats() const = 0;
    [[nodiscard]] virtual Format format() const = 0;
    /// Returns the source of the books, as far as the blocks so far show it.
    [[nodiscard]] virtual BookSource book_source() const { return {}; }
    /// Returns the date of the messages so far, where the format has one (DBN by UTC, IEX by New
    /// York, quotes).
    [[nodiscard]] virtual std::optional<Date> date() const { return std::nullopt; }
    /// Returns StreamStats::skipped_events by kind.
    [[nodiscard]] virtual std::span<const Skip> skips() const { return {}; }

    /// Returns whole ITCH messages, each after its length (see protocols::FrameCursor), valid until the
    /// next call; empty at the end. In a damaged file all messages before the damage come first,
    /// then the error with file and byte, at this and every later call.
    [[nodiscard]] virtual Expected<Bytes> next_block() = 0;
};

/// Opens a recording, recognised by its first bytes. For a LOBSTER message file, also opens the
/// order book file of the same archive or folder. Fails with one line: the file, what is wrong,
/// what to do.
[[nodiscard]] Expected<std::unique_ptr<MessageStream>> open(const std::filesystem::path& path);
/// Opens a recording whose bytes come from another source; fails as above.
[[nodiscard]] Expected<std::unique_ptr<MessageStream>> open(std::unique_ptr<ByteSource> source);

/// Returns the format's name, such as "ITCH 5.0 file" or "pcap".
[[nodiscard]] std::string name(Format format);

}  // namespace hotpath::capture
