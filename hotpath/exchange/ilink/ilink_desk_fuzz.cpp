// Any bytes as iLink 3 messages of two sessions, some refused by the server: the venue survives
// them, every message is answered, every report is a message of the schema, no book is crossed, the
// desk's open orders are the venue's, and a second log makes the same of the same inputs.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/wire/ilink3/generated/messages.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace {

using namespace hotpath;
namespace ilink3 = wire::ilink3;

exchange::VenueLog make_log() {
    return std::move(*exchange::VenueLog::create({.books = {.orders_max = 64,
                                                            .levels_max = 64,
                                                            .instruments_max = 2,
                                                            .huge_pages = HugePages::Never},
                                                  .sessions_max = 2,
                                                  .session_orders_max = 32,
                                                  .executions_per_command_max = 16,
                                                  .takes_extensions = true,
                                                  .takes_ilink = true},
                                                 nullptr));
}

void check(exchange::VenueLog& log, bool is_message) {
    HOTPATH_ASSERT(!is_message || !log.ilink_reports().empty(), "every message must be answered");
    for (const exchange::Reply& report : log.ilink_reports()) {
        const wire::DecodeStatus status = ilink3::visit_message(report.message, [](const auto& m) {
            using Message = std::remove_cvref_t<decltype(m)>;
            HOTPATH_ASSERT(Message::kTemplateId >= ilink3::BusinessReject::kTemplateId,
                           "a report must be a venue's message");
        });
        HOTPATH_ASSERT(status == wire::DecodeStatus::Ok, "a report must be of the schema");
    }
    const book::Bbo bbo = log.exchange().books().bbo({1});
    HOTPATH_ASSERT(!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price,
                   "the book must not be crossed");
    HOTPATH_ASSERT(log.ilink().orders().size() == log.exchange().session_orders(),
                   "the desk's open orders must be the venue's");
    log.clear_outputs();
}

void apply(exchange::VenueLog& log, const exchange::Event& event) {
    const exchange::ApplyStatus status =
        log.apply({.time = {1}, .outputs = log.outputs_so_far(), .event = event});
    HOTPATH_ASSERT(status == exchange::ApplyStatus::Ok, "the venue must take the input");
}

/// Three bytes choose a message's few terms, so that orders trade, are replaced and canceled.
std::vector<std::byte> a_message(std::uint8_t kind, std::uint8_t a, std::uint8_t b) {
    std::array<std::byte, 512> room{};
    const auto fill_order = [&](auto& m) {
        ilink3::PriceOptional price;
        price.store_mantissa(std::int64_t{1 + a % 4} * 10'000'000);
        m.store_price(price);
        m.store_stop_px(price);
        m.store_order_qty(1 + b % 8U);
        m.store_security_id(1 + (b >> 7));
        m.store_side((a & 16U) != 0 ? ilink3::Side::Buy : ilink3::Side::Sell);
        m.store_ord_type((a & 32U) != 0   ? ilink3::OrderTypeReq::MarketWithProtection
                         : (a & 64U) != 0 ? ilink3::OrderTypeReq::StopLimit
                                          : ilink3::OrderTypeReq::Limit);
        m.store_time_in_force(static_cast<ilink3::TimeInForce>(b / 8 % 5));
    };
    wire::sbe::Encoded encoded;
    switch (kind % 5) {
        case 0:
            encoded = ilink3::NewOrderSingle::encode(room, fill_order);
            break;
        case 1:
            encoded = ilink3::OrderCancelReplaceRequest::encode(room, [&](auto& m) {
                fill_order(m);
                m.store_order_id(b / 2);
            });
            break;
        case 2:
            encoded =
                ilink3::OrderCancelRequest::encode(room, [&](auto& m) { m.store_order_id(b / 2); });
            break;
        case 3:
            encoded = ilink3::OrderMassActionRequest::encode(room, [&](auto& m) {
                m.store_mass_action_scope(static_cast<ilink3::MassActionScope>(a % 8));
                m.store_security_id(b % 3);
            });
            break;
        default:
            encoded =
                ilink3::OrderStatusRequest::encode(room, [&](auto& m) { m.store_order_id(b); });
    }
    return {encoded.bytes.begin(), encoded.bytes.end()};
}

}  // namespace

/// Messages, each behind a byte: its highest two bits select the session and whether the server
/// refuses it; the lowest six are the length in units of 8 bytes, or with 0 three bytes are a whole
/// message.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    exchange::VenueLog log = make_log();
    exchange::VenueLog twin = make_log();
    wire::itch50::StockDirectory directory;
    directory.store_stock_locate(1);
    directory.store_stock(*Symbol::from("AAPL"));
    for (exchange::VenueLog* const each : {&log, &twin}) {
        apply(*each, exchange::event::Publication{directory.bytes()});
        check(*each, false);
    }
    for (std::span<const std::uint8_t> rest(data, size); !rest.empty();) {
        const std::uint8_t head = rest[0];
        rest = rest.subspan(1);
        std::vector<std::byte> message;
        if (head % 64 == 0 && rest.size() >= 3) {
            message = a_message(rest[0], rest[1], rest[2]);
            rest = rest.subspan(3);
        } else {
            const std::size_t length = std::min<std::size_t>(head % 64U * 8, rest.size());
            const auto bytes = std::as_bytes(rest.first(length));
            message.assign(bytes.begin(), bytes.end());
            rest = rest.subspan(length);
        }
        const exchange::event::IlinkMessage event{
            .session = {static_cast<std::uint16_t>(head >> 7U)},
            .reason = (head & 64U) != 0 ? wire::ouch50::reject_reason::kPortMessageRate
                                        : std::uint16_t{0},
            .message = message};
        for (exchange::VenueLog* const each : {&log, &twin}) {
            apply(*each, event);
            check(*each, true);
        }
        HOTPATH_ASSERT(log.output_checksum() == twin.output_checksum(), "the same again");
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
