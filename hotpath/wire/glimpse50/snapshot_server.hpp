#pragma once
/// A GLIMPSE server's end of one connection: a login brings the books of this moment, then the
/// number at which the feed continues, then the end of the session.
///
///   server.on_bytes(received, now, source, accounts);
///   server.on_turn(now, source);                 every turn of the loop: a bounded piece of work
///   send(server.soup().output()); server.on_written(sent);
///
/// The source yields messages one by one and holds still while a snapshot of it is being made; how
/// long that is depends on the turns alone, not on the client, who reads from a store of its own.
/// Threads: one owner. Allocation: create() only. Complexity: messages_per_turn a turn. Source:
/// Nasdaq GLIMPSE 5.0.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/wire/glimpse50/end_of_snapshot.hpp"
#include "hotpath/wire/sequenced_store.hpp"
#include "hotpath/wire/soupbintcp/server.hpp"

namespace hotpath::wire::glimpse50 {

/// What has books and can say what is in them. Several snapshots may be open at once.
template <class S>
concept SnapshotSource = requires(S& source, typename S::Cursor& cursor, MutableBytes room) {
    requires std::default_initializable<typename S::Cursor>;
    /// From here until end_snapshot() the books hold still.
    { source.begin_snapshot() } -> std::same_as<typename S::Cursor>;
    /// Writes the next message; returns its length, 0 when there is none left.
    { source.next_message(cursor, room) } -> std::same_as<std::size_t>;
    /// The first message of the feed that is not in these books.
    { source.next_sequence_number(cursor) } -> std::same_as<std::uint64_t>;
    source.end_snapshot(cursor);
};

struct SnapshotServerOptions {
    soupbintcp::SoupServerOptions soup{};
    soupbintcp::Session session = soupbintcp::to_session("GLIMPSE");
    /// Bounds one snapshot: an Add Order is 36 bytes.
    SequencedStoreOptions snapshot{.message_length_max = 50};
    std::uint32_t messages_per_turn = 256;
};

struct SnapshotCounters {
    std::uint64_t begun = 0;
    std::uint64_t made = 0;        // to their end; the client may still be reading
    std::uint64_t abandoned = 0;   // the client had gone
    std::uint64_t overflowed = 0;  // more messages than the store holds
};

template <SnapshotSource Source>
class SnapshotServer {
  public:
    [[nodiscard]] static Expected<SnapshotServer> create(const SnapshotServerOptions& options) {
        auto soup = soupbintcp::SoupServer::create(options.soup);
        if (!soup) {
            return std::unexpected(soup.error());
        }
        auto stream = SequencedStore::create(options.snapshot);
        if (!stream) {
            return std::unexpected(stream.error());
        }
        if (options.snapshot.message_length_max < EndOfSnapshot::kLength ||
            options.messages_per_turn == 0) {
            return fail("a snapshot's messages are up to 50 bytes, and one a turn at least");
        }
        return SnapshotServer(options, *std::move(soup), *std::move(stream));
    }

    /// State, output, deadline and counters of the connection.
    [[nodiscard]] const soupbintcp::SoupServer& soup() const noexcept { return soup_; }
    [[nodiscard]] const SnapshotCounters& counters() const noexcept { return counters_; }
    /// Does on_turn() have work to do, whatever the time?
    [[nodiscard]] bool is_making() const noexcept { return is_making_; }

    void on_connected(Nanos now, Source& source) noexcept {
        abandon(source);
        soup_.on_connected(now);
    }
    void on_disconnected(Source& source) noexcept {
        soup_.on_disconnected();
        abandon(source);
    }
    void close(soupbintcp::CloseReason reason, Source& source) noexcept {
        soup_.close(reason);
        abandon(source);
    }

    /// `accounts.is_allowed(request)` says who may have a snapshot.
    template <class Accounts>
    void on_bytes(Bytes received, Nanos now, Source& source, Accounts& accounts) {
        Gate<Accounts> gate(*this, source, accounts);
        soup_.on_bytes(received, now, gate);
        abandon_if_gone(source);
    }

    /// Makes the next piece of the snapshot, and runs the timers.
    void on_turn(Nanos now, Source& source) noexcept {
        if (is_making_) {
            make_piece(source);
        }
        soup_.on_stream(now);
        abandon_if_gone(source);
    }

    void on_written(std::size_t bytes) noexcept { soup_.on_written(bytes); }

  private:
    template <class Accounts>
    struct Gate : soupbintcp::NullServerListener {
        Gate(SnapshotServer& to, Source& of, Accounts& by) : server(to), source(of), accounts(by) {}
        soupbintcp::LoginAnswer on_login(const soupbintcp::LoginRequest& request) {
            using soupbintcp::LoginAnswer;
            if (!accounts.is_allowed(request)) {
                return LoginAnswer::reject(soupbintcp::RejectReason::NotAuthorized);
            }
            // A snapshot begins at 1: whoever asks for a later message asks for one that is gone.
            server.stream_.clear();
            return LoginAnswer::accept(server.stream_, server.options_.session);
        }
        void on_logged_in(std::uint64_t) { server.begin(source); }

        SnapshotServer& server;
        Source& source;
        Accounts& accounts;
    };

    SnapshotServer(const SnapshotServerOptions& options, soupbintcp::SoupServer soup,
                   SequencedStore stream)
        : options_(options),
          soup_(std::move(soup)),
          stream_(std::move(stream)),
          message_(options.snapshot.message_length_max) {}

    void begin(Source& source) noexcept {
        cursor_ = source.begin_snapshot();
        is_making_ = true;
        ++counters_.begun;
    }

    void make_piece(Source& source) noexcept {
        for (std::uint32_t i = 0; i < options_.messages_per_turn; ++i) {
            const std::size_t length = source.next_message(cursor_, message_.items());
            if (length == 0) {
                finish(source);
                return;
            }
            if (!stream_.try_append(message_.items().first(length))) {
                overflow();
                return;
            }
        }
    }
    void finish(Source& source) noexcept {
        EndOfSnapshot end;
        end.store_itch_sequence_number(to_characters(source.next_sequence_number(cursor_)));
        if (!stream_.try_append(end.bytes())) {
            overflow();
            return;
        }
        stream_.end_session();
        source.end_snapshot(cursor_);
        is_making_ = false;
        ++counters_.made;
    }
    void overflow() noexcept {
        ++counters_.overflowed;
        soup_.close(soupbintcp::CloseReason::StreamFull);
    }

    void abandon_if_gone(Source& source) noexcept {
        if (is_making_ && !soup_.is_logged_in()) {
            abandon(source);
        }
    }
    void abandon(Source& source) noexcept {
        if (is_making_) {
            source.end_snapshot(cursor_);
            is_making_ = false;
            ++counters_.abandoned;
        }
    }

    SnapshotServerOptions options_;
    soupbintcp::SoupServer soup_;
    SequencedStore stream_;  // what the client of this connection reads
    FixedArray<std::byte> message_;
    typename Source::Cursor cursor_{};
    bool is_making_ = false;
    SnapshotCounters counters_;
};

}  // namespace hotpath::wire::glimpse50
