#include "hotpath/protocols/nasdaq/sim/soup_framing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::protocols::nasdaq {

namespace {

[[nodiscard]] std::size_t soup_frame_length(Bytes bytes) noexcept {
    return bytes.size() < kFramePrefixLength
               ? bytes.size()
               : std::min<std::size_t>(bytes.size(),
                                       kFramePrefixLength + load_be<std::uint16_t>(bytes.data()));
}

[[nodiscard]] bool is_soup_heartbeat(Bytes message) noexcept {
    using namespace soupbintcp;
    const char type = message.empty() ? ' ' : std::to_integer<char>(message.back());
    return message.size() == ServerHeartbeat::kLength &&
           (type == ServerHeartbeat::kType || type == ClientHeartbeat::kType);
}

[[nodiscard]] Bytes soup_reply(Bytes message) noexcept {
    using namespace soupbintcp;
    return message.size() >= kHeaderLength && type_of(message) == SequencedData::kType
               ? payload_of(message)
               : Bytes{};
}

}  // namespace

const sim::session::Framing& soup_framing() noexcept {
    static constexpr sim::session::Framing kFraming{soup_frame_length, is_soup_heartbeat,
                                                    soup_reply};
    return kFraming;
}

}  // namespace hotpath::protocols::nasdaq
