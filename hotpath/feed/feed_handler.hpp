#pragma once
/// FeedHandler: MoldUDP64 packets to FeedBooks, in sequence.
///
/// A packet is taken or refused whole. Messages seen before are skipped, so both lines of an A/B
/// feed may be given to one handler. Missing messages are counted, the books continue without them
/// and are stale until the owner calls accept_gap(). Threads: one owner. Allocation: create() only.
/// Complexity: O(messages of the packet).

#include <cstdint>
#include <optional>
#include <utility>

#include "hotpath/book/order_books.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/feed/feed_books.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::feed {

enum class PacketStatus : std::uint8_t {
    Ok,            // all its messages were next in line
    Heartbeat,     // no messages, none missing
    EndOfSession,  // no messages, none missing, none to come
    Duplicate,     // all its messages were seen before
    Gap,           // messages before it are missing; those in it were applied
    Malformed,     // inconsistent lengths: nothing applied
};

struct PacketCounters {
    std::uint64_t packets = 0;
    std::uint64_t heartbeats = 0;
    std::uint64_t duplicates = 0;  // packets without a new message
    std::uint64_t malformed = 0;
    std::uint64_t gaps = 0;
    std::uint64_t messages_missed = 0;
    std::uint64_t sessions = 0;
};

template <FeedCodec Codec, book::OrderBooks Books, MessageFilter Filter = EveryInstrument>
class FeedHandler {
    using MarketBooks = FeedBooks<Codec, Books, Filter>;

  public:
    [[nodiscard]] static Expected<FeedHandler> create(const book::BooksOptions& options,
                                                      Filter filter = {}) {
        Expected<MarketBooks> books = MarketBooks::create(options, std::move(filter));
        if (!books) {
            return std::unexpected(std::move(books.error()));
        }
        return FeedHandler(std::move(*books));
    }

    [[nodiscard]] const MarketBooks& market() const noexcept { return market_; }
    [[nodiscard]] const Books& books() const noexcept { return market_.books(); }
    [[nodiscard]] const PacketCounters& counters() const noexcept { return counters_; }
    /// Messages were missed and not accepted since: the books may be wrong.
    [[nodiscard]] bool is_stale() const noexcept { return stale_; }
    [[nodiscard]] bool is_ended() const noexcept { return ended_; }
    /// Sequence number of the next expected message.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return next_sequence_number_;
    }

    /// The owner has repaired the books, or accepts the missing messages.
    void accept_gap() noexcept { stale_ = false; }

    template <FeedListener Listener>
    PacketStatus on_packet(Bytes bytes, Listener& listener) noexcept {
        ++counters_.packets;
        protocols::nasdaq::moldudp64::PacketReader packet;
        if (packet.open(bytes) != protocols::DecodeStatus::Ok) [[unlikely]] {
            ++counters_.malformed;
            return PacketStatus::Malformed;
        }
        note_session(packet.session(), listener);
        const bool gap = note_gap(packet.sequence_number());
        if (packet.message_count() == 0) {
            return on_empty(packet, gap);
        }
        if (packet.next_sequence_number() <= next_sequence_number_) {
            ++counters_.duplicates;
            return PacketStatus::Duplicate;
        }
        apply_new(packet, listener);
        return gap ? PacketStatus::Gap : PacketStatus::Ok;
    }

  private:
    explicit FeedHandler(MarketBooks books) : market_(std::move(books)) {}

    /// A session begins at sequence number 1, with empty books and new ids.
    template <FeedListener Listener>
    void note_session(const protocols::nasdaq::moldudp64::Session& session,
                      Listener& listener) noexcept {
        if (session_ == session) [[likely]] {
            return;
        }
        if (session_.has_value()) {
            stale_ = true;
            market_.remove_all(listener);
            market_.begin_session();
        }
        session_ = session;
        next_sequence_number_ = 1;
        ended_ = false;
        ++counters_.sessions;
    }

    /// True when messages before this one are missing; they are given up.
    [[nodiscard]] bool note_gap(std::uint64_t sequence_number) noexcept {
        if (sequence_number <= next_sequence_number_) [[likely]] {
            return false;
        }
        ++counters_.gaps;
        counters_.messages_missed += sequence_number - next_sequence_number_;
        next_sequence_number_ = sequence_number;
        stale_ = true;
        return true;
    }

    [[nodiscard]] PacketStatus on_empty(const protocols::nasdaq::moldudp64::PacketReader& packet,
                                        bool gap) noexcept {
        counters_.heartbeats += packet.is_heartbeat() ? 1U : 0U;
        ended_ = ended_ || packet.is_end_of_session();
        if (gap) {
            return PacketStatus::Gap;
        }
        return packet.is_heartbeat() ? PacketStatus::Heartbeat : PacketStatus::EndOfSession;
    }

    template <FeedListener Listener>
    void apply_new(const protocols::nasdaq::moldudp64::PacketReader& packet,
                   Listener& listener) noexcept {
        std::uint64_t sequence_number = packet.sequence_number();
        protocols::FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message); ++sequence_number) {
            if (sequence_number == next_sequence_number_) {
                market_.on_message(message, listener);
                ++next_sequence_number_;
                ended_ = false;  // the announcement of the end was damaged
            }
        }
    }

    MarketBooks market_;
    std::optional<protocols::nasdaq::moldudp64::Session> session_;
    std::uint64_t next_sequence_number_ = 1;
    bool stale_ = false;
    bool ended_ = false;
    PacketCounters counters_;
};

}  // namespace hotpath::feed
