#include "hotpath/protocols/fix/trader/fix_codec.hpp"

#include <algorithm>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

using protocols::fix::MessageWriter;

namespace {

constexpr std::size_t kFieldsMax = 256;
/// Two numbers of which each is written into room for 20 digits, and a letter.
constexpr std::size_t kIdRoom = 2 * protocols::fix::kIntLengthMax + 1;

void add_long_id(MessageWriter& writer, protocols::fix::TagText tag, RequestId id) noexcept {
    std::array<char, kIdRoom> text;
    const char* const end = write_request_id(text.data(), id);
    writer.add(tag, {text.data(), end});
}

inline void add_id(MessageWriter& writer, protocols::fix::TagText tag, RequestId id) noexcept {
    if (id.kind == RequestId::Kind::Order) [[likely]] {
        writer.add_uint(tag, id.order.value);
    } else {
        add_long_id(writer, tag, id);
    }
}

/// `field` is that of a symbol that allow() was called with; another is refused.
inline void add_symbol(MessageWriter& writer, std::string_view field) noexcept {
    if (field.empty()) [[unlikely]] {
        writer.add(tag::kSymbol, field);
    } else {
        writer.add_fields(field);
    }
}

[[nodiscard]] char side_code(Side side, bool is_short) noexcept {
    namespace code = protocols::fix::side;
    if (side == Side::Buy) {
        return code::kBuy;
    }
    return is_short ? code::kSellShort : code::kSell;
}

void append(const MessageWriter& writer, gateway::Outbox& outbox) noexcept {
    const std::string_view body = writer.body();
    HOTPATH_ASSERT(writer.refused().status == protocols::fix::WriteStatus::Ok &&
                       body.size() <= FixCodec::kOrderBytesMax,
                   "the fields of a request must fit kOrderBytesMax");
    outbox.append(std::as_bytes(std::span(body)));
}

[[nodiscard]] std::string constants_of(const FixCodec::Options& options) {
    std::string fields;
    if (options.dialect->has_handl_inst) {
        fields +=
            std::string("21=") + protocols::fix::handl_inst::kAutomated + protocols::fix::kSoh;
    }
    if (!options.account.empty()) {
        fields += "1=" + options.account + protocols::fix::kSoh;
    }
    return fields;
}

}  // namespace

Expected<void> FixCodec::validate(const Options& options) {
    const bool is_printable =
        std::ranges::all_of(options.account, [](char c) { return c > ' ' && c <= '~'; });
    if (options.account.size() > kAccountLengthMax || !is_printable) {
        return fail("fix: account must have at most 32 printable characters and no spaces");
    }
    if (options.dialect == nullptr || options.price_decimals > protocols::fix::kDecimalsMax) {
        return fail("fix: price_decimals must be 0 to 18, and the dialect one of this build");
    }
    return {};
}

FixCodec::FixCodec(const gateway::CodecRoom& room, const Options& options)
    : dialect_(options.dialect),
      price_decimals_(options.price_decimals),
      constants_(constants_of(options)),
      symbols_(std::size_t{room.instruments_max} + 1),
      fields_(protocols::fix::DataFields{}, {.fields_max = kFieldsMax}),
      names_(room.orders_remembered) {
    HOTPATH_ASSERT(validate(options), "call validate(options) first");
}

FixCodec::SymbolField::SymbolField(Symbol symbol) noexcept {
    const std::string_view value = symbol.view();
    if (value.empty() || value.find(protocols::fix::kSoh) != std::string_view::npos) {
        return;
    }
    constexpr std::string_view kTag = "55=";
    char* end = std::ranges::copy(kTag, text.data()).out;
    end = std::ranges::copy(value, end).out;
    *end = protocols::fix::kSoh;
    size = kTag.size() + value.size() + 1;
}

MessageWriter FixCodec::begin(char msg_type) noexcept {
    MessageWriter writer(room_);
    writer.begin(dialect_->begin_string, {&msg_type, 1});
    return writer;
}

void FixCodec::append_order(const OrderRequest& request, RequestId original,
                            gateway::Outbox& outbox) noexcept {
    const bool is_new = original.order == ClOrdId{};
    MessageWriter writer =
        begin(is_new ? fix::app_type::kNewOrderSingle : fix::app_type::kOrderCancelReplaceRequest);
    add_id(writer, tag::kClOrdId, request.id);
    if (!is_new) {
        add_id(writer, tag::kOrigClOrdId, original);
    }
    writer.add_fields(constants_);
    add_symbol(writer, symbols_[request.instrument.value].view());
    writer.add_char(tag::kSide, side_code(request.side, request.is_short));
    writer.add_uint(tag::kOrderQty, request.qty.value);
    writer.add_char(tag::kOrdType, fix::ord_type::kLimit);
    writer.add_decimal(tag::kPrice, {request.price.value, price_decimals_});
    writer.add_char(tag::kTimeInForce, fix::to_code(request.time_in_force));
    if (request.is_post_only) {
        writer.add_char(tag::kExecInst, fix::exec_inst::kParticipateDontInitiate);
    }
    append(writer, outbox);
}

void FixCodec::encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) noexcept {
    append_order(to_request(order), order->is_new() ? RequestId{} : names_.of(order->original),
                 outbox);
}

void FixCodec::encode_cancel(const oms::Order& order, gateway::Outbox& outbox) noexcept {
    MessageWriter writer = begin(protocols::fix::app_type::kOrderCancelRequest);
    add_id(writer, tag::kClOrdId,
           {.order = order.id, .kind = RequestId::Kind::Cancel, .number = ++requests_});
    add_id(writer, tag::kOrigClOrdId, names_.of(order.id));
    add_symbol(writer, symbols_[order.instrument.value].view());
    writer.add_char(tag::kSide, side_code(order.side, false));
    writer.add_uint(tag::kOrderQty, order.qty.value);
    append(writer, outbox);
}

void FixCodec::encode_reduce(const oms::Order& order, gateway::Outbox& outbox) noexcept {
    const RequestId reduction{
        .order = order.id, .kind = RequestId::Kind::Reduce, .number = ++requests_};
    append_order(to_reduction(order, reduction), names_.of(order.id), outbox);
    names_.on_sent(reduction);
}

void FixCodec::encode_account_query(gateway::Outbox& outbox) noexcept {
    MessageWriter writer = begin(kTestRequest);
    writer.add(tag::kTestReqId, kAccountQuery);
    append(writer, outbox);
}

/// Learns the numbers of requests, also those of an earlier process, and what became of reductions.
void FixCodec::note(const ReportFields& m) const noexcept {
    const RequestId id = to_request_id(m.cl_ord_id().empty() ? m.ref_id() : m.cl_ord_id());
    requests_ = std::max(requests_, id.number);
    if (id.kind != RequestId::Kind::Reduce || m.msg_type().size() != 1) {
        return;
    }
    const bool is_report = m.msg_type().front() == protocols::fix::app_type::kExecutionReport;
    const auto kind = protocols::fix::to_kind(*dialect_, exec_codes_of(m));
    if (!is_report || kind == protocols::fix::ExecKind::Rejected) {
        names_.on_refused(id);
    } else if (kind == protocols::fix::ExecKind::Replaced) {
        names_.on_accepted(id);
    }
}

}  // namespace hotpath::protocols::fix
