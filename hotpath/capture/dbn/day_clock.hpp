#pragma once
/// DBN's times, nanoseconds since 1970 by UTC, as times of the recording's day: nanoseconds since
/// midnight UTC of the day of its first record.
///
/// A record has the venue's time, ts_event, as an ITCH message has. Its ts_recv is taken where there
/// is no ts_event, where it lies before the day, and of a snapshot, whose ts_event is the time at
/// which an order was entered, maybe days before. ITCH has room for 78 hours. Threads: a value.
/// Allocation: a refusal's reason. Complexity: O(1).

#include <cstdint>
#include <optional>

#include "hotpath/capture/dbn/instruments.hpp"
#include "hotpath/capture/dbn/price.hpp"
#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture::dbn {

struct RecordTimes {
    std::uint64_t ts_event = 0;
    std::uint64_t ts_recv = 0;
    bool is_snapshot = false;
};

class DayClock {
  public:
    /// The first call fixes the day.
    [[nodiscard]] Checked<Time> time_of(const RecordTimes& times);

    /// The calendar day of the time given last.
    [[nodiscard]] Day day() const { return day_; }
    /// The day of the first call, by UTC.
    [[nodiscard]] std::optional<Date> first_date() const;

  private:
    std::optional<std::uint64_t> midnight_;  // of the recording's first day
    std::uint64_t day_number_ = 0;           // days since 1970, of day_
    Day day_ = 0;
};

}  // namespace hotpath::capture::dbn
