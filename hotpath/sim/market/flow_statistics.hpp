#pragma once
/// Statistics of a stream of ITCH messages, recorded or generated: message mix, where orders are
/// placed, how long they live, sizes, spreads, burstiness, and how far prices follow trades.
///
///   FlowStatistics statistics;
///   statistics.on_message(message);            // every message of the day, in order
///   write_file(path, to_json(statistics));
///
/// The statistics of LOB-Bench are among them (FlowScores). Messages that a reader made because the
/// recording leaves them out (LOBSTER's orders that come into view) are marked by their tracking
/// number; they change the books and nothing else. Lifetimes are those of orders whose add was
/// recorded. Kept apart for the hours before the open, between open and close, and after. Compared
/// in docs/design/market-generator.md. Threads: one owner. Allocation: about 200 MB at
/// construction, a hash map of the live orders, and FlowScores. Complexity: O(log levels) amortised
/// a message.

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/sim/market/dispersion.hpp"
#include "hotpath/sim/market/flow_scores.hpp"
#include "hotpath/sim/market/light_books.hpp"
#include "hotpath/timing/latency_histogram.hpp"

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
    Distribution deleted_lifetime_ns{};        // of orders deleted
    Distribution executed_lifetime_ns{};       // of orders at an execution
    Distribution gap_ns{};                     // between messages on orders, of one instrument
    Distribution spread_ticks{};               // at each add
    Distribution spread_bp_100{};              // 1/100 basis point of the mid
    Dispersions dispersions = kNoDispersions;  // of all instruments together
    std::array<Markout, 2> markouts{Markout{.after = {kNanosPerSecond}},
                                    Markout{.after = {10 * kNanosPerSecond}}};
    FlowScores scores;
};

enum class DayPart : std::uint8_t { BeforeOpen, Continuous, AfterClose };
inline constexpr std::size_t kDayParts = 3;

struct FlowStatisticsOptions {
    /// Only events on orders at so many best levels of their side count, as in a LOBSTER file of so
    /// many levels; 0 counts all. Books are made of all messages either way.
    std::uint32_t levels = 0;
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
        Time added;
        bool is_add_recorded;
        bool is_filled = false;  // at least in part
    };
    struct PendingMarkout {
        Time due;
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
    [[nodiscard]] bool follow(const NewLightOrder& order);
    void remove(FollowedOrders::iterator followed, const FlowEvent& event);
    void record_fill(Followed& followed);
    [[nodiscard]] NewLightOrder order_of(FollowedOrders::const_iterator followed, Qty qty) const;
    [[nodiscard]] FlowEvent event_of_removal(FollowedOrders::const_iterator followed) const;
    [[nodiscard]] bool counts(const FlowEvent& event) const noexcept;
    [[nodiscard]] FlowEvent event_before(const NewLightOrder& order, FlowKind kind) const;
    void record_event(FlowEvent event);
    [[nodiscard]] Touch touch(InstrumentId instrument) const noexcept;
    void record_place(const NewLightOrder& order);
    void take_off(FollowedOrders::iterator followed, Qty qty);
    void expect_markouts(InstrumentId instrument, Side taker);
    void resolve_markouts();
    void resolve(const PendingMarkout& due, std::size_t markout);
    [[nodiscard]] bool has_both(InstrumentId instrument) const noexcept;
    [[nodiscard]] std::int64_t twice_mid(InstrumentId instrument) const noexcept;
    [[nodiscard]] std::int64_t spread(InstrumentId instrument) const noexcept;

    FlowStatisticsOptions options_;
    bool counts_ = true;       // the message in hand
    bool is_implied_ = false;  // the same
    std::array<PartStatistics, kDayParts> parts_{};
    PartStatistics* part_ = &parts_[0];  // of the day, now
    Time now_{};
    LightBooks books_;
    FollowedOrders orders_;
    std::vector<Time> last_times_;  // of messages on orders, by instrument
    std::array<std::deque<PendingMarkout>, 2> pending_;
    std::uint64_t messages_ = 0;
    std::uint64_t implied_messages_ = 0;
    std::uint64_t not_decoded_ = 0;
    std::uint32_t live_orders_max_ = 0;
};

/// All of it as one JSON object: counts, and distributions as percentiles p1 to p99.9.
[[nodiscard]] std::string to_json(const FlowStatistics& statistics);

}  // namespace hotpath::sim::market
