#pragma once
/// Mdp3Codec: the one place where MDP 3.0's terms become the core's: packets to calls of a sink.
///
///   packet ──> each message ──> each entry ──> instrument known? older than its snapshot? ──> sink
///
/// By order (MBO): the orders of messages 46 and 47, snapshots 53; levels are left aside. By price
/// (MBP): the levels of 46 and snapshots 52, each as one order of the books; orders are left aside.
/// Implied levels are never in the books. What the codec keeps is the meaning of ids
/// (Mdp3Instruments, Mdp3Orders) and of levels' numbers (Mdp3Levels). Threads: one owner.
/// Allocation: create() only. Complexity: O(entries of the packet). Source: CME Group Client
/// Systems Wiki, MDP 3.0; docs/reference/mdp3.md.

#include <cstdint>
#include <optional>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/protocols/cme/feed/mdp3_instruments.hpp"
#include "hotpath/protocols/cme/feed/mdp3_levels.hpp"
#include "hotpath/protocols/cme/feed/mdp3_orders.hpp"
#include "hotpath/protocols/cme/feed/mdp3_scale.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/cme/mdp3/sequenced_packets.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::feed {

/// The kind of books.
enum class Mdp3Depth : std::uint8_t { ByOrder, ByPrice };

struct Mdp3Options {
    Mdp3Depth depth = Mdp3Depth::ByOrder;
    // By price: after a gap each instrument recovers by itself, and the feed continues. Otherwise
    // the feed is stale until a loop of snapshots is complete.
    bool has_natural_refresh = false;
    std::vector<Symbol> symbols = {};  // wanted; none: all of the channel
    std::uint16_t instruments_max = 1'000;
    std::uint32_t orders_max = 1'000'000;       // by order: open at one time
    std::uint32_t reports_max = 65'536;         // instruments of one loop, wanted or not
    std::uint32_t units_per_currency = 10'000;  // of our prices; a divisor of 10^9
    std::uint64_t midnight_ns = 0;              // what times count from, in nanoseconds since 1970
    // Mdp3Channel: instead of midnight_ns the midnight that the times of arrival count from.
    bool has_midnight_of_arrival = false;
};

struct Mdp3Counters {
    std::uint64_t messages = 0;            // that may have a consequence
    std::uint64_t other_messages = 0;      // statistics, limits, quote requests, other schemas
    std::uint64_t in_snapshot = 0;         // entries that were in an instrument's snapshot
    std::uint64_t unknown_securities = 0;  // entries about instruments not defined, or not wanted
    std::uint64_t implied_entries = 0;     // kept apart, by order left aside
    std::uint64_t prices_refused = 0;      // no whole number of units, negative or none
    // Without an id or quantity, of unknown or repeated orders, of levels that there are not.
    std::uint64_t entries_refused = 0;
    std::uint64_t trades_corrected = 0;  // changes and cancels of trades, not reported
    std::uint64_t channel_resets = 0;
    // Natural refresh: books after a gap, and how they became certain again.
    std::uint64_t books_doubted = 0;
    std::uint64_t books_confirmed = 0;  // no entry was missing
    std::uint64_t books_refreshed = 0;  // every level was sent again
    std::uint64_t books_recovered = 0;  // by a snapshot

    friend bool operator==(const Mdp3Counters&, const Mdp3Counters&) = default;
};

/// Empty if CME does not define the state.
[[nodiscard]] std::optional<book::TradingState> to_trading_state(
    protocols::cme::mdp3::SecurityTradingStatus status) noexcept;

class Mdp3Codec {
  public:
    using Packets = protocols::cme::mdp3::Mdp3Packets;
    using Filter = EveryInstrument;  // by message; Mdp3Options::symbols selects by entry

    [[nodiscard]] static Expected<Mdp3Codec> create(const Mdp3Options& options);

