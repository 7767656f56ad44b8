#include "hotpath/protocols/cme/capture/channel.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/mdp3/packet_header.hpp"

namespace hotpath::capture::mdp3 {

namespace {

constexpr std::uint64_t kNanosPerDay = 86'400'000'000'000;
constexpr std::size_t kLinesMax = 2;
constexpr std::size_t kLevelsByPrice = feed::Mdp3LevelSide::kDepthMax;

[[nodiscard]] std::uint64_t sending_time(Bytes packet) {
    return protocols::cme::mdp3::PacketHeader::at(packet.data()).load_sending_time();
}

[[nodiscard]] std::string price_text(std::optional<std::int64_t> mantissa) {
    if (!mantissa) {
        return "no price";
    }
    const bool is_negative = *mantissa < 0;
    const auto magnitude = is_negative ? -static_cast<std::uint64_t>(*mantissa)
                                       : static_cast<std::uint64_t>(*mantissa);
    std::string text = fmt::format("{}{}.{:09}", is_negative ? "-" : "",
                                   magnitude / feed::Mdp3Scale::kMantissasPerCurrency,
                                   magnitude % feed::Mdp3Scale::kMantissasPerCurrency);
    text.erase(text.find_last_not_of('0') + 1);
    return "price " + (text.back() == '.' ? text.substr(0, text.size() - 1) : text);
}

}  // namespace

std::unique_ptr<PacketChannel> open_channel(Bytes payload, StreamStats& stats) {
    return look_at(payload) ? std::make_unique<Channel>(stats) : nullptr;
}

bool Channel::try_packet(Bytes payload, Destination destination, Time captured_at) {
    const auto contents = error_ ? std::nullopt : look_at(payload);
    if (!contents) {
        return false;
    }
    if (!midnight_ns_) {
        midnight_ns_ = sending_time(payload) / kNanosPerDay * kNanosPerDay;
    }
    const PacketKind kind = kind_of(*contents, destination);
    const feed::Line line = kind == PacketKind::Incremental ? line_of(destination) : feed::Line::A;
    if (feed_ == nullptr) {
        waiting_.push_back({{payload.begin(), payload.end()}, kind, line, captured_at});
        if (contents->has_orders || waiting_.size() == kPacketsLookedAt) {
            begin(contents->has_orders ? feed::Mdp3Depth::ByOrder : feed::Mdp3Depth::ByPrice);
        }
    } else {
        apply(payload, kind, line, captured_at);
    }
    return true;
}

PacketKind Channel::kind_of(const PacketContents& contents, Destination destination) {
    const auto route = std::ranges::find(routes_, destination, &Route::destination);
    const bool is_known = route != routes_.end();
    if (!contents.kind) {
        return is_known ? route->kind : PacketKind::Incremental;
    }
    if (!is_known && routes_.size() < kDestinationsMax) {
        routes_.push_back({destination, *contents.kind});
    }
    return *contents.kind;
}

feed::Line Channel::line_of(Destination destination) {
    const auto line = std::ranges::find(lines_, destination);
    if (line != lines_.end()) {
        return line == lines_.begin() ? feed::Line::A : feed::Line::B;
    }
    if (lines_.size() == kLinesMax) {
        error_ =
            "incremental packets of MDP 3.0 go to more than two groups: record one channel a "
            "file, its lines A and B and its loops";
        return feed::Line::B;
    }
    lines_.push_back(destination);
    return lines_.size() == 1 ? feed::Line::A : feed::Line::B;
}

void Channel::begin(feed::Mdp3Depth depth) {
    auto channel = feed::Mdp3Channel::create(books_,
                                             {.depth = depth,
                                              .instruments_max = books_.instruments_max,
                                              .orders_max = books_.orders_max,
                                              .midnight_ns = *midnight_ns_},
                                             feed::mdp3_feed_options());
    if (!channel) {
        error_ = channel.error().message;
        return;
    }
    feed_ = std::make_unique<feed::Mdp3Channel>(std::move(*channel));
    changes_.set_directory(feed_->feed().market().directory());
    if (depth == feed::Mdp3Depth::ByPrice) {
        changes_.set_by_price();
    }
    for (const Packet& packet : std::exchange(waiting_, {})) {
        apply(packet.bytes, packet.kind, packet.line, packet.captured_at);
    }
}

void Channel::apply(Bytes bytes, PacketKind kind, feed::Line line, Time captured_at) {
    const std::uint64_t sent_at = sending_time(bytes);
    now_ = captured_at > Time{} ? captured_at : Time{static_cast<std::int64_t>(sent_at)};
    changes_.set_sent_at({static_cast<std::int64_t>(sent_at - *midnight_ns_)});
    if (now_ >= feed_->feed().next_deadline()) {
        feed_->on_timer(now_, changes_);
    }
    const feed::Mdp3Counters before = feed_->codec().counters();
    switch (kind) {
        case PacketKind::Incremental:
            feed_->on_packet({.line = line, .bytes = bytes, .now = now_}, changes_);
            break;
        case PacketKind::Definitions:
            feed_->on_definition_packet(bytes, changes_);
            break;
        case PacketKind::Orders:
            if (feed_->codec().depth() == feed::Mdp3Depth::ByOrder) {
                feed_->on_snapshot_packet(bytes, now_, changes_);
            }
            break;
        case PacketKind::Levels:
            if (feed_->codec().depth() == feed::Mdp3Depth::ByPrice) {
                feed_->on_snapshot_packet(bytes, now_, changes_);
            }
            feed_->on_state_packet(bytes, changes_);
            break;
    }
    note_skips(before, bytes);
    if (!feed_->feed().is_stale()) {
        next_in_books_ = feed_->feed().next_sequence_number();
    }
    if (feed_->feed().lines().sessions() > 1) {
        error_ =
            "goes into another trading week of MDP 3.0, where numbers and instruments begin "
            "again: cut it there";
    }
}

void Channel::note_skips(const feed::Mdp3Counters& before, Bytes packet) {
    const feed::Mdp3Counters& now = feed_->codec().counters();
    if (now.prices_refused == before.prices_refused &&
        now.entries_refused == before.entries_refused &&
        now.unknown_securities == before.unknown_securities) {
        return;
    }
    const std::string where = fmt::format(
        "packet {}", protocols::cme::mdp3::PacketHeader::at(packet.data()).load_msg_seq_num());
    if (now.prices_refused != before.prices_refused) {
        changes_.skip("prices that the unit of 1/10,000 cannot hold",
                      now.prices_refused - before.prices_refused,
                      price_text(feed_->codec().last_price_refused()) + " in " + where);
    }
    changes_.skip("entries that no book took", now.entries_refused - before.entries_refused, where);
    changes_.skip("entries of instruments that are not defined",
                  now.unknown_securities - before.unknown_securities, where);
}

void Channel::finish(CaptureEnd /*end*/) {
    if (feed_ == nullptr && !error_ && !waiting_.empty()) {
        begin(feed::Mdp3Depth::ByPrice);
    }
    if (feed_ == nullptr) {
        return;
    }
    // A gap that the capture does not fill is given up.
    constexpr Nanos kLongAfter{60 * kNanosPerSecond};
    feed_->on_timer(now_ + kLongAfter, changes_);
    count_at_end();
    changes_.finish();
    if (!error_) {
        error_ = error_at_end();
    }
}

void Channel::count_at_end() {
    for (const feed::Line line : {feed::Line::A, feed::Line::B}) {
        stats_.duplicate_messages += feed_->feed().lines().counters(line).messages_late;
    }
    const std::uint64_t wanted = feed_->feed().counters().snapshots_wanted;
    stats_.sequence_gaps = wanted - std::min(wanted, feed_->feed().lines().sessions());
}

std::optional<std::string> Channel::error_at_end() const {
    const bool is_by_order = feed_->codec().depth() == feed::Mdp3Depth::ByOrder;
    const std::string_view loop =
        is_by_order ? "snapshots by order (message 53)" : "snapshots by price (message 52)";
    if (!feed_->feed().lines().has_session()) {
        return "no incremental packets of MDP 3.0: record lines A and B with the loops";
    }
    if (feed_->wants_definitions()) {
        return "no whole loop of instrument definitions of MDP 3.0 (message 54), without which its "
               "books have no names: record that feed with the others";
    }
    if (feed_->feed().counters().snapshots_applied == 0) {
        return fmt::format(
            "no whole loop of {} of MDP 3.0 after the definitions, and books begin "
            "with one: record that feed with the others",
            loop);
    }
    if (feed_->feed().is_stale()) {
        return fmt::format(
            "MDP 3.0 packet {} is missing on both lines, and no whole loop of {} "
            "comes after it; all before it was read",
            next_in_books_, loop);
    }
    if (!changes_.has_taken() && !changes_.block().skips().empty()) {
        return "nothing of it could be taken: " + to_text(changes_.block().skips());
    }
    return std::nullopt;
}

BookSource Channel::book_source() const {
    if (feed_ == nullptr || feed_->codec().depth() == feed::Mdp3Depth::ByOrder) {
        return {};
    }
    return {.basis = BookBasis::ByPrice, .levels = kLevelsByPrice, .file = {}};
}

std::optional<Date> Channel::date() const {
    return midnight_ns_
               ? std::optional(Date{static_cast<std::int32_t>(*midnight_ns_ / kNanosPerDay)})
               : std::nullopt;
}

}  // namespace hotpath::capture::mdp3
