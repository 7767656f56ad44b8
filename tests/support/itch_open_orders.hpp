#pragma once
/// What must hold of the ITCH messages that a translated recording becomes: orders are added once, and
/// what takes quantity off one takes no more than there is. A breach ends the process.
///
/// Threads: one owner. Allocation: free. Tests and fuzz targets only.

#include <cstdint>
#include <unordered_map>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::support {

/// The open orders of the messages. In a dataset that is not of the ITCH family each reference number
/// is given once.
struct ItchOpenOrders : protocols::nasdaq::itch50::NullListener {
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) {
        HOTPATH_ASSERT(m.load_shares() > 0, "an order must have shares");
        const bool is_new = leaves.emplace(m.load_order_reference_number(), m.load_shares()).second;
        HOTPATH_ASSERT(is_new, "a reference number must be new");
    }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
        take(m.load_order_reference_number(), m.load_executed_shares());
    }
    void on_order_executed_with_price(const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) {
        take(m.load_order_reference_number(), m.load_executed_shares());
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) {
        take(m.load_order_reference_number(), m.load_cancelled_shares());
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) {
        const std::uint64_t id = m.load_order_reference_number();
        HOTPATH_ASSERT(id == 0 || leaves.erase(id) == 1, "a deleted order must be open");
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) {
        HOTPATH_ASSERT(leaves.erase(m.load_original_order_reference_number()) == 1,
                       "a replaced order must be open");
        HOTPATH_ASSERT(leaves.emplace(m.load_new_order_reference_number(), m.load_shares()).second,
                       "the new reference number must be new");
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) {
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

}  // namespace hotpath::support
