#pragma once
/// The instructions of a FIX message, for hotpath-counted: `fix_decode` an ExecutionReport from the
/// stream to its numbers, `fix_order_decode` a NewOrderSingle, `fix_validate` a report held to the
/// dictionary (decoding not counted), `fix_encode` a NewOrderSingle to bytes, `fix_report_encode` a
/// report. In a session: `fix_receive.session` a report from bytes to an event,
/// `fix_receive.dictionary` the same held to the dictionary, `fix_send` an approved order to bytes.
///
/// Threads: one. Allocation: yes.

#include <cstdint>
#include <span>
#include <string_view>

namespace hotpath::bench {

struct CountedFix {
    std::uint64_t messages = 0;
    std::uint64_t answer = 0;
};

[[nodiscard]] std::span<const std::string_view> counted_fix_names() noexcept;

/// No messages when there is no such name.
[[nodiscard]] CountedFix count_fix(std::string_view name);

}  // namespace hotpath::bench
