// The market data server's requests: what a client may ask for, and how it is refused.

#include <algorithm>

#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/group_cursor.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/fix/venue/data/fix_data_server.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace tag = protocols::fix::tag;
namespace md_reason = protocols::fix::md_req_rej_reason;

namespace {

/// visit(std::string_view) for the symbol of each entry of NoRelatedSym, while it returns true.
template <class Visitor>
void for_each_symbol(const fix::Dictionary& dictionary, fix::DefinitionId request,
                     const fix::FieldList& fields, Visitor&& visit) {
    fix::GroupCursor related(dictionary, fields, {request, fields.all()}, tag::kNoRelatedSym);
    bool goes_on = true;
    for (fix::FieldRange entry; goes_on && related.next(entry);) {
        goes_on = visit(fields.value(tag::kSymbol, entry).value_or(""));
    }
}

}  // namespace

void FixDataServer::on_message(End& end, const fix::Inbound& inbound, Time now) noexcept {
    if (inbound.msg_type == fix::text_of(fix::app_type::kMarketDataRequest)) {
        return on_request(end, inbound.fields, now);
    }
    reject(end, inbound, fix::business_reject_reason::kUnsupportedMessageType,
           "this port takes MarketDataRequest alone", now);
}

void FixDataServer::on_request(End& end, const fix::FieldList& fields, Time now) noexcept {
    ++counters_.requests;
    const ReadDataRequest read = read_data_request(fields, options_.depth_max);
    const DataRequest& request = read.request;
    if (read.refusal) {
        return refuse(end, request, *read.refusal, now);
    }
    if (request.type == fix::subscription_type::kUnsubscribe) {
        if (unsubscribe(end, request.id) == 0) {
            refuse(end, request, {.text = "no subscription has this MDReqID"}, now);
        }
        return;
    }
    if (const auto refusal = refusal_of(end, request, fields)) {
        return refuse(end, request, *refusal, now);
    }
    subscribe(end, request, fields);
}

std::optional<DataRefusal> FixDataServer::refusal_of(const End& end, const DataRequest& request,
                                                     const fix::FieldList& fields) noexcept {
    if (subscriptions_.has(end.number, request.id)) {
        return DataRefusal{md_reason::kDuplicateId, "a subscription has this MDReqID"};
    }
    std::optional<DataRefusal> refusal;
    std::uint32_t symbols = 0;
    for_each_symbol(*end.dictionary, end.request, fields, [&](std::string_view text) {
        const std::optional<Symbol> symbol = Symbol::from(text);
        if (!symbol || market_.instruments().find(*symbol) == InstrumentId{}) {
            refusal =
                DataRefusal{md_reason::kUnknownSymbol, "the venue does not list a Symbol of it"};
        } else if (!may_ask(end, *symbol)) {
            refusal =
                DataRefusal{md_reason::kPermissions, "a Symbol of it is not among the user's"};
        } else if (++symbols > subscriptions_.free(end.number)) {
            refusal =
                DataRefusal{md_reason::kBandwidth, "subscriptions_max symbols are subscribed to"};
        }
        return !refusal;
    });
    return refusal;
}

bool FixDataServer::may_ask(const End& end, const Symbol& symbol) noexcept {
    const std::vector<Symbol>& symbols = end.user.symbols;
    return symbols.empty() || std::ranges::find(symbols, symbol) != symbols.end();
}

/// A symbol that is twice in the request is subscribed to once.
void FixDataServer::subscribe(End& end, const DataRequest& request,
                              const fix::FieldList& fields) noexcept {
    DataSubscription subscription{.session = end.number,
                                  .depth = request.depth,
                                  .is_full_refresh = request.is_full_refresh,
                                  .is_snapshot = request.type == fix::subscription_type::kSnapshot,
                                  .entry_types = request.entry_types,
                                  .id_length = static_cast<std::uint8_t>(request.id.size())};
    std::ranges::copy(request.id, subscription.id_characters.begin());
    for_each_symbol(*end.dictionary, end.request, fields, [&](std::string_view text) {
        subscription.instrument = market_.instruments().find(*Symbol::from(text));
        if (!subscriptions_.has(end.number, request.id, subscription.instrument)) {
            market_.watch(subscription.instrument);
            subscriptions_.add(subscription);
        }
        return true;
    });
}

std::size_t FixDataServer::unsubscribe(const End& end,
                                       std::optional<std::string_view> id) noexcept {
    return subscriptions_.remove_of(end.number, id, [this](const DataSubscription& subscription) {
        market_.unwatch(subscription.instrument);
    });
}

/// FIX has no reason for an MDReqID that the venue cannot keep, nor for one that it does not know.
void FixDataServer::refuse(End& end, const DataRequest& request, const DataRefusal& refusal,
                           Time now) noexcept {
    ++counters_.requests_refused;
    const std::string_view id = request.id.substr(0, kMdReqIdMax);
    write_refusal(
        end.session->begin(fix::text_of(fix::app_type::kMarketDataRequestReject), utc(now)), id,
        refusal);
    send(end);
}

void FixDataServer::reject(End& end, const fix::Inbound& inbound, std::uint16_t why_number,
                           std::string_view why, Time now) noexcept {
    fix::MessageWriter& writer =
        end.session->begin(fix::text_of(fix::app_type::kBusinessMessageReject), utc(now));
    writer.add_uint(tag::kRefSeqNum, inbound.number);
    writer.add(tag::kRefMsgType, inbound.msg_type);
    writer.add_uint(tag::kBusinessRejectReason, why_number);
    writer.add(tag::kText, why);
    send(end);
}

/// A client whose requests' answers find no room does not read.
void FixDataServer::send(End& end) noexcept {
    const fix::SendStatus status = end.session->send();
    if (status != fix::SendStatus::Sent && status != fix::SendStatus::NotLoggedOn) {
        end.session->close(fix::CloseReason::SlowReader);
    }
}

}  // namespace hotpath::exchange
