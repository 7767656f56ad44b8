#pragma once
/// The statistics by which LOB-Bench compares order flow, real and generated, as histograms, and
/// how prices respond to six kinds of events.
///
///   spread, imbalance of the best quantities, time between events, to cancel and to first fill,
///   quantity at the best price and at the five best, distance from the mid and level of orders
///   entered and canceled, traded quantity a minute, order flow imbalance (mean of 100 events; also
///   by the way the mid goes next)
///
/// All instruments together; what needs a past keeps it by instrument. A replace is a cancel and an
/// entry, as in LOBSTER's files. Threads: one owner. Allocation: 6 KB an instrument at its first
/// event. Complexity: O(lags) an event. Source: P. Nagy and others 2025, LOB-Bench,
/// arXiv:2502.09172; responses: Z. Eisler, J.-P. Bouchaud, J. Kockelkoren 2012.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/dispersion.hpp"
#include "hotpath/sim/market/score_histogram.hpp"

namespace hotpath::sim::market {

/// Best prices and their quantities, by side.
struct Touch {
    std::array<Price, 2> price{};
    std::array<std::int64_t, 2> qty{};
    bool is_two_sided = false;

    [[nodiscard]] std::int64_t twice_mid() const { return price[0].value + price[1].value; }
    [[nodiscard]] std::int64_t spread() const;
};

enum class FlowKind : std::uint8_t { Limit, Cancel, Market };

/// One event on one order, and the best prices before and after it.
struct FlowEvent {
    Time time{};
    InstrumentId instrument{};
    FlowKind kind = FlowKind::Limit;
    Side side = Side::Buy;  // of the resting order
    Price price{};
    Qty qty{};
    std::uint32_t level = 0;  // 1 is the best; of an entry after it, else before it
    Touch before{};
    Touch after{};
    std::array<std::int64_t, 2> depth{};  // quantity of the five best levels after it, by side
};

/// How far the mid goes, on average, in the direction of events of one kind.
struct PriceResponse {
    static constexpr std::array<std::uint32_t, 8> kLags{1, 2, 5, 10, 20, 50, 100, 200};  // events

    std::array<std::int64_t, kLags.size()> twice_moved{};  // price units, summed
    std::array<std::uint64_t, kLags.size()> events{};
};

class FlowScores {
  public:
    using BySide = std::array<ScoreHistogram, 2>;
    static constexpr std::size_t kDepthLevels = 5;
    static constexpr std::size_t kImbalanceWindow = 100;  // events
    /// Market, limit, cancel at the best price; each without (0) and with (1) a move of the mid.
    static constexpr std::size_t kResponses = 6;
    static constexpr std::array<const char*, kResponses> kResponseNames{"MO_0", "MO_1", "LO_0",
                                                                        "LO_1", "CA_0", "CA_1"};

    ScoreHistogram spread_ticks;
    ScoreHistogram imbalance_1000;
    ScoreHistogram inter_arrival_ns;
    ScoreHistogram time_to_cancel_ns;
    ScoreHistogram time_to_first_fill_ns;
    BySide qty_at_best;
    BySide qty_at_five;
    BySide limit_depth_half_ticks;
    BySide limit_level;
    BySide cancel_depth_half_ticks;
    BySide cancel_level;
    ScoreHistogram qty_per_minute;
    ScoreHistogram flow_imbalance;
    std::array<ScoreHistogram, 3> flow_imbalance_next;  // the mid goes down, stays, goes up
    std::array<PriceResponse, kResponses> responses{};

    FlowScores() : instruments_(0x10000) {}

    void on_event(const FlowEvent& event);

    /// Mean spread at the events, in price units.
    [[nodiscard]] double spread_mean() const noexcept;

    /// The instrument with the most events; the first of equals.
    struct Busiest {
        InstrumentId instrument;
        std::uint64_t events = 0;
        Dispersions dispersions = kNoDispersions;
    };
    [[nodiscard]] Busiest busiest() const;

  private:
    static constexpr std::size_t kPast = 256;  // more than the longest lag

    struct PastEvent {
        std::int64_t twice_mid = 0;  // before it
        std::uint8_t response = kNoResponse;
        std::int8_t direction = 0;
    };
    static constexpr std::uint8_t kNoResponse = 0xff;

    struct InstrumentPast {
        Time last{};
        std::uint64_t events = 0;
        Dispersions dispersions = kNoDispersions;
        std::int64_t second = 0;
        std::int64_t traded_in_second = 0;
        std::array<PastEvent, kPast> past{};  // of two-sided books
        std::uint64_t past_events = 0;
        std::array<std::int64_t, kImbalanceWindow> imbalances{};
        std::int64_t imbalance_sum = 0;
    };

    [[nodiscard]] InstrumentPast& past_of(InstrumentId instrument);
    void record_arrival(const FlowEvent& event, InstrumentPast& past);
    void record_book(const FlowEvent& event);
    void record_place(const FlowEvent& event);
    void record_imbalance(const FlowEvent& event, InstrumentPast& past);
    void record_traded(const FlowEvent& event, InstrumentPast& past);
    void record_responses(const FlowEvent& event, InstrumentPast& past);

    std::vector<std::unique_ptr<InstrumentPast>> instruments_;
    std::int64_t spread_sum_ = 0;
    std::uint64_t spreads_ = 0;
};

}  // namespace hotpath::sim::market
