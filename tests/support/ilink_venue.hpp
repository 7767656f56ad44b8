#pragma once
/// A venue's log with iLink 3 sessions, for tests: requests in as structs, reports out as lines.
///
///   IlinkVenueLog venue;
///   venue.enter(kUs, {.id = "A1"}) == Lines{"0 New order 1 A1 R1 100@50.0000 request 1"}
///
/// Threads: the test's. Allocation: strings. Tests only.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/ilink_messages.hpp"
#include "tests/support/logged_venue.hpp"

namespace hotpath::support {

using IlinkLines = std::vector<std::string>;

[[nodiscard]] inline exchange::VenueProtocols::DeskOptions ilink_desks() {
    return {exchange::FixDeskOptions{}, exchange::IlinkDeskOptions{.is_taken = true}};
}

/// The terms of an order or a replacement; prices in units of 0.000000001.
struct IlinkTermsText {
    std::string_view id = "A1";
    std::uint64_t request = 1;
    std::optional<std::uint64_t> order_id{};  // of a replacement
    std::int32_t security_id = 1;
    protocols::cme::ilink3::Side side = protocols::cme::ilink3::Side::Buy;
    std::uint32_t qty = 100;
    std::optional<std::int64_t> price = 50'000'000'000;
    std::optional<std::int64_t> stop{};
    protocols::cme::ilink3::OrderTypeReq type = protocols::cme::ilink3::OrderTypeReq::Limit;
    protocols::cme::ilink3::TimeInForce time_in_force = protocols::cme::ilink3::TimeInForce::Day;
    std::optional<std::uint32_t> min_qty{};
    std::optional<std::uint32_t> display_qty{};
    protocols::cme::ilink3::ExecutionMode mode{'\0'};
};

template <class Message>
void store_ilink_terms(Message& m, const IlinkTermsText& terms) {
    protocols::cme::ilink3::PriceOptional price;
    price.store_mantissa(terms.price);
    protocols::cme::ilink3::PriceOptional stop;
    stop.store_mantissa(terms.stop);
    m.store_price(price);
    m.store_stop_px(stop);
    m.store_order_qty(terms.qty);
    m.store_security_id(terms.security_id);
    m.store_side(terms.side);
    m.store_sender_id("TRADER");
    m.store_location("DE");
    m.store_cl_ord_id(terms.id);
    m.store_party_details_list_req_id(7);
    m.store_order_request_id(terms.request);
    m.store_min_qty(terms.min_qty);
    m.store_display_qty(terms.display_qty);
    m.store_ord_type(terms.type);
    m.store_execution_mode(terms.mode);
    m.store_time_in_force(terms.time_in_force);
}

[[nodiscard]] inline IlinkBytes ilink_order(const IlinkTermsText& terms) {
    return ilink_bytes<protocols::cme::ilink3::NewOrderSingle>(
        [&](auto& m) { store_ilink_terms(m, terms); });
}
[[nodiscard]] inline IlinkBytes ilink_replacement(const IlinkTermsText& terms) {
    return ilink_bytes<protocols::cme::ilink3::OrderCancelReplaceRequest>([&](auto& m) {
        store_ilink_terms(m, terms);
        m.store_order_id(terms.order_id);
    });
}
[[nodiscard]] inline IlinkBytes ilink_cancel(std::string_view id,
                                             std::optional<std::uint64_t> order_id) {
    return ilink_bytes<protocols::cme::ilink3::OrderCancelRequest>([&](auto& m) {
        m.store_order_id(order_id);
        m.store_cl_ord_id(id);
        m.store_security_id(1);
        m.store_side(protocols::cme::ilink3::Side::Buy);
        m.store_order_request_id(2);
    });
}

[[nodiscard]] inline std::string ilink_price(std::int64_t mantissa) {
    std::string text = std::to_string(mantissa / 100'000);
    text.insert(0, text.size() < 5 ? 5 - text.size() : 0, '0');
    return text.insert(text.size() - 4, ".");
}

/// A report as a line: its kind, OrderID, ClOrdID, ExecID, quantity and price, and what it has more.
[[nodiscard]] inline std::string ilink_line(Bytes report) {
    std::string line = "?";
    const protocols::DecodeStatus status =
        protocols::cme::ilink3::visit_message(report, [&](const auto& m) {
            std::string_view name = m.kName;
            name.remove_prefix(name.starts_with("ExecutionReport") ? 15 : 0);
            line = name;
            if constexpr (requires {
                              m.load_order_id();
                              m.load_exec_id();
                          }) {
                line += " order " + std::to_string(m.load_order_id());
            }
            if constexpr (requires {
                              m.load_cl_ord_id();
                              m.load_exec_id();
                          }) {
                line += " " + std::string(m.load_cl_ord_id()) + " " + std::string(m.load_exec_id());
            }
            if constexpr (requires {
                              m.load_order_qty();
                              m.load_exec_id();
                          }) {
                line +=
                    " " + std::to_string(m.load_order_qty()) + "@" +
                    ilink_price(std::int64_t{
                        std::optional<std::int64_t>(m.load_price().load_mantissa()).value_or(0)});
            }
            if constexpr (requires { m.load_last_px(); }) {
                line += " last " + std::to_string(m.load_last_qty()) + "@" +
                        ilink_price(m.load_last_px().load_mantissa());
            }
            if constexpr (requires { m.load_aggressor_indicator(); }) {
                line += m.load_aggressor_indicator() == protocols::cme::ilink3::BooleanFlag::True
                            ? " took"
                            : "";
            }
            if constexpr (requires { m.load_cum_qty(); }) {
                line += " cum " + std::to_string(m.load_cum_qty());
            }
            if constexpr (requires { m.load_leaves_qty(); }) {
                line += " leaves " + std::to_string(m.load_leaves_qty());
            }
            if constexpr (requires { static_cast<unsigned>(m.load_exec_restatement_reason()); }) {
                const auto reason = static_cast<unsigned>(m.load_exec_restatement_reason());
                line += reason == 255 ? "" : " for " + std::to_string(reason);
            }
            if constexpr (requires { m.load_ord_rej_reason(); }) {
                line += " reason " + std::to_string(m.load_ord_rej_reason());
            }
            if constexpr (requires { m.load_cxl_rej_reason(); }) {
                line += " reason " + std::to_string(m.load_cxl_rej_reason());
            }
            if constexpr (requires { m.load_business_reject_reason(); }) {
                line += " reason " + std::to_string(m.load_business_reject_reason()) + " of " +
                        std::string(m.load_ref_msg_type());
            }
            if constexpr (requires { m.load_mass_action_response(); }) {
                line += m.load_mass_action_response() ==
                                protocols::cme::ilink3::MassActionResponse::Accepted
                            ? " accepted"
                            : " rejected";
                line += " orders " + std::to_string(m.load_total_affected_orders());
            }
            if constexpr (requires { m.load_text(); }) {
                line += m.load_text().empty() ? "" : ": " + std::string(m.load_text());
            }
        });
    HOTPATH_ASSERT(status == protocols::DecodeStatus::Ok,
                   "a report must be a message of the schema");
    return line;
}

class IlinkVenueLog : public LoggedVenue {
  public:
    explicit IlinkVenueLog(const exchange::ExchangeOptions& options = logged_venue_options())
        : LoggedVenue(options, ilink_desks()) {}

    IlinkLines send(exchange::SessionId session, const IlinkBytes& message,
                    exchange::RejectReason refusal = {}) {
        return apply(exchange::event::IlinkMessage{session, refusal, message.view()});
    }
    IlinkLines enter(exchange::SessionId session, const IlinkTermsText& terms) {
        return send(session, ilink_order(terms));
    }
    IlinkLines replace(exchange::SessionId session, const IlinkTermsText& terms) {
        return send(session, ilink_replacement(terms));
    }
    IlinkLines cancel(exchange::SessionId session, std::uint64_t order_id,
                      std::string_view id = "C1") {
        return send(session, ilink_cancel(id, order_id));
    }

    /// The reports to iLink 3 sessions, the session's number before each.
    IlinkLines apply(const exchange::Event& event) {
        IlinkLines lines;
        all_.clear();
        take(event, [&] {
            for (const exchange::Reply& report :
                 log().outputs_of<exchange::IlinkProtocol>(exchange::IlinkProtocol::kReports)) {
                lines.push_back(std::to_string(report.session.value) + " " +
                                ilink_line(report.message));
                all_.emplace_back(report.message.begin(), report.message.end());
            }
        });
        return lines;
    }

    /// The reports of the last input; there is one.
    [[nodiscard]] const std::vector<std::vector<std::byte>>& all() const noexcept { return all_; }
    [[nodiscard]] Bytes last() const noexcept { return all_.back(); }

  private:
    std::vector<std::vector<std::byte>> all_;
};

}  // namespace hotpath::support
