#pragma once
/// An independent check of one trader's risk limits, from the messages on the wire: requests sent
/// and replies received, decoded and counted again. It shares no code with `risk`, `oms` and
/// `gateway`.
///
/// Checks each order and replacement: its quantity, money and tick; the position when everything open
/// on its side executes; orders open, of the instrument and of all; messages in a window, of the
/// instrument and of all; that an uncovered sell says so. An order whose session broke before the
/// venue answered counts until the next session's account query is answered. After an operator's
/// command nothing leaves that it forbids, until trading is resumed. Threads: one owner. Allocation:
/// free. Complexity: O(open orders) a message.

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/sim/world/venue_host.hpp"
#include "hotpath/sim/world/verdict.hpp"
#include "hotpath/trader/operator_command.hpp"

namespace hotpath::sim::world {

class RiskObserver {
  public:
    /// `verdict` outlives it.
    RiskObserver(std::string trader, engine::EngineOptions options, Verdict& verdict)
        : trader_(std::move(trader)), options_(std::move(options)), verdict_(&verdict) {}

    /// Orders and replacements so far.
    [[nodiscard]] std::uint64_t orders_sent() const noexcept { return orders_sent_; }

    /// Orders sent by this process that may be open; one and its replacement count once.
    [[nodiscard]] std::size_t own_open_orders() const;
    /// Their open quantities at their limits, at least; in price units.
    [[nodiscard]] std::int64_t own_open_value() const;

    /// Stops by an operator, since the last resume.
    [[nodiscard]] bool is_killed() const noexcept { return is_killed_; }

    /// The trader has carried it out.
    void on_command(const trader::OperatorCommand& command) noexcept;
    void on_request(Bytes message, Time now);
    void on_reply(Bytes message);

  private:
    struct Sent {
        std::uint16_t instrument = 0;
        bool is_buy = true;
        bool is_answered = false;
        bool is_own = false;  // sent by this process, not by one before it
        std::int64_t price = 0;
        std::int64_t open = 0;
        std::int64_t executed = 0;    // by what it replaced, too
        std::uint32_t original = 0;   // that it is to replace; 0: none, or it has
        std::uint32_t successor = 0;  // that is to replace it
    };
    class Requests;
    class Replies;
    /// A whole order, as it is in OUCH.
    template <class Message>
    [[nodiscard]] static Sent sent(const Message& message);

    void check(std::uint32_t number, const Sent& order, bool is_new);
    void check_stops(std::uint32_t number, std::uint16_t instrument, std::int64_t worst);
    void check_pace(std::uint16_t instrument, Time now);
    [[nodiscard]] std::int64_t open_qty(std::uint16_t instrument, bool is_buy) const;
    [[nodiscard]] std::size_t open_orders(std::uint16_t instrument) const;  // 0: of all
    /// The replacement in its place counts with it, and not by itself.
    [[nodiscard]] bool is_first(const Sent& order) const {
        return open_.find(order.original) == open_.end();
    }
    void execute(std::uint32_t number, std::uint64_t match, std::int64_t qty);
    void take_back(std::uint32_t number, std::uint64_t match);
    void take_off(std::uint32_t number, std::int64_t qty);
    void forget(std::uint32_t number);
    void find_out(std::string words);

    std::string trader_;
    engine::EngineOptions options_;
    Verdict* verdict_;
    std::map<std::uint32_t, Sent> open_;
    std::array<std::int64_t, kInstruments + 1U> position_{};
    /// Instrument and signed quantity, by order and match number; no broken ones.
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::pair<std::uint16_t, std::int64_t>>
        executed_;
    std::array<std::deque<Time>, kInstruments + 1U> messages_{};  // of instrument 0: of all
    std::uint64_t orders_sent_ = 0;
    bool is_killed_ = false;
    bool is_reducing_only_ = false;
    std::array<bool, kInstruments + 1U> is_canceled_{};
};

}  // namespace hotpath::sim::world
