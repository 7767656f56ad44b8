#include "hotpath/protocols/fix/login/fix_logon.hpp"

#include <charconv>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/checksum.hpp"
#include "hotpath/protocols/fix/venue/fix_arrivals.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::size_t kTrailerLength = 7;  // 10=123|
constexpr std::size_t kLengthMax = 4'096;
constexpr std::size_t kHeaderMax = 32;  // of BeginString and BodyLength

/// Where the value of BodyLength ends, and what it says of the bytes after it.
struct Body {
    std::size_t begin = 0;
    std::size_t length = 0;
};

/// nullopt: no FIX message; begin is 0: not all of it is there.
[[nodiscard]] std::optional<Body> body_of(std::string_view bytes) noexcept {
    constexpr std::string_view kBegin = "8=FIX";
    if (!bytes.starts_with(kBegin.substr(0, bytes.size()))) {
        return std::nullopt;
    }
    const std::size_t first = bytes.find(kSoh);
    const std::size_t second =
        first == std::string_view::npos ? first : bytes.find(kSoh, first + 1);
    if (second == std::string_view::npos) {
        return bytes.size() > kHeaderMax ? std::nullopt : std::optional(Body{});
    }
    const std::string_view field = bytes.substr(first + 1, second - first - 1);
    if (!field.starts_with("9=")) {
        return std::nullopt;
    }
    const std::string_view digits = field.substr(2);
    Body body{.begin = second + 1};
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), body.length);
    const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
    return is_number && body.length <= kLengthMax ? std::optional(body) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> fix_message_length(std::string_view bytes) noexcept {
    const std::optional<Body> body = body_of(bytes);
    if (!body) {
        return std::nullopt;
    }
    const std::size_t length = body->begin + body->length + kTrailerLength;
    return body->begin == 0 || bytes.size() < length ? 0 : length;
}

login::Logon read_fix_logon(std::string_view message) noexcept {
    return {.names = {.version = first_value(message, "8="),
                      .client = first_value(message, "49="),
                      .venue = first_value(message, "56=")},
            .password = first_value(message, "554=")};
}

std::string with_fix_password(std::string_view message, std::string_view password) {
    const std::optional<Body> body = body_of(message);
    if (!body || body->begin == 0) {
        return std::string(message);
    }
    std::string fields(message.substr(body->begin, body->length));
    const std::string_view old = first_value(fields, "554=");
    if (old.data() == nullptr) {
        return std::string(message);
    }
    fields.replace(static_cast<std::size_t>(old.data() - fields.data()), old.size(), password);
    const std::string_view begin_string = first_value(message, "8=");
    const std::string changed =
        fmt::format("8={}{}9={}{}{}", begin_string, kSoh, fields.size(), kSoh, fields);
    const std::uint8_t sum = checksum(std::as_bytes(std::span(changed)));
    return fmt::format("{}10={:03}{}", changed, sum, kSoh);
}

const login::LogonFormat& fix_logon_format() noexcept {
    static constexpr login::LogonFormat kFormat{
        .length = fix_message_length,
        .read = read_fix_logon,
        .with_password = with_fix_password,
        .alias = [](const login::Logon& logon) noexcept {
            return exchange::alias_of({logon.names.version, logon.names.client, logon.names.venue});
        }};
    return kFormat;
}

}  // namespace hotpath::protocols::fix
