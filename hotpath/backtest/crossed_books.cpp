#include "hotpath/backtest/crossed_books.hpp"

#include <algorithm>
#include <string>

#include "hotpath/book/l3_books.hpp"

namespace hotpath::backtest {

namespace {

[[nodiscard]] bool trades(const exchange::Exchange& venue, InstrumentId instrument) {
    return venue.books().trading_state(instrument) == book::TradingState::Trading;
}

[[nodiscard]] bool is_locked_or_crossed(const book::Bbo& bbo) {
    return bbo.is_two_sided() && bbo.bid.price >= bbo.ask.price;
}

}  // namespace

void CrossedBooks::note(Bytes message, std::uint64_t number, const sim::flow::RecordedFlow& flow,
                        const exchange::Exchange& venue) {
    const InstrumentId instrument = flow.last_crossing();
    if (trades(venue, instrument) &&
        std::ranges::find(kept_, instrument, &Crossing::instrument) == kept_.end()) {
        kept_.push_back({.number = number, .instrument = instrument});
        instant_ = time_of_message(message);
    }
}

Expected<void> CrossedBooks::at_end(const sim::flow::RecordedFlow& flow,
                                    const exchange::Exchange& venue) {
    const auto fault = std::ranges::find_if(kept_, [&](const Crossing& each) {
        return trades(venue, each.instrument) &&
               is_locked_or_crossed(flow.recording().bbo(each.instrument));
    });
    if (fault != kept_.end()) {
        return fail("message " + std::to_string(fault->number) +
                    ": its order locks or crosses the recorded book of " +
                    venue.symbol(fault->instrument).str() +
                    " while it trades; data.crossed = \"allow\" plays it anyway");
    }
    kept_.clear();
    return {};
}

}  // namespace hotpath::backtest
