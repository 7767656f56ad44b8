#pragma once
/// Mdp3Entries: the orders of a packet's entries to calls of a sink. The first base of
/// Mdp3Translator, included by mdp3_codec.hpp alone.
///
/// Threads, allocation, complexity: those of Mdp3Codec.

#include <cstdint>
#include <optional>
#include <utility>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"

namespace hotpath::feed {

/// An order as an entry has it, whatever the message.
struct Mdp3OrderEntry {
    enum class Action : std::uint8_t { New, Change, Delete, Other };

    Action action = Action::Other;
    Side side = Side::Buy;
    std::int32_t security_id = 0;
    std::optional<std::uint64_t> order_id;
    std::optional<std::uint64_t> priority;
    std::optional<std::int64_t> price;  // mantissa
    std::optional<std::int32_t> qty;
};

template <OrderSink Sink>
class Mdp3Entries {
  public:
    /// `number`: of the packet; 0: it is beside the sequence.
    Mdp3Entries(Mdp3Codec& codec, std::uint32_t number, Sink& sink) noexcept
        : codec_(codec), number_(number), sink_(sink) {}

  protected:
    using Action = Mdp3OrderEntry::Action;

    [[nodiscard]] Mdp3Instrument* find(std::int32_t security_id) noexcept {
        Mdp3Instrument* const instrument = codec_.instruments_.find(security_id);
        codec_.counters_.unknown_securities += instrument == nullptr ? 1U : 0U;
        return instrument;
    }
    /// nullptr, too, when the instrument's snapshot has this packet.
    [[nodiscard]] Mdp3Instrument* find_current(std::int32_t security_id) noexcept {
        Mdp3Instrument* const instrument = find(security_id);
        if (instrument == nullptr || number_ > instrument->book_as_of) [[likely]] {
            return instrument;
        }
        ++codec_.counters_.in_snapshot;
        return nullptr;
    }

    void apply_order(const Mdp3OrderEntry& entry, Time time) noexcept {
        Mdp3Instrument* const instrument = find_current(entry.security_id);
        if (instrument == nullptr) {
            return;
        }
        switch (entry.action) {
            case Action::New:
                return add(entry, *instrument, time);
            case Action::Change:
                return change(entry, *instrument, time);
            case Action::Delete:
                return remove(entry, time);
            case Action::Other:
                ++codec_.counters_.entries_refused;
        }
    }

    void add(const Mdp3OrderEntry& entry, const Mdp3Instrument& instrument, Time time) noexcept {
        const auto price = price_of(entry.price);
        if (!price) {
            return;
        }
        const auto place =
            entry.priority ? Mdp3Orders::place_of(instrument.id, *entry.priority) : std::nullopt;
        if (!place || !is_order(entry) || !codec_.orders_.try_add({*entry.order_id}, *place)) {
            ++codec_.counters_.entries_refused;
            return;
        }
        sink_.add({.id = *place,
                   .instrument = instrument.id,
                   .side = entry.side,
                   .price = *price,
                   .leaves_qty = qty_of(entry)},
                  instrument.symbol, time);
        identify(entry);
    }

    /// With its priority, its price and less quantity it keeps its place; else it has another. At a
    /// price that the books cannot have it leaves them.
    void change(const Mdp3OrderEntry& entry, const Mdp3Instrument& instrument, Time time) noexcept {
        OrderId* const place = is_order(entry) ? codec_.orders_.find({*entry.order_id}) : nullptr;
        if (place == nullptr) {
            ++codec_.counters_.entries_refused;
            return;
        }
        const auto price = price_of(entry.price);
        const auto next = entry.priority ? Mdp3Orders::place_of(instrument.id, *entry.priority)
                                         : std::optional(*place);
        if (!price || !next) {
            codec_.counters_.entries_refused += next ? 0U : 1U;
            return remove(entry, time);
        }
        const OrderId before = std::exchange(*place, *next);
        const Qty qty = qty_of(entry);
        const std::optional<book::OrderView> order = sink_.find(before);
        const bool is_in_place = order && before == *next && order->price == *price;
        if (!is_in_place || qty > order->leaves_qty) {
            sink_.replace(before, {.id = *next, .qty = qty, .price = *price}, time);
        } else if (qty < order->leaves_qty) {
            sink_.reduce(before, order->leaves_qty - qty, time);
        }
        identify(entry);
    }

    void remove(const Mdp3OrderEntry& entry, Time time) noexcept {
        const OrderId* const place =
            entry.order_id ? codec_.orders_.find({*entry.order_id}) : nullptr;
        if (place == nullptr) {
            ++codec_.counters_.entries_refused;
            return;
        }
        sink_.remove(*place, time);
        codec_.orders_.remove({*entry.order_id});
    }

    /// After its change: which order of CME it was.
    void identify(const Mdp3OrderEntry& entry) noexcept {
        if constexpr (requires(OrderId id) { sink_.identify(id, id); }) {
            sink_.identify({*entry.order_id}, *codec_.orders_.find({*entry.order_id}));
        }
    }
    [[nodiscard]] static bool is_order(const Mdp3OrderEntry& entry) noexcept {
        return entry.order_id.has_value() && entry.qty.value_or(0) > 0;
    }
    [[nodiscard]] static Qty qty_of(const Mdp3OrderEntry& entry) noexcept {
        return {static_cast<std::uint32_t>(*entry.qty)};
    }
    /// Counted when there is none.
    [[nodiscard]] std::optional<Price> price_of(std::optional<std::int64_t> mantissa) noexcept {
        const std::optional<Price> price =
            mantissa ? codec_.scale_.price_of(*mantissa) : std::nullopt;
        if (!price) [[unlikely]] {
            codec_.refuse_price(mantissa);
        }
        return price;
    }

    Mdp3Codec& codec_;
    std::uint32_t number_;
    Sink& sink_;
};

}  // namespace hotpath::feed

#include "hotpath/protocols/cme/feed/mdp3_level_entries.hpp"  // IWYU pragma: export
