#pragma once
/// Mdp3LevelEntries: the levels of a packet's entries to calls of a sink, for books by price.
/// Between Mdp3Entries and Mdp3Translator, included by the first alone.
///
/// A level is one order of the books (Mdp3Levels). Threads, allocation, complexity: those of
/// Mdp3Codec.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "hotpath/protocols/cme/feed/mdp3_entries.hpp"
#include "hotpath/protocols/cme/feed/mdp3_instruments.hpp"
#include "hotpath/protocols/cme/feed/mdp3_levels.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"

namespace hotpath::feed {

/// A level as an entry has it, of messages 46 and 52.
struct Mdp3LevelEntry {
    protocols::cme::mdp3::MDUpdateAction action = protocols::cme::mdp3::MDUpdateAction::New;
    Side side = Side::Buy;
    Mdp3LevelKind kind = Mdp3LevelKind::Outright;
    std::size_t number = 0;                            // from 1
    std::optional<std::int64_t> price = std::nullopt;  // mantissa
    std::optional<std::int32_t> qty = std::nullopt;
    std::uint32_t orders = 0;
};

template <OrderSink Sink>
class Mdp3LevelEntries : public Mdp3Entries<Sink> {
  public:
    using Mdp3Entries<Sink>::Mdp3Entries;

  protected:
    using Mdp3Entries<Sink>::codec_;
    using Mdp3Entries<Sink>::sink_;

    void apply_level(const Mdp3LevelEntry& entry, const Mdp3Instrument& instrument,
                     Time time) noexcept {
        using enum protocols::cme::mdp3::MDUpdateAction;
        codec_.counters_.implied_entries += entry.kind == Mdp3LevelKind::Implied ? 1U : 0U;
        const Place place{codec_.levels_.of(instrument.id, entry.side, entry.kind), instrument,
                          entry, time};
        switch (entry.action) {
            case New:
                return insert(place);
            case Change:
                return place.levels.has(entry.number) ? set(place) : refuse();
            case Overlay:
                return place.levels.has(entry.number) ? set(place) : insert(place);
            case Delete:
                return remove(place);
            case DeleteThru:
                return cut(place, 1);
            case DeleteFrom:
                return place.levels.may_insert(entry.number) ? cut(place, entry.number) : refuse();
        }
        refuse();
    }

    /// Its levels leave the books.
    void remove_levels(const Mdp3Instrument& instrument, Time time) noexcept {
        for (const Side side : {Side::Buy, Side::Sell}) {
            for (const Mdp3LevelKind kind : {Mdp3LevelKind::Outright, Mdp3LevelKind::Implied}) {
                const Mdp3LevelEntry none{.side = side, .kind = kind};
                cut({codec_.levels_.of(instrument.id, side, kind), instrument, none, time}, 1);
            }
        }
    }

  private:
    /// An entry, and the side that it is about.
    struct Place {
        Mdp3LevelSide& levels;
        const Mdp3Instrument& instrument;
        const Mdp3LevelEntry& entry;
        Time time;

        [[nodiscard]] OrderId id_of(const Mdp3Level& level) const noexcept {
            return Mdp3Levels::id_of(instrument.id, entry.side, level);
        }
    };

    void refuse() noexcept { ++codec_.counters_.entries_refused; }

    void insert(const Place& place) noexcept {
        const std::size_t number = place.entry.number;
        if (!place.levels.may_insert(number)) {
            return refuse();
        }
        if (place.levels.is_full()) {
            leave_books(place, place.levels.last());
        }
        place.levels.insert(number);
        set(place);
    }

    /// A price or quantity that the books cannot have leaves the level out of them; its number is
    /// taken all the same.
    void set(const Place& place) noexcept {
        Mdp3Level& level = place.levels.at(place.entry.number);
        const std::optional<Price> price = this->price_of(place.entry.price);
        const bool has_qty = place.entry.qty.value_or(0) > 0;
        level.is_known = true;
        level.orders = place.entry.orders;
        if (!price || !has_qty) {
            codec_.counters_.entries_refused += has_qty ? 0U : 1U;
            leave_books(place, level);
            level.price = {};
            level.qty = {};
            return;
        }
        const Qty qty{static_cast<std::uint32_t>(*place.entry.qty)};
        if (place.entry.kind == Mdp3LevelKind::Outright) {
            put_in_books(place, level, {.id = place.id_of(level), .qty = qty, .price = *price});
        }
        level.price = *price;
        level.qty = qty;
    }

    void put_in_books(const Place& place, Mdp3Level& level,
                      const book::Replacement& terms) noexcept {
        if (!level.is_in_books) {
            level.is_in_books = true;
            sink_.add({.id = terms.id,
                       .instrument = place.instrument.id,
                       .side = place.entry.side,
                       .price = terms.price,
                       .leaves_qty = terms.qty},
                      place.instrument.symbol, place.time);
        } else if (level.price != terms.price || level.qty < terms.qty) {
            sink_.replace(terms.id, terms, place.time);
        } else if (terms.qty < level.qty) {
            sink_.reduce(terms.id, level.qty - terms.qty, place.time);
        }
    }

    void remove(const Place& place) noexcept {
        if (!place.levels.has(place.entry.number)) {
            return refuse();
        }
        leave_books(place, place.levels.at(place.entry.number));
        place.levels.remove(place.entry.number);
    }

    void cut(const Place& place, std::size_t from) noexcept {
        for (std::size_t number = from; place.levels.has(number); ++number) {
            leave_books(place, place.levels.at(number));
        }
        place.levels.cut(from);
    }

    void leave_books(const Place& place, Mdp3Level& level) noexcept {
        if (level.is_in_books) {
            level.is_in_books = false;
            sink_.remove(place.id_of(level), place.time);
        }
    }
};

}  // namespace hotpath::feed

#include "hotpath/protocols/cme/feed/mdp3_natural_refresh.hpp"  // IWYU pragma: export
