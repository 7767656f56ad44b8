#pragma once
/// The instruments that the engine trades, and those that the current packet touched. Directory
/// messages arrive at the start of the day; each instrument is compared once with the configured
/// symbols, and with the id that it had in an earlier session. Threads: one. Allocation: at construction. Complexity: O(1); O(log symbols) when an
/// instrument is considered.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/instrument_pairs.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine {

class WatchList {
  public:
    /// No symbols: every instrument is traded.
    WatchList(std::uint16_t instruments_max, std::vector<Symbol> symbols)
        : symbols_(std::move(symbols)),
          watches_(std::size_t{instruments_max} + 1),
          touched_(watches_.size()),
          pairs_(instruments_max) {
        std::ranges::sort(symbols_);
        traded_.reserve(watches_.size());
    }

    [[nodiscard]] bool is_traded(InstrumentId instrument) const noexcept {
        return contains(instrument) && watches_[instrument.value].is_traded;
    }
    [[nodiscard]] bool wants(Symbol symbol) const noexcept {
        return symbols_.empty() || std::ranges::binary_search(symbols_, symbol);
    }
    /// The session has named every symbol that is traded; without a list, any.
    [[nodiscard]] bool are_named(const feed::InstrumentDirectory& directory) const noexcept {
        return directory.size() != 0 && std::ranges::all_of(symbols_, [&](Symbol symbol) {
                   return directory.find(symbol).has_value();
               });
    }
    /// Traded instruments touched since the last clear, in order of their first touch.
    [[nodiscard]] std::span<const InstrumentId> touched() const noexcept {
        return touched_.items().first(touched_count_);
    }
    /// Another value after each touch of a traded instrument; none from a touch to the next clear,
    /// when a further touch would not show.
    [[nodiscard]] std::optional<std::uint64_t> last_touch(InstrumentId instrument) const noexcept {
        if (!is_traded(instrument) || watches_[instrument.value].touched_in == turn_) {
            return std::nullopt;
        }
        return watches_[instrument.value].touched_in;
    }
    /// In the order in which they were considered.
    [[nodiscard]] std::span<const InstrumentId> traded() const noexcept { return traded_; }

    /// Decides, once the directory has the instrument, whether it is traded; if so, returns the
    /// strategy's Instrument.
    [[nodiscard]] std::optional<strategy::Instrument> consider(
        InstrumentId instrument, const feed::InstrumentDirectory& directory) noexcept {
        if (!directory.contains(instrument)) {
            return std::nullopt;
        }
        const auto& [symbol, scale] = directory[instrument];
        Watch& watch = watches_[instrument.value];
        watch.is_considered = true;
        watch.is_traded = wants(symbol);
        if (!watch.is_traded) {
            return std::nullopt;
        }
        traded_.push_back(instrument);
        return strategy::Instrument{instrument, symbol, scale};
    }

    /// A traded instrument's id is the one that it had while something became ours; if nothing is
    /// ours yet it is from now on.
    [[nodiscard]] bool keeps_id(const strategy::Instrument& traded,
                                bool is_anything_ours) noexcept {
        if (is_anything_ours && !pairs_.agrees(traded.id, traded.symbol)) {
            return false;
        }
        pairs_.pair(traded.id, traded.symbol);
        return true;
    }
    /// The operator accepts the ids of this session.
    void accept_ids(const feed::InstrumentDirectory& directory) noexcept {
        for (const InstrumentId instrument : traded_) {
            pairs_.pair(instrument, directory[instrument].symbol);
        }
    }

    /// Prefetches the state that touch() writes for a traded instrument.
    void prefetch(InstrumentId instrument) const noexcept {
        prefetch_for_write(&watches_[instrument.value]);
        prefetch_for_write(touched_.items().data());
    }

    /// Ignored for an instrument that is not traded. False when that is not known yet: call
    /// consider(), and this again.
    [[gnu::always_inline]] bool touch(InstrumentId instrument) noexcept {
        if (!contains(instrument)) [[unlikely]] {
            return true;
        }
        Watch& watch = watches_[instrument.value];
        if (!watch.is_traded) {
            return watch.is_considered;
        }
        if (watch.touched_in != turn_) [[likely]] {
            watch.touched_in = turn_;
            touched_[touched_count_++] = instrument;
        }
        return true;
    }

    /// Every instrument that is traded.
    void touch_all() noexcept {
        for (std::size_t id = 1; id < watches_.size(); ++id) {
            (void)touch({static_cast<std::uint16_t>(id)});
        }
    }

    /// Instrument ids have changed: each is considered again.
    void forget() noexcept {
        std::ranges::fill(watches_.items(), Watch{});
        clear_touched();
        traded_.clear();
    }

    void clear_touched() noexcept {
        ++turn_;
        touched_count_ = 0;
    }

  private:
    struct Watch {
        std::uint64_t touched_in = 0;  // the turn of the last touch; 0: never
        bool is_considered = false;
        bool is_traded = false;
    };

    [[nodiscard]] bool contains(InstrumentId instrument) const noexcept {
        return instrument.value != 0 && instrument.value < watches_.size();
    }

    std::vector<Symbol> symbols_;       // sorted
    FixedArray<Watch> watches_;         // by InstrumentId
    FixedArray<InstrumentId> touched_;  // the first touched_count_
    std::size_t touched_count_ = 0;
    std::uint64_t turn_ = 1;            // one more with each clear
    std::vector<InstrumentId> traded_;  // never grows beyond its first capacity
    InstrumentPairs pairs_;             // of all sessions
};

}  // namespace hotpath::engine
