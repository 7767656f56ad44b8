// Whatever bytes come from the order-entry session, the gateway neither crashes nor lets go of its
// invariants: the open quantity is the sum over its open orders, and no order has a negative part.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"
#include "tests/support/fuzzed_gateway.hpp"

/// The input is messages behind one byte of length each. A length of 0 asks for a replacement, a
/// reduction or a cancel of the latest order, by turns.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    auto gateway = support::fuzzed_gateway<protocols::nasdaq::OuchGateway>();
    std::size_t requests = 0;
    Bytes rest = std::as_bytes(std::span(data, size));
    while (!rest.empty()) {
        const std::size_t length = std::min(std::to_integer<std::size_t>(rest[0]), rest.size() - 1);
        if (length == 0) {
            support::request_change(gateway, requests++);
        }
        gateway.on_message(rest.subspan(1, length));
        support::check_orders(gateway.orders());
        rest = rest.subspan(1 + length);
    }
    support::stop_and_cancel(gateway);
    return 0;
}
