#pragma once
/// State of VenueBooks besides displayed orders, to bytes and back: instruments' rules, bands and
/// phases, and the held orders. Used for snapshots and state hashes.
///
/// Held orders go by instrument, and there as DayOrders go; equal states give equal bytes. Threads:
/// one owner. Allocation: the writer's. Complexity: O(orders + instruments).

#include <cstdint>
#include <optional>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/match/venue_books.hpp"

namespace hotpath::match {

/// Calls visit(index) for the held orders of one line.
template <book::OrderBooks Books, class Visitor>
void for_each_held_in(const VenueBooks<Books>& books, const Books& line, InstrumentId line_id,
                      Standing standing, Visitor&& visit) {
    const auto visit_held = [&](const book::OrderView& order) {
        const std::uint32_t index = books.held().find_place(order.id);
        if (index != kNotHeld && books.held()[index].standing == standing) {
            visit(index);
        }
    };
    line.for_each_order(line_id, Side::Buy, visit_held);
    line.for_each_order(line_id, Side::Sell, visit_held);
}

/// visit(index) of every held order of an instrument.
template <book::OrderBooks Books, class Visitor>
void for_each_held(const VenueBooks<Books>& books, InstrumentId instrument, Visitor&& visit) {
    const auto visit_line = [&](const Books& line, InstrumentId line_id, Standing standing) {
        for_each_held_in(books, line, line_id, standing, visit);
    };
    visit_line(books.displayed(), instrument, Standing::Displayed);
    visit_line(books.hidden(), instrument, Standing::Hidden);
    visit_line(books.stops().lines(), instrument, Standing::Stopped);
    for (const CrossKind kind : {CrossKind::Opening, CrossKind::Halt, CrossKind::Closing}) {
        visit_line(books.crossing(), VenueBooks<Books>::cross_line(instrument, kind),
                   Standing::Crossing);
    }
    for (const Side side : {Side::Buy, Side::Sell}) {
        books.pegs().for_each(books.held(), instrument, side, visit);
    }
}

/// False when no order without conditions is displayed under this id, or it has a tag.
template <book::OrderBooks Books>
[[nodiscard]] bool restore_tag(VenueBooks<Books>& books, OrderId id, std::uint32_t tag) noexcept {
    Books& displayed = books.plain().mutable_books();
    const auto cursor = displayed.cursor_of(id);
    if (!cursor || displayed.at(cursor).tag != 0 || books.held().find_place(id) != kNotHeld) {
        return false;
    }
    displayed.set_tag(cursor, tag);
    return true;
}

namespace state_detail {

template <class Enum>
void put_enum(StateWriter& writer, Enum value) {
    writer.put(static_cast<std::uint8_t>(value));
}
/// Reads an enumerator; the reader fails above `last`.
template <class Enum>
[[nodiscard]] Enum get_enum(StateReader& reader, Enum last) {
    const auto value = reader.get<std::uint8_t>();
    if (value > static_cast<std::uint8_t>(last)) {
        reader.refuse();
        return Enum{};
    }
    return static_cast<Enum>(value);
}

inline void put_optional(StateWriter& writer, const std::optional<Price>& price) {
    writer.put(price.has_value());
    writer.put(price.value_or(Price{}));
}
[[nodiscard]] inline std::optional<Price> get_optional(StateReader& reader) {
    const bool has_price = reader.get_bool();
    const Price price = reader.get_price();
    return has_price ? std::optional(price) : std::nullopt;
}

inline void save_state(StateWriter& writer, const InstrumentState& state) {
    writer.put(static_cast<std::uint64_t>(state.rules.tick));
    writer.put(state.rules.lot);
    writer.put(state.rules.takes_orders_in_halt);
    writer.put(state.bands.lower);
    writer.put(state.bands.upper);
    put_enum(writer, state.phase);
    put_enum(writer, state.limit_state);
    put_optional(writer, state.trade_high);
    put_optional(writer, state.trade_low);
    put_optional(writer, state.cross_price);
    writer.put(state.cross_qty.value);
}

inline void load_state(StateReader& reader, InstrumentState& state) {
    state.rules.tick = static_cast<std::int64_t>(reader.get<std::uint64_t>());
    state.rules.lot = reader.get<std::uint32_t>();
    state.rules.takes_orders_in_halt = reader.get_bool();
    state.bands.lower = reader.get_price();
    state.bands.upper = reader.get_price();
    state.phase = get_enum(reader, Phase::Halted);
    state.limit_state = get_enum(reader, LimitState::AskAtLower);
    state.trade_high = get_optional(reader);
    state.trade_low = get_optional(reader);
    state.cross_price = get_optional(reader);
    state.cross_qty = {reader.get<std::uint64_t>()};
    if (state.rules.tick <= 0 || state.rules.lot == 0) {
        state.rules = {};
        reader.refuse();
    }
}

inline void save_conditions(StateWriter& writer, const Conditions& asked) {
    writer.put(asked.owner.value);
    put_enum(writer, asked.self_trade);
    put_enum(writer, asked.lifetime);
    writer.put(asked.is_post_only);
    writer.put(asked.is_hidden);
    put_enum(writer, asked.peg);
    put_enum(writer, asked.cross);
    writer.put(asked.min_qty.value);
    writer.put(asked.display_qty.value);
    writer.put(asked.stop_price);
    writer.put(static_cast<std::uint64_t>(asked.peg_offset));
}

[[nodiscard]] inline Conditions load_conditions(StateReader& reader) {
    Conditions asked;
    asked.owner = {reader.get<std::uint32_t>()};
    asked.self_trade = get_enum(reader, SelfTrade::Decrement);
    asked.lifetime = get_enum(reader, Lifetime::GoodTillCanceled);
    asked.is_post_only = reader.get_bool();
    asked.is_hidden = reader.get_bool();
    asked.peg = get_enum(reader, Peg::Primary);
    asked.cross = get_enum(reader, CrossKind::Closing);
    asked.min_qty = {reader.get<std::uint32_t>()};
    asked.display_qty = {reader.get<std::uint32_t>()};
    asked.stop_price = reader.get_price();
    asked.peg_offset = static_cast<std::int64_t>(reader.get<std::uint64_t>());
    return asked;
}

inline void save_record(StateWriter& writer, const HeldRecord& record, const HeldOrder& view) {
    writer.put(record.order.id.value);
    put_enum(writer, record.order.side);
    put_enum(writer, record.order.type);
    put_enum(writer, record.order.time_in_force);
    writer.put(record.order.qty.value);
    writer.put(record.order.price);
    save_conditions(writer, record.conditions);
    writer.put(record.place.value);
    put_enum(writer, record.standing);
    writer.put(view.leaves_qty.value);
    writer.put(view.reserve_qty.value);
}

struct LoadedRecord {
    HeldRecord record;
    Qty reserve_qty;
};

[[nodiscard]] inline LoadedRecord load_record(StateReader& reader, InstrumentId instrument) {
    LoadedRecord loaded;
    HeldRecord& record = loaded.record;
    record.order.id = {reader.get<std::uint64_t>()};
    record.order.instrument = instrument;
    record.order.side = get_enum(reader, Side::Sell);
    record.order.type = get_enum(reader, OrderType::Market);
    record.order.time_in_force = get_enum(reader, TimeInForce::Ioc);
    record.order.qty = {reader.get<std::uint32_t>()};
    record.order.price = reader.get_price();
    record.conditions = load_conditions(reader);
    record.place = {reader.get<std::uint64_t>()};
    record.standing = get_enum(reader, Standing::Crossing);
    record.leaves_qty = {reader.get<std::uint32_t>()};
    loaded.reserve_qty = {reader.get<std::uint32_t>()};
    // An order for a cross has a separate line only by its kind.
    const bool waits = record.standing == Standing::Crossing;
    if (record.leaves_qty == Qty{} || waits != (record.conditions.cross != CrossKind::None)) {
        reader.refuse();
    }
    return loaded;
}

}  // namespace state_detail

template <book::OrderBooks Books>
void save_venue_books(StateWriter& writer, const VenueBooks<Books>& books) {
    for (std::uint32_t id = 1; id <= books.displayed().instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        state_detail::save_state(writer, books.state(instrument));
        writer.put(books.state(instrument).held);
        for_each_held(books, instrument, [&](std::uint32_t index) {
            state_detail::save_record(writer, books.held()[index], books.view_of(index));
        });
    }
}

template <book::OrderBooks Books>
void load_venue_books(StateReader& reader, VenueBooks<Books>& books) {
    for (std::uint32_t id = 1; id <= books.displayed().instruments_max() && reader.is_ok(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        state_detail::load_state(reader, books.state(instrument));
        const auto held = reader.get<std::uint32_t>();
        for (std::uint32_t n = 0; n < held && reader.is_ok(); ++n) {
            const auto loaded = state_detail::load_record(reader, instrument);
            if (reader.is_ok() && !books.try_restore(loaded.record, loaded.reserve_qty)) {
                reader.refuse();
            }
        }
    }
}

}  // namespace hotpath::match
