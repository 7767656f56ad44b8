#include "hotpath/protocols/nasdaq/words/itch_words.hpp"

#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "hotpath/messages/sentence.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/trader/itch_market_data.hpp"

namespace hotpath::protocols::nasdaq {

std::string itch_name(Bytes message) {
    if (glimpse50::is_end_of_snapshot(message)) {
        return "End of Snapshot";
    }
    const std::string_view known =
        message.empty() ? std::string_view{}
                        : itch50::Messages::name(std::to_integer<char>(message.front()));
    return known.empty() ? messages::strange("ITCH message", message) : std::string(known);
}

std::string ItchMarketData::packet_words(Bytes packet) {
    moldudp64::PacketReader reader;
    if (reader.open(packet) != DecodeStatus::Ok) {
        return {};
    }
    if (reader.is_heartbeat() || reader.is_end_of_session()) {
        return fmt::format("{}, next is message {}",
                           reader.is_heartbeat() ? "heartbeat" : "end of session",
                           reader.sequence_number());
    }
    messages::Sentence sentence;
    FrameCursor frames = reader.messages();
    for (Bytes message; frames.next(message);) {
        sentence.add(itch_name(message));
    }
    return fmt::format("messages {} to {}: {}", reader.sequence_number(),
                       reader.next_sequence_number() - 1, sentence.str());
}

}  // namespace hotpath::protocols::nasdaq
