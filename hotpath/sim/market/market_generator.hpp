#pragma once
/// A seeded market day as NASDAQ TotalView-ITCH 5.0 messages, available on every machine; recorded
/// data is licensed and is not distributed.
///
/// The stream has exactly the number of messages asked for and everything a day has: directory,
/// trading actions, accumulation before the open, opening cross, continuous trading with a few
/// halts, closing cross, the evening's deletes, end of messages. It is consistent: every reference
/// was added before, books never cross, executions hit the first order in queue at the best price.
/// Same options, same bytes, with any compiler (integers only).
///
/// Threads: one owner. Allocation: create(), and a book's array of prices when it doubles; memory
/// follows instruments and live orders, at most some 200 MB, never the messages. Complexity: O(log
/// planned events) a message. Source: docs/design/market-generator.md says how it was calibrated.

#include <cstdint>
#include <memory>
#include <span>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::sim::market {

class MarketDay;

/// The size and the seed of a day; equal options give equal bytes.
struct MarketOptions {
    std::uint64_t seed = 1;
    std::uint64_t messages = 1'000'000;  // of the whole stream, first to last
    std::uint32_t instruments = 100;     // 1 to kInstrumentsMax
    std::span<const Symbol>
        names{};  // names of the first instruments for create(); the other names are invented
    bool has_flash_crash = false;  // flash_crash.hpp
};

inline constexpr std::uint32_t kInstrumentsMax = 10'000;

/// Returns the minimum number of messages of a day with this many instruments.
[[nodiscard]] constexpr std::uint64_t messages_min(std::uint32_t instruments) {
    return 1'000 + std::uint64_t{instruments} * 12;
}

class MarketGenerator {
  public:
    /// Plans a day. Fails for 0 or more than kInstrumentsMax instruments, and for fewer than
    /// messages_min() messages.
    [[nodiscard]] static Expected<MarketGenerator> create(const MarketOptions& options);

    MarketGenerator(MarketGenerator&&) noexcept;
    MarketGenerator& operator=(MarketGenerator&&) noexcept;
    ~MarketGenerator();

    [[nodiscard]] const MarketOptions& options() const noexcept;
    /// Returns the number of messages made so far.
    [[nodiscard]] std::uint64_t messages_made() const noexcept;
    [[nodiscard]] std::uint32_t live_orders() const noexcept;

    /// Returns the symbol of an instrument, InstrumentId{1} to {options().instruments}. Invented
    /// ones are in alphabetical order.
    [[nodiscard]] Symbol symbol(InstrumentId instrument) const noexcept;

    /// Returns the next message, without a length before it, valid until the next call; empty after
    /// the last.
    [[nodiscard]] Bytes next() noexcept;

    /// Fills `block` with as many whole messages as fit, each after its length as in Nasdaq's files
    /// (two bytes, big-endian). Returns the part used, empty after the last. A block of 64 KiB and
    /// more is sensible.
    [[nodiscard]] Bytes next_block(MutableBytes block) noexcept;

  private:
    explicit MarketGenerator(std::unique_ptr<MarketDay> day) noexcept;

    void pop_taken() noexcept;

    std::unique_ptr<MarketDay> day_;
    bool is_taken_ = false;  // the message in front was returned by next()
};

}  // namespace hotpath::sim::market
