#pragma once
/// The meaning of one venue message: the gateway's answer to its caller.
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
    InstrumentId instrument{};       // 0 when the message is about no known order
    bool is_fill = false;            // `fill` was booked
    bool is_account_answer = false;  // everything that the venue sent earlier has been reported
    oms::Fill fill{};
    oms::Rejection rejection{};  // by the venue, or none

    /// Open or executed quantities are no longer certain: undecodable bytes, or reports that
    /// contradict our record.
    [[nodiscard]] bool is_trouble() const noexcept {
        return decode != wire::DecodeStatus::Ok || oms::is_disagreement(status);
    }
};

}  // namespace hotpath::gateway
