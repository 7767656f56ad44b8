#pragma once
/// Copies of the messages of tests/golden/sbe/every_feature.xml.in: each field that a view loads, each
/// group and each data is put again by the encoder, for the schema of either byte order.
///
///   Encoded copied;
///   visit_message(bytes, [&](const auto& message) { copied = copy_of(message, room); });
///
/// Threads: any. Allocation: none. Tests only.

#include <cstddef>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/cme/sbe/encode.hpp"

namespace hotpath::support {

namespace sbe_copy {

void primitives(auto& to, const auto& from) {
    to.store_a_char(from.load_a_char());
    to.store_an_int8(from.load_an_int8());
    to.store_an_int16(from.load_an_int16());
    to.store_an_int32(from.load_an_int32());
    to.store_an_int64(from.load_an_int64());
    to.store_a_uint8(from.load_a_uint8());
    to.store_a_uint16(from.load_a_uint16());
    to.store_a_uint32(from.load_a_uint32());
    to.store_a_uint64(from.load_a_uint64());
    to.store_a_float(from.load_a_float());
    to.store_a_double(from.load_a_double());
    to.store_opt_int8(from.load_opt_int8());
    to.store_opt_int16(from.load_opt_int16());
    to.store_opt_int32(from.load_opt_int32());
    to.store_opt_int64(from.load_opt_int64());
    to.store_opt_uint8(from.load_opt_uint8());
    to.store_opt_uint16(from.load_opt_uint16());
    to.store_opt_uint32(from.load_opt_uint32());
    to.store_opt_uint64(from.load_opt_uint64());
    to.store_opt_qty(from.load_opt_qty());
}

/// Member by member: the padding of a composite is none of its members.
template <class Party>
Party party(const Party& from) {
    typename Party::Desk desk;
    desk.store_floor(from.load_desk().load_floor());
    desk.store_code(from.load_desk().load_code());
    Party to;
    to.store_id(from.load_id());
    to.store_limit(from.load_limit());
    to.store_role(from.load_role());
    to.store_rights(from.load_rights());
    to.store_desk(desk);
    to.store_direction(from.load_direction());
    return to;
}

void order(auto& to, const auto& from) {
    to.store_order_id(from.load_order_id());
    to.store_symbol(from.load_symbol());
    to.store_side(from.load_side());
    to.store_time_in_force(from.load_time_in_force());
    to.store_flags(from.load_flags());
    to.store_limit_price(from.load_limit_price());
    to.store_stop_price(from.load_stop_price());
    to.store_owner(party(from.load_owner()));
    to.store_levels(from.load_levels());
    to.store_old_reference(from.load_old_reference());
    to.store_added_qty(from.load_added_qty().value_or(0));
    to.store_added_note(from.load_added_note());
}

/// Calls put(count, fill) so that each entry of `group` is filled by fill_one(to, entry).
void entries(const auto& group, auto&& put, auto&& fill_one) {
    auto next = group.begin();
    put(group.size(), [&](auto& to, std::size_t) {
        fill_one(to, *next);
        ++next;
    });
}

void incremental(auto& to, const auto& from) {
    to.store_transact_time(from.load_transact_time());
    to.store_match_event(from.load_match_event());
    entries(
        from.no_md_entries(), [&](auto n, auto&& fill) { to.put_no_md_entries(n, fill); },
        [](auto& entry, const auto& e) {
            entry.store_md_entry_px(e.load_md_entry_px());
            entry.store_md_entry_size(e.load_md_entry_size());
            entry.store_security_id(e.load_security_id());
            entry.store_side(e.load_side());
            entry.store_added_priority(e.load_added_priority());
        });
    entries(
        from.no_order_id_entries(),
        [&](auto n, auto&& fill) { to.put_no_order_id_entries(n, fill); },
        [](auto& entry, const auto& e) {
            entry.store_order_id(e.load_order_id());
            entry.store_reference_id(e.load_reference_id());
        });
    entries(
        from.added_group(), [&](auto n, auto&& fill) { to.put_added_group(n, fill); },
        [](auto& entry, const auto& e) { entry.store_number(e.load_number()); });
}

void inner(auto& to, const auto& from) {
    to.store_value(from.load_value());
    entries(
        from.innermost(), [&](auto n, auto&& fill) { to.put_innermost(n, fill); },
        [](auto& entry, const auto& e) { entry.store_letter(e.load_letter()); });
    to.put_inner_text(from.load_inner_text());
}

void nested(auto& to, const auto& from) {
    to.store_number(from.load_number());
    entries(
        from.outer(), [&](auto n, auto&& fill) { to.put_outer(n, fill); },
        [](auto& entry, const auto& e) {
            entry.store_key(e.load_key());
            entries(
                e.inner(), [&](auto n, auto&& fill) { entry.put_inner(n, fill); },
                [](auto& deeper, const auto& d) { inner(deeper, d); });
            entry.put_outer_text(e.load_outer_text());
        });
    entries(
        from.end_group(), [&](auto n, auto&& fill) { to.put_end(n, fill); },
        [](auto& entry, const auto& e) { entry.put_bytes(e.load_bytes()); });
    to.put_title(from.load_title());
    to.put_payload(from.load_payload());
    to.put_added_text(from.load_added_text());
}

}  // namespace sbe_copy

template <class M>
[[nodiscard]] protocols::cme::sbe::Encoded copy_of(const M& from, MutableBytes room) {
    return M::encode(room, [&](auto& to) {
        if constexpr (M::kName == std::string_view("Primitives")) {
            sbe_copy::primitives(to, from);
        } else if constexpr (M::kName == std::string_view("Order")) {
            sbe_copy::order(to, from);
        } else if constexpr (M::kName == std::string_view("Incremental")) {
            sbe_copy::incremental(to, from);
        } else if constexpr (M::kName == std::string_view("Nested")) {
            sbe_copy::nested(to, from);
        } else {
            static_assert(M::kName == std::string_view("Heartbeat"), "a copy of every message");
        }
    });
}

}  // namespace hotpath::support
