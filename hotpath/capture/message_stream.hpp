#pragma once
/// A recorded market day as blocks of ITCH 5.0 messages, from any supported file format.
///
///   auto stream = capture::open("01302020.NASDAQ_ITCH50.gz");   // or .pcap, .dbn.zst, LOBSTER.zip
///   auto block = (*stream)->next_block();
///   for (; block && !block->empty(); block = (*stream)->next_block()) {
///       wire::FrameCursor frames(*block);
///       for (Bytes message; frames.next(message);) { ... }
///   }
///
/// open() looks at the bytes, never at the name. Threads: one owner. Allocation: a few buffers of
/// about 1 MiB when the file is opened, none a block (LOBSTER and DBN: the open orders), so a day of any
/// size fits. Complexity: linear.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::capture {

class ByteSource;

/// How far reading has come, in bytes of the file as it is stored (compressed, if it is).
struct Progress {
    std::uint64_t bytes_read = 0;
    std::uint64_t bytes_total = 0;  // 0 when not known: a pipe
};

/// Counters so far. Zeros where the format does not have them.
struct StreamStats {
    std::uint64_t messages = 0;  // in the blocks handed out

    // pcap and pcapng
    std::uint64_t packets = 0;             // of any kind
    std::uint64_t feed_packets = 0;        // MoldUDP64 or MDP 3.0, heartbeats too
    std::uint64_t ignored_packets = 0;     // not UDP over IPv4, or of another protocol
    std::uint64_t fragments = 0;           // IP fragments: refused, never put together
    std::uint64_t cut_packets = 0;         // the capture kept fewer bytes than were on the wire
    std::uint64_t duplicate_messages = 0;  // dropped: the other line had delivered them
    std::uint64_t sequence_gaps = 0;
    std::uint64_t missing_messages = 0;  // in those gaps

    // LOBSTER
    std::uint64_t implied_adds = 0;        // of orders that the message file does not add
    std::uint64_t implied_deletes = 0;     // of orders that it does not take away
    std::uint64_t implied_reductions = 0;  // the same, of a part
    std::uint64_t skipped_events = 0;      // without effect: on unknown orders, of no shares
    std::uint64_t book_rows = 0;           // of the order book file, each agreed with
    std::uint64_t book_corrections = 0;    // levels in view that the events alone got wrong

    // DBN; implied_adds, skipped_events, book_rows and sequence_gaps count here too
    std::uint64_t records = 0;           // of any type
    std::uint64_t unread_records = 0;    // of a type that is skipped
    std::uint64_t snapshot_records = 0;  // of orders and levels before the recording begins
    std::uint64_t gateway_errors = 0;    // error records: the gateway may have left data out
};

/// The source of the books of a recording.
enum class BookBasis : std::uint8_t {
    EveryOrder,       // the recording holds every order
    PublishedLevels,  // LOBSTER with its order book file: the levels published, after every event
    ByPrice,   // DBN by price, quotes: so many levels, each as one order; 0 levels: trades alone
    Estimate,  // LOBSTER without it: orders canceled out of view stay in the book
};

struct BookSource {
    BookBasis basis = BookBasis::EveryOrder;
    std::size_t levels = 0;  // a side, of PublishedLevels (once the first row is read) and ByPrice
    std::string file;        // the order book file; of Estimate the one looked for, if any
};

/// LOBSTER: the tracking number of messages without an event in the message file. All others have
/// 0.
inline constexpr std::uint16_t kImpliedTrackingNumber = 1;

enum class Format : std::uint8_t { ItchFile, Pcap, Pcapng, Lobster, Dbn, Quotes };

class MessageStream {
  public:
    MessageStream() = default;
    MessageStream(const MessageStream&) = delete;
    MessageStream& operator=(const MessageStream&) = delete;
    virtual ~MessageStream() = default;

    [[nodiscard]] virtual Progress progress() const = 0;
    [[nodiscard]] virtual StreamStats stats() const = 0;
    [[nodiscard]] virtual Format format() const = 0;
    [[nodiscard]] virtual BookSource book_source() const { return {}; }
    /// The day of the messages so far, where the format has one (DBN by UTC, quotes).
    [[nodiscard]] virtual std::optional<Date> date() const { return std::nullopt; }

    /// Whole ITCH messages, each after its length (wire::FrameCursor walks them), valid until the
    /// next call; empty at the end. Of a damaged file all that came before the damage is handed out
    /// first, then the error, which names the file and the byte, and again at every later call.
    [[nodiscard]] virtual Expected<Bytes> next_block() = 0;
};

/// Recognises what the file is by its first bytes. Of a LOBSTER message file the order book file is
/// opened too, if it is in the same archive or folder. An error is one line: the file, what is
/// wrong, what to do.
[[nodiscard]] Expected<std::unique_ptr<MessageStream>> open(const std::filesystem::path& path);
/// The same for bytes from elsewhere.
[[nodiscard]] Expected<std::unique_ptr<MessageStream>> open(std::unique_ptr<ByteSource> source);

/// "ITCH 5.0 file", "pcap", ...
[[nodiscard]] std::string name(Format format);

}  // namespace hotpath::capture
