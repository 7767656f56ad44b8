#pragma once
/// Whole messages out of a stream of FIX bytes that arrives in pieces of any size.
///
///   8=FIX.4.4|9=65|35=D|...|10=162|        | is SOH, 0x01
///             ^  ^                ^
///             |  BodyLength counts from behind its SOH up to here
///
///   for (FrameStatus status; (status = framer.next(received, message)) != FrameStatus::NeedMore;) {
///       if (status == FrameStatus::Whole) { ... } else { ++garbled; }
///   }
///
/// A message is garbled, and skipped without any answer, when BeginString, BodyLength and MsgType
/// are not its first three fields, when BodyLength is not the number of its bytes, or when its
/// CheckSum is not their sum. What is skipped: up to the end of its CheckSum field where one follows
/// the bytes that BodyLength counts, otherwise up to the next BeginString; each garbled message is
/// reported once. The version in BeginString is the session's to judge.
///
/// A message that lies whole in what was received is handed on where it lies; only one that is cut
/// by the end of a read is copied, into a buffer of one message. A BodyLength that is too large
/// makes a peer wait for so many bytes and loses the messages in them, as long as it is below
/// message_length_max. Threads: one owner. Allocation: the constructor. Complexity: O(bytes).
/// Source: FIX session protocol, message validity ("garbled message").

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"

namespace hotpath::protocols::fix {

/// The outcome of one Framer::next().
enum class FrameStatus : std::uint8_t {
    Whole,           // `message` is the next one, BeginString to CheckSum
    NeedMore,        // everything received is used up
    NoBeginString,   // bytes that begin no message
    BadBeginString,  // not 8=FIX.n.n or 8=FIXT.n.n
    BadBodyLength,   // not the second field, not a number, or not the count of the body's bytes
    NoMsgType,       // not the third field
    BadCheckSum,     // not three digits, or not the sum
    TooLong,         // longer than this end takes
};
inline constexpr std::size_t kFrameStatuses = 8;

/// Returns the status in words.
[[nodiscard]] std::string_view name(FrameStatus status) noexcept;

class Framer {
  public:
    static constexpr std::size_t kMessageLengthMin = 64;

    /// Allocates room for one message. `message_length_max` is in bytes, at least
    /// kMessageLengthMin.
    explicit Framer(std::size_t message_length_max);

    /// Takes the next message, or garbled bytes, off the front of `stream`. `message` is valid until
    /// the next call and as long as the bytes of the stream.
    [[nodiscard]] FrameStatus next(Bytes& stream, Bytes& message) noexcept;

    /// Returns the number of bytes held of a message that has begun to arrive.
    [[nodiscard]] std::size_t held() const noexcept { return held_ - handed_on_; }
    /// Forgets these bytes: call it for another connection.
    void clear() noexcept;

  private:
    struct Scan {
        FrameStatus status;
        std::size_t length;  // of the message, of what to drop; NeedMore: bytes to look at next
    };
    [[nodiscard]] FrameStatus next_scanned(Bytes& stream, Bytes& message) noexcept;
    [[nodiscard]] Scan scan(Bytes bytes) const noexcept;
    [[nodiscard]] Scan scan_body(Bytes bytes, std::size_t body, std::size_t length) const noexcept;
    [[nodiscard]] Scan scan_wrong_length(Bytes bytes, std::size_t body_end) const noexcept;
    [[nodiscard]] Scan scan_held(Bytes stream) noexcept;
    [[nodiscard]] char last_of(Bytes stream, std::size_t length) const noexcept;
    void take(Bytes& stream, std::size_t length) noexcept;
    void drop_held(std::size_t length) noexcept;
    void hold(Bytes& stream) noexcept;

    FixedArray<std::byte> partial_;
    std::size_t held_ = 0;
    std::size_t handed_on_ = 0;     // of what is held: the last message, until the next call
    bool is_skipping_ = false;      // garbled bytes whose end has not been seen
    bool is_behind_digit_ = false;  // the last byte used up was one: no message begins here
};

}  // namespace hotpath::protocols::fix
