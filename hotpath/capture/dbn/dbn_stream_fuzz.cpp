// Any bytes as the records of a DBN recording of any version: read to the end or to an error, and
// the messages are whole, and are of orders that are open.
#include <cstdint>
#include <unordered_map>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/itch50/decode.hpp"
#include "tests/support/dbn_day.hpp"
#include "tests/support/memory_source.hpp"

namespace {

using namespace hotpath;

/// The open orders of the messages. In a dataset that is not of the ITCH family each reference number
/// is given once.
struct OpenOrders : wire::itch50::NullListener {
    void on_add_order(const wire::itch50::AddOrder& m) {
        HOTPATH_ASSERT(m.load_shares() > 0, "an order must have shares");
        const bool is_new = leaves.emplace(m.load_order_reference_number(), m.load_shares()).second;
        HOTPATH_ASSERT(is_new, "a reference number must be new");
    }
    void on_order_executed(const wire::itch50::OrderExecuted& m) {
        take(m.load_order_reference_number(), m.load_executed_shares());
    }
    void on_order_executed_with_price(const wire::itch50::OrderExecutedWithPrice& m) {
        take(m.load_order_reference_number(), m.load_executed_shares());
    }
    void on_order_cancel(const wire::itch50::OrderCancel& m) {
        take(m.load_order_reference_number(), m.load_cancelled_shares());
    }
    void on_order_delete(const wire::itch50::OrderDelete& m) {
        const std::uint64_t id = m.load_order_reference_number();
        HOTPATH_ASSERT(id == 0 || leaves.erase(id) == 1, "a deleted order must be open");
    }
    void on_order_replace(const wire::itch50::OrderReplace& m) {
        HOTPATH_ASSERT(leaves.erase(m.load_original_order_reference_number()) == 1,
                       "a replaced order must be open");
        HOTPATH_ASSERT(leaves.emplace(m.load_new_order_reference_number(), m.load_shares()).second,
                       "the new reference number must be new");
    }
    void on_trade(const wire::itch50::Trade& m) {
        HOTPATH_ASSERT(m.load_shares() > 0, "a trade must have shares");
    }

    void take(std::uint64_t id, std::uint32_t qty) {
        const auto order = leaves.find(id);
        HOTPATH_ASSERT(order != leaves.end() && qty > 0 && qty <= order->second,
                       "what is taken must be open");
        order->second -= qty;
        if (order->second == 0) {
            leaves.erase(order);
        }
    }

    std::unordered_map<std::uint64_t, std::uint32_t> leaves;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    constexpr std::uint16_t kSchemas[] = {0, 1, 2, 3, 4, 9, 11, 0xFFFF};
    support::DbnFileOptions options = support::dbn_day_options(kSchemas[data[1] % 8]);
    options.version = static_cast<std::uint8_t>(1 + data[0] % 3);
    options.has_ts_out = data[0] >= 128;
    support::DbnFile file(options);
    file.add_bytes(std::as_bytes(std::span(data, size)).subspan(2));
    auto stream = capture::open(std::make_unique<capture::MemorySource>("fuzz.dbn", file.bytes()));
    HOTPATH_ASSERT(stream.has_value(), "the metadata must be readable");
    OpenOrders orders;
    std::uint64_t messages = 0;
    for (auto block = (*stream)->next_block(); block && !block->empty();
         block = (*stream)->next_block()) {
        wire::FrameCursor frames(*block);
        for (Bytes message; frames.next(message); ++messages) {
            HOTPATH_ASSERT(wire::itch50::decode(message, orders) == wire::DecodeStatus::Ok,
                           "messages must be ITCH 5.0");
        }
        HOTPATH_ASSERT(!frames.is_truncated(), "a block must have whole messages");
    }
    HOTPATH_ASSERT(messages == (*stream)->stats().messages,
                   "messages counted must be those handed out");
    return 0;
}
