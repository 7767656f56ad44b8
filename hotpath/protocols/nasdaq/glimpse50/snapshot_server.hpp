#pragma once
/// A GLIMPSE server: snapshots, made a bounded piece a turn, and which of them a login reads.
///
///   const SequencedStore* stream = server.join();    at a login; nullptr: no room, reject it
///   server.on_turn(source);                          every turn of the loop: pieces_per_turn
///   server.leave(*stream);                           the connection is over
///
///   join ──> [ wanted ] ──> [ making, open ] ──> [ making, fixed ] ──> [ made ] ──> free again
///            its turn       join: this one       join: the next        when it has no readers
///
/// Every client that asks before a snapshot's moment is fixed reads that one; how long it takes
/// depends on the turns alone, not on the readers, which read a store. The connections are their
/// owner's (soupbintcp::SoupServer, given the stream of join()). Threads: one owner. Allocation:
/// create() only. Complexity: pieces_per_turn a turn. Source: Nasdaq GLIMPSE 5.0.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::protocols::nasdaq::glimpse50 {

enum class PieceKind : std::uint8_t {
    Message,
    Nothing,  // a step of work without one
    Wait,     // nothing to do before the next turn
    End,      // the last message has been made
    Broken,   // it cannot be completed: readers are disconnected, steps continue until End
};

struct SnapshotPiece {
    PieceKind kind = PieceKind::Nothing;
    std::size_t length = 0;  // of a Message
};

/// A source with books that can write their state at one moment, which it chooses after
/// begin_snapshot() and before the first message.
template <class S>
concept SnapshotSource = requires(S& source, MutableBytes room) {
    source.begin_snapshot();
    /// One step, of bounded work.
    { source.next_piece(room) } -> std::same_as<SnapshotPiece>;
    /// The moment has passed: later requests need a later snapshot.
    { source.is_fixed() } -> std::same_as<bool>;
    /// The first message of the feed that is not in the snapshot; is_fixed().
    { source.next_sequence_number() } -> std::same_as<std::uint64_t>;
};

struct SnapshotServerOptions {
    /// Bounds one snapshot: an Add Order is 36 bytes.
    SequencedStoreOptions snapshot{.message_length_max = 50};
    std::uint16_t snapshots_max = 3;  // being made, waiting for their turn, being read
    std::uint32_t pieces_per_turn = 256;
};

struct SnapshotCounters {
    std::uint64_t pieces = 0;
    std::uint64_t made = 0;
    std::uint64_t broken = 0;   // more messages than the store holds, or the source gave up
    std::uint64_t refused = 0;  // joins: snapshots_max are in use
};

class SnapshotServer {
  public:
    [[nodiscard]] static Expected<SnapshotServer> create(const SnapshotServerOptions& options) {
        if (options.snapshot.message_length_max < EndOfSnapshot::kLength ||
            options.pieces_per_turn == 0 || options.snapshots_max == 0) {
            return fail(
                "GLIMPSE server: snapshots_max and pieces_per_turn must be above 0, and "
                "message_length_max at least 50");
        }
        SnapshotServer server(options);
        for (std::uint16_t n = 0; n < options.snapshots_max; ++n) {
            auto stream = SequencedStore::create(options.snapshot);
            if (!stream) {
                return std::unexpected(stream.error());
            }
            server.snapshots_.push_back(std::make_unique<Snapshot>(*std::move(stream)));
        }
        return server;
    }

    [[nodiscard]] const SnapshotCounters& counters() const noexcept { return counters_; }
    /// Does on_turn() have something to do, unless the source waits?
    [[nodiscard]] bool is_making() const noexcept { return making_ != nullptr || open_ != nullptr; }
    /// Its readers are to be cut off: it will never be whole.
    [[nodiscard]] bool is_broken(const SequencedStore& stream) const noexcept {
        return of(stream).is_broken;
    }

