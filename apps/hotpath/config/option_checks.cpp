#include "apps/hotpath/config/option_checks.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "apps/hotpath/config/symbol_list.hpp"
#include "apps/hotpath/console/console.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/shm/channel_name.hpp"

namespace hotpath::app {

namespace {

[[nodiscard]] std::string must_be(std::string_view allowed, std::string_view given) {
    return fmt::format("must be {}, got '{}'", allowed, given);
}

}  // namespace

std::string check_nothing(const std::string&) {
    return "";
}

std::string check_symbol_list(const std::string& text) {
    if (text.starts_with('@')) {
        return text.size() > 1 ? "" : must_be("@FILE with the name of a file", text);
    }
    const auto symbols = parse_symbols(text);
    return symbols ? "" : symbols.error().message;
}

std::string check_time_of_day(const std::string& text) {
    return parse_time_of_day(text) ? ""
                                   : must_be("a time of day, HH:MM:SS or HH:MM:SS.nnnnnnnnn", text);
}

std::string check_user(const std::string& text) {
    return text.size() <= 6 ? "" : must_be("a user's name of 1 to 6 characters", text);
}

std::string check_reason(const std::string& text) {
    return text.size() <= 4 ? "" : must_be("a reason of 1 to 4 characters", text);
}

std::string check_endpoint(const std::string& text) {
    return net::Endpoint::parse(text)
               ? ""
               : must_be("an address and port, such as 127.0.0.1:26400", text);
}

std::string check_channel(const std::string& text) {
    const auto name = shm::ChannelName::from(text);
    return name ? "" : name.error().message;
}

std::string check_setting(const std::string& text) {
    const std::size_t equals = text.find('=');
    const bool is_whole = equals != 0 && equals != std::string::npos && equals + 1 < text.size();
    return is_whole ? "" : must_be("KEY=VALUE", text);
}

std::string check_identity(const std::string& text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const bool is_hex = text.find_first_not_of(kDigits) == std::string::npos;
    return text.size() == 16 && is_hex ? "" : must_be("16 hexadecimal digits", text);
}

}  // namespace hotpath::app
