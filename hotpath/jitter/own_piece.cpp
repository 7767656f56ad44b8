#include "hotpath/jitter/own_piece.hpp"

namespace hotpath::jitter {

std::string_view segment_name(Segment segment) noexcept {
    constexpr std::array<std::string_view, kSegments> kNames{"before", "decode", "book", "decide",
                                                             "risk",   "encode", "after"};
    return kNames[static_cast<std::size_t>(segment)];
}

std::array<std::uint64_t, kSegments> segments_of(const OwnTicks& piece) noexcept {
    std::array<std::uint64_t, kSegments> segments{};
    std::uint64_t until = piece.begun;
    if (piece.stamps.at(timing::Stage::Rx) >= piece.begun) {
        // Rx ends Before, as each other stage ends its own segment.
        for (std::size_t stage = 0; stage <= static_cast<std::size_t>(timing::Stage::Encode);
             ++stage) {
            const std::uint64_t stamp = piece.stamps.at(static_cast<timing::Stage>(stage));
            if (stamp > until && stamp <= piece.ended) {
                segments[stage] = stamp - until;
                until = stamp;
            }
        }
    }
    segments[static_cast<std::size_t>(Segment::After)] = piece.ended - until;
    return segments;
}

}  // namespace hotpath::jitter
