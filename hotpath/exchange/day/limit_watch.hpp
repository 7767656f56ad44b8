#pragma once
/// The venue's state of price bands: since when a quote is at one, which instruments are paused for
/// it, and the price of a cross to set new bands around. Part of the venue's state, so that the
/// schedule (day_schedule.hpp) finds it after a restart. Threads: one owner. Allocation: in the
/// constructor. Complexity: O(1); for_each() visits all instruments when at least one has a record.

#include <cstdint>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/match/venue_events.hpp"

namespace hotpath::exchange {

/// The record of one instrument.
struct LimitRecord {
    Time limit_since = kNever;   // the quote is at a band
    Time paused_since = kNever;  // for that
    Price cross_price{};  // of the last cross but a closing one, until bands are set; 0: none

    friend constexpr bool operator==(const LimitRecord&, const LimitRecord&) = default;
};

class LimitWatch {
  public:
    explicit LimitWatch(std::uint16_t instruments_max)
        : records_(std::size_t{instruments_max} + 1) {}

    [[nodiscard]] const LimitRecord& operator[](InstrumentId instrument) const noexcept {
        return records_[instrument.value];
    }

    void on_limit_state(InstrumentId instrument, match::LimitState state, Time now) noexcept {
        change(instrument, [&](LimitRecord& record) {
            record.limit_since = state == match::LimitState::None ? kNever : now;
        });
    }
    void on_paused(InstrumentId instrument, Time now) noexcept {
        change(instrument, [&](LimitRecord& record) { record.paused_since = now; });
    }
    /// Ends the handling of the limit state.
    void on_trading(InstrumentId instrument) noexcept {
        change(instrument, [](LimitRecord& record) { record.paused_since = kNever; });
    }
    /// `price` is 0 where no bands follow.
    void on_cross(InstrumentId instrument, Price price) noexcept {
        change(instrument, [&](LimitRecord& record) {
            record.paused_since = kNever;
            record.cross_price = price;
        });
    }
    void on_bands(InstrumentId instrument) noexcept {
        change(instrument, [](LimitRecord& record) { record.cross_price = {}; });
    }

    void forget(InstrumentId instrument) noexcept {
        change(instrument, [](LimitRecord& record) { record = {}; });
    }

    /// Calls visit(InstrumentId, const LimitRecord&) for each non-empty record, by id.
    template <class Visitor>
    void for_each(Visitor&& visit) const {
        for (std::size_t id = 1; in_use_ != 0 && id < records_.size(); ++id) {
            if (records_[id] != LimitRecord{}) {
                visit(InstrumentId{static_cast<std::uint16_t>(id)}, records_[id]);
            }
        }
    }

    void save(StateWriter& writer) const {
        writer.put(in_use_);
        for_each([&](InstrumentId instrument, const LimitRecord& record) {
            writer.put(instrument.value);
            writer.put(record.limit_since);
            writer.put(record.paused_since);
            writer.put(record.cross_price);
        });
    }
    void load(StateReader& reader) {
        const auto count = reader.get<std::uint32_t>();
        for (std::uint32_t n = 0; n < count && reader.is_ok(); ++n) {
            const InstrumentId instrument{reader.get<std::uint16_t>()};
            const LimitRecord record{.limit_since = reader.get_time(),
                                     .paused_since = reader.get_time(),
                                     .cross_price = reader.get_price()};
            if (instrument.value >= records_.size() || record == LimitRecord{}) {
                return reader.refuse();
            }
            change(instrument, [&](LimitRecord& now) { now = record; });
        }
    }

  private:
    template <class Change>
    void change(InstrumentId instrument, Change&& change) noexcept {
        LimitRecord& record = records_[instrument.value];
        in_use_ -= record != LimitRecord{} ? 1U : 0U;
        change(record);
        in_use_ += record != LimitRecord{} ? 1U : 0U;
    }

    FixedArray<LimitRecord> records_;  // by instrument
    std::uint32_t in_use_ = 0;
};

}  // namespace hotpath::exchange
