#pragma once
/// LineArbiter: merges the packets of a feed's two lines and of its re-request server, and delivers
/// each message of the session once and in sequence.
///
///   A  1 2 3 . 5 6        next_sequence_number(): 4, known_end(): 8
///   B  1 2 . . . 6 7      kept in the store: 5 6 7      delivered: 1 2 3
/// The first copy of a message counts; messages ahead of a gap are kept. A packet is accepted or
/// refused whole. Another session, a first session joined late, or a number further ahead than the
/// store reaches, is accepted only after `believe_after` consistent packets in a row: one damaged
/// header cannot discard a day, or begin one. While a session is alive (established by
/// `believe_after` packets, the last within `silence_max`, and not ended) no other is accepted,
/// whatever its packets: anyone may send to a group. Nor are those that a slower line still brings of
/// the session that ended before, unless they go beyond that end, which then was damage. The session
/// begins again when it goes on where it was before a number far ahead. It has no clock and sends no requests: see
/// GapRequests and LiveFeed. The transport's packets are a parameter. Threads: one owner.
/// Allocation: the constructor. Complexity: O(1) a message; a filled gap delivers the kept messages
/// after it, at most the store.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/lines.hpp"
#include "hotpath/feed/message_store.hpp"
#include "hotpath/feed/sequenced_packets.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::feed {

template <SequencedPackets Packets>
class BasicLineArbiter {
  public:
    using Session = typename Packets::Session;
    using Reader = typename Packets::Reader;

    /// No session has that many messages: a larger number is damage. Sums cannot overflow.
    static constexpr std::uint64_t kSequenceNumberMax = std::uint64_t{1} << 62U;

    explicit BasicLineArbiter(const LineArbiterOptions& options)
        : store_(options.store),
          first_copies_(kFirstCopies),
          believe_after_(options.believe_after),
          silence_max_(options.silence_max) {}

    [[nodiscard]] bool has_session() const noexcept { return has_session_; }
    [[nodiscard]] const Session& session() const noexcept { return session_; }
    [[nodiscard]] std::uint64_t sessions() const noexcept { return sessions_; }
    /// The session of the last packet that was counted in `others`.
    [[nodiscard]] const Session& other_session() const noexcept { return other_session_; }
    /// When a line last brought a packet of the session.
    [[nodiscard]] Time last_heard() const noexcept {
        const Time a = counters(Line::A).last_time;
        const Time b = counters(Line::B).last_time;
        return a < b ? b : a;
    }
    /// Sequence number of the next message to deliver.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept { return store_.base(); }
    /// Messages below this are known to exist.
    [[nodiscard]] std::uint64_t known_end() const noexcept { return known_end_; }
    [[nodiscard]] bool has_gap() const noexcept { return store_.base() < known_end_; }
    /// No number from here on is expected: at most the store's reach is in flight.
    [[nodiscard]] std::uint64_t reach() const noexcept {
        return known_end_ + store_.messages_max();
    }
    /// The gap is too large for the store: requests cannot fill it.
    [[nodiscard]] bool is_overrun() const noexcept { return known_end_ > store_.end(); }
    /// The venue announced the end, no message is missing, and none came after the end: a later one
    /// shows that the announcement was damage.
    [[nodiscard]] bool is_ended() const noexcept { return ended_at_ == known_end_ && !has_gap(); }
    [[nodiscard]] bool is_held() const noexcept { return is_held_; }
    [[nodiscard]] const MessageStore& store() const noexcept { return store_; }
    [[nodiscard]] const LineCounters& counters(Line line) const noexcept {
        return counters_[static_cast<std::size_t>(line)];
    }

    /// Brings the line that notes the next packet's time into the cache.
    void prefetch_next() const noexcept {
        prefetch_for_write(&first_copies_[store_.base() % kFirstCopies]);
    }

    /// In a session, in sequence, not held and not ended: the usual state.
    [[nodiscard]] bool is_in_step() const noexcept { return step_ != kOutOfStep; }

