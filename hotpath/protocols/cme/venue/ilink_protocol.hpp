#pragma once
/// IlinkProtocol: iLink 3 in the list of a venue's protocols (venue_protocol.hpp says what each function
/// is).
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
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"
#include "hotpath/protocols/cme/venue/ilink_options.hpp"
#include "hotpath/protocols/cme/venue/ilink_reports.hpp"
#include "hotpath/protocols/venue/venue_protocol.hpp"

namespace hotpath::exchange {

struct IlinkProtocol {
    using Desk = IlinkDesk;
    using DeskOptions = IlinkDeskOptions;
    using Options = IlinkOptions;

    static constexpr std::array<std::string_view, 2> kRecords{"iLink message", "iLink numbers"};
    static constexpr std::array<std::string_view, 1> kPorts{"iLink 3 order entry"};
    static constexpr std::size_t kReports = 0;  // SBE messages
    static constexpr std::size_t kOutputs = 1;
    static constexpr std::size_t kReportLengthMax = kIlinkReportLengthMax;

    [[nodiscard]] static Expected<void> check(const IlinkDeskOptions&) { return {}; }
    [[nodiscard]] static std::uint16_t to_bits(const IlinkDeskOptions& options) noexcept {
        return options.is_taken ? kIsTakenBit : std::uint16_t{0};
    }
    [[nodiscard]] static IlinkDeskOptions to_desk_options(std::uint16_t bits) noexcept {
        return {.is_taken = (bits & kIsTakenBit) != 0};
    }
    [[nodiscard]] static std::unique_ptr<IlinkDesk> make_desk(const ExchangeOptions& exchange,
                                                              const IlinkDeskOptions& options);
    [[nodiscard]] static std::size_t copies_of(const IlinkDeskOptions& options) noexcept {
        return options.is_taken ? 1 : 0;
    }
    [[nodiscard]] static bool are_numbers(Bytes message) noexcept;

    [[nodiscard]] static Expected<void> check(const IlinkOptions& options);
    [[nodiscard]] static KeptMessages kept(const IlinkOptions& options) noexcept {
        return {.key = "reports_kept of [ilink]",
                .messages = options.reports.messages_max,
                .is_used = !options.users.empty()};
    }
    [[nodiscard]] static std::size_t ports_open(const IlinkOptions& options) noexcept {
        return options.users.empty() ? 0U : 1U;
    }
    static void complete(IlinkOptions& options) noexcept;
    [[nodiscard]] static std::uint64_t stream_bytes(const IlinkOptions& options) noexcept;

  private:
    static constexpr std::uint16_t kIsTakenBit = 0x0800;
};

namespace event {
using IlinkMessage = Message<IlinkProtocol>;  // SBE with its header
using IlinkNumbers = Numbers<IlinkProtocol>;  // ilink_numbers.hpp
}  // namespace event

}  // namespace hotpath::exchange
