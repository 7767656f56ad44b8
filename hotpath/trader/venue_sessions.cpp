#include "hotpath/trader/venue_sessions.hpp"

#include <utility>

namespace hotpath::trader {

namespace {

/// Calls on_entry.operator()<Entry>(account) with the protocol of the account.
template <std::size_t I = 0, class Call>
[[nodiscard]] auto with_entry(const protocols::OrderEntries::Account& account, Call&& on_entry) {
    using Entry = protocols::OrderEntries::At<I>;
    if constexpr (I + 1 < std::variant_size_v<protocols::OrderEntries::Account>) {
        if (account.index() != I) {
            return with_entry<I + 1>(account, on_entry);
        }
    }
    return on_entry.template operator()<Entry>(std::get<I>(account));
}

[[nodiscard]] Expected<std::array<std::optional<ResumableSession>, kPorts>> make_sessions(
    const TraderOptions& options) {
    if (options.timer_interval <= Nanos{} || options.stop_within <= Nanos{}) {
        return fail("trader: timer interval and stop time must be above 0");
    }
    if (auto overrides = validate(options.overrides); !overrides) {
        return std::unexpected(overrides.error());
    }
    const auto validated = []<class Entry>(const typename Entry::Account& account) {
        return Entry::validate(account);
    };
    if (auto valid = with_entry(options.order_entry, validated); !valid) {
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
    const bool numbers_replies =
        with_entry(options.order_entry, []<class Entry>(const typename Entry::Account&) {
            return std::is_same_v<typename Entry::Link, protocols::NoLink>;
        });
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
    return with_entry(options.order_entry, []<class Entry>(const typename Entry::Account& account) {
        return protocols::OrderCodec::Options(Entry::codec_options(account));
    });
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
