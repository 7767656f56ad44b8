// Whatever bytes come from a FIX venue, the gateway neither crashes nor lets go of its invariants:
// the open quantity is the sum over its open orders, no order has a negative part, and every
// request that it writes can be read again.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/trader/fix_gateway.hpp"
#include "tests/support/fuzzed_gateway.hpp"

namespace hotpath::protocols::fix {
namespace {

void request(FixGateway& gateway, std::size_t choice) {
    support::request_change(gateway, choice);
    static protocols::fix::FieldList fields{protocols::fix::DataFields{}};
    gateway.for_each_outgoing([](Bytes message) {
        HOTPATH_ASSERT(fields.split(message) == protocols::fix::SplitStatus::Ok,
                       "every request must be FIX fields");
        HOTPATH_ASSERT(
            to_request_id(*fields.value(protocols::fix::tag::kClOrdId)).order != ClOrdId{},
            "every request must have an id of ours");
    });
}

}  // namespace
}  // namespace hotpath::protocols::fix

/// The first byte selects the dialect; then messages behind one byte of length each, `|` for SOH. A
/// length of 0 asks for a replacement, a reduction or a cancel of the latest order, by turns.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    if (size == 0) {
        return 0;
    }
    auto gateway = support::fuzzed_gateway<protocols::fix::FixGateway>(
        {.dialect = data[0] % 2 == 0 ? &protocols::fix::kDialect44 : &protocols::fix::kDialect42});
    std::vector<std::byte> text(size - 1);
    std::ranges::transform(std::span(data + 1, size - 1), text.begin(), [](std::uint8_t byte) {
        return byte == '|' ? std::byte{protocols::fix::kSoh} : std::byte{byte};
    });
    std::size_t requests = 0;
    for (Bytes rest = text; !rest.empty();) {
        const std::size_t length = std::min(std::to_integer<std::size_t>(rest[0]), rest.size() - 1);
        if (length == 0) {
            protocols::fix::request(gateway, requests++);
        }
        gateway.on_message(rest.subspan(1, length));
        support::check_orders(gateway.orders());
        rest = rest.subspan(1 + length);
    }
    support::stop_and_cancel(gateway);
    return 0;
}
