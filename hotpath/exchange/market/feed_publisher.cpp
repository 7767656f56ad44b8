#include "hotpath/exchange/market/feed_publisher.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::exchange {

void FeedPublisher::append(Bytes message) noexcept {
    std::ranges::copy(message, claim(message.size()));
}

std::byte* FeedPublisher::claim_in_another(std::size_t length) noexcept {
    close_packet();
    std::byte* const place = writer_.try_claim(length);
    HOTPATH_ASSERT(place != nullptr, "call clear() after every command");
    return place;
}

void FeedPublisher::heartbeat() noexcept {
    close_packet();
    keep(writer_.finish());
}

void FeedPublisher::end_of_session() noexcept {
    close_packet();
    keep(writer_.finish_session());
}

void FeedPublisher::begin_session(const protocols::nasdaq::moldudp64::Session& session) noexcept {
    close_packet();
    writer_ = {free_room(), session};
}

void FeedPublisher::resume_at(std::uint64_t sequence_number) noexcept {
    HOTPATH_ASSERT(packet_count_ == 0 && writer_.empty(), "no packet may be waiting");
    writer_ = {free_room(), writer_.session(), sequence_number};
}

}  // namespace hotpath::exchange
