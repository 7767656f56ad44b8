#pragma once
/// The market of hotpath-market-open: a generated day in memory, and when each message of its open is due.
///
/// Threads: one makes it, then both ends read it. Allocation: make_market(). Complexity: O(messages).

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/sequenced_store.hpp"
#include "hotpath/sim/market/day_plan.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench::capacity {

using Ticks = timing::TscClock;

struct Options {
    std::uint64_t rate = 1'000'000;
    std::uint64_t seconds = 10;
    std::uint32_t instruments = 8'000;
    double loss_percent = 1;
};

/// The whole day in memory, and where the open begins.
struct Market {
    protocols::SequencedStore messages;
    std::uint64_t open = 0;               // sequence number of the first message from 09:30 on
    std::uint64_t end = 0;                // of the first that is not sent
    std::vector<std::uint64_t> activity;  // messages before the open, by instrument
};

inline Expected<Market> make_market(const Options& options) {
    constexpr std::uint64_t kBytesAMessage = 40;  // at most, on average
    // Of a day's messages a tenth is before the open, and a tenth after the close.
    const std::uint64_t wanted = options.rate * options.seconds;
    const std::uint64_t day =
        std::max(wanted * 5 / 4, 2 * sim::market::messages_min(options.instruments));
    auto generator =
        sim::market::MarketGenerator::create({.messages = day, .instruments = options.instruments});
    auto store = protocols::SequencedStore::create({.messages_max = static_cast<std::uint32_t>(day),
                                                    .bytes_max = day * kBytesAMessage,
                                                    .message_length_max = 50});
    if (!generator || !store) {
        return std::unexpected(generator ? store.error() : generator.error());
    }
    Market market{.messages = std::move(*store), .activity = {}};
    market.activity.resize(options.instruments + 1);
    for (Bytes message = generator->next(); !message.empty(); message = generator->next()) {
        const auto& event =
            protocols::nasdaq::itch50::SystemEvent::at(message.data());  // as every message
        const Time time{static_cast<std::int64_t>(event.load_timestamp())};
        if (market.open == 0 && time >= sim::market::kMarketOpen) {
            market.open = market.messages.next_sequence_number();
        }
        market.activity[market.open == 0 ? event.load_stock_locate() : 0] += 1;
        if (!market.messages.try_append(message)) {
            return fail("the market has longer messages than were expected");
        }
    }
    market.end = std::min(market.open + wanted, market.messages.next_sequence_number());
    return market;
}

/// When each message is due, from the first of the open on.
class Schedule {
  public:
    Schedule(const Ticks& clock, std::uint64_t first, std::uint64_t rate)
        : clock_(clock), first_(first), rate_(rate) {}

    void begin() { begin_ = clock_.ticks(); }
    [[nodiscard]] Nanos elapsed() const { return clock_.to_duration(clock_.ticks() - begin_); }
    [[nodiscard]] Nanos due(std::uint64_t number) const {
        // Two minutes at most, so that the product fits 64 bits.
        return {
            static_cast<std::int64_t>((number - first_) * std::uint64_t{kNanosPerSecond} / rate_)};
    }

  private:
    const Ticks& clock_;
    std::uint64_t begin_ = 0;
    std::uint64_t first_;
    std::uint64_t rate_;
};

}  // namespace hotpath::bench::capacity
