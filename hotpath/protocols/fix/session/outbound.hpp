#pragma once
/// Outbound: the messages of a session on their way out, in the order of their numbers.
///
///   store    | 1 ... | resend_next_ ... resend_end_ | ... | fresh_ ... next_out() |
///                      asked for again, with PossDup         not put out yet
///
/// A message is numbered and stored when it is finished. It goes into the output at once when
/// nothing is before it and there is room; otherwise it waits in the store for pump(). What a peer
/// asks for again goes first; administrative messages in it, and what is no longer kept, become gap
/// fills. So does one that was stored when messages could be longer.
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(bytes); pump() at most
/// resends_per_call_max messages, and for each that is a gap fill a look at 4,096 stored ones.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/session/message_store.hpp"
#include "hotpath/protocols/fix/session/session_options.hpp"
#include "hotpath/protocols/output_buffer.hpp"

namespace hotpath::protocols::fix {

enum class SendStatus : std::uint8_t {
    Sent,          // in the output, or on its way there
    Stored,        // logged out: the peer asks for it at the next logon
    NotLoggedOn,   // nothing was sent or stored
    FieldRefused,  // a field that MessageWriter refused, or the message is too long
    StoreFull,     // the store would have to forget what has not gone out yet
};

[[nodiscard]] std::string_view name(SendStatus status) noexcept;

struct OutboundCounters {
    std::uint64_t messages = 0;  // numbered and stored
    std::uint64_t resent = 0;
    std::uint64_t gap_fills = 0;
    std::uint64_t bytes = 0;  // taken by the transport
};

/// The input of the signature of our Logon.
struct LogonHeader {
    std::uint64_t number;
    std::string_view sending_time;  // as in the message
};

class Outbound {
  public:
    Outbound(const SessionOptions& options, MessageStore& store);

    [[nodiscard]] Bytes front() const noexcept { return output_.front(); }
    [[nodiscard]] std::size_t output_end() const noexcept { return output_.end(); }
    [[nodiscard]] std::array<Bytes, 2> output_since(std::size_t end) const noexcept {
        return output_.since(end);
    }
    [[nodiscard]] bool is_empty() const noexcept { return output_.empty(); }
    /// Messages wait in the store.
    [[nodiscard]] bool is_behind() const noexcept {
        return resend_next_ < resend_end_ || fresh_ < fresh_end();
    }
    /// And there is room for one.
    [[nodiscard]] bool can_pump() const noexcept {
        return is_behind() && output_.has_room(message_bytes_max_);
    }
    /// In the time of the session: when a message was put out, when the transport took bytes.
    [[nodiscard]] Time put_at() const noexcept { return put_at_; }
    [[nodiscard]] Time taken_at() const noexcept { return taken_at_; }
    [[nodiscard]] const OutboundCounters& counters() const noexcept { return counters_; }

    /// `now` is SendingTime, `clock` the time of the session.
    void set_time(Time now, Time clock) noexcept {
        now_ = now;
        clock_ = clock;
    }
    /// Before a Logon: what was stored until now is sent only when asked for.
    void start() noexcept;
    /// The peer asks for what it lacks: from here on the store may forget what is older than the
    /// Logon.
    void on_logged_on() noexcept { unsent_ = kNoEnd; }
    /// The connection is gone.
    void stop() noexcept { output_.clear(); }
    /// The store was reset, or its numbers were set.
    void restart_numbers() noexcept;

    // One message at a time, in the one buffer: a begin() without its finish() or drop(), one of these
    // without a begin(), and a pump() between them abort the process.
    [[nodiscard]] MessageWriter& begin(std::string_view msg_type) noexcept;
    [[nodiscard]] SendStatus finish(bool goes_out) noexcept;
    /// The message that has begun is not sent.
    void drop() noexcept { end_message(); }
    /// The Logon that has begun.
    [[nodiscard]] LogonHeader logon_header() const noexcept;

    /// Messages from this number on wait until start(): the Logout has the one before.
    void end_at(std::uint64_t number) noexcept { end_ = number; }

    /// Sends what was put out of [first, last] again.
    void resend(std::uint64_t first, std::uint64_t last) noexcept;
    void pump() noexcept;
    void take(std::size_t bytes) noexcept;
    /// The next one is due an interval from now.
    void put_off_heartbeat() noexcept { put_at_ = clock_; }

  private:
    static constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();
    /// PossDupFlag, OrigSendingTime, a longer BodyLength.
    static constexpr std::size_t kResendBytes = 64;
    /// Messages looked at for one gap fill.
    static constexpr std::uint64_t kGapMax = 4'096;

    [[nodiscard]] std::uint64_t fresh_end() const noexcept {
        return std::min(store_->next_out(), end_);
    }
    void end_message() noexcept {
        HOTPATH_ASSERT(has_begun_, "call begin() first: each send() sends one message");
        has_begun_ = false;
    }
    void write_header(std::string_view msg_type, std::uint64_t number, bool is_poss_dup) noexcept;
    void note_header(std::string_view msg_type, unsigned digits) noexcept;
    void put(Bytes message) noexcept;
    void put_fresh() noexcept;
    void put_again() noexcept;
    [[nodiscard]] bool is_resent(std::uint64_t number) const noexcept;
    [[nodiscard]] std::uint64_t end_of_gap(std::uint64_t first) const noexcept;
    void put_gap_fill(std::uint64_t first, std::uint64_t next) noexcept;

    /// A header in the writer: the next one of the same type has another number and another time.
    struct Header {
        std::size_t length = 0;
        unsigned digits = 0;  // of its number
        std::size_t number_at = 0;
        std::size_t time_at = 0;
        std::size_t type_length = 0;  // 0: it is not kept
        std::array<char, 8> type{};

        [[nodiscard]] bool is_kept() const noexcept { return type_length != 0; }
        [[nodiscard]] std::string_view msg_type() const noexcept {
            return {type.data(), type_length};
        }
    };

    MessageStore* store_;
    std::string begin_string_;
    std::string sender_;  // whole fields: SenderCompID, SenderSubID
    std::string target_;
    std::size_t message_length_max_;
    std::size_t message_bytes_max_;  // of a resent one
    std::size_t messages_per_pump_;
    Nanos resend_age_max_;
    TimePrecision precision_;
    FixedArray<std::byte> scratch_;
    MessageWriter writer_;
    Header header_;           // of the message that has begun
    bool has_begun_ = false;  // and is not finished
    OutputBuffer output_;
    std::uint64_t fresh_ = 1;
    std::uint64_t unsent_ = kNoEnd;  // the first one stored while logged out; kNoEnd: none
    std::uint64_t end_ = kNoEnd;
    std::uint64_t resend_next_ = 0;
    std::uint64_t resend_end_ = 0;
    Time now_{};
    Time clock_{};
    Time put_at_{};
    Time taken_at_{};
    OutboundCounters counters_;
};

}  // namespace hotpath::protocols::fix
