#include "apps/hotpath/exchange/sessions.hpp"

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/protocols/ascii_fields.hpp"

namespace hotpath::app {

namespace {

/// Percent of the room that orders may use.
constexpr std::array<std::uint64_t, 3> kLevels{50, 80, 100};

[[nodiscard]] std::string name_of(const exchange::VenueServer& server, exchange::SessionId id) {
    return std::string(protocols::without_padding(server.log().users().name_of(id)));
}

/// Beyond it orders are refused.
[[nodiscard]] std::uint64_t room_for_orders(const exchange::VenueServer& server,
                                            exchange::SessionId id) {
    const std::uint64_t kept = server.replies_reserved_for_orders(id);
    return server.replies_max() > kept ? server.replies_max() - kept : 0;
}

[[nodiscard]] SessionStatus session_of(const exchange::VenueServer& server,
                                       exchange::SessionId id) {
    return {.user = server.log().users().name_of(id),
            .session = id.value,
            .is_removed = server.log().users().is_removed(id),
            .is_logged_in = server.is_logged_in(id),
            .is_suspended = server.log().exchange().member(id).is_suspended,
            .limits = server.limits(id),
            .orders_per_second = server.order_rate(id).per_second,
            .open_orders = server.log().exchange().session_orders(id),
            .replies = server.replies_made(id),
            .replies_max = server.replies_max(),
            .replies_for_orders = room_for_orders(server, id)};
}

[[nodiscard]] double number_of_dollars(Money money) {
    constexpr double kUnits = 10'000;
    return static_cast<double>(money.value) / kUnits;
}

[[nodiscard]] std::uint64_t percent_used(const SessionStatus& session) {
    const std::uint64_t room = session.replies_for_orders;
    return session.replies >= room ? 100 : session.replies * 100 / room;
}

}  // namespace

std::string user_change_text(const exchange::UserChangeNote& note) {
    const std::string name(protocols::without_padding(note.change.name));
    if (note.change.action == exchange::UserAction::Removed) {
        return fmt::format(
            "user {} is no longer configured: its login is refused, {} open orders are "
            "canceled, session {} keeps its history",
            name, note.open_orders, note.session.value);
    }
    return note.is_back
               ? fmt::format("user {} is configured again: it has session {} as before", name,
                             note.session.value)
               : fmt::format("user {} is new: session {} begins", name, note.session.value);
}

std::vector<std::string> member_texts(const exchange::VenueServer& server) {
    std::vector<std::string> lines;
    for (std::uint16_t n = 0; n < server.log().users().size(); ++n) {
        const exchange::Member& member = server.log().exchange().member({n});
        if (member.is_suspended) {
            lines.push_back(
                fmt::format("user {} is suspended by an operator", name_of(server, {n})));
        }
        if (member.has_limits()) {
            lines.push_back(
                fmt::format("user {} has limits of an operator, not the configuration's",
                            name_of(server, {n})));
        }
    }
    return lines;
}

std::vector<SessionStatus> sessions_of(const exchange::VenueServer& server) {
    std::vector<SessionStatus> sessions;
    sessions.reserve(server.log().users().size());
    for (std::uint16_t n = 0; n < server.log().users().size(); ++n) {
        sessions.push_back(session_of(server, {n}));
    }
    return sessions;
}

nlohmann::ordered_json sessions_json(std::span<const SessionStatus> sessions) {
    auto json = nlohmann::ordered_json::array();
    for (const SessionStatus& session : sessions) {
        json.push_back({{"user", protocols::without_padding(session.user)},
                        {"session", session.session},
                        {"removed", session.is_removed},
                        {"logged_in", session.is_logged_in},
                        {"suspended", session.is_suspended},
                        {"limits",
                         {{"orders_per_second", session.orders_per_second},
                          {"order_value_max", number_of_dollars(session.limits.order_value_max)},
                          {"collar_bps", session.limits.collar_bps.value},
                          {"exposure_max", number_of_dollars(session.limits.exposure_max)}}},
                        {"open_orders", session.open_orders},
                        {"room",
                         {{"replies", session.replies},
                          {"replies_max", session.replies_max},
                          {"replies_before_orders_are_refused", session.replies_for_orders},
                          {"used", static_cast<double>(percent_used(session)) / 100}}}});
    }
    return json;
}

std::vector<std::string> DayRoom::news(std::uint32_t day, Time time) {
    constexpr std::array<std::int64_t, 3> kHours{60, 72, 77};
    constexpr std::int64_t kHour = 3'600 * kNanosPerSecond;
    if (day != day_) {
        day_ = day;
        said_ = 0;
    }
    const std::size_t before = said_;
    while (said_ < kHours.size() && time.value >= kHours[said_] * kHour) {
        ++said_;
    }
    const bool is_over = time >= exchange::kDayEndsBy && said_ == kHours.size();
    said_ += is_over ? 1U : 0U;
    if (said_ == before) {
        return {};
    }
    constexpr std::string_view kNext = "start the next day: hotpath operate start-of-day";
    return {is_over
                ? fmt::format("the day has lasted for 78 hours, and the feed has no more times "
                              "for it: its session has ended; {}",
                              kNext)
                : fmt::format("the day has lasted for {} hours: its session ends after 78, when "
                              "the feed has no more times for it; {}",
                              time.value / kHour, kNext)};
}

std::vector<std::string> SessionRoom::news(const exchange::VenueServer& server) {
    if (const std::uint32_t day = server.log().exchange().day().number; day != day_) {
        day_ = day;
        levels_.clear();
    }
    const auto users = static_cast<std::uint16_t>(server.log().users().size());
    levels_.resize(users);
    std::vector<std::string> lines;
    for (std::uint16_t n = 0; n < users; ++n) {
        const std::uint64_t used = percent_used(session_of(server, {n}));
        const std::uint8_t before = levels_[n];
        while (levels_[n] < kLevels.size() && used >= kLevels[levels_[n]]) {
            ++levels_[n];
        }
        if (levels_[n] != before) {
            lines.push_back(fmt::format(
                "user {}: {}% of the room for replies is used ({} of replies_kept = {}){}",
                name_of(server, {n}), used, server.replies_made({n}), server.replies_max(),
                used == 100 ? ": orders are refused until the next start of day" : ""));
        }
    }
    return lines;
}

}  // namespace hotpath::app
