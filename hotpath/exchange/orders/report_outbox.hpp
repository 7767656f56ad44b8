#pragma once
/// ReportOutbox: outgoing messages of all sessions of one protocol, in order, until the caller has
/// taken them. What the session adds to each (numbers, a header) is not there yet.
///
/// Threads: one owner. Allocation: the constructor; overflow between two clear() is our bug (sizes
/// are computed at set-up). Complexity: one copy a message.

#include <algorithm>
#include <cstddef>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

/// The most reports of one input to all sessions of a protocol: as many as the venue has replies
/// (venue.hpp), and an answer of the protocol's desk.
[[nodiscard]] constexpr std::size_t reports_of_input_max(const ExchangeOptions& options) noexcept {
    constexpr std::size_t kOfExecution = 4;
    constexpr std::size_t kOther = 128;
    return std::size_t{options.executions_per_command_max} * kOfExecution +
           options.session_orders_max + kOther;
}

class ReportOutbox {
  public:
    /// No report is longer than length_max.
    ReportOutbox(std::size_t reports_max, std::size_t length_max)
        : length_max_(length_max), bytes_(reports_max * length_max), reports_(reports_max) {}

    [[nodiscard]] std::span<const Reply> reports() const noexcept {
        return reports_.items().first(count_);
    }

    void append(SessionId session, Bytes report) noexcept {
        HOTPATH_ASSERT(count_ < reports_.size() && report.size() <= length_max_,
                       "call clear() after every input");
        const MutableBytes room = bytes_.items().subspan(used_, report.size());
        std::ranges::copy(report, room.begin());
        reports_[count_++] = {session, room};
        used_ += report.size();
    }

    void clear() noexcept {
        count_ = 0;
        used_ = 0;
    }

  private:
    std::size_t length_max_;
    FixedArray<std::byte> bytes_;
    FixedArray<Reply> reports_;
    std::size_t count_ = 0;
    std::size_t used_ = 0;
};

}  // namespace hotpath::exchange
