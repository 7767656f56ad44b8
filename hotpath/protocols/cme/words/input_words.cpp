#include "hotpath/protocols/cme/words/input_words.hpp"

#include <span>

#include <fmt/format.h>

#include "hotpath/messages/sentence.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/venue/ilink_numbers.hpp"

namespace hotpath::messages {

std::string message_words(const exchange::event::IlinkMessage& event) {
    std::string text = fmt::format("{} bytes", event.message.size());
    static_cast<void>(protocols::cme::ilink3::visit_message(event.message, [&](const auto& m) {
        text = m.kName;
        if constexpr (requires { m.load_seq_num(); }) {
            text += fmt::format(" {}", m.load_seq_num());
        }
        if constexpr (requires { m.load_cl_ord_id(); }) {
            text += ", " + printed(std::as_bytes(std::span(m.load_cl_ord_id())));
        }
    }));
    return text;
}

std::string numbers_words(const exchange::event::IlinkNumbers& event) {
    exchange::IlinkNumbers numbers;
    return exchange::decode(event.message, numbers) == protocols::DecodeStatus::Ok
               ? fmt::format("UUID {}, {} is expected{}", numbers.uuid, numbers.next_incoming,
                             numbers.was_established ? "" : ", not established")
               : std::string();
}

}  // namespace hotpath::messages
