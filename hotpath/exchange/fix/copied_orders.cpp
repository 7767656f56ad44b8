#include "hotpath/exchange/fix/copied_orders.hpp"

#include <algorithm>
#include <vector>

#include "hotpath/core/assert.hpp"

namespace hotpath::exchange {

CopiedOrders::CopiedOrders(std::uint32_t orders_max)
    : records_(orders_max),
      free_(orders_max),
      free_size_(orders_max),
      by_user_ref_num_(orders_max) {
    for (std::uint32_t n = 0; n < orders_max; ++n) {
        free_[n] = orders_max - 1 - n;
    }
}

FixOrder* CopiedOrders::find(SessionId session, ClOrdId user_ref_num) noexcept {
    const std::uint32_t* const index = by_user_ref_num_.find(key_of(session, user_ref_num));
    return index == nullptr ? nullptr : &records_[*index];
}

FixOrder& CopiedOrders::add(const FixOrder& order) noexcept {
    HOTPATH_ASSERT(free_size_ != 0, "there must be room for every order that the venue has open");
    const std::uint32_t index = free_[--free_size_];
    const bool is_new = by_user_ref_num_.try_insert(key_of(order), index) != nullptr;
    HOTPATH_ASSERT(is_new, "the order's number must be new in its session");
    records_[index] = order;
    return records_[index];
}

void CopiedOrders::remove(FixOrder& order) noexcept {
    by_user_ref_num_.erase(key_of(order));
    order.user_ref_num = {};
    free_[free_size_++] = static_cast<std::uint32_t>(&order - records_.items().data());
}

void CopiedOrders::begin_day(const SessionOrders& open_orders) noexcept {
    for (FixOrder& order : records_.items()) {
        if (order.user_ref_num != ClOrdId{} &&
            !open_orders.has(order.session, order.user_ref_num)) {
            remove(order);
        }
    }
}

/// By session and number: where a record lies depends on the orders before it.
void CopiedOrders::save(StateWriter& writer) const {
    std::vector<const FixOrder*> open;
    for (const FixOrder& order : records_.items()) {
        if (order.user_ref_num != ClOrdId{}) {
            open.push_back(&order);
        }
    }
    std::ranges::sort(open, {}, [](const FixOrder* order) { return key_of(*order); });
    writer.put(std::uint64_t{open.size()});
    for (const FixOrder* const order : open) {
        exchange::save(*order, writer);
    }
}

void CopiedOrders::load(StateReader& reader) {
    const auto open = reader.get<std::uint64_t>();
    for (std::uint64_t n = 0; n < open && reader.is_ok(); ++n) {
        FixOrder order{.is_by_ouch = true};
        exchange::load(order, reader);
        if (free_size_ == 0 || order.user_ref_num == ClOrdId{} ||
            find(order.session, order.user_ref_num) != nullptr) {
            return reader.refuse();
        }
        if (reader.is_ok()) {
            add(order);
        }
    }
}

}  // namespace hotpath::exchange