    /// The short way of a packet: a heartbeat, or the one message that is the next of its line and
    /// of the session, as nearly every packet is. It needs a few comparisons. `message` is to be
    /// applied now; empty: a heartbeat. False: it is another packet, and nothing has happened:
    /// on_any_packet().
    [[nodiscard, gnu::always_inline]] inline bool try_step(const LinePacket& arrived,
                                                           Bytes& message) noexcept {
        if (!is_next(arrived)) [[unlikely]] {
            return false;
        }
        message = Packets::only_message(arrived.bytes);
        if (!message.empty()) [[likely]] {
            take_next(arrived);
            return true;
        }
        if (!Packets::is_heartbeat(arrived.bytes)) {
            return false;
        }
        ++note_step(arrived).empty;
        return true;
    }

    /// Any packet. Calls sink.on_message(Bytes) for each message in sequence; sink.on_session()
    /// before those of a new session, and of one that begins again after numbers far ahead.
    template <class Sink>
    Arrival on_any_packet(const LinePacket& arrived, Sink&& sink) noexcept {
        const Arrival arrival = take_any(arrived, sink);
        look_for_step();
        return arrival;
    }

    /// The one or the other.
    template <class Sink>
    Arrival on_packet(const LinePacket& arrived, Sink&& sink) noexcept {
        Bytes message;
        if (!try_step(arrived, message)) {
            return on_any_packet(arrived, sink);
        }
        if (message.empty()) {
            return Arrival::Empty;
        }
        sink.on_message(message);
        return Arrival::Delivered;
    }

    /// Stops delivery; the store keeps the newest messages.
    void hold() noexcept {
        is_held_ = true;
        look_for_step();
    }

    /// Continues at this number, from the store as far as it reaches. False, and still held, when
    /// messages from there on are no longer kept; the store then restarts at this number, so that
    /// accepted damaged numbers do not stay.
    template <class Sink>
    [[nodiscard]] bool resume_at(std::uint64_t sequence_number, Sink&& sink) noexcept {
        if (sequence_number < store_.base()) {
            restart_at(sequence_number);
            look_for_step();
            return false;
        }
        // Drops the numbers of heartbeats: if they were damage, no message would ever fill the gap.
        known_end_ = sequence_number > kept_end_ ? sequence_number : kept_end_;
        store_.advance_to(sequence_number);
        left_at_ = kNowhere;
        is_held_ = false;
        deliver_kept(sink);
        look_for_step();
        return true;
    }

    /// Gives up the missing messages before the next kept one, and continues there. Returns their
    /// number.
    template <class Sink>
    std::uint64_t skip_gap(Sink&& sink) noexcept {
        const std::uint64_t first = store_.base();
        const std::uint64_t next =
            store_.empty() ? known_end_ : store_.first_kept(first, store_.end());
        store_.advance_to(next);
        deliver_kept(sink);
        look_for_step();
        return next - first;
    }

  private:
    /// A doubted state, and the number of packets in a row that agree on it.
    struct Doubt {
        Session session{};
        std::uint64_t sequence_number = 0;
        std::uint32_t packets = 0;
    };
    /// Arrival time of the first copy of the packet that begins with this message.
    struct FirstCopy {
        std::uint64_t sequence_number = 0;
        Time time{};
    };
    static constexpr std::size_t kFirstCopies = 1'024;
    /// No line's next number: those are at most a packet above kSequenceNumberMax.
    static constexpr std::uint64_t kOutOfStep = ~std::uint64_t{0};
    static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
    /// No session reaches kSequenceNumberMax from here one by one.
    static constexpr std::uint64_t kStepMax = kSequenceNumberMax / 2;

