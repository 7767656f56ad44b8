#include "hotpath/trader/venue_sessions.hpp"

#include <type_traits>
#include <utility>
#include <variant>

namespace hotpath::trader {

namespace {

[[nodiscard]] Expected<std::array<std::optional<ResumableSession>, kPorts>> make_sessions(
    const TraderOptions& options) {
    if (options.timer_interval <= Nanos{} || options.stop_within <= Nanos{}) {
        return fail("trader: timer interval and stop time must be above 0");
    }
    if (auto overrides = validate(options.overrides); !overrides) {
        return std::unexpected(overrides.error());
    }
    const auto validated = []<class A>(const A& account) { return A::Entry::validate(account); };
    if (auto valid = std::visit(validated, options.order_entry); !valid) {
        return std::unexpected(valid.error());
    }
    const std::array<std::optional<protocols::nasdaq::soupbintcp::Credentials>, kPorts> users{
        options.account, options.account, options.drop_copy};
    std::array<std::optional<ResumableSession>, kPorts> sessions;
    for (std::size_t port = 0; port < kPorts; ++port) {
        if (!users[port]) {
            continue;
        }
        auto session = ResumableSession::create(
            {.soup = {.connection = options.connection, .credentials = *users[port]},
             .retry_min = options.retry_min,
             .retry_max = options.retry_max,
             .order_entry = port == 0 ? std::optional(options.order_entry) : std::nullopt});
        if (!session) {
            return std::unexpected(session.error());
        }
        sessions[port].emplace(std::move(*session));
    }
    return sessions;
}

[[nodiscard]] Expected<std::optional<Reconciliation>> make_reconciliation(
    const TraderOptions& options) {
    std::optional<Reconciliation> made;
    const auto is_without_link = []<class A>(const A&) {
        return std::is_same_v<typename A::Entry::Link, protocols::NoLink>;
    };
    const bool numbers_replies = std::visit(is_without_link, options.order_entry);
    if (options.drop_copy) {
        auto reconciliation = Reconciliation::create(
            {.account = options.account.username,
             .instruments_max = options.engine.books.instruments_max,
             .orders_remembered = options.engine.orders.orders_remembered,
             .executions_remembered = options.engine.orders.executions_remembered,
             .waiting_max = options.engine.orders.executions_remembered,
             .within = options.reconcile_within,
             .names = numbers_replies ? ExecutionNames::ReplyNumber : ExecutionNames::ExecId});
        if (!reconciliation) {
            return std::unexpected(reconciliation.error());
        }
        made.emplace(std::move(*reconciliation));
    }
    return made;
}

}  // namespace

protocols::OrderCodec::Options codec_options(const TraderOptions& options) {
    return std::visit(
        []<class A>(const A& account) {
            return protocols::OrderCodec::Options(A::Entry::codec_options(account));
        },
        options.order_entry);
}

Expected<VenueSessions> make_venue_sessions(const TraderOptions& options) {
    auto sessions = make_sessions(options);
    if (!sessions) {
        return std::unexpected(sessions.error());
    }
    auto reconciliation = make_reconciliation(options);
    if (!reconciliation) {
        return std::unexpected(reconciliation.error());
    }
    return VenueSessions{.by_port = std::move(*sessions),
                         .reconciliation = std::move(*reconciliation)};
}

void leave(ResumableSession& of, bool at_once, Time now) noexcept {
    if (of.state() != SessionState::Off) {
        of.leave(now);
    }
    if (at_once) {
        of.hang_up(ResumableSession::CloseReason::ShutDown);
    }
}

}  // namespace hotpath::trader
