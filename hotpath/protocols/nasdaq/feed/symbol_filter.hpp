#pragma once
/// SymbolFilter: drops messages of unwanted instruments after reading two bytes of them.
///
///   0      1              3
///   | type | stock locate | ...     verdict of the locate: wanted, dropped, or not yet known
///
/// A trader of 50 names out of 8,000 pays for the 50: the orders of the others are not decoded and
/// never touch the tables, so these are small and stay in the cache. The symbol of a locate comes
/// from the directory at the start of the day, or from the first add order of a partial recording.
/// Messages without an instrument (locate 0), those too short to have one, and those of an unknown
/// locate that are not ITCH 5.0, pass, to be counted as undecodable. Threads: one owner.
/// Allocation: the constructor. Complexity: O(1); O(log symbols) once a locate.

#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::feed {

class SymbolFilter {
  public:
    static constexpr bool kKeepsMostOut = true;

    /// No symbols: every instrument is wanted.
    explicit SymbolFilter(std::vector<Symbol> symbols = {});

    [[nodiscard]] bool admits(Bytes message) noexcept {
        if (message.size() < ShortestMessage::kLength) [[unlikely]] {
            return true;  // counted by its real type
        }
        const std::uint16_t locate = ShortestMessage::at(message.data()).load_stock_locate();
        Verdict verdict = verdicts_[locate];
        if (verdict == Verdict::Unknown) [[unlikely]] {
            verdict = learn(locate, message);
        }
        const bool is_admitted = verdict == Verdict::Wanted;
        kept_out_ += is_admitted ? 0U : 1U;
        return is_admitted;
    }

    void prefetch(InstrumentId locate) const noexcept {
        prefetch_for_read(&verdicts_[locate.value]);
    }

    [[nodiscard]] std::uint64_t kept_out() const noexcept { return kept_out_; }

    /// A new day: locates have changed, so all verdicts are reset.
    void forget() noexcept;

  private:
    /// Every message begins with the fields of the shortest.
    using ShortestMessage = protocols::nasdaq::itch50::SystemEvent;
    enum class Verdict : std::uint8_t { Unknown, Wanted, KeptOut };

    /// The verdict of a new locate; Unknown, and the message is dropped, when the message has no
    /// symbol.
    [[nodiscard]] Verdict learn(std::uint16_t locate, Bytes message) noexcept;

    std::vector<Symbol> symbols_;    // sorted
    std::vector<Verdict> verdicts_;  // by stock locate, all 2^16
    std::uint64_t kept_out_ = 0;
};

}  // namespace hotpath::feed