    /// After everything but the next packet in step: is all as usual?
    void look_for_step() noexcept {
        const bool is_usual = has_session_ && !is_held_ && store_.base() == known_end_ &&
                              known_end_ - 1 < kStepMax && ended_at_ < known_end_;
        step_ = is_usual ? known_end_ : kOutOfStep;
    }
    [[nodiscard]] bool is_next(const LinePacket& arrived) const noexcept {
        if (!Packets::has_header(arrived.bytes) || arrived.line == Line::Replies) [[unlikely]] {
            return false;
        }
        const std::uint64_t number = Packets::number_of(arrived.bytes);
        return number == step_ && number == line_next_[static_cast<std::size_t>(arrived.line)] &&
               Packets::is_of(arrived.bytes, session_);
    }
    void take_next(const LinePacket& arrived) noexcept {
        const std::uint64_t number = step_;
        ++note_step(arrived).messages_first;
        first_copies_[number % kFirstCopies] = {.sequence_number = number, .time = arrived.now};
        line_next_[static_cast<std::size_t>(arrived.line)] = number + 1;
        known_end_ = number + 1;
        step_ = number + 1;
        store_.advance_empty();
    }
    LineCounters& note_step(const LinePacket& arrived) noexcept {
        LineCounters& line = counters_[static_cast<std::size_t>(arrived.line)];
        ++line.packets;
        line.last_time = arrived.now;
        doubt_.packets = 0;
        return line;
    }

    template <class Sink>
    Arrival take_any(const LinePacket& arrived, Sink& sink) noexcept {
        LineCounters& line = counters_[static_cast<std::size_t>(arrived.line)];
        ++line.packets;
        Reader packet;
        if (packet.open(arrived.bytes) != protocols::DecodeStatus::Ok || !has_number(packet))
            [[unlikely]] {
            ++line.malformed;
            return Arrival::Malformed;
        }
        if (!continues(packet)) [[unlikely]] {
            if (is_of_another(packet) && stays(arrived, packet)) {
                other_session_ = packet.session();
                ++line.others;
                return Arrival::OtherSession;
            }
            if (!is_believed(arrived.line, packet)) {
                ++line.doubted;
                return Arrival::Doubted;
            }
            if (!has_session_ || packet.session() != session_) {
                begin_session(packet);
                sink.on_session();
            }
            note_far(packet);
        }
        line.last_time = arrived.now;
        note(arrived.line, packet);
        if (packet.message_count() == 0) {
            ++line.empty;
            return Arrival::Empty;
        }
        const Arrival arrival = take(packet, line, sink);
        note_time(packet, arrival, arrived, sink);
        return arrival;
    }

    [[nodiscard]] static bool has_number(const Reader& packet) noexcept {
        return packet.sequence_number() - 1 < kSequenceNumberMax;
    }
    [[nodiscard]] bool continues(const Reader& packet) const noexcept {
        return packet.is_of(session_) && has_session_ && packet.sequence_number() <= reach();
    }
    [[nodiscard]] bool is_of_another(const Reader& packet) const noexcept {
        return has_session_ && !packet.is_of(session_);
    }
    [[nodiscard]] bool is_of_the_past(const Reader& packet) const noexcept {
        return packet.next_sequence_number() <= former_end_ && packet.is_of(former_);
    }
    /// No other session is believed, or not this packet's.
    [[nodiscard]] bool stays(const LinePacket& arrived, const Reader& of_another) const noexcept;
    /// Packets of the lines that were accepted, in all sessions, and the one that is being taken.
    [[nodiscard]] std::uint64_t accepted() const noexcept;
    [[nodiscard]] bool is_believed(Line line, const Reader& packet) noexcept;
    void begin_session(const Reader& packet) noexcept;
    void restart_at(std::uint64_t sequence_number) noexcept;
    /// A number that was believed: if it is far ahead, the place that it leaves is remembered.
    void note_far(const Reader& packet) noexcept {
        const bool is_far = packet.sequence_number() > reach() && left_at_ == kNowhere;
        left_at_ = is_far ? known_end_ : left_at_;
    }
    /// Updates line, session and known end from an accepted packet.
    void note(Line line, const Reader& packet) noexcept {
        std::uint64_t& next = line_next_[static_cast<std::size_t>(line)];
        const std::uint64_t number = packet.sequence_number();
        const std::uint64_t end = packet.next_sequence_number();
        if (number != next || packet.is_end_of_session()) [[unlikely]] {
            note_irregular(line, packet);
        }
        doubt_.packets = line == Line::Replies ? doubt_.packets : 0;
        next = next < end ? end : next;
        known_end_ = known_end_ < end ? end : known_end_;
    }
    void note_irregular(Line line, const Reader& packet) noexcept;
    void note_lateness(Nanos lateness, LineCounters& line) noexcept;

