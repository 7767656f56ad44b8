#include "hotpath/protocols/fix/venue/fix_delivery.hpp"

#include <optional>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/body_text.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;

namespace {

/// A report that has waited for the journal: MsgType and body. False: there was no room, and the
/// session is closed.
[[nodiscard]] bool try_send(FixEnd& end, Bytes report, Time utc) noexcept {
    --end.reports_waiting;
    const std::optional<fix::BodyText> text = fix::split_body(as_text(report));
    HOTPATH_ASSERT(text, "a report must begin with its MsgType");
    end.session->begin(text->msg_type, utc).add_fields(text->fields);
    const fix::SendStatus status = end.session->send();
    const bool is_kept = status == fix::SendStatus::Sent || status == fix::SendStatus::Stored;
    if (!is_kept) {
        end.session->close(fix::CloseReason::StoreFull);
    }
    return is_kept;
}

}  // namespace

void FixDelivery::count() noexcept {
    const VenueLog& log = core_.log();
    sessions_.count(log.users(), log.outputs_of<FixProtocol>(FixProtocol::kReplies),
                    [this](SessionId session) { core_.note_crowded(session); });
    for (const Reply& report : log.outputs_of<FixProtocol>(FixProtocol::kCopies)) {
        if (report.session.value < log.users().size()) {
            sessions_.for_each_copy_of(log.users().name_of(report.session), [](FixEnd& end) {
                ++end.reports_made;
                ++end.reports_waiting;
            });
        }
    }
}

void FixDelivery::keep(const Output& report, Time now) noexcept {
    const Username& name = core_.log().users().name_of(report.session);
    const Time utc = core_.utc(now);
    if (report.kind == output_kind<FixProtocol>(FixProtocol::kCopies)) {
        const Bytes copy = sessions_.with_account(report.bytes, name);
        sessions_.for_each_copy_of(name, [&](FixEnd& end) {
            core_.counters().copies_not_kept += try_send(end, copy, utc) ? 0U : 1U;
        });
    } else if (FixEnd* const end = sessions_.find(name)) {
        core_.counters().replies_not_kept += try_send(*end, report.bytes, utc) ? 0U : 1U;
    }
}

void FixDelivery::replay() noexcept {
    const VenueLog& log = core_.log();
    for (const Reply& reply : log.outputs_of<FixProtocol>(FixProtocol::kReplies)) {
        if (FixEnd* const end = sessions_.find(log.users(), reply.session)) {
            core_.counters().replies_not_kept += end->stream.try_keep(reply.message) ? 0U : 1U;
        }
    }
    for (const Reply& report : log.outputs_of<FixProtocol>(FixProtocol::kCopies)) {
        if (report.session.value < log.users().size()) {
            const Username& name = log.users().name_of(report.session);
            const Bytes copy = sessions_.with_account(report.message, name);
            sessions_.for_each_copy_of(name, [&](FixEnd& end) {
                core_.counters().copies_not_kept += end.stream.try_keep(copy) ? 0U : 1U;
            });
        }
    }
}

}  // namespace hotpath::exchange
