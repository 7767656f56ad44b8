// Any bytes as FIX messages of two sessions, some refused by the server: the venue survives them,
// every report can be read and has what its kind must have, no book is crossed, the desk's open
// orders are the venue's, and a second log makes the same of the same inputs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/wire/fix/field_list.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace {

using namespace hotpath;
namespace tag = wire::fix::tag;

exchange::VenueLog make_log() {
    return std::move(*exchange::VenueLog::create({.books = {.orders_max = 64,
                                                            .levels_max = 64,
                                                            .instruments_max = 2,
                                                            .huge_pages = HugePages::Never},
                                                  .sessions_max = 2,
                                                  .session_orders_max = 32,
                                                  .executions_per_command_max = 16,
                                                  .takes_extensions = true,
                                                  .fix_ids_max = 64,
                                                  .has_fix_copies = true},
                                                 nullptr));
}

void read_reports(const exchange::VenueLog& log) {
    for (const exchange::Reply& copy : log.fix_copies()) {
        wire::fix::FieldList fields{wire::fix::DataFields{}};
        HOTPATH_ASSERT(fields.split(copy.message) == wire::fix::SplitStatus::Ok &&
                           fields.value(tag::kCopyMsgIndicator) == "Y",
                       "every copy must be FIX fields, and say that it is one");
    }
    for (const exchange::Reply& reply : log.fix_replies()) {
        wire::fix::FieldList fields{wire::fix::DataFields{}};
        HOTPATH_ASSERT(fields.split(reply.message) == wire::fix::SplitStatus::Ok,
                       "every report must be FIX fields");
        const auto type = fields.value(tag::kMsgType);
        HOTPATH_ASSERT(type && fields[0].tag == tag::kMsgType, "a report begins with its MsgType");
        if (*type == "8") {
            for (const wire::fix::Tag required :
                 {tag::kOrderId, tag::kClOrdId, tag::kExecId, tag::kExecType, tag::kOrdStatus,
                  tag::kSymbol, tag::kSide, tag::kLeavesQty, tag::kCumQty, tag::kAvgPx}) {
                HOTPATH_ASSERT(fields.value(required), "a report must have what FIX requires");
            }
        }
    }
}

void check(exchange::VenueLog& log) {
    read_reports(log);
    const book::Bbo bbo = log.exchange().books().bbo({1});
    HOTPATH_ASSERT(!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price,
                   "the book must not be crossed");
    log.clear_outputs();
}

void apply(exchange::VenueLog& log, const exchange::Event& event) {
    const exchange::ApplyStatus status =
        log.apply({.time = {1}, .outputs = log.outputs_so_far(), .event = event});
    HOTPATH_ASSERT(status == exchange::ApplyStatus::Ok, "the venue must take the input");
}

}  // namespace

/// Messages, each behind a byte: its lowest six bits are the length in units of 16 bytes, and the
/// highest two select the session and whether the server refuses it. `|` is SOH.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::byte> text(size);
    std::ranges::transform(std::span(data, size), text.begin(), [](std::uint8_t byte) {
        return byte == '|' ? std::byte{wire::fix::kSoh} : std::byte{byte};
    });
    exchange::VenueLog log = make_log();
    exchange::VenueLog twin = make_log();
    wire::itch50::StockDirectory directory;
    directory.store_stock_locate(1);
    directory.store_stock(*Symbol::from("AAPL"));
    for (exchange::VenueLog* const each : {&log, &twin}) {
        apply(*each, exchange::event::Publication{directory.bytes()});
        check(*each);
    }
    for (Bytes rest = text; !rest.empty();) {
        const auto head = std::to_integer<std::size_t>(rest[0]);
        const std::size_t length = std::min(head % 64 * 16, rest.size() - 1);
        const exchange::event::FixMessage event{
            .session = {static_cast<std::uint16_t>(head >> 7U)},
            .reason = (head & 64U) != 0 ? wire::ouch50::reject_reason::kPortMessageRate
                                        : std::uint16_t{0},
            .message = rest.subspan(1, length)};
        for (exchange::VenueLog* const each : {&log, &twin}) {
            apply(*each, event);
            check(*each);
        }
        HOTPATH_ASSERT(log.output_checksum() == twin.output_checksum(), "the same again");
        rest = rest.subspan(1 + length);
    }
    StateWriter state;
    log.save(state);
    exchange::VenueLog loaded = make_log();
    StateReader reader(state.bytes());
    loaded.load(reader);
    HOTPATH_ASSERT(reader.is_done() && loaded.state_checksum() == log.state_checksum(),
                   "what is saved must load");
    return 0;
}
