#include "hotpath/trader/venue_sessions.hpp"

#include <utility>

namespace hotpath::trader {

namespace {

[[nodiscard]] protocols::cme::IlinkCodec::Options codec_of(const IlinkAccount& account) {
    return {.sender_id = account.sender_id, .location = account.location};
}

[[nodiscard]] Expected<std::array<std::optional<ResumableSession>, kPorts>> make_sessions(
    const TraderOptions& options) {
    if (options.timer_interval <= Nanos{} || options.stop_within <= Nanos{}) {
        return fail("trader: timer interval and stop time must be above 0");
    }
    if (auto overrides = validate(options.overrides); !overrides) {
        return std::unexpected(overrides.error());
    }
    if (options.fix && options.ilink) {
        return fail("trader: options must be for FIX or for iLink 3, got both");
    }
    if (options.ilink) {
        if (auto valid = protocols::cme::IlinkCodec::validate(codec_of(*options.ilink)); !valid) {
            return std::unexpected(valid.error());
        }
    }
    if (options.fix && protocols::fix::dialect_of(options.fix->begin_string) == nullptr) {
        return fail("trader: the version of FIX must be FIX.4.2 or FIX.4.4, got " +
                    options.fix->begin_string);
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
             .fix = port == 0 ? options.fix : std::nullopt,
             .ilink = port == 0 ? options.ilink : std::nullopt});
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
    if (options.drop_copy) {
        auto reconciliation = Reconciliation::create(
            {.account = options.account.username,
             .instruments_max = options.engine.books.instruments_max,
             .orders_remembered = options.engine.orders.orders_remembered,
             .executions_remembered = options.engine.orders.executions_remembered,
             .waiting_max = options.engine.orders.executions_remembered,
             .within = options.reconcile_within,
             .names = options.fix || options.ilink ? ExecutionNames::ExecId
                                                   : ExecutionNames::ReplyNumber});
        if (!reconciliation) {
            return std::unexpected(reconciliation.error());
        }
        made.emplace(std::move(*reconciliation));
    }
    return made;
}

}  // namespace

protocols::OrderCodec::Options codec_options(const TraderOptions& options) {
    if (options.ilink) {
        return {.ilink = codec_of(*options.ilink)};
    }
    if (options.fix) {
        return {.fix = protocols::fix::FixCodec::Options{
                    .dialect = protocols::fix::dialect_of(options.fix->begin_string)}};
    }
    return {};
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
