#pragma once
/// Mdp3Publisher: market data of a venue like CME: a matcher's events to MDP 3.0 packets, by order
/// and by price.
///
///   matcher.enter(order, publisher);
///   publisher.end_event(books, now_ns, send);          48, then 46 and 47; the last has EndOfEvent
///   publisher.publish_snapshot(books, now_ns, send);   53 of the next instrument; not by price alone
///   publisher.publish_levels(books, now_ns, send);     52 of the next instrument
///
/// send(Bytes) gets each packet. The levels are the ten best of each side. An order's
/// MDOrderPriority is the matcher's id, which it loses with its place; its OrderID it keeps. Each
/// feed of the channel has its own packet numbers; the loops begin again at 1. Threads: one owner.
/// Allocation: create() only. Complexity: O(entries). Source: CME Group, MDP 3.0.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/match/types.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"
#include "hotpath/protocols/cme/venue/mdp3_published_levels.hpp"

namespace hotpath::exchange {

/// The instrument of a matcher's id, as the channel defines it. Its texts outlive the publisher.
struct Mdp3Security {
    std::int32_t security_id = 0;
    std::string_view symbol;
    std::string_view group;
    std::string_view asset;
};

struct Mdp3PublisherOptions {
    std::vector<Mdp3Security> securities = {};  // of instruments 1, 2, ...
    std::uint16_t securities_max = 0;           // with those that are listed later
    std::uint32_t orders_max = 100'000;         // open at one time
    std::uint32_t entries_max = 20'000;         // of one event; 256 at least
    std::uint32_t units_per_currency = 10'000;  // of the matcher's prices
    std::size_t packet_bytes = protocols::cme::mdp3::kPacketLengthMax;
    std::uint32_t first_packet = 1;  // its number, after a restart above all before it
    bool has_short_actions = false;  // DeleteThru, DeleteFrom and Overlay, where they are fewer
    bool has_orders = true;          // by order and by price; else by price alone
};

class Mdp3Publisher : public match::NullListener {
  public:
    [[nodiscard]] static Expected<Mdp3Publisher> create(const Mdp3PublisherOptions& options);

    /// The number of the incremental feed's next packet.
    [[nodiscard]] std::uint32_t next_packet_number() const noexcept {
        return incremental_.next_number;
    }
    /// The OrderID of an order by the matcher's id; 0: it is not in the books.
    [[nodiscard]] std::uint64_t public_id(OrderId id) const noexcept;

    /// An order that comes next has been replaced before: its OrderID, above 0. Else it is the
    /// matcher's id with which it comes, and replacements keep it.
    void identify(OrderId id, std::uint64_t public_id) noexcept;

    // A matcher's events.
    void on_added(const book::OrderView& order) noexcept;
    void on_executed(const match::Execution& trade) noexcept;
    void on_canceled(const match::Cancellation& canceled) noexcept;
    void on_reduced(const match::Cancellation& reduced) noexcept;
    void on_replaced(const book::OrderView& original, const book::OrderView& now) noexcept;
    /// A trade of no order in the books: a hidden one's, or a cross.
    void on_other_trade(InstrumentId instrument, Price price, Qty qty) noexcept;

    [[nodiscard]] bool is_listed(InstrumentId instrument) const noexcept {
        return instrument.value - 1U < securities_.size() && is_listed_[instrument.value - 1U];
    }
    /// Entries of the event so far, orders or trades.
    [[nodiscard]] std::size_t entries() const noexcept {
        return order_count_ > trade_count_ ? order_count_ : trade_count_;
    }

    // The incremental feed.

    /// Another instrument, of securities_max, which the loops have from now on. Between events.
    template <class Send>
    void list(InstrumentId instrument, const Mdp3Security& security, std::uint64_t now_ns,
              Send&& send);

