#include "hotpath/process/client_note_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "hotpath/net/endpoint.hpp"

namespace hotpath::process {

namespace {

/// A name comes from the network: nothing in it may end the line or move a terminal's cursor.
[[nodiscard]] std::string printable(std::string_view text) {
    constexpr char kFirst = ' ';
    constexpr char kLast = '~';
    std::string shown(text);
    std::ranges::replace_if(shown, [](char c) { return c < kFirst || c > kLast; }, '?');
    return shown;
}

}  // namespace

std::string note_text(const protocols::nasdaq::soupbintcp::ClientNote& note,
                      std::string_view port) {
    const std::string user = printable(protocols::without_padding(note.user));
    const net::Endpoint from{{note.peer.address}, note.peer.port};
    const std::string more =
        note.suppressed == 0
            ? std::string()
            : fmt::format(" ({} lines like this one were left out before it)", note.suppressed);
    return fmt::format("{} at {} ({}): {}{}", user.empty() ? "a client without a login" : user,
                       from.to_string(), port, note.why.empty() ? name(note.reason) : note.why,
                       more);
}

}  // namespace hotpath::process
