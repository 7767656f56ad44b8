#pragma once
/// The meaning of one venue message: the gateway's answer to its caller.
///
/// Threads: a value. Allocation: none.

#include "hotpath/oms/order_desk.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::gateway {

struct Report : oms::DeskReport {
    protocols::DecodeStatus decode = protocols::DecodeStatus::Ok;

    /// Open or executed quantities are no longer certain: undecodable bytes, or reports that
    /// contradict our record.
    [[nodiscard]] bool is_trouble() const noexcept {
        return decode != protocols::DecodeStatus::Ok || oms::is_disagreement(status);
    }
};

}  // namespace hotpath::gateway
