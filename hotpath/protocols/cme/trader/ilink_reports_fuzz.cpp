// Whatever bytes come from an iLink 3 venue, the gateway neither crashes nor lets go of its
// invariants: the open quantity is the sum over its open orders, no order has a negative part, and
// every request that it writes can be read again.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/cme/trader/ilink_gateway.hpp"
#include "tests/support/fuzzed_gateway.hpp"

namespace hotpath::protocols::cme {
namespace {

constexpr std::size_t kReportMax = 512;

void drain(IlinkGateway& gateway) {
    gateway.for_each_outgoing([&](Bytes message) {
        RequestId id;
        const protocols::DecodeStatus status =
            protocols::cme::ilink3::visit_message(message, [&](const auto& m) {
                if constexpr (requires { m.load_order_request_id(); }) {
                    id = to_request_id(m.load_order_request_id());
                }
            });
        HOTPATH_ASSERT(status == protocols::DecodeStatus::Ok && id.order != ClOrdId{},
                       "every request must be a message with an id of ours");
    });
}

struct Shape {
    std::uint16_t template_id = 0;
    std::size_t length = 0;  // of its block
};
template <class... Reports>
[[nodiscard]] constexpr auto shapes_of() {
    return std::array{Shape{Reports::kTemplateId, Reports::kBlockLength}...};
}

/// A report whose header is its template's; the input is its block, cut or filled with zeros.
Bytes report_of(std::uint8_t choice, Bytes block, std::span<std::byte, kReportMax> room) {
    namespace messages = protocols::cme::ilink3;
    constexpr auto kShapes =
        shapes_of<messages::ExecutionReportNew, messages::ExecutionReportModify,
                  messages::ExecutionReportTradeOutright, messages::ExecutionReportCancel,
                  messages::ExecutionReportElimination, messages::OrderCancelReject,
                  messages::OrderCancelReplaceReject>();
    constexpr std::size_t kGroupHeads = 6;  // of a trade's two groups: empty
    const Shape& shape = kShapes[choice % kShapes.size()];
    std::ranges::fill(room, std::byte{0});
    auto& header = messages::MessageHeader::at(room.data());
    header.store_block_length(static_cast<std::uint16_t>(shape.length));
    header.store_template_id(shape.template_id);
    header.store_schema_id(messages::kSchemaId);
    header.store_version(messages::kVersion);
    const Bytes taken = block.first(std::min(block.size(), shape.length));
    std::ranges::copy(taken, room.begin() + messages::MessageHeader::kLength);
    return Bytes(room).first(messages::MessageHeader::kLength + shape.length + kGroupHeads);
}

}  // namespace
}  // namespace hotpath::protocols::cme

/// Messages behind two bytes each: a choice and a length. Choice 0 takes the bytes as they are, any
/// other as the block of one report; a length of 0 asks for a replacement, a reduction or a cancel of
/// the latest order, by turns.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    auto gateway = support::fuzzed_gateway<protocols::cme::IlinkGateway>();
    protocols::cme::drain(gateway);
    std::array<std::byte, protocols::cme::kReportMax> room{};
    std::size_t requests = 0;
    for (Bytes rest = std::as_bytes(std::span(data, size)); rest.size() >= 2;) {
        const auto choice = std::to_integer<std::uint8_t>(rest[0]);
        const std::size_t length = std::min(std::to_integer<std::size_t>(rest[1]), rest.size() - 2);
        const Bytes body = rest.subspan(2, length);
        if (length == 0) {
            support::request_change(gateway, requests++);
        } else if (choice == 0) {
            gateway.on_message(body);
        } else {
            gateway.on_message(
                protocols::cme::report_of(static_cast<std::uint8_t>(choice - 1), body, room));
        }
        protocols::cme::drain(gateway);
        support::check_orders(gateway.orders());
        rest = rest.subspan(2 + length);
    }
    support::stop_and_cancel(gateway);
    return 0;
}
