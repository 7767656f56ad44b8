#pragma once
/// Another participant: orders at random around a price that wanders, some of which trade, through
/// an order-entry session that is resumed whenever it breaks.
///
/// It has no risk limits and no memory but its own session's: what makes the market in which our
/// traders are tested. Threads: one owner. Allocation: free. Complexity: O(its open orders).

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/sim/world/client.hpp"
#include "hotpath/sim/world/venue_host.hpp"
#include "hotpath/trader/resumable_session.hpp"

namespace hotpath::sim::world {

/// Where everybody thinks the prices are. In a flash crash they fall by a tenth in a second, and
/// come back in three.
class Mood {
  public:
    static constexpr std::int64_t kTick = 100;
    static constexpr Nanos kFalls{kNanosPerSecond};
    static constexpr Nanos kComesBack{3 * kNanosPerSecond};

    void crash_at(Time begins) noexcept { crash_at_ = begins; }
    [[nodiscard]] bool is_falling(Time now) const noexcept {
        return now >= crash_at_ && now < crash_at_ + kFalls;
    }
    [[nodiscard]] std::int64_t mid(std::uint16_t instrument, Time now) const noexcept;
    /// A tick up or down, or none; never far away.
    void move(std::uint16_t instrument, Random& random) noexcept;

  private:
    Time crash_at_ = kNever;
    std::array<std::int64_t, kInstruments> mids_{500'000, 400'000, 300'000};
};

class ScriptedClient final : public Client {
  public:
    /// `mood` and `random` outlive it.
    [[nodiscard]] static Expected<trader::ResumableSession> make_session(std::size_t number);
    /// `keeps_orders`: the venue keeps good-till-canceled orders from day to day.
    ScriptedClient(std::size_t number, bool keeps_orders, trader::ResumableSession session,
                   Mood& mood, Random& random);

    /// Orders it entered.
    [[nodiscard]] std::uint64_t entered() const noexcept { return entered_; }

    /// Sends something, when it is logged in.
    void act(Time now);
    /// Sends what is no message: the venue is to cut it off.
    void send_garbage(Time now);

    bool is_wanted(trader::Port port) const override;
    bool is_open(trader::Port port) const override;
    Bytes output(trader::Port port) const override;
    Time next_deadline() const override { return std::min(session_.next_deadline(), begins_at_); }
    void on_connected(trader::Port port, Time now) override;
    void on_bytes(trader::Port port, Bytes bytes, Time now) override;
    void on_written(trader::Port port, std::size_t bytes, Time now) override;
    void on_disconnected(trader::Port port, Time now) override;
    void on_timer(Time now) override;

  private:
    struct Open {
        std::uint32_t number = 0;
        std::uint16_t instrument = 0;
        char side = 'B';
        std::uint32_t qty = 0;
        bool outlives_day = false;
    };
    class Listener;  // the venue's replies

    /// After anything that may have ended a connection.
    void note_end(Time now);
    void begin_session();
    void enter(Time now);
    void replace(const Open& order, Time now);
    void reduce(const Open& order, Time now);
    void cancel(const Open& order, Time now);
    void send(Bytes message, Time now);
    [[nodiscard]] std::int64_t price(std::uint16_t instrument, char side, bool is_taking, Time now);
    [[nodiscard]] Open* find(std::uint32_t number) noexcept;
    void take_off(std::uint32_t number, std::uint32_t qty) noexcept;

    std::size_t client_;
    bool keeps_orders_;
    trader::ResumableSession session_;
    Time begins_at_ = kNever;  // the next session, after one that is over
    Mood& mood_;
    Random& random_;
    std::uint32_t number_ = 0;  // the last UserRefNum
    std::uint64_t entered_ = 0;
    std::vector<Open> open_;
};

}  // namespace hotpath::sim::world
