#include "hotpath/trader/trader.hpp"

namespace hotpath::trader {

namespace {

/// All engines are on one thread: nothing is gained by fetching much at once, and a limit would
/// bind early.
// One thread: there is no other engine to keep quotas from.
constexpr Money kExposureBlock{1};
constexpr risk::FirmLimits kBlock{.open_orders_max = 1, .open_value_max = {1}, .messages_max = 1};

}  // namespace

Expected<std::unique_ptr<Firm>> make_firm(const TraderVenues& venues) {
    if (venues.options.size() < 2) {
        return nullptr;
    }
    if (venues.options.size() > kVenuesMax || !risk::SharedLimits::is_valid(venues.firm) ||
        !risk::SharedExposure::is_valid(venues.firm_exposure)) {
        return fail("trader: 1 to " + std::to_string(kVenuesMax) +
                    " venues are possible, and several need every limit of the firm");
    }
    auto firm = std::make_unique<Firm>(venues.firm, venues.firm_exposure);
    for (std::size_t n = 0; n < venues.options.size(); ++n) {
        firm->shares.emplace_back(firm->limits, kBlock);
        firm->exposure_shares.emplace_back(firm->exposure, kExposureBlock);
    }
    return firm;
}

OperatorStatus status_at_both(OperatorStatus a, OperatorStatus b) noexcept {
    const auto is_absent = [](OperatorStatus status) {
        return status == OperatorStatus::UnknownInstrument ||
               status == OperatorStatus::NothingToAccept;
    };
    return is_absent(a) ? b : is_absent(b) ? a : std::max(a, b);
}

OperatorAnswer answer_of_both(const OperatorAnswer& a, const OperatorAnswer& b) noexcept {
    OperatorAnswer both = a;
    both.status = status_at_both(a.status, b.status);
    if (b.mode > a.mode) {
        both.mode = b.mode;
        both.reason = b.reason;
    }
    both.is_stale = a.is_stale || b.is_stale;
    both.is_in_doubt = a.is_in_doubt || b.is_in_doubt;
    both.is_stopping = a.is_stopping || b.is_stopping;
    both.open_orders = a.open_orders + b.open_orders;
    both.pnl = a.pnl + b.pnl;
    return both;
}

}  // namespace hotpath::trader
