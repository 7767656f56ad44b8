#pragma once
/// FixRequest: the fields of a client's FIX message that order entry looks at, found in one pass;
/// and an order's terms in the venue's units.
///
/// Views of the message. Threads: values. Allocation: none. Complexity: O(fields).

#include <cstdint>
#include <expected>
#include <string_view>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/fix/venue/reject_reasons.hpp"

namespace hotpath::exchange {

struct FixRequest {
    std::string_view begin_string;
    std::string_view msg_type;
    std::string_view number;  // MsgSeqNum
    std::string_view id;      // ClOrdID
    std::string_view original;
    std::string_view symbol;
    std::string_view qty;
    std::string_view price;
    std::string_view stop_price;
    std::string_view min_qty;
    std::string_view max_floor;
    std::string_view exec_inst;
    std::string_view side;
    std::string_view ord_type;
    std::string_view time_in_force;
    std::string_view mass_cancel_type;
    std::string_view poss_dup;
    std::string_view poss_resend;

    [[nodiscard]] static FixRequest of(const protocols::fix::FieldList& fields) noexcept;

    /// The client may have sent it before.
    [[nodiscard]] bool is_perhaps_known() const noexcept {
        return poss_dup == "Y" || poss_resend == "Y";
    }
};

/// The terms of a new order or of a replacement, in the venue's units.
struct FixTerms {
    Symbol symbol{};
    char side = 0;
    char ord_type = 0;
    char time_in_force = 0;
    char exec_inst = 0;
    Qty qty{};
    Price price{};       // kMarketPrice without a limit
    Price stop_price{};  // 0: none
    Qty min_qty{};       // 0: none
    Qty max_floor{};
};

/// The terms, or why an order cannot have them. What the venue itself checks (bounds, ticks,
/// instruments, extensions) is not looked at.
[[nodiscard]] std::expected<FixTerms, FixReason> fix_terms_of(const FixRequest& request) noexcept;

/// The first field that an order must have and lacks; kNoTag: none. Dictionaries leave it open.
[[nodiscard]] protocols::fix::Tag missing_field(const FixRequest& order) noexcept;

}  // namespace hotpath::exchange
