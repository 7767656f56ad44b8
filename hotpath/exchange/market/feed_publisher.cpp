#include "hotpath/exchange/market/feed_publisher.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"

namespace hotpath::exchange {

void FeedPublisher::append(Bytes message) noexcept {
    std::ranges::copy(message, claim(message.size()));
}

std::byte* FeedPublisher::claim(std::size_t length) noexcept {
    std::byte* place = open_packet().try_claim(length);
    if (place == nullptr) [[unlikely]] {
        close_packet();
        place = open_packet().try_claim(length);
        HOTPATH_ASSERT(place != nullptr, "call clear() after every command");
    }
    return place;
}

void FeedPublisher::close_packet() noexcept {
    if (writer_ && !writer_->empty()) {
        keep(writer_->finish());
    }
}

void FeedPublisher::heartbeat() noexcept {
    close_packet();
    keep(open_packet().finish());
}

void FeedPublisher::end_of_session() noexcept {
    close_packet();
    keep(open_packet().finish_session());
}

void FeedPublisher::begin_session(const wire::moldudp64::Session& session) noexcept {
    close_packet();
    writer_.reset();
    session_ = session;
    next_sequence_number_ = 1;
}

void FeedPublisher::clear() noexcept {
    close_packet();
    bytes_used_ = 0;
    packet_count_ = 0;
}

wire::moldudp64::PacketWriter& FeedPublisher::open_packet() noexcept {
    if (writer_) {
        return *writer_;
    }
    const std::size_t room =
        std::min(buffer_.size() - bytes_used_, wire::moldudp64::kPacketLengthMax);
    return writer_.emplace(buffer_.items().subspan(bytes_used_, room), session_,
                           next_sequence_number_);
}

void FeedPublisher::keep(Bytes packet) noexcept {
    HOTPATH_ASSERT(packet_count_ < packets_.size(), "call clear() after every command");
    packets_[packet_count_++] = packet;
    bytes_used_ += packet.size();
    next_sequence_number_ = next_sequence_number();
    writer_.reset();
}

}  // namespace hotpath::exchange
