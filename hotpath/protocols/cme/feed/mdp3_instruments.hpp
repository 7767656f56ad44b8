#pragma once
/// Mdp3Instruments: which instrument of ours a SecurityID is, and up to which packet what is known
/// of it includes.
///
///   SecurityID (CME, sparse) ──> InstrumentId (dense, from 1, in the order of the definitions)
///
/// A snapshot of a channel is one of each instrument by itself, taken at different packets: the
/// packets after the earliest are applied, each to the instruments whose snapshot does not have it
/// yet. Threads: one owner. Allocation: the constructor. Complexity: O(1) an instrument.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::feed {

/// Whether an instrument's book is the venue's. Only natural refresh knows doubt.
enum class Mdp3Certainty : std::uint8_t { Certain, Doubtful, Refreshing };

struct Mdp3Instrument {
    InstrumentId id{};
    std::int32_t security_id = 0;
    Symbol symbol;
    std::array<char, 6> group{};
    std::array<char, 6> asset{};
    std::uint32_t book_as_of = 0;  // the last packet whose changes are in the book; 0: every packet
    std::uint32_t state_as_of = 0;  // of the last trading status
    book::TradingState state = book::TradingState::Unknown;
    // Natural refresh.
    Mdp3Certainty certainty = Mdp3Certainty::Certain;
    std::uint32_t rpt_seq = 0;  // of its last entry
    std::uint32_t gap_end = 0;  // the last packet that may have been missed
};

/// The content of a definition message.
struct Mdp3Definition {
    std::int32_t security_id = 0;
    std::string_view symbol;
    std::string_view group;
    std::string_view asset;
    // A new instrument begins with these.
    Mdp3Certainty certainty = Mdp3Certainty::Certain;
    std::uint32_t gap_end = 0;
};

struct Mdp3DefinitionCounters {
    std::uint64_t defined = 0;   // instruments
    std::uint64_t unwanted = 0;  // definitions of instruments that are not selected
    std::uint64_t refused = 0;   // symbol longer than ours can be, or more than instruments_max
};

class Mdp3Instruments {
  public:
    /// No symbols: every instrument is wanted.
    Mdp3Instruments(std::uint16_t instruments_max, std::vector<Symbol> symbols);

    /// nullptr: not defined, not wanted or refused.
    [[nodiscard]] Mdp3Instrument* find(std::int32_t security_id) noexcept {
        const InstrumentId* const id = ids_.find(static_cast<std::uint32_t>(security_id));
        return id == nullptr ? nullptr : &all_[id->value];
    }
    /// The symbol is empty when it was not defined.
    [[nodiscard]] const Mdp3Instrument& operator[](InstrumentId id) const noexcept {
        return all_[id.value < all_.size() ? id.value : 0];
    }
    [[nodiscard]] const Mdp3DefinitionCounters& counters() const noexcept { return counters_; }

    /// The instrument, defined now or before, as the definition has it; nullptr: as find().
    [[nodiscard]] Mdp3Instrument* define(const Mdp3Definition& definition) noexcept;

    /// visit(Mdp3Instrument&), in the order of the definitions.
    void for_each(auto&& visit) noexcept {
        for (std::size_t i = 1; i <= defined_; ++i) {
            visit(all_[i]);
        }
    }

    /// Compares groups and assets without padding.
    [[nodiscard]] static std::array<char, 6> six_characters(std::string_view text) noexcept;

    /// Every book and state is unknown again; the instruments stay.
    void begin_snapshot() noexcept;
    /// Another week: SecurityIDs are defined again.
    void begin_session() noexcept;

  private:
    [[nodiscard]] bool is_wanted(Symbol symbol) const noexcept;

    FixedHashMap<std::uint32_t, InstrumentId> ids_;  // by the bits of a SecurityID
    FixedArray<Mdp3Instrument> all_;                 // by our id; 0 stays unused
    std::vector<Symbol> wanted_;                     // sorted
    std::uint16_t defined_ = 0;
    Mdp3DefinitionCounters counters_;
};

}  // namespace hotpath::feed
