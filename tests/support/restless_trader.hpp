#pragma once
/// A trader, with an observer or none, that makes some steps of a rehearsal before and after whatever
/// happens to it.
///
///   BasicTraderWorld<RestlessTrader<trader::Trader<strategy::MarketMaker>>> world;
///
/// Threads: the test's. Allocation: the trader's. Tests only.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/random.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::support {

template <class Trader>
class RestlessTrader : public Trader {
  public:
    [[nodiscard]] static Expected<RestlessTrader> create(const trader::TraderOptions& options,
                                                         strategy::MarketMaker strategy) {
        trader::TraderOptions practising = options;
        practising.has_understudy = true;
        auto trader = Trader::create(practising, std::move(strategy));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return RestlessTrader(std::move(*trader));
    }

    void on_packet(const feed::LinePacket& packet) noexcept {
        around(packet.now, [&] { Trader::on_packet(packet); });
    }
    void on_connected(trader::Port port, Time now, protocols::SessionStart start = {}) noexcept {
        around(now, [&] { Trader::on_connected(port, now, start); });
    }
    void on_bytes(trader::Port port, Bytes bytes, Time now) {
        around(now, [&] { Trader::on_bytes(port, bytes, now); });
    }
    void on_written(trader::Port port, std::size_t bytes, Time now) noexcept {
        around(now, [&] { Trader::on_written(port, bytes, now); });
    }
    void on_disconnected(trader::Port port, Time now) noexcept {
        around(now, [&] { Trader::on_disconnected(port, now); });
    }
    void on_timer(Time now) noexcept {
        around(now, [&] { Trader::on_timer(now); });
    }

  private:
    explicit RestlessTrader(Trader trader) : Trader(std::move(trader)) {}

    template <class Event>
    void around(Time now, Event&& event) {
        rehearse(now);
        event();
        rehearse(now);
    }
    /// A whole one has about twenty: most are interrupted by an event, some are not.
    void rehearse(Time now) {
        constexpr std::uint64_t kStepsMax = 60;
        for (std::uint64_t steps = random_.below(kStepsMax); steps > 0; --steps) {
            Trader::warm_step(now);
        }
    }

    Random random_{1};
};

}  // namespace hotpath::support
