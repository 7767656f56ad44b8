#pragma once
/// FeedHistory: stores the sent feed messages for re-requests; makes heartbeats and the end of
/// session with the next sequence number. Gets packets when they leave, not before: messages that
/// are not durable cannot be requested either. When the store is full, later messages are published
/// and not stored: a receiver that misses them takes a snapshot. A session's messages are kept
/// until another session's first packet leaves. Not moldudp64::DownstreamServer, which makes the
/// packets: here they are made before they may leave, and the journal decides when. Threads: one
/// owner. Allocation: create(). Complexity: one copy a message; an answer is one packet. Source:
/// MoldUDP64 1.00.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/request_server.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

struct FeedHistoryCounters {
    std::uint64_t packets = 0;
    std::uint64_t heartbeats = 0;
    std::uint64_t messages_not_kept = 0;
};

class FeedHistory {
  public:
    [[nodiscard]] static Expected<FeedHistory> create(
        const protocols::nasdaq::moldudp64::Session& session,
        const protocols::SequencedStoreOptions& options);

    [[nodiscard]] const protocols::nasdaq::moldudp64::Session& session() const noexcept {
        return session_;
    }
    [[nodiscard]] std::uint64_t next_seq() const noexcept { return next_seq_; }
    [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }
    [[nodiscard]] const FeedHistoryCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const protocols::nasdaq::moldudp64::RequestCounters& requests() const noexcept {
        return requests_.counters();
    }

    /// Call when a packet leaves. True when it is the first of a new session.
    bool on_packet(Bytes packet, Time now) noexcept;
    /// When heartbeat() must be called next.
    [[nodiscard]] Time next_deadline() const noexcept { return sent_at_ + kHeartbeatInterval; }
    /// A packet without messages, valid until the next call: the next number, or the end of the
    /// session.
    [[nodiscard]] Bytes heartbeat(Time now) noexcept;
    /// The answer to a request, valid until the next call: empty when there is none.
    [[nodiscard]] Bytes answer(Bytes request) noexcept { return requests_.on_request(request); }

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    static constexpr Nanos kHeartbeatInterval{kNanosPerSecond};

    FeedHistory(const protocols::nasdaq::moldudp64::Session& session,
                std::unique_ptr<protocols::SequencedStore>&& kept,
                protocols::nasdaq::moldudp64::RequestServer&& requests)
        : session_(session), kept_(std::move(kept)), requests_(std::move(requests)) {}

    void begin_session(const protocols::nasdaq::moldudp64::Session& session) noexcept;

    protocols::nasdaq::moldudp64::Session session_;
    std::unique_ptr<protocols::SequencedStore> kept_;  // requests_ points to it
    protocols::nasdaq::moldudp64::RequestServer requests_;
    std::array<std::byte, protocols::nasdaq::moldudp64::DownstreamHeader::kLength> buffer_{};
    std::uint64_t next_seq_ = 1;
    Time sent_at_{};
    bool has_ended_ = false;
    FeedHistoryCounters counters_;
};

/// A stream's messages, and whether it is over.
void save_stream(StateWriter& writer, const protocols::SequencedStore& stream);
/// Loads into an empty stream; the reader fails when the stream is too small.
void load_stream(StateReader& reader, protocols::SequencedStore& stream);

}  // namespace hotpath::exchange
