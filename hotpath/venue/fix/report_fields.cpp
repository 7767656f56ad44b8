#include "hotpath/venue/fix/report_fields.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace hotpath::venue::fix {

namespace tag = wire::fix::tag;

namespace {

struct Wanted {
    wire::fix::Tag tag;
    wire::fix::FieldText ReportFields::* member;
};

/// Where the values go. The first is that of all other tags.
constexpr std::array kWanted = {
    Wanted{wire::fix::kNoTag, &ReportFields::other},
    Wanted{tag::kMsgType, &ReportFields::msg_type},
    Wanted{tag::kClOrdId, &ReportFields::cl_ord_id},
    Wanted{tag::kOrigClOrdId, &ReportFields::orig_cl_ord_id},
    Wanted{tag::kOrderId, &ReportFields::order_id},
    Wanted{tag::kExecId, &ReportFields::exec_id},
    Wanted{tag::kExecRefId, &ReportFields::exec_ref_id},
    Wanted{tag::kSymbol, &ReportFields::symbol},
    Wanted{tag::kPrice, &ReportFields::price},
    Wanted{tag::kOrderQty, &ReportFields::order_qty},
    Wanted{tag::kLeavesQty, &ReportFields::leaves_qty},
    Wanted{tag::kLastQty, &ReportFields::last_qty},
    Wanted{tag::kLastPx, &ReportFields::last_price},
    Wanted{tag::kOrdRejReason, &ReportFields::reason},
    Wanted{tag::kCxlRejReason, &ReportFields::reason},
    Wanted{tag::kBusinessRejectReason, &ReportFields::reason},
    Wanted{tag::kBusinessRejectRefId, &ReportFields::ref_id},
    Wanted{tag::kExecInst, &ReportFields::exec_inst},
    Wanted{tag::kTestReqId, &ReportFields::test_req_id},
    Wanted{tag::kExecTransType, &ReportFields::exec_trans_type},
    Wanted{tag::kExecType, &ReportFields::exec_type},
    Wanted{tag::kSide, &ReportFields::side},
    Wanted{tag::kTimeInForce, &ReportFields::time_in_force},
    Wanted{tag::kLastLiquidityInd, &ReportFields::liquidity},
    Wanted{tag::kExecRestatementReason, &ReportFields::restatement},
};

constexpr std::size_t kTags = 1'024;  // the wanted ones are below

/// By tag: the index of what is wanted of it; 0: nothing.
constexpr auto kIndexOfTag = [] {
    std::array<std::uint8_t, kTags> index{};
    for (std::size_t i = 1; i < kWanted.size(); ++i) {
        index[kWanted[i].tag] = static_cast<std::uint8_t>(i);
    }
    return index;
}();

}  // namespace

ReportFields ReportFields::of(const wire::fix::FieldList& fields) noexcept {
    ReportFields found;
    const std::span<const wire::fix::Tag> tags = fields.tags();
    for (std::size_t place = 0; place < tags.size(); ++place) {
        const wire::fix::Tag tag = tags[place];
        const std::size_t index = tag < kTags ? kIndexOfTag[tag] : 0;
        found.*kWanted[index].member = fields.text(place);
    }
    return found;
}

}  // namespace hotpath::venue::fix
