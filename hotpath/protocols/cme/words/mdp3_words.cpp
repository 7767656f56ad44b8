// Packets of MDP 3.0 in words.

#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "hotpath/messages/sentence.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/cme/trader/mdp3_market_data.hpp"

namespace hotpath::protocols::cme {

std::string Mdp3MarketData::packet_words(Bytes packet) {
    mdp3::PacketReader reader;
    if (reader.open(packet) != DecodeStatus::Ok) {
        return {};
    }
    messages::Sentence sentence;
    mdp3::MessageCursor cursor = reader.messages();
    for (Bytes message; cursor.next(message);) {
        std::string_view name = "other message";
        static_cast<void>(mdp3::visit_message(
            message, [&](const auto& m) { name = std::remove_cvref_t<decltype(m)>::kName; }));
        sentence.add(std::string(name));
    }
    return fmt::format("packet {}: {}", reader.msg_seq_num(), sentence.str());
}

}  // namespace hotpath::protocols::cme
