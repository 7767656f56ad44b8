#include "hotpath/protocols/fix/by_hand/fix_request.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/fix/venue/order_codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"

namespace hotpath::order_entry {

namespace {

namespace fix = protocols::fix;
namespace ouch50 = protocols::nasdaq::ouch50;
namespace tag = protocols::fix::tag;
using fix::Dialect;
using fix::MessageWriter;

constexpr std::size_t kBodyMax = 1'024;
constexpr std::uint8_t kDecimals = 4;  // of a Price's units

/// A body in the making.
class Request {
  public:
    Request(const Dialect& dialect, char msg_type) {
        writer_.begin(dialect.begin_string, {&msg_type, 1});
    }
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

    [[nodiscard]] MessageWriter* operator->() noexcept { return &writer_; }
    [[nodiscard]] std::string text() const {
        HOTPATH_ASSERT(writer_.refused().status == fix::WriteStatus::Ok,
                       "the fields of a request must fit its room");
        return std::string(writer_.body());
    }

  private:
    std::array<std::byte, kBodyMax> room_{};
    MessageWriter writer_{room_};
};

[[nodiscard]] char time_in_force_code(const OrderWishes& wishes) noexcept {
    return wishes.is_fill_or_kill
               ? fix::time_in_force::kFok
               : exchange::to_fix_time_in_force(exchange::OrderLifetime{wishes.time_in_force});
}

[[nodiscard]] char ord_type_code(bool is_market, bool has_stop) noexcept {
    if (is_market) {
        return has_stop ? fix::ord_type::kStop : fix::ord_type::kMarket;
    }
    return has_stop ? fix::ord_type::kStopLimit : fix::ord_type::kLimit;
}

void add_ids(Request& request, const Dialect& dialect, const std::string& id,
             const std::string& original) {
    request->add(tag::kClOrdId, id);
    if (!original.empty()) {
        request->add(tag::kOrigClOrdId, original);
    }
    if (dialect.has_handl_inst) {
        request->add_char(tag::kHandlInst, fix::handl_inst::kAutomated);
    }
}

void add_terms(Request& request, const OrderCommand& command) {
    const OrderWishes& wishes = command.wishes;
    const bool is_market = command.price == exchange::kMarketPrice;
    request->add_uint(tag::kOrderQty, command.qty);
    request->add_char(tag::kOrdType, ord_type_code(is_market, wishes.stop_price.has_value()));
    if (!is_market) {
        request->add_decimal(tag::kPrice, {command.price.value, kDecimals});
    }
    if (wishes.stop_price) {
        request->add_decimal(tag::kStopPx, {wishes.stop_price->value, kDecimals});
    }
    request->add_char(tag::kTimeInForce, time_in_force_code(wishes));
    if (wishes.is_post_only) {
        request->add_char(tag::kExecInst, fix::exec_inst::kParticipateDontInitiate);
    }
    if (wishes.min_qty && !wishes.is_fill_or_kill) {
        request->add_uint(tag::kMinQty, *wishes.min_qty);
    }
    if (wishes.displayed_qty) {
        request->add_uint(tag::kMaxFloor, *wishes.displayed_qty);
    }
}

}  // namespace

Expected<void> check_fix_command(const OrderCommand& command) {
    const OrderWishes& wishes = command.wishes;
    const struct {
        std::string_view option;
        bool is_wanted;
    } without_field[] = {{"hidden", wishes.display == ouch50::display::kHidden},
                         {"gtx", wishes.time_in_force == ouch50::time_in_force::kGtx},
                         {"firm=", wishes.firm.has_value()},
                         {"group=", wishes.group.has_value()}};
    for (const auto& [option, is_wanted] : without_field) {
        if (is_wanted) {
            return fail("order option " + std::string(option) + " needs --protocol ouch");
        }
    }
    return {};
}

std::string fix_instrument_of(const OrderCommand& command) {
    return std::string("55=") + command.symbol.str() + fix::kSoh +
           "54=" + exchange::to_fix_side(exchange::OrderSide{command.side}) + fix::kSoh;
}

std::string fix_id_text(protocols::fix::RequestId id) {
    std::array<char, 2 * fix::kIntLengthMax + 1> text;
    return {text.data(), protocols::fix::write_request_id(text.data(), id)};
}

std::string fix_new_order(const Dialect& dialect, const OrderCommand& command,
                          std::uint32_t number) {
    Request request(dialect, fix::app_type::kNewOrderSingle);
    add_ids(request, dialect, fix_id_text({.order = {number}}), "");
    request->add_fields(fix_instrument_of(command));
    add_terms(request, command);
    return request.text();
}

std::string fix_replacement(const Dialect& dialect, const OrderCommand& command,
                            const FixOrderFields& original, std::uint32_t number) {
    Request request(dialect, fix::app_type::kOrderCancelReplaceRequest);
    add_ids(request, dialect, fix_id_text({.order = {number}}), original.name);
    request->add_fields(original.instrument);
    add_terms(request, command);
    return request.text();
}

std::string fix_cancel(const Dialect& dialect, const FixOrderFields& order,
                       protocols::fix::RequestId id) {
    Request request(dialect, fix::app_type::kOrderCancelRequest);
    request->add(tag::kClOrdId, fix_id_text(id));
    request->add(tag::kOrigClOrdId, order.name);
    request->add_fields(order.instrument);
    request->add_uint(tag::kOrderQty, order.qty);
    return request.text();
}

std::string fix_reduction(const Dialect& dialect, const FixOrderFields& order,
                          protocols::fix::RequestId id, std::uint32_t qty) {
    Request request(dialect, fix::app_type::kOrderCancelReplaceRequest);
    add_ids(request, dialect, fix_id_text(id), order.name);
    request->add_fields(order.instrument);
    request->add_uint(tag::kOrderQty, qty);
    request->add_fields(order.terms);
    return request.text();
}

std::string fix_status_request(const Dialect& dialect, const FixOrderFields& order) {
    Request request(dialect, fix::app_type::kOrderStatusRequest);
    request->add(tag::kClOrdId, order.name);
    request->add_fields(order.instrument);
    return request.text();
}

}  // namespace hotpath::order_entry
