#pragma once
/// EntryReply: a reply of the venue to show: a sentence, and its fields for programs.
///
/// Threads: a value. Allocation: the texts.

#include <string>

#include <nlohmann/json.hpp>

namespace hotpath::order_entry {

struct EntryReply {
    std::string words{};
    nlohmann::ordered_json fields{};  // "message" and the rest, by the names of OUCH 5.0
};

}  // namespace hotpath::order_entry
