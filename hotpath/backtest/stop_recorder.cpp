#include "hotpath/backtest/stop_recorder.hpp"

#include <array>

namespace hotpath::backtest {

namespace {

/// Limits that do not come back before the next day.
constexpr std::array kOfTheDay{risk::RejectReason::TradedValue, risk::RejectReason::OrderToTrade,
                               risk::RejectReason::FirmMessages};

}  // namespace

void StopRecorder::note_refused(std::span<const std::uint64_t> by_reason, std::uint64_t sent,
                                Time now) {
    std::uint64_t refused = 0;
    risk::RejectReason most = kOfTheDay.front();
    for (const risk::RejectReason reason : kOfTheDay) {
        refused += by_reason[static_cast<std::size_t>(reason)];
        const bool is_more =
            by_reason[static_cast<std::size_t>(reason)] > by_reason[static_cast<std::size_t>(most)];
        most = is_more ? reason : most;
    }
    if (used_up_ && sent != sent_) {
        used_up_.reset();  // an order has passed since
    }
    if (refused != refused_ && !used_up_) {
        used_up_ = {.at = now, .used_up = most};
        sent_ = sent;
    }
    refused_ = refused;
}

void StopRecorder::note_latched(const risk::RiskGate& gate, InstrumentId disputed, Time now) {
    mode_ = gate.mode();
    if (!latched_ && mode_ != risk::TradingMode::Open &&
        gate.stop_reason() != risk::StopReason::ShutDown) {
        const bool is_disputed = gate.stop_reason() == risk::StopReason::Disagreement;
        latched_ = {.at = now,
                    .instrument = is_disputed ? disputed : gate.stop_instrument(),
                    .reason = gate.stop_reason(),
                    .mode = mode_};
    }
}

}  // namespace hotpath::backtest
