// FIX 4.4 in a simulated session.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/trader/fix_entry.hpp"
#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "hotpath/sim/session/session_ends.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::string_view kVenue = "VENUE";

/// Up to the end of the CheckSum field.
[[nodiscard]] std::size_t frame_length(Bytes bytes) noexcept {
    constexpr std::string_view kCheckSum =
        "\x01"
        "10=";
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t begin = text.find(kCheckSum);
    const std::size_t end =
        begin == std::string_view::npos ? begin : text.find('\x01', begin + kCheckSum.size());
    return end == std::string_view::npos ? bytes.size() : end + 1;
}

[[nodiscard]] bool is_heartbeat(Bytes message) noexcept {
    return first_value(as_text(message), "35=") == "0";
}

void set_trader(trader::TraderOptions& options) {
    options.order_entry = FixAccount{.comp_id = std::string(sim::session::kTraderName),
                                     .venue_comp_id = std::string(kVenue),
                                     .password = std::string(kHiddenPassword)};
}

void set_venue(sim::session::ServedVenueOptions& options, std::uint32_t replies_max) {
    constexpr std::uint32_t kIdsMax = std::uint32_t{1} << 22U;
    options.orders = exchange::kFixOrders;
    auto& fix = std::get<exchange::FixOptions>(options.server.protocols);
    fix.desk.ids_max = std::min(kIdsMax, std::bit_ceil(replies_max));
    fix.reports = sim::session::reports_room(replies_max);
    fix.users.push_back({.comp_id = std::string(sim::session::kTraderName),
                         .venue_comp_id = std::string(kVenue),
                         .password = std::string(kHiddenPassword)});
}

}  // namespace

const sim::session::OrderEnds& FixEntry::simulated() noexcept {
    static constexpr sim::session::OrderEnds kEnds{
        .title = "FIX 4.4",
        .framing = {frame_length, is_heartbeat, [](Bytes message) noexcept { return message; }},
        .set_trader = set_trader,
        .set_venue = set_venue,
        .first_start = [](Time) { return SessionStart{}; }};
    return kEnds;
}

}  // namespace hotpath::protocols::fix
