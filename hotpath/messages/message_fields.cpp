#include "hotpath/messages/message_fields.hpp"

#include <fmt/format.h>

namespace hotpath::messages {

nlohmann::ordered_json no_message(std::string_view what, Bytes message) {
    return {{"message", fmt::format("no {}", what)}, {"bytes", message.size()}};
}

std::string fields_text(const nlohmann::ordered_json& fields) {
    std::string text;
    for (const auto& [name, value] : fields.items()) {
        const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
        text += text.empty() ? "" : ", ";
        text += name == "message" ? shown
                                  : fmt::format("{} {}", name, shown.empty() ? "(blank)" : shown);
    }
    return text;
}

}  // namespace hotpath::messages
