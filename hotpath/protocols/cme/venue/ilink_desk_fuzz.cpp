// Any bytes as iLink 3 messages of two sessions, some refused by the server: the venue survives
// them, every message is answered, every report is a message of the schema, no book is crossed, the
// desk's open orders are the venue's, and a second log makes the same of the same inputs.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/fuzzed_venue.hpp"

namespace {

using namespace hotpath;
namespace ilink3 = protocols::cme::ilink3;

exchange::VenueProtocols::DeskOptions desks() {
    return {exchange::FixDeskOptions{}, exchange::IlinkDeskOptions{.is_taken = true}};
}

void check(const exchange::VenueLog& log) {
    for (const exchange::Reply& report :
         log.outputs_of<exchange::IlinkProtocol>(exchange::IlinkProtocol::kReports)) {
        const protocols::DecodeStatus status =
            ilink3::visit_message(report.message, [](const auto& m) {
                using Message = std::remove_cvref_t<decltype(m)>;
                HOTPATH_ASSERT(Message::kTemplateId >= ilink3::BusinessReject::kTemplateId,
                               "a report must be a venue's message");
            });
        HOTPATH_ASSERT(status == protocols::DecodeStatus::Ok, "a report must be of the schema");
    }
    HOTPATH_ASSERT(
        log.desk_of<exchange::IlinkProtocol>().orders().size() == log.exchange().session_orders(),
        "the desk's open orders must be the venue's");
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
        using Type = ilink3::OrderTypeReq;
        constexpr Type kTypes[] = {Type::Limit, Type::MarketWithProtection, Type::StopLimit,
                                   Type::MarketWithLeftoverAsLimit};
        const Type type = kTypes[a / 32 % 4];
        m.store_ord_type(type == Type::StopLimit && (a & 8U) != 0 ? Type::StopWithProtection
                                                                  : type);
        if ((a & 128U) != 0) {
            m.store_execution_mode(ilink3::ExecutionMode::Passive);
        }
        m.store_time_in_force(static_cast<ilink3::TimeInForce>(b / 8 % 5));
    };
    protocols::cme::sbe::Encoded encoded;
    switch (kind % 6) {
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
                m.store_mass_action_scope(static_cast<ilink3::MassActionScope>(a % 12));
                m.store_security_id(b % 3);
                m.store_market_segment_id(a / 12 % 2);
                m.store_security_group((b & 4U) != 0 ? "AAPL" : "");
                if ((b & 8U) != 0) {
                    m.store_side(static_cast<ilink3::SideOptional>(1 + b / 16 % 2));
                }
                if ((b & 32U) != 0) {
                    m.store_ord_type(ilink3::MassActionOrdType::Limit);
                }
                if ((b & 64U) != 0) {
                    m.store_time_in_force(static_cast<ilink3::TimeInForce>(b / 128));
                }
            });
            break;
        case 4:
            encoded = ilink3::OrderMassStatusRequest::encode(room, [&](auto& m) {
                constexpr ilink3::MassStatusReqType kTypes[] = {
                    ilink3::MassStatusReqType::Instrument,
                    ilink3::MassStatusReqType::InstrumentGroup, ilink3::MassStatusReqType::All,
                    ilink3::MassStatusReqType::MarketSegment};
                m.store_mass_status_req_type(kTypes[a % 4]);
                m.store_ord_status_req_type(static_cast<ilink3::OrdStatusReqType>(99 + a / 4 % 4));
                m.store_security_id(b % 3);
                m.store_market_segment_id(a / 16 % 2);
                m.store_security_group((b & 4U) != 0 ? "AAPL" : "");
                if ((b & 8U) != 0) {
                    m.store_time_in_force(static_cast<ilink3::TimeInForce>(b / 16 % 2));
                }
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
    support::TwinLogs logs(support::fuzzed_exchange(), desks());
    const protocols::nasdaq::itch50::StockDirectory listing = support::fuzzed_listing();
    logs.apply(exchange::event::Publication{listing.bytes()}, check);
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
        const exchange::event::IlinkMessage event{.session = support::fuzzed_session(head),
                                                  .reason = support::fuzzed_refusal(head),
                                                  .message = message};
        logs.apply(event, [](const exchange::VenueLog& log) {
            HOTPATH_ASSERT(
                !log.outputs_of<exchange::IlinkProtocol>(exchange::IlinkProtocol::kReports).empty(),
                "every message must be answered");
            check(log);
        });
    }
    logs.check_state();
    return 0;
}
