#pragma once
/// ReportFields: the fields of a venue's message that a report is made of, found in one pass.
///
/// Views of the message; empty where it has no such field. What is in a group is not looked at
/// apart: no group of these messages has one of these tags. Threads: a value. Allocation: none.
/// Complexity: O(fields).

#include "hotpath/wire/fix/field_list.hpp"
#include "hotpath/wire/fix/field_text.hpp"
#include "hotpath/wire/fix/tags.hpp"

namespace hotpath::venue::fix {

struct ReportFields {
    wire::fix::FieldText msg_type;
    wire::fix::FieldText cl_ord_id;
    wire::fix::FieldText orig_cl_ord_id;
    wire::fix::FieldText order_id;
    wire::fix::FieldText exec_id;
    wire::fix::FieldText exec_ref_id;
    wire::fix::FieldText symbol;
    wire::fix::FieldText price;
    wire::fix::FieldText order_qty;
    wire::fix::FieldText leaves_qty;
    wire::fix::FieldText last_qty;
    wire::fix::FieldText last_price;
    wire::fix::FieldText reason;  // OrdRejReason, CxlRejReason or BusinessRejectReason
    wire::fix::FieldText ref_id;  // BusinessRejectRefID
    wire::fix::FieldText exec_inst;
    wire::fix::FieldText test_req_id;
    // Codes are one character: a longer one is none of them (to_code()).
    wire::fix::FieldText exec_trans_type;
    wire::fix::FieldText exec_type;
    wire::fix::FieldText side;
    wire::fix::FieldText time_in_force;
    wire::fix::FieldText liquidity;
    wire::fix::FieldText restatement;
    wire::fix::FieldText other;  // the last field that is none of these

    [[nodiscard]] static ReportFields of(const wire::fix::FieldList& fields) noexcept;
};

}  // namespace hotpath::venue::fix