    [[nodiscard]] const Mdp3Counters& counters() const noexcept { return counters_; }
    /// The last price that counted in prices_refused, in units of 10^-9; none: it was missing.
    [[nodiscard]] std::optional<std::int64_t> last_price_refused() const noexcept {
        return last_price_refused_;
    }
    [[nodiscard]] const Mdp3DefinitionCounters& definition_counters() const noexcept {
        return instruments_.counters();
    }
    [[nodiscard]] const Mdp3Instruments& instruments() const noexcept { return instruments_; }
    /// Open orders, by their OrderID.
    [[nodiscard]] const Mdp3Orders& orders() const noexcept { return orders_; }

    /// The levels by price, by their numbers.
    [[nodiscard]] const Mdp3Levels& levels() const noexcept { return levels_; }
    [[nodiscard]] Mdp3Depth depth() const noexcept { return depth_; }
    [[nodiscard]] bool has_natural_refresh() const noexcept { return has_natural_refresh_; }

    /// A packet of the incremental feed, or, between begin_snapshot() and end_snapshot(), of the
    /// market recovery feed by order or by price.
    template <OrderSink Sink>
    [[nodiscard]] protocols::DecodeStatus decode(Bytes packet, Sink& sink) noexcept;
    /// A packet of the instrument definition feed, or of the market recovery feed by price, for its
    /// trading states and natural refresh.
    template <OrderSink Sink>
    [[nodiscard]] protocols::DecodeStatus decode_definitions(Bytes packet, Sink& sink) noexcept;

    /// The template id of its first message.
    [[nodiscard]] static char type_of(Bytes packet) noexcept;
    [[nodiscard]] Time time_of(Bytes packet) const noexcept {
        return to_time(protocols::cme::mdp3::PacketHeader::at(packet.data()).load_sending_time());
    }
    /// Fewer than half were decoded.
    [[nodiscard]] static bool is_foreign(std::uint64_t given, std::uint64_t decoded) noexcept {
        return decoded < given - decoded;
    }

    /// Packets before number `next` were given up: with natural refresh the books are doubtful.
    template <OrderSink Sink>
    void note_gap(std::uint64_t next, Time time, Sink& sink) noexcept;

    void count_from(std::uint64_t midnight_ns) noexcept { midnight_ns_ = midnight_ns; }

    void begin_session() noexcept;
    void begin_snapshot() noexcept;
    void end_snapshot() noexcept { is_loading_ = false; }

  private:
    template <OrderSink Sink>
    friend class Mdp3Translator;
    template <OrderSink Sink>
    friend class Mdp3Entries;
    template <OrderSink Sink>
    friend class Mdp3LevelEntries;
    template <OrderSink Sink>
    friend class Mdp3NaturalRefresh;

    explicit Mdp3Codec(const Mdp3Options& options);

    [[nodiscard]] Time to_time(std::uint64_t ns_since_1970) const noexcept {
        return {static_cast<std::int64_t>(ns_since_1970 - midnight_ns_)};
    }
    void refuse_price(std::optional<std::int64_t> mantissa) noexcept {
        ++counters_.prices_refused;
        last_price_refused_ = mantissa;
    }
    /// Ok: every message of our schema is whole.
    [[nodiscard]] static protocols::DecodeStatus check(
        Bytes packet, protocols::cme::mdp3::PacketReader& reader) noexcept;

    Mdp3Instruments instruments_;
    Mdp3Orders orders_;
    Mdp3Levels levels_;
    Mdp3Scale scale_;
    std::uint64_t midnight_ns_;
    Mdp3Depth depth_;
    bool has_natural_refresh_;
    bool is_loading_ = false;
    std::uint32_t last_packet_ = 0;  // of the incremental feed
    Mdp3Counters counters_;
    std::optional<std::int64_t> last_price_refused_;
};

}  // namespace hotpath::feed

#include "hotpath/protocols/cme/feed/mdp3_entries.hpp"  // IWYU pragma: export