    template <class Sink>
    Arrival take(const Reader& packet, LineCounters& line, Sink& sink) noexcept {
        if (packet.next_sequence_number() <= store_.base()) {
            ++line.duplicates;
            line.messages_late += packet.message_count();
            return Arrival::Duplicate;
        }
        if (packet.sequence_number() > store_.base() || is_held_) [[unlikely]] {
            return keep(packet, line);
        }
        return deliver(packet, line, sink);
    }

    template <class Sink>
    Arrival deliver(const Reader& packet, LineCounters& line, Sink& sink) noexcept {
        const std::uint32_t kept = store_.size();
        std::uint64_t known = store_.base() - packet.sequence_number();
        line.messages_first += packet.message_count() - known;
        line.messages_late += known;
        auto messages = packet.messages();
        for (Bytes message; messages.next(message);) {
            if (known > 0) {
                --known;
                continue;
            }
            sink.on_message(message);
            store_.advance();
        }
        if (kept > 0) [[unlikely]] {
            const std::uint32_t again = kept - store_.size();
            line.messages_first -= again;
            line.messages_late += again;
            deliver_kept(sink);
        }
        return Arrival::Delivered;
    }

    Arrival keep(const Reader& packet, LineCounters& line) noexcept;

    template <class Sink>
    void deliver_kept(Sink& sink) noexcept {
        while (store_.contains(store_.base())) {
            sink.on_message(store_.at(store_.base()));
            store_.advance();
        }
    }

    template <class Sink>
    void note_time(const Reader& packet, Arrival arrival, const LinePacket& arrived,
                   Sink& sink) noexcept {
        FirstCopy& copy = first_copies_[packet.sequence_number() % kFirstCopies];
        if (arrival != Arrival::Duplicate) {
            copy = {.sequence_number = packet.sequence_number(), .time = arrived.now};
        } else if (copy.sequence_number == packet.sequence_number()) {
            note_lateness(arrived.now - copy.time,
                          counters_[static_cast<std::size_t>(arrived.line)]);
        } else if (goes_back(packet)) [[unlikely]] {
            begin_session(packet);
            sink.on_session();
        }
    }
    /// For a packet with nothing new that nothing remembers.
    [[nodiscard]] bool goes_back(const Reader& packet) noexcept;

    MessageStore store_;
    FixedArray<FirstCopy> first_copies_;
    std::uint32_t believe_after_;
    Nanos silence_max_;
    bool has_session_ = false;
    bool is_held_ = false;
    Session session_{};
    std::uint64_t sessions_ = 0;
    std::uint64_t known_end_ = 1;
    std::uint64_t step_ = kOutOfStep;  // the next number, when all is as usual
    std::uint64_t ended_at_ = 0;       // the last announced end of the session; 0: none
    std::uint64_t kept_end_ = 1;       // one past the last message ever kept
    Doubt doubt_;
    std::array<std::uint64_t, kLines> line_next_{};  // 0 until the line's first packet
    std::array<LineCounters, kLines> counters_{};
    std::uint64_t accepted_before_ = 0;  // packets of earlier sessions
    std::uint64_t left_at_ = kNowhere;   // known_end_ before a number far ahead
    std::uint64_t returned_base_ = 0;    // of the last packet at that place
    std::uint32_t returned_ = 0;         // packets there without a message at the new place
    Session other_session_{};
    Session former_{};              // the one before, if it has ended
    std::uint64_t former_end_ = 0;  // 0: it has not
};

/// Functions that are not inlined are in line_arbiter.cpp, for the packets of each transport.
using LineArbiter = BasicLineArbiter<MoldUdp64Packets>;

}  // namespace hotpath::feed
