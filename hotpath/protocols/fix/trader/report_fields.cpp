#include "hotpath/protocols/fix/trader/report_fields.hpp"

#include <algorithm>
#include <cstring>

namespace hotpath::protocols::fix {

struct ReportFields::Tables {
    static constexpr std::size_t kTags = 1'024;  // the wanted ones are below

    /// By tag: what is wanted of it.
    static constexpr auto kByTag = [] {
        std::array<Wanted, kTags> index{};
        index[tag::kMsgType] = Wanted::MsgType;
        index[tag::kClOrdId] = Wanted::ClOrdId;
        index[tag::kOrigClOrdId] = Wanted::OrigClOrdId;
        index[tag::kOrderId] = Wanted::OrderId;
        index[tag::kExecId] = Wanted::ExecId;
        index[tag::kExecRefId] = Wanted::ExecRefId;
        index[tag::kSymbol] = Wanted::Symbol;
        index[tag::kPrice] = Wanted::Price;
        index[tag::kOrderQty] = Wanted::OrderQty;
        index[tag::kLeavesQty] = Wanted::LeavesQty;
        index[tag::kLastQty] = Wanted::LastQty;
        index[tag::kLastPx] = Wanted::LastPrice;
        index[tag::kOrdRejReason] = Wanted::Reason;
        index[tag::kCxlRejReason] = Wanted::Reason;
        index[tag::kBusinessRejectReason] = Wanted::Reason;
        index[tag::kBusinessRejectRefId] = Wanted::RefId;
        index[tag::kExecInst] = Wanted::ExecInst;
        index[tag::kTestReqId] = Wanted::TestReqId;
        index[tag::kExecTransType] = Wanted::ExecTransType;
        index[tag::kExecType] = Wanted::ExecType;
        index[tag::kSide] = Wanted::Side;
        index[tag::kTimeInForce] = Wanted::TimeInForce;
        index[tag::kLastLiquidityInd] = Wanted::Liquidity;
        index[tag::kExecRestatementReason] = Wanted::Restatement;
        return index;
    }();
};

ReportFields ReportFields::of(const protocols::fix::FieldList& fields) noexcept {
    ReportFields found(fields);
    std::uint16_t place = 0;
    for (const protocols::fix::Tag tag : fields.tags()) {
        const Wanted wanted = tag < Tables::kTags ? Tables::kByTag[tag] : Wanted::Other;
        found.places_[static_cast<std::size_t>(wanted)] = ++place;
    }
    return found;
}

ReportFields ReportFields::of(const protocols::fix::FieldList& fields,
                              Remembered& remembered) noexcept {
    if (const Places* const places = remembered.find(fields.tags())) [[likely]] {
        ReportFields found(fields);
        found.places_ = *places;
        return found;
    }
    const ReportFields found = of(fields);
    remembered.remember(fields.tags(), found.places_);
    return found;
}

const ReportFields::Places* ReportFields::Remembered::find(
    std::span<const protocols::fix::Tag> tags) noexcept {
    for (std::size_t i = 0; i < kMessages; ++i) {
        const std::size_t at = (last_ + i) % kMessages;
        const Message& message = messages_[at];
        if (message.size == tags.size() && !tags.empty() &&
            std::memcmp(message.tags.data(), tags.data(), tags.size_bytes()) == 0) {
            last_ = at;
            return &message.places;
        }
    }
    return nullptr;
}

void ReportFields::Remembered::remember(std::span<const protocols::fix::Tag> tags,
                                        const Places& places) noexcept {
    if (tags.size() > kFieldsMax) {
        return;
    }
    last_ = next_;
    next_ = (next_ + 1) % kMessages;
    messages_[last_].size = tags.size();
    std::ranges::copy(tags, messages_[last_].tags.begin());
    messages_[last_].places = places;
}

}  // namespace hotpath::protocols::fix
