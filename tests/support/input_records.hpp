#pragma once
/// A trader's journal in memory: what an InputRecorder wrote, to be replayed, cut and spoilt.
///
///   LoggedTrader is a market maker's trader that records; log_all(world, log)
///   Replayed replayed = replay(log, traders);
///
/// Threads: the test's. Allocation: free. Tests only.

#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/queue/slot_records.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/trader/input_recorder.hpp"
#include "hotpath/trader/replay_subject.hpp"

namespace hotpath::support {

struct InputLog {
    struct Entry {
        trader::LogType type = 0;
        Time time{};
        std::vector<std::byte> payload{};
    };
    std::vector<Entry> entries{};
    std::size_t slots_free = std::numeric_limits<std::size_t>::max() / 2;
};

struct InputLogChannel {
    bool try_write(trader::LogType type, Time now, Bytes head, Bytes body,
                   std::size_t left) const noexcept {
        const std::size_t slots = queue::slots_of_record(head.size() + body.size());
        if (log->slots_free < slots + left) {
            return false;
        }
        log->slots_free -= slots;
        auto& entry = log->entries.emplace_back(InputLog::Entry{.type = type, .time = now});
        entry.payload.assign(head.begin(), head.end());
        entry.payload.insert(entry.payload.end(), body.begin(), body.end());
        return true;
    }
    InputLog* log = nullptr;
};

using LogRecorder = trader::InputRecorder<InputLogChannel>;
using LoggedTrader = trader::Trader<strategy::MarketMaker, timing::NoTicks, LogRecorder>;

/// The world's trader and each that takes its place record from their start on.
template <class World>
void log_all(World& world, InputLog& log) {
    world.started = [&](typename World::Trader& trader) {
        trader.observer() = LogRecorder({&log});
        static_cast<void>(trader.observer().start({.now = world.venue.now, .text = "options"}));
    };
    world.started(world.trader());
}

/// Traders with options of the test's own, whatever the starts say.
class MarketMakers : public trader::ReplaySubjects {
  public:
    using Subject = trader::TraderSubject<strategy::MarketMaker>;

    MarketMakers(trader::TraderOptions options, strategy::MarketMakerOptions quotes)
        : options_(std::move(options)), quotes_(quotes) {
        options_.account.password = protocols::to_alpha<10>(protocols::kHiddenPassword);
        if (options_.drop_copy) {
            options_.drop_copy->password = options_.account.password;
        }
    }

    [[nodiscard]] Expected<std::unique_ptr<trader::ReplaySubject>> make(
        const trader::Start&) override {
        auto trader = Subject::Replayed::create(options_, strategy::MarketMaker(quotes_));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return std::make_unique<Subject>(std::move(*trader));
    }

  private:
    trader::TraderOptions options_;
    strategy::MarketMakerOptions quotes_;
};

struct Replayed {
    std::optional<trader::Difference> difference{};
    trader::ReplayCounters counters{};
};
/// The records up to `count`. An error of the journal fails the test.
[[nodiscard]] inline Replayed replay(const InputLog& log, trader::ReplaySubjects& traders,
                                     std::size_t count) {
    trader::InputReplay made(traders);
    for (std::size_t n = 0; n < count; ++n) {
        const InputLog::Entry& entry = log.entries[n];
        const auto added = made.add(n + 1, entry.type, entry.time, entry.payload);
        EXPECT_TRUE(added.has_value()) << added.error().message;
        if (!added) {
            return {};
        }
    }
    made.finish();
    return {.difference = made.difference(), .counters = made.counters()};
}
[[nodiscard]] inline Replayed replay(const InputLog& log, trader::ReplaySubjects& traders) {
    return replay(log, traders, log.entries.size());
}

}  // namespace hotpath::support
