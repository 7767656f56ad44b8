#pragma once
/// ReportFields: the fields of a venue's message that a report is made of, found in one pass.
///
/// Views of the message; empty or 0 where it has no such field. What is in a group is not looked at
/// apart: no group of these messages has one of these tags. Threads: a value. Allocation: none.
/// Complexity: O(fields).

#include <string_view>

#include "hotpath/wire/fix/field_list.hpp"
#include "hotpath/wire/fix/tags.hpp"

namespace hotpath::venue::fix {

struct ReportFields {
    std::string_view msg_type;
    std::string_view cl_ord_id;
    std::string_view orig_cl_ord_id;
    std::string_view order_id;
    std::string_view exec_id;
    std::string_view exec_ref_id;
    std::string_view symbol;
    std::string_view price;
    std::string_view order_qty;
    std::string_view leaves_qty;
    std::string_view last_qty;
    std::string_view last_price;
    std::string_view reason;  // OrdRejReason, CxlRejReason or BusinessRejectReason
    std::string_view ref_id;  // BusinessRejectRefID
    std::string_view exec_inst;
    std::string_view test_req_id;
    char exec_trans_type = 0;
    char exec_type = 0;
    char side = 0;
    char time_in_force = 0;
    char liquidity = 0;
    char restatement = 0;

    [[nodiscard]] static ReportFields of(const wire::fix::FieldList& fields) noexcept;
};

}  // namespace hotpath::venue::fix
