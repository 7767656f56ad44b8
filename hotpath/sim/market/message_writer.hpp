#pragma once
/// Encodes what the generator decides as ITCH 5.0 messages, each after its two-byte length, in the
/// order written.
///
/// Gives out order reference numbers and match numbers, both market-wide and increasing by one. One
/// decision writes at most kMessagesMax messages, which wait here until they are taken. Threads:
/// one owner. Allocation: none. Complexity: O(1) a message.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/light_books.hpp"

namespace hotpath::sim::market {

/// The directory entry of an instrument.
struct Listing {
    Symbol symbol;
    char market_category = 'Q';
    char financial_status = 'N';
    char classification = 'C';
    char luld_tier = '2';
    bool is_etp = false;
};

struct Execution {
    OrderId id;
    Qty qty;
};

struct PricedExecution {
    Execution execution;
    Price price;
    bool is_printable;
};

struct Print {
    TotalQty qty;
    Price price;
    char cross_type;
};

class MessageWriter {
  public:
    static constexpr std::size_t kMessagesMax = 64;

    [[nodiscard]] std::uint64_t written() const noexcept { return written_; }
    [[nodiscard]] bool is_empty() const noexcept { return begin_ == end_; }
    /// The first waiting message, its length before it.
    [[nodiscard]] Bytes front() const noexcept;
    void pop() noexcept;

    /// The messages that follow are of this instrument (or of none, 0) at this time.
    void stamp(Time time, InstrumentId instrument, const Symbol& symbol) noexcept;

    [[nodiscard]] OrderId next_id() noexcept { return {++last_id_}; }

    void system_event(char code) noexcept;
    void directory(const Listing& listing) noexcept;
    void trading_action(char state, std::array<char, 4> reason) noexcept;
    void reg_sho() noexcept;
    void decline_levels(Price market_index) noexcept;
    void imbalance(const Print& print, Side side) noexcept;
    void add(const NewLightOrder& order, bool is_attributed) noexcept;
    void executed(const Execution& execution) noexcept;
    void executed_at(const PricedExecution& priced) noexcept;
    void reduced(OrderId id, Qty qty) noexcept;
    void deleted(OrderId id) noexcept;
    void replaced(OrderId original, const NewLightOrder& order) noexcept;
    void hidden_trade(Qty qty, Price price) noexcept;
    void cross(const Print& print) noexcept;
    void broken_trade() noexcept;  // of the last match

  private:
    template <class Message>
    void write(Message message) noexcept;

    static constexpr std::size_t kMessageMax = 64;  // bytes, length included; the longest is 52

    std::array<std::byte, kMessagesMax * kMessageMax> bytes_{};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t written_ = 0;
    std::uint64_t last_id_ = 0;
    std::uint64_t last_match_ = 0;
    Time time_{};
    InstrumentId instrument_{};
    Symbol symbol_{};
};

}  // namespace hotpath::sim::market
