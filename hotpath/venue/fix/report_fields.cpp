#include "hotpath/venue/fix/report_fields.hpp"

namespace hotpath::venue::fix {

namespace tag = wire::fix::tag;

namespace {

/// Where the value of this tag goes; nullptr: nowhere.
[[nodiscard]] std::string_view* text_of(wire::fix::Tag tag, ReportFields& found) noexcept {
    switch (tag) {
        case tag::kMsgType:
            return &found.msg_type;
        case tag::kClOrdId:
            return &found.cl_ord_id;
        case tag::kOrigClOrdId:
            return &found.orig_cl_ord_id;
        case tag::kOrderId:
            return &found.order_id;
        case tag::kExecId:
            return &found.exec_id;
        case tag::kExecRefId:
            return &found.exec_ref_id;
        case tag::kSymbol:
            return &found.symbol;
        case tag::kPrice:
            return &found.price;
        case tag::kOrderQty:
            return &found.order_qty;
        case tag::kLeavesQty:
            return &found.leaves_qty;
        case tag::kLastQty:
            return &found.last_qty;
        case tag::kLastPx:
            return &found.last_price;
        case tag::kOrdRejReason:
        case tag::kCxlRejReason:
        case tag::kBusinessRejectReason:
            return &found.reason;
        case tag::kBusinessRejectRefId:
            return &found.ref_id;
        case tag::kExecInst:
            return &found.exec_inst;
        case tag::kTestReqId:
            return &found.test_req_id;
        default:
            return nullptr;
    }
}

[[nodiscard]] char* code_of(wire::fix::Tag tag, ReportFields& found) noexcept {
    switch (tag) {
        case tag::kExecTransType:
            return &found.exec_trans_type;
        case tag::kExecType:
            return &found.exec_type;
        case tag::kSide:
            return &found.side;
        case tag::kTimeInForce:
            return &found.time_in_force;
        case tag::kLastLiquidityInd:
            return &found.liquidity;
        case tag::kExecRestatementReason:
            return &found.restatement;
        default:
            return nullptr;
    }
}

}  // namespace

/// The codes read here are one character; a longer one is none of them.
ReportFields ReportFields::of(const wire::fix::FieldList& fields) noexcept {
    ReportFields found;
    for (const wire::fix::Field field : fields) {
        if (std::string_view* const text = text_of(field.tag, found)) {
            *text = field.value;
        } else if (char* const code = code_of(field.tag, found)) {
            *code = field.value.size() == 1 ? field.value.front() : '\0';
        }
    }
    return found;
}

}  // namespace hotpath::venue::fix
