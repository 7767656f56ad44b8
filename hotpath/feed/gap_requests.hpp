#pragma once
/// GapRequests: when and how to request the messages of a gap, and when to give up.
///
///   gap appears ── gap_timeout ──> round 1 ── retry_interval ──> round 2 ... attempts_max
///     └─ filled meanwhile: None      └─ progress: the next gap counts from 1  │
///                                          GivenUp <────────── retry_interval ──────┘
/// A round requests up to requests_max pieces of the missing messages, oldest first; a request is
/// for at most as many as always fit one packet, because servers answer with one. Rounds without
/// any progress count as attempts. Time is handed in, requests are drained by the owner. Threads:
/// one owner. Allocation: the constructor. Complexity: a round searches the store once.

#include <cstdint>
#include <span>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/feed/sequenced_packets.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::feed {

struct GapRequestOptions {
    /// Messages of ITCH's longest length that one packet carries.
    static constexpr std::uint16_t kMessagesOfPacket =
        (protocols::nasdaq::moldudp64::kPacketLengthMax -
         protocols::nasdaq::moldudp64::DownstreamHeader::kLength) /
        (protocols::kFramePrefixLength + 50);

    Nanos gap_timeout{1'000'000};      // wait for the other line before the first request
    Nanos retry_interval{20'000'000};  // wait for an answer
    std::uint32_t attempts_max = 5;    // rounds without progress; 0: no re-request server
    std::uint16_t messages_max = kMessagesOfPacket;  // of one request
    std::uint32_t requests_max = 8;                  // of one round
};

enum class GapStatus : std::uint8_t {
    None,       // nothing is missing
    Waiting,    // for the other line
    Requested,  // for the server
    GivenUp,    // no answer, or more is missing than the store can wait for
};

struct GapCounters {
    std::uint64_t gaps = 0;  // places where delivery has stopped
    std::uint64_t rounds = 0;
    std::uint64_t requests = 0;
    std::uint64_t messages_requested = 0;
    std::uint64_t given_up = 0;
};

template <SequencedPackets Packets>
class BasicGapRequests {
  public:
    using Lines = BasicLineArbiter<Packets>;
    using Request = typename Packets::Request;

    explicit BasicGapRequests(const GapRequestOptions& options)
        : options_(options), outbox_(options.requests_max) {}

    [[nodiscard]] static bool is_valid(const GapRequestOptions& options) noexcept;

    [[nodiscard]] GapStatus status() const noexcept { return status_; }
    /// When on_timer() has something to do; kNever when nothing.
    [[nodiscard]] Time deadline() const noexcept { return deadline_; }
    [[nodiscard]] const GapCounters& counters() const noexcept { return counters_; }
    /// Requests of the last round, until cleared.
    [[nodiscard]] std::span<const Request> outbox() const noexcept {
        return outbox_.items().first(waiting_);
    }
    void clear_outbox() noexcept { waiting_ = 0; }

    /// Something may have arrived.
    void on_progress(const Lines& lines, Time now) noexcept {
        if (lines.has_gap() || status_ != GapStatus::None) [[unlikely]] {
            look(lines, now);
        }
    }
    /// Asks, asks again or gives up when it is time.
    void on_timer(const Lines& lines, Time now) noexcept;

    /// The missing messages are given up, or of another session.
    void reset() noexcept;

  private:
    void look(const Lines& lines, Time now) noexcept;
    void begin_gap(const Lines& lines, Time now) noexcept;
    void give_up() noexcept;
    void ask(const Lines& lines, Time now) noexcept;
    std::uint64_t ask_for(const Lines& lines, std::uint64_t from, std::uint64_t until) noexcept;

    GapRequestOptions options_;
    FixedArray<Request> outbox_;
    std::size_t waiting_ = 0;
    GapStatus status_ = GapStatus::None;
    Time deadline_ = kNever;
    std::uint64_t gap_begin_ = 0;
    std::uint32_t attempts_ = 0;
    // The last round: missing messages below asked_until_ were requested; those below known_until_
    // were known then.
    Time asked_at_{};
    std::uint64_t asked_until_ = 0;
    std::uint64_t known_until_ = 0;
    GapCounters counters_;
};

/// Functions that are not inlined are in gap_requests.cpp, for the packets of each transport.
using GapRequests = BasicGapRequests<MoldUdp64Packets>;

}  // namespace hotpath::feed