    /// The command is over: what it did is one event, in as many packets as it takes.
    template <class Send>
    void end_event(const book::L3Books& books, std::uint64_t now_ns, Send&& send);
    /// Forgets what the command did: the books were loaded, and are published by a snapshot or a reset.
    void drop_event() noexcept;
    template <class Send>
    void publish_state(InstrumentId instrument, protocols::cme::mdp3::SecurityTradingStatus status,
                       std::uint64_t now_ns, Send&& send);
    /// Every book is void; what follows is sent again.
    template <class Send>
    void reset_channel(const book::L3Books& books, std::uint64_t now_ns, Send&& send);
    template <class Send>
    void heartbeat(std::uint64_t now_ns, Send&& send);

    // The loops: each call sends the next part.

    /// All definitions, a whole loop.
    template <class Send>
    void publish_definitions(std::uint64_t now_ns, Send&& send);
    /// The book by order of the next instrument, as of the last packet of the incremental feed.
    template <class Send>
    void publish_snapshot(const book::L3Books& books, std::uint64_t now_ns, Send&& send);
    /// The levels and the trading state of the next instrument.
    template <class Send>
    void publish_levels(const book::L3Books& books, std::uint64_t now_ns, Send&& send);

  private:
    using Action = protocols::cme::mdp3::MDUpdateAction;

    struct OrderEntry {
        Action action = Action::New;
        Side side = Side::Buy;
        InstrumentId instrument{};
        std::uint64_t public_id = 0;
        std::uint64_t priority = 0;
        Price price{};
        Qty qty{};
    };
    struct TradeEntry {
        InstrumentId instrument{};
        protocols::cme::mdp3::AggressorSide aggressor =
            protocols::cme::mdp3::AggressorSide::NoAggressor;
        Price price{};
        Qty qty{};
        std::uint32_t id = 0;
        std::uint32_t rpt_seq = 0;
    };
    struct LevelEntry {
        Action action = Action::New;
        Side side = Side::Buy;
        InstrumentId instrument{};
        std::size_t number = 0;
        book::Level level{};
        std::uint32_t rpt_seq = 0;
    };
    /// The state of an instrument as receivers have it.
    struct Published {
        Mdp3PublishedLevels bids;
        Mdp3PublishedLevels asks;
        std::uint32_t rpt_seq = 0;  // of its last entry
        bool is_touched = false;    // by this event
    };
    /// A replaced order whose new one has not come to the book yet.
    struct Replaced {
        book::OrderView original{};
        std::uint64_t public_id = 0;
        OrderId now{};
    };
    /// The packets of one feed of the channel.
    struct Feed {
        std::uint32_t next_number = 1;
    };

    explicit Mdp3Publisher(const Mdp3PublisherOptions& options);

    [[nodiscard]] const Mdp3Security& security(InstrumentId instrument) const noexcept {
        return securities_[instrument.value - 1U];
    }
    [[nodiscard]] std::int64_t mantissa(Price price) const noexcept {
        return price.value * mantissas_per_unit_;
    }
    [[nodiscard]] Published& published(InstrumentId instrument) noexcept {
        return published_[instrument.value - 1U];
    }
    [[nodiscard]] std::uint32_t listed() const noexcept {
        return static_cast<std::uint32_t>(listed_.size());
    }
    void note(const OrderEntry& entry) noexcept;
    void note_trade(const TradeEntry& trade) noexcept;
    void add_listing(InstrumentId instrument, const Mdp3Security& security);
    /// The changes of the instrument's levels, valid until the next call.
    [[nodiscard]] std::span<const LevelEntry> changed_levels(const book::L3Books& books,
                                                             InstrumentId instrument) noexcept;
    /// Entries of the levels that there are.
    [[nodiscard]] std::span<const LevelEntry> all_levels(const book::L3Books& books,
                                                         InstrumentId instrument) noexcept;
    [[nodiscard]] OrderEntry entry_of(Action action, const book::OrderView& order,
                                      std::uint64_t public_id) const noexcept;
    void remove(const book::OrderView& order) noexcept;
    /// The replaced order did not come back.
    void settle() noexcept;

