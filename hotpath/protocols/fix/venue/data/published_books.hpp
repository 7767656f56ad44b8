#pragma once
/// PublishedBooks: the books of a venue's published ITCH 5.0 messages, what changed in them since
/// the last publication, and the trades.
///
///   if (!books.has_room()) { publish and clear_changes(); }
///   books.on_message(itch);
///   books.sort_changes();
///   for (const InstrumentId changed : books.changed()) { books.changes(changed, side); books.trades(changed); }
///   books.clear_changes();
///
/// Changes are kept of watched instruments alone, each level once: as it was at the last
/// publication. Threads: one owner. Allocation: create() only. Complexity: a message O(1) amortised,
/// as the books'; sort_changes() O(n log n) of the changes.

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/ladder_section.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/market/instrument_table.hpp"

namespace hotpath::exchange {

struct PublishedBooksOptions {
    book::BooksOptions books{};         // at least those of the messages
    std::uint32_t changes_max = 4'096;  // of levels between two publications
    std::uint32_t trades_max = 4'096;
};

/// A level that a message has touched.
struct LevelChange {
    InstrumentId instrument{};
    Side side = Side::Buy;
    std::uint32_t number = 0;  // of the touch, in order
    book::Rank rank = book::kNoRank;
    book::Level before{};  // without orders: there was none at its price
};

struct PublishedTrade {
    InstrumentId instrument{};
    std::uint32_t number = 0;  // in order
    Price price{};
    std::uint64_t qty = 0;  // 0: no trade yet
};

struct PublishedBooksCounters {
    std::uint64_t messages = 0;     // decoded
    std::uint64_t undecodable = 0;  // never of our venue's
};

class PublishedBooks {
  public:
    [[nodiscard]] static Expected<PublishedBooks> create(const PublishedBooksOptions& options);

    [[nodiscard]] const book::L3Books& books() const noexcept { return books_; }
    [[nodiscard]] const InstrumentTable& instruments() const noexcept { return instruments_; }
    [[nodiscard]] const PublishedTrade& last_trade(InstrumentId instrument) const noexcept {
        return last_trades_[slot(instrument)];
    }
    [[nodiscard]] const PublishedBooksCounters& counters() const noexcept { return counters_; }
    /// Rank of the worst level among the best `depth` (above 0) of a side; kNoRank when the side
    /// has fewer. `levels` has room for that many: the side's best are in it then, unless depth is 1.
    [[nodiscard]] book::Rank bound(InstrumentId instrument, Side side,
                                   std::span<book::Level> levels) const noexcept;

    /// Changes of a listed instrument are kept while it is watched more often than not.
    void watch(InstrumentId instrument) noexcept { ++watchers_[slot(instrument)]; }
    void unwatch(InstrumentId instrument) noexcept { --watchers_[slot(instrument)]; }

    /// Changes and trades of one more message fit. Without room they are lost.
    [[nodiscard]] bool has_room() const noexcept {
        return change_count_ + kChangesOfMessage <= changes_.size() &&
               trade_count_ < trades_.size();
    }
    /// One message of the venue's feed, in sequence; has_room() was true.
    void on_message(Bytes message) noexcept;

    /// A new trading day has begun: every order has left its book, without changes kept.
    [[nodiscard]] bool was_emptied() const noexcept { return was_emptied_; }
    [[nodiscard]] bool has_changes() const noexcept { return changed_count_ != 0 || was_emptied_; }
    /// Before changes() and trades(): each level once, and only those that are not as they were.
    void sort_changes() noexcept;
    /// Watched instruments with changes or trades, in the order of their first.
    [[nodiscard]] std::span<const InstrumentId> changed() const noexcept {
        return changed_.items().first(changed_count_);
    }
    /// Best price first.
    [[nodiscard]] std::span<const LevelChange> changes(InstrumentId instrument,
                                                       Side side) const noexcept;
    /// In order.
    [[nodiscard]] std::span<const PublishedTrade> trades(InstrumentId instrument) const noexcept;
    void clear_changes() noexcept;

  private:
    class Translator;
    static constexpr std::size_t kChangesOfMessage = 2;

    PublishedBooks(const PublishedBooksOptions& options, book::L3Books books);

    [[nodiscard]] std::size_t slot(InstrumentId instrument) const noexcept {
        return instrument.value < watchers_.size() ? instrument.value : 0;
    }
    [[nodiscard]] bool is_watched(InstrumentId instrument) const noexcept {
        return slot(instrument) != 0 && watchers_[slot(instrument)] != 0;
    }
    void note_changed(InstrumentId instrument) noexcept;
    /// The level is about to change.
    void touch(InstrumentId instrument, Side side, Price price) noexcept;
    void trade(InstrumentId instrument, Price price, std::uint64_t qty) noexcept;
    void empty() noexcept;

    book::L3Books books_;
    InstrumentTable instruments_;
    FixedArray<PublishedTrade> last_trades_;  // by instrument
    FixedArray<std::uint32_t> watchers_;      // so
    FixedArray<bool> is_changed_;             // so
    FixedArray<LevelChange> changes_;
    FixedArray<PublishedTrade> trades_;
    FixedArray<InstrumentId> changed_;
    std::size_t change_count_ = 0;
    std::size_t trade_count_ = 0;
    std::size_t changed_count_ = 0;
    bool was_emptied_ = false;
    PublishedBooksCounters counters_;
};

}  // namespace hotpath::exchange
