#include "tests/venue/feed_client.hpp"

#include <utility>

namespace hotpath::venue_tests {

namespace {

constexpr book::BooksOptions kFeedBooks{.orders_max = 100'000,
                                        .levels_max = 100'000,
                                        .instruments_max = 20,
                                        .huge_pages = HugePages::Never};

}  // namespace

FeedClient::FeedClient(const VenueProcess& venue, std::uint64_t loses_one_in, std::uint64_t seed)
    : line_a_(std::move(*net::UdpSocket::join({.group = venue.line_a()}))),
      line_b_(std::move(*net::UdpSocket::join({.group = venue.line_b()}))),
      requests_(std::move(*net::UdpSocket::bind({net::kLoopback, 0}))),
      feed_(feed::ItchFeed::create(kFeedBooks, {})),
      loses_one_in_(loses_one_in),
      random_(seed) {
    follow(venue);
}

void FeedClient::follow(const VenueProcess& venue) {
    request_server_ = venue.requests();
    glimpse_ = venue.glimpse();
    if (snapshot_) {
        snapshot_.reset();
        static_cast<void>(feed_->on_snapshot_lost(steady_now(), ignored_));
    }
}

void FeedClient::poll() {
    read_line(line_a_, feed::Line::A);
    read_line(line_b_, feed::Line::B);
    read_answers();
    static_cast<void>(feed_->on_timer(steady_now(), ignored_));
    feed_->for_each_request([&](Bytes request) { requests_.send(request, request_server_); });
    run_snapshot();
}

bool FeedClient::poll_until(std::uint64_t next_seq, std::string_view session) {
    const auto is_there = [&] {
        const auto& heard = feed_->lines().session();
        return !feed_->is_stale() && feed_->next_sequence_number() >= next_seq &&
               (session.empty() || std::string_view(heard.data(), heard.size()) == session);
    };
    for (const Time until = steady_now() + kPatience; !is_there() && steady_now() < until;) {
        poll();
        pause_before_looking_again();
    }
    return is_there();
}

void FeedClient::read_line(net::UdpSocket& socket, feed::Line line) {
    std::array<std::byte, 2'048> room{};
    while (const auto datagram = socket.receive(room)) {
        if (loses_one_in_ != 0 && random_.one_in(loses_one_in_)) {
            ++lost_;
            continue;
        }
        static_cast<void>(feed_->on_packet({line, datagram->bytes, steady_now()}, ignored_));
    }
}

void FeedClient::read_answers() {
    std::array<std::byte, 2'048> room{};
    while (const auto datagram = requests_.receive(room)) {
        static_cast<void>(
            feed_->on_packet({feed::Line::Replies, datagram->bytes, steady_now()}, ignored_));
    }
}

void FeedClient::run_snapshot() {
    if (!snapshot_ && feed_->wants_snapshot()) {
        if (!snapshot_.emplace("BOB", "B").connect(glimpse_)) {
            return snapshot_.reset();
        }
        static_cast<void>(feed_->on_snapshot_begin(steady_now(), ignored_));
    }
    if (!snapshot_) {
        return;
    }
    const bool is_open = snapshot_->poll([&](Bytes message) {
        static_cast<void>(feed_->on_snapshot_message(message, steady_now(), ignored_));
    });
    if (!is_open) {
        snapshot_.reset();
        static_cast<void>(feed_->on_snapshot_lost(steady_now(), ignored_));
    }
}

}  // namespace hotpath::venue_tests
