#pragma once
/// The background market of `hotpath exchange`: messages of a recording or of the generator, and
/// when each is due.
///
/// Threads: one owner. Allocation: open(). Complexity: that of the source.

#include <cstdint>
#include <memory>
#include <optional>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/sim/flow/arrivals.hpp"
#include "hotpath/sim/market/market_input.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::app {

class ExchangeBackground {
  public:
    /// Continues after the first `done` messages, which the venue has applied.
    [[nodiscard]] static Expected<ExchangeBackground> open(const BackgroundConfig& config,
                                                           std::uint64_t done, Time now);

    /// The time of the next message; kNever at the end.
    [[nodiscard]] Time due() const noexcept { return due_; }
    [[nodiscard]] bool is_over() const noexcept { return due_ == kNever; }
    [[nodiscard]] Bytes front() const noexcept { return front_; }
    /// Valid until the next call, which moves to the following message.
    [[nodiscard]] Expected<void> pop();

  private:
    ExchangeBackground(const BackgroundConfig& config,
                       std::unique_ptr<sim::market::MarketInput> input,
                       const sim::flow::Arrivals& arrivals, Time now)
        : config_(config), input_(std::move(input)), arrivals_(arrivals), due_(now) {}

    [[nodiscard]] Expected<bool> read_next();
    void plan() noexcept;

    BackgroundConfig config_;
    std::unique_ptr<sim::market::MarketInput> input_;
    sim::flow::Arrivals arrivals_;
    wire::FrameCursor block_{Bytes{}};
    Bytes front_{};
    Time due_;
    std::optional<Time> last_recorded_{};  // the time of the message before, when it had to wait
};

}  // namespace hotpath::app