    /// The stream of a login that asks now; nullptr when none is free. A stream begins at 1:
    /// a request for a later message cannot be served.
    [[nodiscard]] const SequencedStore* join() noexcept {
        if (open_ == nullptr) {
            const auto free = std::ranges::find_if(
                snapshots_, [this](const auto& each) { return is_free(*each); });
            if (free == snapshots_.end()) {
                ++counters_.refused;
                return nullptr;
            }
            open_ = free->get();
            open_->stream.clear();
            open_->is_broken = false;
        }
        ++open_->readers;
        return &open_->stream;
    }
    /// Once for each join().
    void leave(const SequencedStore& stream) noexcept {
        Snapshot& snapshot = of(stream);
        HOTPATH_ASSERT(snapshot.readers > 0, "call join() before leave()");
        --snapshot.readers;
    }

    /// The next pieces of the snapshot being made, or of the next one that is wanted.
    template <SnapshotSource Source>
    void on_turn(Source& source) noexcept {
        if (making_ == nullptr && open_ != nullptr) {
            making_ = open_;
            source.begin_snapshot();
        }
        bool has_more = making_ != nullptr;
        for (std::uint32_t n = 0; n < options_.pieces_per_turn && has_more; ++n) {
            has_more = make_piece(source);
        }
    }

  private:
    struct Snapshot {
        explicit Snapshot(SequencedStore&& store) : stream(std::move(store)) {}
        SequencedStore stream;
        std::uint32_t readers = 0;
        bool is_broken = false;
    };

    explicit SnapshotServer(const SnapshotServerOptions& options)
        : options_(options), message_(options.snapshot.message_length_max) {}

    [[nodiscard]] bool is_free(const Snapshot& snapshot) const noexcept {
        return snapshot.readers == 0 && &snapshot != making_ && &snapshot != open_;
    }
    [[nodiscard]] Snapshot& of(const SequencedStore& stream) const noexcept {
        const auto found = std::ranges::find(
            snapshots_, &stream, [](const auto& each) { return &std::as_const(each->stream); });
        HOTPATH_ASSERT(found != snapshots_.end(), "the stream must be one that join() returned");
        return **found;
    }

    /// False when this turn has nothing more to do.
    template <class Source>
    [[nodiscard]] bool make_piece(Source& source) noexcept {
        const SnapshotPiece piece = source.next_piece(message_.items());
        counters_.pieces += piece.kind == PieceKind::Wait ? 0U : 1U;
        if (source.is_fixed() && open_ == making_) {
            open_ = nullptr;
        }
        switch (piece.kind) {
            case PieceKind::Message:
                append(message_.items().first(piece.length));
                return true;
            case PieceKind::Nothing:
                return true;
            case PieceKind::Broken:
                give_up();
                return true;
            case PieceKind::End:
                finish(source.next_sequence_number());
                return false;
            case PieceKind::Wait:
                break;
        }
        return false;
    }

    void append(Bytes message) noexcept {
        if (!making_->is_broken && !making_->stream.try_append(message)) {
            give_up();
        }
    }
    void give_up() noexcept {
        counters_.broken += making_->is_broken ? 0U : 1U;
        making_->is_broken = true;
    }
    void finish(std::uint64_t next_sequence_number) noexcept {
        EndOfSnapshot end;
        end.store_itch_sequence_number(to_characters(next_sequence_number));
        append(end.bytes());
        if (!making_->is_broken) {
            making_->stream.end_session();
            ++counters_.made;
        }
        making_ = nullptr;
    }

    SnapshotServerOptions options_;
    std::vector<std::unique_ptr<Snapshot>> snapshots_;  // connections look at their streams
    FixedArray<std::byte> message_;
    Snapshot* making_ = nullptr;
    Snapshot* open_ = nullptr;  // whom the next login joins: being made, or next in turn
    SnapshotCounters counters_;
};

}  // namespace hotpath::protocols::nasdaq::glimpse50
