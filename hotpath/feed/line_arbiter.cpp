#include "hotpath/feed/line_arbiter.hpp"

#include <algorithm>

#include "hotpath/protocols/cme/mdp3/sequenced_packets.hpp"

namespace hotpath::feed {

template <SequencedPackets Packets>
std::uint64_t BasicLineArbiter<Packets>::accepted() const noexcept {
    std::uint64_t packets = 0;
    for (const Line each : {Line::A, Line::B}) {
        const LineCounters& line = counters(each);
        packets += line.packets - line.malformed - line.doubted - line.others;
    }
    return packets;
}

/// A session of one packet may be a damaged header's: it is left as easily as it was begun.
template <SequencedPackets Packets>
bool BasicLineArbiter<Packets>::stays(const LinePacket& arrived,
                                      const Reader& of_another) const noexcept {
    if (is_ended() || arrived.now - last_heard() > silence_max_) {
        return false;
    }
    const std::uint64_t taken = arrived.line == Line::Replies ? 0 : 1;
    return accepted() - taken - accepted_before_ >= believe_after_ || is_of_the_past(of_another);
}

template <SequencedPackets Packets>
bool BasicLineArbiter<Packets>::is_believed(Line line, const Reader& packet) noexcept {
    if (line == Line::Replies) {
        return false;
    }
    const std::uint64_t number = packet.sequence_number();
    const bool is_expected = !has_session_ || (packet.session() != session_ && is_ended());
    if (is_expected && number == 1) {
        return true;
    }
    // The lines are not in step, so that the numbers may go back a little.
    const bool agrees = doubt_.packets > 0 && doubt_.session == packet.session() &&
                        number + store_.messages_max() >= doubt_.sequence_number &&
                        number <= doubt_.sequence_number + store_.messages_max();
    doubt_ = {.session = packet.session(),
              .sequence_number = number,
              .packets = agrees ? doubt_.packets + 1 : 1};
    return doubt_.packets >= believe_after_;
}

template <SequencedPackets Packets>
void BasicLineArbiter<Packets>::begin_session(const Reader& packet) noexcept {
    if (is_ended()) {
        former_ = session_;
        former_end_ = ended_at_;
    }
    session_ = packet.session();
    has_session_ = true;
    ++sessions_;
    ended_at_ = 0;
    left_at_ = kNowhere;
    returned_ = 0;
    accepted_before_ = accepted() - 1;  // this packet is its first
    is_held_ = false;
    restart_at(1);
    line_next_.fill(0);
    std::ranges::fill(first_copies_.items(), FirstCopy{});
}

template <SequencedPackets Packets>
void BasicLineArbiter<Packets>::restart_at(std::uint64_t sequence_number) noexcept {
    store_.restart_at(sequence_number);
    known_end_ = sequence_number;
    kept_end_ = sequence_number;
}

/// The numbers far ahead were damage or a forgery when the session goes on where they left it, and not
/// there. While delivery is held a snapshot says where it goes on.
template <SequencedPackets Packets>
bool BasicLineArbiter<Packets>::goes_back(const Reader& packet) noexcept {
    const std::uint64_t number = packet.sequence_number();
    if (number < left_at_ || is_held_ || number + store_.messages_max() >= store_.base()) {
        return false;
    }
    returned_ = returned_base_ == store_.base() ? returned_ + 1 : 1;
    returned_base_ = store_.base();
    return returned_ >= believe_after_;
}

/// A packet that is not the next of its line, or the last of the session.
template <SequencedPackets Packets>
void BasicLineArbiter<Packets>::note_irregular(Line line, const Reader& packet) noexcept {
    const auto index = static_cast<std::size_t>(line);
    const std::uint64_t next = line_next_[index];
    if (next != 0 && packet.sequence_number() > next && line != Line::Replies) {
        ++counters_[index].gaps;
        counters_[index].messages_missed += packet.sequence_number() - next;
    }
    ended_at_ = packet.is_end_of_session() ? packet.sequence_number() : ended_at_;
}

template <SequencedPackets Packets>
void BasicLineArbiter<Packets>::note_lateness(Nanos lateness, LineCounters& line) noexcept {
    ++line.late_packets;
    line.lateness_total = line.lateness_total + lateness;
    line.lateness_max = std::max(line.lateness_max, lateness);
}

template <SequencedPackets Packets>
Arrival BasicLineArbiter<Packets>::keep(const Reader& packet, LineCounters& line) noexcept {
    if (is_held_ && packet.next_sequence_number() > store_.end()) {
        store_.advance_to(packet.next_sequence_number() - store_.messages_max());
    }
    const std::uint64_t first_before = line.messages_first;
    const std::uint64_t beyond_before = line.messages_beyond;
    std::uint64_t number = packet.sequence_number();
    auto messages = packet.messages();
    for (Bytes message; messages.next(message); ++number) {
        if (store_.try_keep(number, message)) {
            ++line.messages_first;
            kept_end_ = std::max(kept_end_, number + 1);
        } else if (number < store_.base() || store_.contains(number)) {
            ++line.messages_late;
        } else {
            ++line.messages_beyond;
        }
    }
    if (line.messages_first == first_before && line.messages_beyond == beyond_before) {
        ++line.duplicates;
        return Arrival::Duplicate;
    }
    return Arrival::Kept;
}

template class BasicLineArbiter<MoldUdp64Packets>;
template class BasicLineArbiter<protocols::cme::mdp3::Mdp3Packets>;

}  // namespace hotpath::feed
