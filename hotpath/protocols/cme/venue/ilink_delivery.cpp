#include "hotpath/protocols/cme/venue/ilink_delivery.hpp"

namespace hotpath::exchange {

void IlinkDelivery::count() noexcept {
    const VenueLog& log = core_.log();
    sessions_.count(log.users(), log.outputs_of<IlinkProtocol>(IlinkProtocol::kReports),
                    [this](SessionId session) { core_.note_crowded(session); });
}

void IlinkDelivery::keep(const Output& report) noexcept {
    IlinkEnd* const end = end_of(report.session);
    if (end == nullptr) {
        return;
    }
    --end->reports_waiting;
    if (!end->stream.try_append(report.bytes)) {
        ++core_.counters().replies_not_kept;
        if (end->connection) {
            core_.close(*end->connection, VenueCore::CloseReason::StreamFull,
                        "no room for more messages: the session has reached reports_kept");
        }
    }
}

void IlinkDelivery::replay() noexcept {
    for (const Reply& report : core_.log().outputs_of<IlinkProtocol>(IlinkProtocol::kReports)) {
        if (IlinkEnd* const end = end_of(report.session)) {
            core_.counters().replies_not_kept += end->stream.try_append(report.message) ? 0U : 1U;
        }
    }
}

void IlinkDelivery::look_for(TradeSearch& search, SessionId session) const noexcept {
    const IlinkEnd* const end = end_of(session);
    for (TradeParty& party : search.parties()) {
        if (end != nullptr && party.session == session) {
            end->label(search.match(), party);
        }
    }
}

}  // namespace hotpath::exchange
