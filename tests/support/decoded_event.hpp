#pragma once
/// What a venue's codec makes of one message, for tests of codecs.
///
///   const DecodedEvent decoded = decode_event(codec, message);
///   const auto accepted = expect_event<oms::Accepted>(decoded);
///
/// Threads: values. Allocation: free. Tests only.

#include <variant>

#include <gtest/gtest.h>

#include "hotpath/core/bytes.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::support {

struct DecodedEvent {
    protocols::DecodeStatus status = protocols::DecodeStatus::Ok;
    oms::VenueEvent event{};  // the last one
    int events = 0;
};

template <class Codec>
[[nodiscard]] DecodedEvent decode_event(const Codec& codec, Bytes message) {
    DecodedEvent decoded;
    decoded.status = codec.decode(message, [&](const auto& event) {
        decoded.event = event;
        ++decoded.events;
    });
    return decoded;
}

/// Expects exactly one event, of this type. A default one if there was another.
template <class Event>
[[nodiscard]] Event expect_event(const DecodedEvent& decoded) {
    EXPECT_EQ(decoded.status, protocols::DecodeStatus::Ok);
    EXPECT_EQ(decoded.events, 1);
    const Event* const found = std::get_if<Event>(&decoded.event);
    EXPECT_NE(found, nullptr) << "event " << decoded.event.index();
    return found == nullptr ? Event{} : *found;
}

}  // namespace hotpath::support
