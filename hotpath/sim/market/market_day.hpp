#pragma once
/// The course of a generated day: what comes when. Directory, hours, crosses, halts, and the
/// arrivals in between at the rate that brings the stream to exactly the number of messages asked
/// for.
///
/// Messages that every day must have are reserved from the start; all else happens only while there
/// is room beside them. Threads: one owner. Allocation: the constructor. Complexity: O(log planned
/// events) a message.

#include <cstdint>

#include "hotpath/sim/market/day_plan.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/market/market_state.hpp"
#include "hotpath/sim/market/order_flow.hpp"

namespace hotpath::sim::market {

class MarketDay {
  public:
    explicit MarketDay(const MarketOptions& options);

    MarketDay(const MarketDay&) = delete;  // order_flow_ refers to market_
    MarketDay& operator=(const MarketDay&) = delete;

    [[nodiscard]] const MarketOptions& options() const noexcept { return options_; }
    [[nodiscard]] const MarketState& market() const noexcept { return market_; }

    /// The next message with its length before it, empty after the last; the same until pop().
    [[nodiscard]] Bytes front() noexcept;
    void pop() noexcept { market_.writer.pop(); }

  private:
    void on_event(const Event& event) noexcept;
    void on_excited() noexcept;
    void on_start() noexcept;
    void on_directory(const Event& event) noexcept;
    void on_trading_action(const Event& event) noexcept;
    void on_system_hours() noexcept;
    void on_market_open() noexcept;
    void on_market_close() noexcept;
    void on_cross(const Event& event) noexcept;
    void on_imbalance(const Event& event) noexcept;
    void on_arrival() noexcept;
    void on_halt() noexcept;
    void on_quotation(const Event& event) noexcept;
    void on_resume(const Event& event) noexcept;
    void on_evening() noexcept;

    void plan(EventKind kind, Time time) noexcept;
    void plan_next_instrument(const Event& event) noexcept;
    void plan_for_all(Event event) noexcept;
    void plan_arrival() noexcept;
    void plan_halts() noexcept;
    void learn_cluster() noexcept;
    void write_system_event(char code) noexcept;
    void count_reserved(std::uint64_t messages) noexcept;

    [[nodiscard]] std::int64_t arrivals_mean(Nanos within, std::uint64_t messages) const noexcept;
    [[nodiscard]] InstrumentId active_instrument() noexcept;
    [[nodiscard]] std::uint64_t room() const noexcept;
    [[nodiscard]] bool has_room() const noexcept { return room() >= MessageWriter::kMessagesMax; }
    [[nodiscard]] std::uint64_t flow_written() const noexcept;

    MarketOptions options_;
    MarketState market_;
    OrderFlow order_flow_{market_};
    std::uint64_t reserved_;  // messages that must still come
    std::uint64_t reserved_written_ = 0;
    DayPlan day_plan_;
    bool is_evening_ = false;  // trading is over
    bool is_filling_ = false;  // the system hours are over, messages still to come
    std::uint64_t arrivals_ = 0;
    std::uint64_t cluster_256_ =
        3 * 256;  // messages an arrival brings with all that follows from it, in 1/256
    std::uint64_t flow_seen_ = 0;
};

}  // namespace hotpath::sim::market
