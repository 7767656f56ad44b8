#include "hotpath/protocols/fix/words/input_words.hpp"

#include <fmt/format.h>

#include "hotpath/messages/sentence.hpp"
#include "hotpath/protocols/fix/venue/fix_numbers.hpp"

namespace hotpath::messages {

std::string message_words(const exchange::event::FixMessage& event) {
    return printed(event.message);
}

std::string numbers_words(const exchange::event::FixNumbers& event) {
    exchange::FixNumbers numbers;
    if (exchange::decode(event.message, numbers) != protocols::DecodeStatus::Ok) {
        return {};
    }
    if (numbers.kind == exchange::FixNumbers::Kind::Reset) {
        return fmt::format("reset after {} reports", numbers.number);
    }
    return numbers.count == 1 ? fmt::format("{} is the session's own", numbers.number)
                              : fmt::format("{} to {} are the session's own", numbers.number,
                                            numbers.number + numbers.count - 1);
}

}  // namespace hotpath::messages
