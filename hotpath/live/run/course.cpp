#include "hotpath/live/run/course.hpp"

#include <algorithm>
#include <ranges>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hotpath/core/cpu.hpp"
#include "hotpath/live/status/report.hpp"

namespace hotpath::live {

namespace {

constexpr Nanos kSleepMax{10'000'000};

[[nodiscard]] std::string_view port_name(trader::Port port) {
    return port == trader::Port::OrderEntry ? "order entry"
           : port == trader::Port::Glimpse  ? "glimpse"
                                            : "drop copy";
}

}  // namespace

Expected<void> take_core(const TradeConfig& config) {
    return config.core ? pin_this_thread(*config.core) : Expected<void>();
}

std::string joined(std::span<const Symbol> symbols) {
    return fmt::format("{}", fmt::join(symbols | std::views::transform(&Symbol::view), ", "));
}

std::string ready_text(const TradeConfig& config) {
    std::string text = fmt::format("trade: ready: {} trades {}", strategy_name(config),
                                   joined(config.trader.engine.symbols));
    for (std::size_t n = 0; n < venues_count(config); ++n) {
        const VenueConfig& venue = venue_config(config, n);
        text += fmt::format("{} as {} at {}{}", n == 0 ? "" : " and", venue.account,
                            venue.order_entry.to_string(),
                            venue.drop_copy ? "" : ", NO DROP COPY: positions are not reconciled");
    }
    return text + (config.journal ? "\n" : ", NO JOURNAL: a stop ends with this process\n");
}

void rest(Idle idle, net::Waiter& waiter, Nanos due_in) {
    if (idle == Idle::Yield) {
        std::this_thread::yield();
    } else if (idle == Idle::Wait) {
        waiter.wait(std::clamp(due_in, Nanos{0}, kSleepMax));
    }
}

std::string refusal_text(trader::Port port, const trader::ResumableSession& session) {
    if (const trader::OrderLink* const link = session.link()) {
        return fmt::format("{}: {}: {}", port_name(port), link->protocol(), link->why());
    }
    return session.close_reason() == trader::ResumableSession::CloseReason::LoginRejected
               ? fmt::format("{}: login refused by the venue (reason {})", port_name(port),
                             session.login_reason())
               : fmt::format("{}: {}", port_name(port), name(session.close_reason()));
}

Expected<void> judge_end(const TradeStatus& status, const TradeStatus& stopped_for) {
    const std::string why = stop_text(stopped_for);
    if (!why.empty() && stopped_for.stop_reason != risk::StopReason::Operator) {
        return fail("trading was stopped early: " + why);
    }
    return status.is_settled
               ? Expected<void>()
               : fail(fmt::format("{} orders are open or in doubt: no answer from the venue",
                                  status.open_orders));
}

}  // namespace hotpath::live