    [[nodiscard]] static std::size_t order_count_of(const book::L3Books& books,
                                                    InstrumentId instrument) noexcept;
    /// visit(orders, is_last) for the orders of a book, at most `part_max` at a time; once with none
    /// for an empty book.
    template <class Visit>
    void for_each_part(const book::L3Books& books, InstrumentId instrument, std::size_t part_max,
                       Visit&& visit);
    [[nodiscard]] static protocols::cme::mdp3::MDEntryTypeBook to_entry_type(Side side) noexcept {
        return side == Side::Buy ? protocols::cme::mdp3::MDEntryTypeBook::Bid
                                 : protocols::cme::mdp3::MDEntryTypeBook::Offer;
    }

    void store(auto& entry, const OrderEntry& order) const noexcept;
    void store_in_snapshot(auto& entry, const OrderEntry& order) const noexcept;
    void store(auto& entry, const TradeEntry& trade) const noexcept;
    void store(auto& entry, const LevelEntry& level) const noexcept;
    void store_in_snapshot(auto& entry, const LevelEntry& level) const noexcept;
    /// The definition of an instrument; `reports`: of the loop, none on the incremental feed.
    void store(auto& definition, InstrumentId instrument, std::optional<std::uint32_t> reports,
               std::uint64_t now_ns) const noexcept;

    /// Messages of type M with all `entries`, in packets of `feed`; the last is marked when
    /// `is_last`.
    template <class M, class Entry, class Send>
    void put_all(Feed& feed, protocols::cme::mdp3::PacketWriter& writer,
                 std::span<const Entry> entries, bool is_last, bool is_recovery,
                 std::uint64_t now_ns, Send&& send);
    template <class Send>
    void put_end_of_event(protocols::cme::mdp3::PacketWriter& writer, std::uint64_t now_ns,
                          Send&& send);
    /// One message, alone in a packet of `feed` if need be.
    template <class Encode, class Send>
    void put(Feed& feed, protocols::cme::mdp3::PacketWriter& writer, Encode&& encode,
             std::uint64_t now_ns, Send&& send);
    template <class Send>
    void flush(Feed& feed, protocols::cme::mdp3::PacketWriter& writer, std::uint64_t now_ns,
               Send&& send);
    [[nodiscard]] protocols::cme::mdp3::PacketWriter writer_of(const Feed& feed) noexcept {
        return protocols::cme::mdp3::PacketWriter(buffer_.items(), feed.next_number);
    }

    std::vector<Mdp3Security> securities_;  // by instrument, from 1; so are the next three
    std::vector<bool> is_listed_;
    std::vector<protocols::cme::mdp3::SecurityTradingStatus> states_;
    FixedArray<Published> published_;
    std::vector<InstrumentId> listed_;                 // in the order of the loops
    FixedHashMap<OrderId, std::uint64_t> public_ids_;  // by the matcher's id
    FixedArray<OrderEntry> orders_;                    // of the event
    FixedArray<TradeEntry> trades_;
    FixedArray<InstrumentId> touched_;  // by the event
    FixedArray<LevelEntry> levels_;     // of one instrument
    std::size_t touched_count_ = 0;
    bool has_short_actions_;
    bool has_orders_;
    FixedArray<std::byte> buffer_;
    std::size_t order_count_ = 0;
    std::size_t trade_count_ = 0;
    std::optional<Replaced> replaced_;
    std::int64_t mantissas_per_unit_;
    std::uint32_t trades_given_ = 0;
    Feed incremental_;
    Feed snapshots_;
    Feed levels_loop_;
    std::size_t next_snapshot_ = 0;  // places in listed_
    std::size_t next_levels_ = 0;
};

}  // namespace hotpath::exchange

#include "hotpath/protocols/cme/venue/mdp3_publisher_packets.hpp"  // IWYU pragma: export
