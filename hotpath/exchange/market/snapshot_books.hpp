#pragma once
/// SnapshotBooks: books of one moment, copied from a running exchange and written as the ITCH
/// messages of a GLIMPSE snapshot. The source of protocols::nasdaq::glimpse50::SnapshotServer.
///
///   live  | A B C D E F G | order by order, cursor after C       copy | A B C |
///         | A B'C D   F G | then each input changes what it changes:
///                           B is copied, and is made equal          copy | A B'C |
///                           E is not copied, and never will be
///   At the end of the copying both are the same: this input is the snapshot's moment. Directory,
///   trading states and orders by instrument, side and priority are then written out of the copy,
///   each order leaving it, once that input is safe in the journal.
///
/// A piece is one order copied, one order written, or one instrument passed. Threads: the
/// exchange's owner. Allocation: create(); as much address space as the exchange's books, touched
/// as far as snapshots need it. Complexity: O(1) a piece, and a message of an input while orders
/// are copied; nothing otherwise.

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/snapshot_server.hpp"

namespace hotpath::exchange {

class SnapshotBooks {
  public:
    /// Journal sequence numbers at a turn of the venue.
    struct Step {
        const Exchange* exchange = nullptr;
        Time now{};
        std::uint64_t last_seq = 0;
        std::uint64_t durable_seq = 0;
    };

    /// For an exchange with these books.
    [[nodiscard]] static Expected<SnapshotBooks> create(book::BooksOptions options);

    /// follow() must be called after each input.
    [[nodiscard]] bool is_copying() const noexcept { return phase_ == Phase::Copying; }
    /// Copied, and not durable yet.
    [[nodiscard]] bool is_waiting(std::uint64_t durable_seq) const noexcept {
        return is_fixed() && durable_seq < fixed_at_;
    }

    /// Applies an input's packets to the copy. A new session breaks a snapshot still being copied:
    /// its reader requested the previous session.
    void follow(const Exchange& exchange, std::span<const Bytes> packets) noexcept;

    // The snapshot source, during one turn.
    void begin_step(const Step& step) noexcept { step_ = step; }
    void begin_snapshot() noexcept;
    [[nodiscard]] protocols::nasdaq::glimpse50::SnapshotPiece next_piece(
        MutableBytes room) noexcept;
    [[nodiscard]] bool is_fixed() const noexcept { return phase_ > Phase::Copying; }
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept { return feed_seq_; }

    /// The length of its longest message.
    static constexpr std::size_t kMessageMax = 50;
    /// Room for every snapshot of such books.
    [[nodiscard]] static protocols::SequencedStoreOptions room(const book::BooksOptions& options);

  private:
    enum class Phase : std::uint8_t { Copying, Directory, States, Orders, Done };
    struct Listing {
        Symbol symbol;
        bool is_listed = false;
    };
    class Changes;  // receives the messages of an input

    explicit SnapshotBooks(book::L3Books&& copy)
        : copy_(std::move(copy)), listings_(std::size_t{copy_.instruments_max()} + 1) {}

    // Copying.
    [[nodiscard]] protocols::nasdaq::glimpse50::SnapshotPiece copy_piece(
        const Exchange& exchange) noexcept;
    void advance_copy(const Exchange& exchange) noexcept;
    void copy_instrument(const Exchange& exchange, InstrumentId instrument) noexcept;
    void copy_changed_order(const Exchange& exchange, OrderId id) noexcept;
    void copy_changed_instrument(const Exchange& exchange, InstrumentId instrument) noexcept;
    void add(const book::OrderView& order) noexcept;
    [[nodiscard]] bool is_behind_cursor(const book::OrderView& order) const noexcept;
    void keep_cursor_on_an_order() noexcept;
    void fix() noexcept;

    // Writing.
    [[nodiscard]] protocols::nasdaq::glimpse50::SnapshotPiece write_directory(
        MutableBytes room) noexcept;
    [[nodiscard]] protocols::nasdaq::glimpse50::SnapshotPiece write_state(
        MutableBytes room) noexcept;
    [[nodiscard]] protocols::nasdaq::glimpse50::SnapshotPiece write_order(
        MutableBytes room) noexcept;
    template <class Message>
    [[nodiscard]] Message begin(InstrumentId instrument) const noexcept;
    /// False after the last instrument.
    [[nodiscard]] bool advance_side() noexcept;
    [[nodiscard]] bool advance_instrument() noexcept;

    book::L3Books copy_;
    FixedArray<Listing> listings_;  // by instrument id
    Step step_;
    Phase phase_ = Phase::Done;
    bool is_whole_ = true;   // everything fitted into the copy
    std::uint32_t day_ = 0;  // in which the copying began
    // Position of the phase. While copying: the copy holds the orders up to `last_`, none of this
    // side when there is none.
    InstrumentId instrument_{};
    Side side_ = Side::Buy;
    std::optional<book::OrderView> last_{};
    // The moment.
    std::uint64_t feed_seq_ = 0;
    std::uint64_t fixed_at_ = 0;  // the last record
    Time time_{};
};

}  // namespace hotpath::exchange
