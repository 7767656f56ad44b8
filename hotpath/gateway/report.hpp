#pragma once
/// What one message of the venue meant: the gateway's answer to its caller.
///
/// Threads: a value. Allocation: none.

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/wire/decode_status.hpp"

namespace hotpath::gateway {

struct Report {
    wire::DecodeStatus decode = wire::DecodeStatus::Ok;
    oms::ReportStatus status = oms::ReportStatus::Ok;
    ClOrdId id{};                    // of the order it is about
    InstrumentId instrument{};       // 0 when the message is of no order we know
    bool is_fill = false;            // `fill` was booked
    bool is_account_answer = false;  // all that the venue sent before it has been reported
    oms::Fill fill{};
    oms::Rejection rejection{};  // by the venue, or by nobody

    /// We can no longer be sure what is open or done: bytes we cannot read, or facts that
    /// contradict our record.
    [[nodiscard]] bool is_trouble() const noexcept {
        return decode != wire::DecodeStatus::Ok || oms::is_disagreement(status);
    }
};

}  // namespace hotpath::gateway
