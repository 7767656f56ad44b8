#pragma once
/// A trader, with an observer or none, that practises: it makes some steps of warm_step() before and
/// after whatever happens to it.
///
///   BasicTraderWorld<RestlessTrader<trader::Trader<strategy::MarketMaker>>> world;
///
/// Make::strategy(maker) returns its strategy, another one with each call.
///
/// Threads: the test's. Allocation: the trader's. Tests only.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/random.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::support {

struct SameMaker {
    [[nodiscard]] static strategy::MarketMaker strategy(const strategy::MarketMaker& maker) {
        return strategy::MarketMaker(maker.options());
    }
};

template <class Trader, class Make = SameMaker>
class RestlessTrader : public Trader {
  public:
    [[nodiscard]] static Expected<RestlessTrader> create(const trader::TraderOptions& options,
                                                         const strategy::MarketMaker& maker) {
        auto trader = Trader::create(options, Make::strategy(maker));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        if (auto begun = trader->practise(Make::strategy(maker)); !begun) {
            return std::unexpected(begun.error());
        }
        return RestlessTrader(std::move(*trader));
    }

    void on_packet(const feed::LinePacket& packet) noexcept {
        around([&] { Trader::on_packet(packet); });
    }
    void on_connected(trader::Port port, Time now, protocols::SessionStart start = {}) noexcept {
        around([&] { Trader::on_connected(port, now, start); });
    }
    void on_bytes(trader::Port port, Bytes bytes, Time now) {
        around([&] { Trader::on_bytes(port, bytes, now); });
    }
    void on_written(trader::Port port, std::size_t bytes, Time now) noexcept {
        around([&] { Trader::on_written(port, bytes, now); });
    }
    void on_disconnected(trader::Port port, Time now) noexcept {
        around([&] { Trader::on_disconnected(port, now); });
    }
    void on_timer(Time now) noexcept {
        around([&] { Trader::on_timer(now); });
    }

  private:
    explicit RestlessTrader(Trader trader) : Trader(std::move(trader)) {}

    template <class Event>
    void around(Event&& event) {
        practise_some();
        event();
        practise_some();
    }
    /// A whole turn has about twenty: most are interrupted by an event, some are not.
    void practise_some() {
        constexpr std::uint64_t kStepsMax = 60;
        for (std::uint64_t steps = random_.below(kStepsMax); steps > 0; --steps) {
            Trader::warm_step();
        }
    }

    Random random_{1};
};

}  // namespace hotpath::support
