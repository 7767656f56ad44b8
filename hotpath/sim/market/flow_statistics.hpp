#pragma once
/// What a stream of ITCH messages looks like, recorded or generated: message mix, where orders are
/// placed, how long they live, sizes, spreads, burstiness, and how far prices follow trades.
///
///   FlowStatistics statistics;
///   statistics.on_message(message);            // every message of the day, in order
///   write_file(path, to_json(statistics));
///
/// Messages that a reader made because the recording leaves them out (LOBSTER's orders that come
/// into view) change the books and nothing else: their tracking number marks them. Lifetimes
/// are those of orders whose add was recorded. Kept apart for the hours before the open, between
/// open and close, and after. What is compared in docs/market-generator.md. Threads: one owner.
/// Allocation: about 200 MB at construction, and a hash map of the live orders. Complexity: O(1)
/// amortised a message.

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/light_books.hpp"
#include "hotpath/timing/latency_histogram.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::sim::market {

/// A distribution of counts; the histogram is that of latencies, one nanosecond standing for one.
class Distribution {
  public:
    void record(std::int64_t value) noexcept { histogram_.record({value}); }
    [[nodiscard]] std::uint64_t count() const noexcept { return histogram_.count(); }
    [[nodiscard]] std::int64_t percentile(double percent) const noexcept {
        return histogram_.percentile(percent).value;
    }
    [[nodiscard]] std::int64_t mean() const noexcept { return histogram_.mean().value; }

  private:
    timing::LatencyHistogram histogram_;
};

/// Index of dispersion: the variance of the number of messages in windows of equal length over its
/// mean. 1 for independent arrivals (Poisson), more for bursts.
class Dispersion {
  public:
    explicit Dispersion(Nanos window) noexcept : window_(window) {}

    void on_message(Nanos time) noexcept;
    /// The windows closed so far.
    [[nodiscard]] double index() const noexcept;
    [[nodiscard]] Nanos window() const noexcept { return window_; }

  private:
    Nanos window_;
    std::int64_t current_ = -1;  // number of the open window
    std::uint64_t in_current_ = 0;
    std::uint64_t windows_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t sum_of_squares_ = 0;
};

/// How far the mid has gone the taker's way some time after a trade, in percent of the spread then.
struct Markout {
    Nanos after;
    std::int64_t percent_sum = 0;
    std::uint64_t trades = 0;

    [[nodiscard]] double percent_mean() const noexcept;
};

struct PartStatistics {
    std::array<std::uint64_t, 128> by_type{};
    std::uint64_t messages = 0;
    std::uint64_t adds_improving = 0;  // better than the best price of their side
    std::uint64_t adds_at_touch = 0;   // at it
    Distribution ticks_behind{};       // of the others, from the best price, where both sides stand
    Distribution add_qty{};
    Distribution executed_qty{};
    Distribution deleted_lifetime_ns{};   // of orders deleted
    Distribution executed_lifetime_ns{};  // of orders at an execution
    Distribution gap_ns{};                // between messages on orders, of one instrument
    Distribution spread_ticks{};          // at each add
    Distribution spread_bp_100{};         // 1/100 basis point of the mid
    std::array<Dispersion, 4> dispersions{Dispersion{{10'000'000}}, Dispersion{{100'000'000}},
                                          Dispersion{{1'000'000'000}},
                                          Dispersion{{10'000'000'000}}};
    std::array<Markout, 2> markouts{Markout{.after = {kNanosPerSecond}},
                                    Markout{.after = {10 * kNanosPerSecond}}};
};

enum class DayPart : std::uint8_t { BeforeOpen, Continuous, AfterClose };
inline constexpr std::size_t kDayParts = 3;

struct FlowStatisticsOptions {
    std::optional<std::uint16_t> implied_tracking_number{};  // of messages that were not recorded
};

class FlowStatistics {
  public:
    static constexpr std::uint32_t kOrdersMax = 2'500'000;  // alive at once; more are not followed

    explicit FlowStatistics(const FlowStatisticsOptions& options = {})
        : options_(options), books_(0xffff, kOrdersMax), last_times_(0x10000) {}

    [[nodiscard]] const PartStatistics& part(DayPart part) const noexcept {
        return parts_[static_cast<std::size_t>(part)];
    }
    [[nodiscard]] std::uint64_t messages() const noexcept { return messages_; }
    [[nodiscard]] std::uint64_t implied_messages() const noexcept { return implied_messages_; }
    [[nodiscard]] std::uint64_t not_decoded() const noexcept { return not_decoded_; }
    [[nodiscard]] std::uint32_t live_orders_max() const noexcept { return live_orders_max_; }

    void on_message(Bytes message);

  private:
    struct Followed {
        Slot slot;  // kNoSlot: out of view
        Nanos added;
        bool is_add_recorded;
    };
    struct PendingMarkout {
        Nanos due;
        InstrumentId instrument;
        Side taker;
        std::int64_t twice_mid;
        std::int64_t spread;
        PartStatistics* part;
    };
    class Listener;
    using FollowedOrders = std::unordered_map<std::uint64_t, Followed>;

    void on_add(const NewLightOrder& order);
    void on_executed(OrderId id, Qty qty);
    void on_reduced(OrderId id, Qty qty);
    void on_deleted(OrderId id);
    void on_replaced(OrderId original, NewLightOrder order);
    void on_order_message(InstrumentId instrument);
    void restore(const NewLightOrder& order);
    void remove_implied(FollowedOrders::iterator followed);
    [[nodiscard]] FollowedOrders::iterator find_in_view(OrderId id);
    void record_place(const NewLightOrder& order);
    void take_off(FollowedOrders::iterator followed, Qty qty);
    void expect_markouts(InstrumentId instrument, Side taker);
    void resolve_markouts();
    void resolve(const PendingMarkout& due, std::size_t markout);
    [[nodiscard]] bool has_both(InstrumentId instrument) const noexcept;
    [[nodiscard]] std::int64_t twice_mid(InstrumentId instrument) const noexcept;
    [[nodiscard]] std::int64_t spread(InstrumentId instrument) const noexcept;

    FlowStatisticsOptions options_;
    std::array<PartStatistics, kDayParts> parts_{};
    PartStatistics* part_ = &parts_[0];  // of the day, now
    Nanos now_{};
    bool is_implied_ = false;  // the message
    LightBooks books_;
    FollowedOrders orders_;
    std::vector<Nanos> last_times_;  // of messages on orders, by instrument
    std::array<std::deque<PendingMarkout>, 2> pending_;
    std::uint64_t messages_ = 0;
    std::uint64_t implied_messages_ = 0;
    std::uint64_t not_decoded_ = 0;
    std::uint32_t live_orders_max_ = 0;
};

/// All of it as one JSON object: counts, and distributions as percentiles p1 to p99.9.
[[nodiscard]] std::string to_json(const FlowStatistics& statistics);

}  // namespace hotpath::sim::market
