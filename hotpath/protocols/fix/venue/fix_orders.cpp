#include "hotpath/protocols/fix/venue/fix_orders.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fnv1a.hpp"

namespace hotpath::exchange {

namespace {

// In one byte of a saved order.
constexpr std::uint8_t kHasReplaced = 1;
constexpr std::uint8_t kHasBroken = 2;  // broken_qty follows

}  // namespace

FixOrders::FixOrders(std::uint32_t ids_max)
    : records_(ids_max), heads_(ids_max), next_(ids_max), by_user_ref_num_(ids_max) {
    HOTPATH_ASSERT(std::has_single_bit(ids_max), "ids_max must be a power of two");
    std::ranges::fill(heads_.items(), kNone);
}

std::uint32_t FixOrders::chain_of(SessionId session, std::string_view id) const noexcept {
    const std::uint64_t hash = fnv1a(id, kFnv1aStart ^ session.value);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32U)) &
           static_cast<std::uint32_t>(heads_.size() - 1);
}

std::uint32_t FixOrders::index_of(SessionId session, std::string_view id) const noexcept {
    std::uint32_t index = heads_[chain_of(session, id)];
    while (index != kNone &&
           (records_[index].session != session || records_[index].id.view() != id)) {
        index = next_[index];
    }
    return index;
}

FixOrder* FixOrders::find(SessionId session, ClOrdId user_ref_num) noexcept {
    const std::uint32_t* const index = by_user_ref_num_.find(key_of(session, user_ref_num));
    return index == nullptr ? nullptr : &records_[*index];
}

FixOrder& FixOrders::add(SessionId session, const IdText& id) noexcept {
    HOTPATH_ASSERT(!is_full(), "the table must have room");
    records_[used_] = {.id = id, .session = session};
    link(used_);
    return records_[used_++];
}

void FixOrders::link(std::uint32_t index) noexcept {
    const FixOrder& order = records_[index];
    std::uint32_t& head = heads_[chain_of(order.session, order.id.view())];
    next_[index] = head;
    head = index;
}

void FixOrders::name(FixOrder& order, ClOrdId user_ref_num) noexcept {
    const auto index = static_cast<std::uint32_t>(&order - records_.items().data());
    const std::uint64_t key = key_of(order.session, user_ref_num);
    order.user_ref_num = user_ref_num;
    if (std::uint32_t* const known = by_user_ref_num_.find(key)) {
        *known = index;
    } else {
        const bool is_taken = by_user_ref_num_.try_insert(key, index) != nullptr;
        HOTPATH_ASSERT(is_taken, "the map of order numbers must have room for every id");
    }
}

void FixOrders::begin_day(const SessionOrders& open_orders) noexcept {
    std::uint32_t kept = 0;
    std::ranges::fill(heads_.items(), kNone);
    by_user_ref_num_.clear();
    for (std::uint32_t index = 0; index < used_; ++index) {
        const FixOrder& order = records_[index];
        if (order.is_open() && open_orders.has(order.session, order.user_ref_num)) {
            records_[kept] = records_[index];
            link(kept);
            name(records_[kept], records_[kept].user_ref_num);
            ++kept;
        }
    }
    used_ = kept;
}

void save(const FixOrder& order, StateWriter& writer) {
    writer.put_bytes(std::as_bytes(std::span(order.id.view())));
    writer.put(order.session.value);
    const bool has_broken = order.broken_qty != Qty{};
    writer.put(order.is_order);
    writer.put(order.is_replaced);
    writer.put(static_cast<std::uint8_t>((order.has_replaced ? kHasReplaced : 0) |
                                         (has_broken ? kHasBroken : 0)));
    for (const char code :
         {order.side, order.ord_type, order.time_in_force, order.exec_inst, order.status}) {
        writer.put(static_cast<std::uint8_t>(code));
    }
    writer.put(order.user_ref_num.value);
    writer.put(order.order_id.value);
    writer.put_bytes(std::as_bytes(std::span(order.symbol.characters)));
    writer.put(order.price);
    writer.put(order.stop_price);
    writer.put(order.qty.value);
    writer.put(order.cum_qty.value);
    writer.put(order.leaves_qty.value);
    writer.put(order.value);
    if (has_broken) {
        writer.put(order.broken_qty.value);
    }
}

void load(FixOrder& order, StateReader& reader) {
    const Bytes text = reader.get_bytes();
    const auto id = IdText::from(as_text(text));
    if (!id) {
        return reader.refuse();
    }
    order.id = *id;
    order.session = {reader.get<std::uint16_t>()};
    order.is_order = reader.get_bool();
    order.is_replaced = reader.get_bool();
    const auto flags = reader.get<std::uint8_t>();
    order.has_replaced = (flags & kHasReplaced) != 0;
    if (flags > (kHasReplaced | kHasBroken)) {
        return reader.refuse();
    }
    for (char* const code :
         {&order.side, &order.ord_type, &order.time_in_force, &order.exec_inst, &order.status}) {
        *code = static_cast<char>(reader.get<std::uint8_t>());
    }
    order.user_ref_num = {reader.get<std::uint32_t>()};
    order.order_id = {reader.get<std::uint64_t>()};
    const Bytes symbol = reader.get_bytes();
    if (symbol.size() != order.symbol.characters.size()) {
        return reader.refuse();
    }
    std::ranges::copy(symbol, std::as_writable_bytes(std::span(order.symbol.characters)).begin());
    order.price = reader.get_price();
    order.stop_price = reader.get_price();
    order.qty = {reader.get<std::uint32_t>()};
    order.cum_qty = {reader.get<std::uint32_t>()};
    order.leaves_qty = {reader.get<std::uint32_t>()};
    order.value = reader.get<std::uint64_t>();
    order.broken_qty = {(flags & kHasBroken) == 0 ? 0 : reader.get<std::uint32_t>()};
    if (order.broken_qty > order.cum_qty) {
        reader.refuse();
    }
}

void FixOrders::save(StateWriter& writer) const {
    writer.put(used_);
    for (const FixOrder& order : records_.items().first(used_)) {
        exchange::save(order, writer);
    }
}

void FixOrders::load(StateReader& reader) {
    const auto used = reader.get<std::uint32_t>();
    if (used > records_.size()) {
        return reader.refuse();
    }
    for (std::uint32_t n = 0; n < used; ++n) {
        FixOrder read;
        exchange::load(read, reader);
        if (!reader.is_ok()) {
            return;
        }
        FixOrder& order = add(read.session, read.id);
        order = read;
        // The last record with a number is the one that has it: reductions hand it on.
        if (read.user_ref_num != ClOrdId{}) {
            name(order, read.user_ref_num);
        }
    }
}

}  // namespace hotpath::exchange
