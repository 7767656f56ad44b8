#include "hotpath/backtest/statistics/round_trips.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "hotpath/core/wide.hpp"

namespace hotpath::backtest {

namespace {

/// A fill, or the part of it that closes or opens.
struct Leg {
    Side side = Side::Buy;
    Qty qty{};
    Price price{};
    Money fee{};
};

/// The position of one instrument and the round trip it is part of.
struct OpenTrip {
    SignedQty position{};
    RoundTrip trip{};

    void add(const Leg& leg) {
        position += signed_qty(leg.side, leg.qty);
        trip.qty += leg.qty;
        trip.gross -= leg.price * signed_qty(leg.side, leg.qty);
        trip.fees += leg.fee;
    }
};

Qty closing_qty(SignedQty position, const FillRecord& fill) {
    const bool closes = sign(fill.side) * position < SignedQty{};
    const std::int64_t held = magnitude(position).value;
    return closes && held < std::int64_t{fill.qty.value} ? Qty{static_cast<std::uint32_t>(held)}
           : closes                                      ? fill.qty
                                                         : Qty{};
}

/// 128 bits: a fee times a quantity need not fit 64.
Money part_of(Money fee, Qty part, Qty whole) {
    return {static_cast<std::int64_t>(WideInt{fee.value} * part.value / whole.value)};
}

class OpenTrips {
  public:
    explicit OpenTrips(std::vector<RoundTrip>& closed) : closed_(closed) {}

    /// Trips whose position is carried into the day stay open, their times since its midnight now.
    void begin_day(std::size_t index, const DayResult& day) {
        day_ = index;
        const Nanos shift = day.since_first - std::exchange(since_first_, day.since_first);
        std::map<InstrumentId, OpenTrip> before = std::exchange(open_, {});
        for (const InstrumentResult& instrument : day.instruments) {
            if (instrument.position_before != SignedQty{}) {
                OpenTrip& open = open_[instrument.id];
                open = before[instrument.id];
                open.position = instrument.position_before;
                open.trip.opened = open.trip.opened - shift;
            }
        }
    }

    void add(const FillRecord& fill) {
        if (fill.qty == Qty{}) {
            return;
        }
        OpenTrip& open = open_[fill.instrument];
        const Qty closing = closing_qty(open.position, fill);
        const Money closing_fee = part_of(fill.fee, closing, fill.qty);
        if (closing > Qty{}) {
            open.add({fill.side, closing, fill.price, closing_fee});
            close_if_flat(open, fill.at);
        }
        if (closing < fill.qty) {
            begin_if_flat(open, fill);
            open.add({fill.side, fill.qty - closing, fill.price, fill.fee - closing_fee});
        }
    }

  private:
    void begin_if_flat(OpenTrip& open, const FillRecord& fill) const {
        if (open.position == SignedQty{}) {
            open.trip = {
                .day = day_, .instrument = fill.instrument, .side = fill.side, .opened = fill.at};
        }
    }
    void close_if_flat(OpenTrip& open, Time at) {
        if (open.position == SignedQty{}) {
            open.trip.day = day_;
            open.trip.closed = at;
            closed_.push_back(open.trip);
        }
    }

    std::size_t day_ = 0;
    Nanos since_first_{};
    std::vector<RoundTrip>& closed_;
    std::map<InstrumentId, OpenTrip> open_;
};

}  // namespace

std::vector<RoundTrip> round_trips(const BacktestResult& result) {
    std::vector<RoundTrip> closed;
    OpenTrips trips(closed);
    for (std::size_t day = 0; day < result.days.size(); ++day) {
        trips.begin_day(day, result.days[day]);
        for (const FillRecord& fill : result.days[day].fills) {
            trips.add(fill);
        }
    }
    return closed;
}

RoundTripSummary summary_of(std::span<const RoundTrip> trips) {
    RoundTripSummary summary;
    for (const RoundTrip& trip : trips) {
        const bool wins = trip.pnl() > Money{};
        ++summary.count;
        summary.wins += wins ? 1 : 0;
        (wins ? summary.won : summary.lost) += trip.pnl();
        summary.held = summary.held + (trip.closed - trip.opened);
    }
    return summary;
}

std::optional<double> RoundTripSummary::win_rate() const {
    return count == 0 ? std::nullopt
                      : std::optional(static_cast<double>(wins) / static_cast<double>(count));
}

std::optional<double> RoundTripSummary::profit_factor() const {
    return lost == Money{}
               ? std::nullopt
               : std::optional(static_cast<double>(won.value) / -static_cast<double>(lost.value));
}

std::optional<Nanos> RoundTripSummary::mean_held() const {
    return count == 0 ? std::nullopt
                      : std::optional(Nanos{held.value / static_cast<std::int64_t>(count)});
}

}  // namespace hotpath::backtest
