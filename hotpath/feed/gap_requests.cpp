#include "hotpath/feed/gap_requests.hpp"

#include <algorithm>

#include "hotpath/protocols/cme/mdp3/sequenced_packets.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::feed {

template <SequencedPackets Packets>
bool BasicGapRequests<Packets>::is_valid(const GapRequestOptions& options) noexcept {
    return options.gap_timeout >= Nanos{} && options.retry_interval > Nanos{} &&
           options.messages_max > 0 &&
           options.messages_max <= protocols::nasdaq::moldudp64::kMessageCountMax &&
           options.requests_max > 0 && options.requests_max <= 1'024;
}

template <SequencedPackets Packets>
void BasicGapRequests<Packets>::on_timer(const Lines& lines, Time now) noexcept {
    if (now < deadline_ || deadline_ == kNever) {
        return;
    }
    if (attempts_ == options_.attempts_max) {
        give_up();
    } else {
        ask(lines, now);
    }
}

template <SequencedPackets Packets>
void BasicGapRequests<Packets>::reset() noexcept {
    status_ = GapStatus::None;
    deadline_ = kNever;
    waiting_ = 0;
    asked_until_ = 0;
    known_until_ = 0;
}

template <SequencedPackets Packets>
void BasicGapRequests<Packets>::look(const Lines& lines, Time now) noexcept {
    if (!lines.has_gap()) {
        return reset();
    }
    if (lines.is_overrun()) {
        return give_up();
    }
    if (status_ == GapStatus::None || lines.next_sequence_number() != gap_begin_) {
        begin_gap(lines, now);
    }
}

/// Delivery has reached another message: the timer restarts, from where this message is in what was
/// asked already.
template <SequencedPackets Packets>
void BasicGapRequests<Packets>::begin_gap(const Lines& lines, Time now) noexcept {
    gap_begin_ = lines.next_sequence_number();
    attempts_ = 0;
    ++counters_.gaps;
    if (gap_begin_ < asked_until_) {
        status_ = GapStatus::Requested;
        deadline_ = asked_at_ + options_.retry_interval;
    } else if (gap_begin_ < known_until_) {
        status_ = GapStatus::Requested;  // the rest of an old gap: the other line had its time
        deadline_ = now;
    } else {
        status_ = GapStatus::Waiting;
        deadline_ = now + options_.gap_timeout;
    }
}

template <SequencedPackets Packets>
void BasicGapRequests<Packets>::give_up() noexcept {
    counters_.given_up += status_ == GapStatus::GivenUp ? 0U : 1U;
    status_ = GapStatus::GivenUp;
    deadline_ = kNever;
    waiting_ = 0;
}

template <SequencedPackets Packets>
void BasicGapRequests<Packets>::ask(const Lines& lines, Time now) noexcept {
    ++attempts_;
    ++counters_.rounds;
    status_ = GapStatus::Requested;
    deadline_ = now + options_.retry_interval;
    waiting_ = 0;
    const std::uint64_t end = lines.known_end();
    std::uint64_t from = lines.next_sequence_number();
    while (from < end && waiting_ < outbox_.size()) {
        const std::uint64_t gap_end = lines.store().first_kept(from, end);
        from = ask_for(lines, from, gap_end);
        if (from == gap_end) {
            from = lines.store().first_missing(from, end);
        }
    }
    asked_at_ = now;
    asked_until_ = from;
    known_until_ = end;
}

/// One request for the beginning of [from, until). Where it ends.
template <SequencedPackets Packets>
std::uint64_t BasicGapRequests<Packets>::ask_for(const Lines& lines, std::uint64_t from,
                                                 std::uint64_t until) noexcept {
    const auto count =
        static_cast<std::uint16_t>(std::min<std::uint64_t>(until - from, options_.messages_max));
    outbox_[waiting_++] = Packets::make_request(lines.session(), from, count);
    ++counters_.requests;
    counters_.messages_requested += count;
    return from + count;
}

template class BasicGapRequests<MoldUdp64Packets>;
template class BasicGapRequests<protocols::cme::mdp3::Mdp3Packets>;

}  // namespace hotpath::feed
