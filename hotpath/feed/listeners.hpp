#pragma once
/// Listeners: several consumers of one feed as one listener, called in the given order.
///
///   feed::Listeners all(tape, positions, checker);
///   feed.replay_block(block, all);
/// Each is called directly. Optional events (on_message, on_change) are requested from the feed if
/// any listener has them, and passed to those only. Threads: the feed's. Allocation: none.

#include <cstdint>
#include <tuple>

#include "hotpath/feed/listener.hpp"

namespace hotpath::feed {

template <FeedListener... Each>
class Listeners {
  public:
    explicit Listeners(Each&... each) noexcept : all_(each...) {}

    void on_decoded(Time time) noexcept {
        for_each([&](auto& each) { each.on_decoded(time); });
    }
    void on_trade(const Trade& trade) noexcept {
        for_each([&](auto& each) { each.on_trade(trade); });
    }
    void on_book(const book::BookUpdate& update, Time time) noexcept {
        for_each([&](auto& each) { each.on_book(update, time); });
    }
    void on_refused(const book::BookUpdate& update, Time time) noexcept {
        for_each([&](auto& each) { each.on_refused(update, time); });
    }
    void on_trading_state(InstrumentId instrument, book::TradingState state, Time time) noexcept {
        for_each([&](auto& each) { each.on_trading_state(instrument, state, time); });
    }
    void on_system_event(char event_code, Time time) noexcept {
        for_each([&](auto& each) { each.on_system_event(event_code, time); });
    }
    void on_feed_state(FeedState state, Time now) noexcept {
        for_each([&](auto& each) {
            if constexpr (requires { each.on_feed_state(state, now); }) {
                each.on_feed_state(state, now);
            }
        });
    }
    void on_message(std::uint64_t number, Bytes message) noexcept
        requires(MessageListener<Each> || ...)
    {
        for_each([&](auto& each) {
            if constexpr (requires { each.on_message(number, message); }) {
                each.on_message(number, message);
            }
        });
    }
    void on_end_of_event(Time time) noexcept
        requires(EventListener<Each> || ...)
    {
        for_each([&](auto& each) {
            if constexpr (requires { each.on_end_of_event(time); }) {
                each.on_end_of_event(time);
            }
        });
    }
    [[nodiscard]] bool wants_changes() const noexcept {
        return std::apply([](const auto&... each) { return (feed::wants_changes(each) || ...); },
                          all_);
    }
    void on_change(const book::BookChange& change, Time time) noexcept
        requires(ChangeListener<Each> || ...)
    {
        for_each([&](auto& each) {
            if constexpr (requires { each.on_change(change, time); }) {
                each.on_change(change, time);
            }
        });
    }
    void on_identity(OrderId venue_id, OrderId id) noexcept
        requires(IdentityListener<Each> || ...)
    {
        for_each([&](auto& each) {
            if constexpr (requires { each.on_identity(venue_id, id); }) {
                each.on_identity(venue_id, id);
            }
        });
    }
    void on_renamed(OrderId from, OrderId to) noexcept
        requires(RenameListener<Each> || ...)
    {
        for_each([&](auto& each) {
            if constexpr (requires { each.on_renamed(from, to); }) {
                each.on_renamed(from, to);
            }
        });
    }

  private:
    void for_each(auto&& say) noexcept {
        std::apply([&](auto&... each) { (say(each), ...); }, all_);
    }

    std::tuple<Each&...> all_;
};

}  // namespace hotpath::feed
