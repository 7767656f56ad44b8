// Any two texts as the two files of a LOBSTER day: the first byte decides where one ends. Rows are
// agreed with or end the file with an error; each order is added once, and no more is taken off it
// than it has.
#include <cstdint>
#include <string>
#include <unordered_map>

#include "hotpath/capture/lobster_stream.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "tests/support/memory_source.hpp"

using namespace hotpath;

namespace {

void require(bool holds) {
    if (!holds) {
        __builtin_trap();
    }
}

struct OpenOrders : protocols::nasdaq::itch50::NullListener {
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) {
        require(m.load_shares() > 0);
        require(left.emplace(m.load_order_reference_number(), m.load_shares()).second);
    }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
        take(m.load_order_reference_number(), m.load_executed_shares());
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) {
        take(m.load_order_reference_number(), m.load_cancelled_shares());
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) {
        require(left.erase(m.load_order_reference_number()) == 1);
    }
    void take(std::uint64_t id, std::uint32_t qty) {
        const auto order = left.find(id);
        require(order != left.end() && qty <= order->second);
        order->second -= qty;
        if (order->second == 0) {
            left.erase(order);
        }
    }

    std::unordered_map<std::uint64_t, std::uint32_t> left;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t middle = text.size() * data[0] / 256;
    const std::string messages = "34200.0,1,16113575,18,5853300,1\n" + text.substr(0, middle);
    const std::string rows = "9999999999,0,5853300,18\n" + text.substr(middle);
    const auto buffer_of = [](const char* name, const std::string& bytes) {
        return capture::ReadBuffer(
            std::make_unique<capture::MemorySource>(name, std::as_bytes(std::span(bytes))));
    };
    capture::LobsterStream stream(
        capture::LobsterReader(buffer_of("FUZZ_message_1.csv", messages)),
        capture::LobsterBookReader(buffer_of("FUZZ_orderbook_1.csv", rows)),
        Symbol::from("FUZZ").value());
    OpenOrders orders;
    for (auto block = stream.next_block(); block && !block->empty(); block = stream.next_block()) {
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            require(protocols::nasdaq::itch50::decode(message, orders) ==
                    protocols::DecodeStatus::Ok);
        }
    }
    return 0;
}
