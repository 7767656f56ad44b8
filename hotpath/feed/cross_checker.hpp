#pragma once
/// CrossChecker: names the message that locked or crossed a book: its type and number, both orders,
/// their prices.
///
///   message 1204 (A, add order) at 09:31:07.000000250 crossed AAPL (13): buy order 88, 100 at
///   101.5000, meets sell order 71, 200 at 101.4900; trading
/// During continuous trading the venue's matching keeps bids below asks, so a crossed book shows
/// that an earlier message is missing, damaged or misinterpreted; during a halt it is normal. Each
/// book is reported when it becomes locked or crossed, not again until it is neither. A listener:
/// give it to the feed whose books it was made with. Threads: the feed's. Allocation: the
/// constructor, and to_sentence(), which is for display. Complexity: O(1) a change.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/book/order_books.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/feed/listener.hpp"

namespace hotpath::feed {

/// The best bid relative to the best ask: below, at, above it.
enum class Touch : std::uint8_t { Apart, Locked, Crossed };

struct Crossing {
    Touch touch = Touch::Crossed;
    char message_type = 0;             // ITCH's letter
    std::uint64_t message_number = 0;  // among those given to the feed, from 1
    Time venue_time{};
    book::TradingState trading_state = book::TradingState::Unknown;
    book::OrderView order{};    // the new order
    OrderId replaced_id{};      // the order it replaced; 0 for an add
    book::OrderView resting{};  // the first in line on the other side

    friend constexpr bool operator==(const Crossing&, const Crossing&) = default;
};

/// The sentence above; an instrument without a symbol is shown by its id alone.
[[nodiscard]] std::string to_sentence(const Crossing& crossing, const Instrument& instrument);

struct CrossCheckerOptions {
    std::uint16_t instruments_max = 16'000;
    std::size_t findings_max = 100;  // the first are kept, all are counted
};

template <book::OrderBooks Books>
class CrossChecker : public NullListener {
  public:
    /// `books` outlive the checker and stay where they are.
    CrossChecker(const Books& books, const CrossCheckerOptions& options)
        : books_(books), touches_(std::size_t{options.instruments_max} + 1) {
        findings_.reserve(options.findings_max);
    }

    /// The first of them, oldest first.
    [[nodiscard]] std::span<const Crossing> findings() const noexcept { return findings_; }
    [[nodiscard]] std::uint64_t count(Touch touch) const noexcept {
        return counts_[static_cast<std::size_t>(touch)];
    }

    void on_message(std::uint64_t number, Bytes message) noexcept {
        message_number_ = number;
        message_type_ = message.empty() ? '\0' : static_cast<char>(message.front());
    }

    void on_change(const book::BookChange& change, Time venue_time) noexcept {
        const InstrumentId instrument = change.instrument();
        if (instrument.value >= touches_.size()) {
            return;
        }
        const Touch touch = touch_of(books_.bbo(instrument));
        const Touch before = std::exchange(touches_[instrument.value], touch);
        if (touch > before) [[unlikely]] {
            report(touch, change, venue_time);
        }
    }

  private:
    [[nodiscard]] static Touch touch_of(const book::Bbo& bbo) noexcept {
        if (!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price) {
            return Touch::Apart;
        }
        return bbo.bid.price == bbo.ask.price ? Touch::Locked : Touch::Crossed;
    }

    void report(Touch touch, const book::BookChange& change, Time venue_time) noexcept {
        ++counts_[static_cast<std::size_t>(touch)];
        if (findings_.size() == findings_.capacity()) {
            return;
        }
        const auto resting = books_.front(change.instrument(), opposite(change.side()));
        const bool is_replace = change.verb == book::BookVerb::Replace;
        findings_.push_back({.touch = touch,
                             .message_type = message_type_,
                             .message_number = message_number_,
                             .venue_time = venue_time,
                             .trading_state = books_.trading_state(change.instrument()),
                             .order = change.after,
                             .replaced_id = is_replace ? change.before.id : OrderId{},
                             .resting = resting.value_or(book::OrderView{})});
    }

    const Books& books_;
    std::vector<Touch> touches_;      // by instrument id
    std::vector<Crossing> findings_;  // never grows beyond its first capacity
    std::array<std::uint64_t, 3> counts_{};
    std::uint64_t message_number_ = 0;
    char message_type_ = 0;
};

}  // namespace hotpath::feed
