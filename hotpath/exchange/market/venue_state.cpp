// The state of a venue as bytes, and back: what snapshots and state hashes are made of.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hotpath/book/books_state.hpp"
#include "hotpath/exchange/market/venue.hpp"

namespace hotpath::exchange {

namespace {

template <std::size_t N>
void put_text(StateWriter& writer, const std::array<char, N>& text) {
    for (const char c : text) {
        writer.put(static_cast<std::uint8_t>(c));
    }
}

template <std::size_t N>
void get_text(StateReader& reader, std::array<char, N>& text) {
    for (char& c : text) {
        c = static_cast<char>(reader.get<std::uint8_t>());
    }
}

/// visit(field) for each, in the order in which they are saved.
template <class Counters, class Visitor>
void for_each_counter(Counters& counters, Visitor&& visit) {
    visit(counters.commands);
    visit(counters.feed_messages);
    visit(counters.replies);
    visit(counters.executions);
    visit(counters.session_executions);
    visit(counters.rejected);
    visit(counters.malformed);
    visit(counters.ignored);
}

void save_order(StateWriter& writer, const SessionOrder& order) {
    writer.put(order.id.value);
    writer.put(order.session.value);
    writer.put(order.instrument.value);
    writer.put(order.user_ref_num.value);
    writer.put(order.qty.value);
    writer.put(order.cum_qty.value);
    writer.put(order.price);
    const OrderTerms& terms = order.terms;
    put_text(writer, std::array{static_cast<char>(terms.side), static_cast<char>(terms.lifetime),
                                static_cast<char>(terms.display), static_cast<char>(terms.capacity),
                                static_cast<char>(terms.sweep), static_cast<char>(terms.cross)});
    put_text(writer, terms.text);
    put_text(writer, order.firm.mpid);
}

[[nodiscard]] SessionOrder load_order(StateReader& reader) {
    SessionOrder order{.id = {reader.get<std::uint64_t>()},
                       .session = {reader.get<std::uint16_t>()},
                       .instrument = {reader.get<std::uint16_t>()},
                       .user_ref_num = {reader.get<std::uint32_t>()},
                       .qty = {reader.get<std::uint32_t>()},
                       .cum_qty = {reader.get<std::uint32_t>()},
                       .price = reader.get_price(),
                       .terms = {},
                       .firm = {}};
    std::array<char, 6> terms{};
    get_text(reader, terms);
    order.terms.side = static_cast<OrderSide>(terms[0]);
    order.terms.lifetime = static_cast<OrderLifetime>(terms[1]);
    order.terms.display = static_cast<OrderDisplay>(terms[2]);
    order.terms.capacity = static_cast<OrderCapacity>(terms[3]);
    order.terms.sweep = static_cast<SweepEligibility>(terms[4]);
    order.terms.cross = static_cast<OrderCross>(terms[5]);
    get_text(reader, order.terms.text);
    get_text(reader, order.firm.mpid);
    return order;
}

/// Beside a session's choice of self-match prevention: its Member follows, as it is not plain.
constexpr std::uint8_t kHasMember = 0x80;

/// Restoring an order is no event.
struct NoEvents : match::NullVenueListener {
    bool is_added = false;
    void on_added(const book::OrderView&) noexcept { is_added = true; }
};

}  // namespace

void Exchange::Venue::save(StateWriter& writer) const {
    save_instruments(writer);
    book::save_books(writer, matcher.books());
    matcher.save(writer);
    save_orders(writer);
    ids.save(writer);
    writer.put(std::uint64_t{last_user_ref_num.size()});
    for (const ClOrdId last : last_user_ref_num.items()) {
        writer.put(last.value);
    }
    limits.save(writer);
    save_members(writer);
    writer.put(day.number);
    writer.put(day.date);
    day_change.save(writer);
    writer.put(has_ended);
    writer.put(next_match_);
    writer.put(feed.next_sequence_number());
    for_each_counter(counters, [&](std::uint64_t counter) { writer.put(counter); });
}

void Exchange::Venue::load(StateReader& reader) {
    load_instruments(reader);
    book::load_books(
        reader, matcher.books().instruments_max(),
        [&](InstrumentId instrument, book::TradingState state) {
            matcher.set_trading_state(instrument, state);
        },
        [&](const book::OrderView& order) {
            NoEvents events;
            return matcher.rest(order, events) == match::MatchStatus::Ok && events.is_added;
        });
    matcher.load(reader);
    load_orders(reader);
    ids.load(reader);
    if (reader.get<std::uint64_t>() != last_user_ref_num.size()) {
        return reader.refuse();
    }
    for (ClOrdId& last : last_user_ref_num.items()) {
        last = {reader.get<std::uint32_t>()};
    }
    limits.load(reader);
    load_members(reader);
    day = {reader.get<std::uint32_t>(), reader.get<std::uint32_t>()};
    day_change.load(reader);
    has_ended = reader.get_bool();
    next_match_ = reader.get<std::uint64_t>();
    feed.begin_session(session_of_day(first_session, day.number));
    feed.resume_at(reader.get<std::uint64_t>());
    for_each_counter(counters,
                     [&](std::uint64_t& counter) { counter = reader.get<std::uint64_t>(); });
}

void Exchange::Venue::save_members(StateWriter& writer) const {
    for (std::size_t n = 0; n < self_match.size(); ++n) {
        const auto choice = static_cast<std::uint8_t>(self_match[n]);
        const bool is_plain = members[n].is_plain();
        writer.put(is_plain ? choice : static_cast<std::uint8_t>(choice | kHasMember));
        if (!is_plain) {
            members[n].save(writer);
        }
    }
}

void Exchange::Venue::load_members(StateReader& reader) {
    for (std::size_t n = 0; n < self_match.size(); ++n) {
        const auto byte = reader.get<std::uint8_t>();
        self_match[n] = static_cast<SelfMatch>(byte & ~kHasMember);
        if (self_match[n] > SelfMatch::Decrement) {
            return reader.refuse();
        }
        if ((byte & kHasMember) != 0) {
            members[n].load(reader);
        }
    }
}

void Exchange::Venue::save_instruments(StateWriter& writer) const {
    writer.put(instruments.instruments_max());
    for (std::uint32_t id = 1; id <= instruments.instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        writer.put(instruments.is_listed(instrument));
        writer.put(instruments.is_operationally_halted(instrument));
        put_text(writer, instruments.symbol(instrument).characters);
    }
}

void Exchange::Venue::load_instruments(StateReader& reader) {
    if (reader.get<std::uint16_t>() != instruments.instruments_max()) {
        return reader.refuse();
    }
    for (std::uint32_t id = 1; id <= instruments.instruments_max() && reader.is_ok(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        const bool is_listed = reader.get_bool();
        instruments.set_operationally_halted(instrument, reader.get_bool());
        Symbol symbol;
        get_text(reader, symbol.characters);
        if (is_listed) {
            if (!instruments.list(instrument, symbol)) {
                return reader.refuse();
            }
        }
    }
}

void Exchange::Venue::save_orders(StateWriter& writer) const {
    std::vector<SessionOrder> open;
    open.reserve(orders.size());
    orders.for_each([&](const SessionOrder& order) { open.push_back(order); });
    std::ranges::sort(open, {}, &SessionOrder::id);
    writer.put(std::uint64_t{open.size()});
    for (const SessionOrder& order : open) {
        save_order(writer, order);
    }
}

void Exchange::Venue::load_orders(StateReader& reader) {
    const auto count = reader.get<std::uint64_t>();
    for (std::uint64_t n = 0; n < count && reader.is_ok(); ++n) {
        const SessionOrder order = load_order(reader);
        const bool is_possible = reader.is_ok() && !orders.is_full() &&
                                 order.session.value < last_user_ref_num.size() &&
                                 orders.find(order.id) == nullptr &&
                                 orders.find(order.session, order.user_ref_num) == nullptr;
        if (!is_possible) {
            return reader.refuse();
        }
        const bool is_plain = matcher.all().held().find(order.id) == match::kNotHeld;
        const SessionOrder& added = add_order(order, is_plain);
        if (is_plain && !matcher.restore_tag(order.id, orders.tag_of(added))) {
            return reader.refuse();
        }
    }
}

}  // namespace hotpath::exchange
