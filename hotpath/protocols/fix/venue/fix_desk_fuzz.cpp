// Any bytes as FIX messages of two sessions, some refused by the server: the venue survives them,
// every report can be read and has what its kind must have, no book is crossed, the desk's open
// orders are the venue's, and a second log makes the same of the same inputs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/fuzzed_venue.hpp"

namespace {

using namespace hotpath;
namespace tag = protocols::fix::tag;

exchange::VenueProtocols::DeskOptions desks() {
    return {exchange::FixDeskOptions{.ids_max = 64, .has_copies = true}, {}};
}

void read_reports(const exchange::VenueLog& log) {
    for (const exchange::Reply& copy :
         log.outputs_of<exchange::FixProtocol>(exchange::FixProtocol::kCopies)) {
        protocols::fix::FieldList fields{protocols::fix::DataFields{}};
        HOTPATH_ASSERT(fields.split(copy.message) == protocols::fix::SplitStatus::Ok &&
                           fields.value(tag::kCopyMsgIndicator) == "Y",
                       "every copy must be FIX fields, and say that it is one");
    }
    for (const exchange::Reply& reply :
         log.outputs_of<exchange::FixProtocol>(exchange::FixProtocol::kReplies)) {
        protocols::fix::FieldList fields{protocols::fix::DataFields{}};
        HOTPATH_ASSERT(fields.split(reply.message) == protocols::fix::SplitStatus::Ok,
                       "every report must be FIX fields");
        const auto type = fields.value(tag::kMsgType);
        HOTPATH_ASSERT(type && fields[0].tag == tag::kMsgType, "a report begins with its MsgType");
        if (*type == "8") {
            for (const protocols::fix::Tag required :
                 {tag::kOrderId, tag::kClOrdId, tag::kExecId, tag::kExecType, tag::kOrdStatus,
                  tag::kSymbol, tag::kSide, tag::kLeavesQty, tag::kCumQty, tag::kAvgPx}) {
                HOTPATH_ASSERT(fields.value(required), "a report must have what FIX requires");
            }
        }
    }
}

}  // namespace

/// Messages, each behind a byte: its lowest six bits are the length in units of 16 bytes, and the
/// highest two select the session and whether the server refuses it. `|` is SOH.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::byte> text(size);
    std::ranges::transform(std::span(data, size), text.begin(), [](std::uint8_t byte) {
        return byte == '|' ? std::byte{protocols::fix::kSoh} : std::byte{byte};
    });
    support::TwinLogs logs(support::fuzzed_exchange(), desks());
    const protocols::nasdaq::itch50::StockDirectory listing = support::fuzzed_listing();
    logs.apply(exchange::event::Publication{listing.bytes()}, read_reports);
    for (Bytes rest = text; !rest.empty();) {
        const auto head = std::to_integer<std::size_t>(rest[0]);
        const std::size_t length = std::min(head % 64 * 16, rest.size() - 1);
        const exchange::event::FixMessage event{.session = support::fuzzed_session(head),
                                                .reason = support::fuzzed_refusal(head),
                                                .message = rest.subspan(1, length)};
        logs.apply(event, read_reports);
        rest = rest.subspan(1 + length);
    }
    logs.check_state();
    return 0;
}
