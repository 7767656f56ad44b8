#pragma once
/// FixProtocol: FIX in the list of a venue's protocols (venue_protocol.hpp says what each function is).
///
/// Functions of their arguments. Threads: any. Allocation: make_desk(), errors.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/fix/venue/fix_desk.hpp"
#include "hotpath/protocols/fix/venue/fix_options.hpp"
#include "hotpath/protocols/fix/venue/fix_reports.hpp"
#include "hotpath/protocols/venue/venue_protocol.hpp"

namespace hotpath::exchange {

struct FixProtocol {
    using Desk = FixDesk;
    using DeskOptions = FixDeskOptions;
    using Options = FixOptions;

    static constexpr std::array<std::string_view, 2> kRecords{"FIX message", "FIX numbers"};
    static constexpr std::array<std::string_view, 2> kPorts{"FIX order entry", "FIX drop copy"};
    /// MsgType and body of each message to a session; the same of copies for drop copies, whose session
    /// is the order's.
    static constexpr std::size_t kReplies = 0;
    static constexpr std::size_t kCopies = 1;
    static constexpr std::size_t kOutputs = 2;
    static constexpr std::size_t kReportLengthMax = kFixReplyLengthMax;

    [[nodiscard]] static Expected<void> check(const FixDeskOptions& options);
    [[nodiscard]] static std::uint16_t to_bits(const FixDeskOptions& options) noexcept;
    [[nodiscard]] static FixDeskOptions to_desk_options(std::uint16_t bits) noexcept;
    [[nodiscard]] static std::unique_ptr<FixDesk> make_desk(const ExchangeOptions& exchange,
                                                            const FixDeskOptions& options);
    [[nodiscard]] static std::size_t copies_of(const FixDeskOptions& options) noexcept {
        const std::size_t copies = options.has_copies ? 2 : 1;
        return options.ids_max == 0 ? 0 : copies;
    }
    [[nodiscard]] static bool are_numbers(Bytes message) noexcept;

    [[nodiscard]] static Expected<void> check(const FixOptions& options);
    [[nodiscard]] static KeptMessages kept(const FixOptions& options) noexcept {
        return {.key = "reports_kept of [fix]",
                .messages = options.reports.messages_max,
                .is_used = !options.users.empty()};
    }
    [[nodiscard]] static std::size_t ports_open(const FixOptions& options) noexcept {
        return (options.users.empty() ? 0U : 1U) + (options.has_drop_copy() ? 1U : 0U);
    }
    static void complete(FixOptions& options) noexcept;
    [[nodiscard]] static std::uint64_t stream_bytes(const FixOptions& options) noexcept;
};

namespace event {
using FixMessage = Message<FixProtocol>;
using FixNumbers = Numbers<FixProtocol>;  // fix_numbers.hpp
}  // namespace event

}  // namespace hotpath::exchange
