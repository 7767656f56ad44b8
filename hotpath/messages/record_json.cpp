#include "hotpath/messages/record_json.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "hotpath/messages/trade_input_text.hpp"
#include "hotpath/messages/venue_input_text.hpp"

namespace hotpath::messages {

std::string hex_text(Bytes bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::byte byte : bytes) {
        fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(byte));
    }
    return text;
}

std::string record_text(const journal::Record& record) {
    return record.type == kVenueInputRecord ? input_text(record.payload).value_or("")
                                            : trader_record_text(record).value_or("");
}

nlohmann::ordered_json record_json(const journal::Record& record,
                                   const journal::JournalReader& reader) {
    nlohmann::ordered_json json{{"seq", record.seq},
                                {"time_ns", record.time.value},
                                {"type", record.type},
                                {"flags", record.flags},
                                {"epoch", reader.segment()->header.epoch},
                                {"segment", reader.segment()->header.first_seq},
                                {"offset", reader.record_offset()},
                                {"payload", hex_text(record.payload)}};
    if (const std::string words = record_text(record); !words.empty()) {
        json["input"] = words;
    }
    if (record.type == kVenueInputRecord) {
        if (auto fields = input_fields(record.payload); !fields.empty()) {
            json["fields"] = std::move(fields);
        }
    }
    return json;
}

}  // namespace hotpath::messages
