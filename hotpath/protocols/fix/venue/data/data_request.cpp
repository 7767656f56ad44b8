#include "hotpath/protocols/fix/venue/data/data_request.hpp"

#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace tag = protocols::fix::tag;
namespace md_reason = protocols::fix::md_req_rej_reason;
namespace md_type = protocols::fix::subscription_type;

namespace {

[[nodiscard]] std::optional<DataRefusal> read_entry_types(const fix::FieldList& fields,
                                                          DataEntryTypes& types) noexcept {
    for (const fix::Field field : fields) {
        if (field.tag != tag::kMdEntryType) {
            continue;
        }
        if (field.value == fix::text_of(fix::md_entry_type::kBid)) {
            types.bids = true;
        } else if (field.value == fix::text_of(fix::md_entry_type::kOffer)) {
            types.offers = true;
        } else if (field.value == fix::text_of(fix::md_entry_type::kTrade)) {
            types.trades = true;
        } else {
            return DataRefusal{md_reason::kEntryType, "MDEntryType must be 0, 1 or 2"};
        }
    }
    return std::nullopt;
}

[[nodiscard]] std::optional<DataRefusal> read_depth(const fix::FieldList& fields,
                                                    std::uint32_t depth_max,
                                                    std::uint32_t& depth) noexcept {
    const auto asked = fix::to_uint(fields.value(tag::kMarketDepth).value_or(""));
    if (!asked || *asked > depth_max) {
        return DataRefusal{md_reason::kMarketDepth,
                           "MarketDepth is negative or above the venue's depth_max"};
    }
    depth = *asked == 0 ? depth_max : static_cast<std::uint32_t>(*asked);
    return std::nullopt;
}

/// FIX 4.4's fields that narrow or change what is sent.
[[nodiscard]] std::optional<DataRefusal> refusal_of_options(const fix::FieldList& fields) noexcept {
    if (fields.value(tag::kAggregatedBook).value_or("Y") != "Y") {
        return DataRefusal{md_reason::kAggregatedBook,
                           "AggregatedBook must be Y: books are by price"};
    }
    if (fields.value(tag::kNoTradingSessions)) {
        return DataRefusal{md_reason::kTradingSession, "TradingSessionID is not supported"};
    }
    if (fields.value(tag::kScope)) {
        return DataRefusal{md_reason::kScope, "Scope is not supported: the venue has one market"};
    }
    if (fields.value(tag::kOpenCloseSettlFlag)) {
        return DataRefusal{md_reason::kOpenCloseSettlFlag, "OpenCloseSettlFlag is not supported"};
    }
    if (fields.value(tag::kMdImplicitDelete).value_or("N") != "N") {
        return DataRefusal{md_reason::kImplicitDelete,
                           "MDImplicitDelete must be N: every level that leaves is deleted"};
    }
    return std::nullopt;
}

[[nodiscard]] std::optional<DataRefusal> read_update_type(const fix::FieldList& fields,
                                                          DataRequest& request) noexcept {
    if (request.type == md_type::kSnapshot) {
        return std::nullopt;
    }
    const auto update = fields.value(tag::kMdUpdateType);
    if (update != "0" && update != "1") {
        return DataRefusal{md_reason::kUpdateType,
                           "MDUpdateType must be 0 or 1 with SubscriptionRequestType 1"};
    }
    request.is_full_refresh = update == "0";
    return std::nullopt;
}

}  // namespace

ReadDataRequest read_data_request(const fix::FieldList& fields, std::uint32_t depth_max) noexcept {
    ReadDataRequest read;
    read.request.id = fields.value(tag::kMdReqId).value_or("");
    if (read.request.id.empty() || read.request.id.size() > kMdReqIdMax) {
        read.refusal = DataRefusal{.text = "MDReqID must have 1 to 32 characters"};
        return read;
    }
    const std::string_view asked = fields.value(tag::kSubscriptionRequestType).value_or("");
    read.request.type = asked.size() == 1 ? asked[0] : '\0';
    if (read.request.type == md_type::kUnsubscribe) {
        return read;
    }
    if (read.request.type != md_type::kSnapshot && read.request.type != md_type::kSubscribe) {
        read.refusal =
            DataRefusal{md_reason::kSubscriptionType, "SubscriptionRequestType must be 0, 1 or 2"};
        return read;
    }
    read.refusal = read_depth(fields, depth_max, read.request.depth);
    if (!read.refusal) {
        read.refusal = read_update_type(fields, read.request);
    }
    if (!read.refusal) {
        read.refusal = refusal_of_options(fields);
    }
    if (!read.refusal) {
        read.refusal = read_entry_types(fields, read.request.entry_types);
    }
    return read;
}

}  // namespace hotpath::exchange
