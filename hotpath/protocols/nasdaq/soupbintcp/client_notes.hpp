#pragma once
/// ClientNotes: which clients a server has cut off or refused and why, for its log: a bounded list
/// that the owner empties, at most lines_per_second_max a second. What is beyond is counted, and
/// the next note has their number.
///
///   notes.add({.port = port, .peer = peer, .user = user, .reason = reason, .why = why}, now);
///   notes.for_each([](const ClientNote& note) { log(note); });
///
/// A note never holds a password. Threads: one owner. Allocation: the constructor. Complexity:
/// O(1).

#include <cstdint>
#include <string_view>

#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection_places.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {

struct ClientNote {
    std::uint8_t port = 0;  // the server's number of it
    Peer peer{};
    Username user = to_alpha<6>("");  // blank: no login
    CloseReason reason = CloseReason::None;
    std::string_view why{};        // outlives the note; empty: use the reason's name
    std::uint64_t suppressed = 0;  // notes that were not kept since the one before
};

class ClientNotes {
  public:
    static constexpr std::uint32_t kLinesPerSecondMax = 10;

    ClientNotes() : notes_(kKeptMax) {}

    /// Notes that were not kept, all of them.
    [[nodiscard]] std::uint64_t suppressed() const noexcept { return suppressed_; }

    void add(ClientNote note, Time now) noexcept {
        if (now - second_began_ >= Nanos{kNanosPerSecond} || now < second_began_) {
            second_began_ = now;
            lines_ = 0;
        }
        note.suppressed = suppressed_ - suppressed_said_;
        if (lines_ >= kLinesPerSecondMax || !notes_.try_push(note)) {
            ++suppressed_;
            return;
        }
        suppressed_said_ = suppressed_;
        ++lines_;
    }

    /// sink(const ClientNote&) for each, oldest first; they are gone then.
    template <class Sink>
    void for_each(Sink&& sink) {
        for (; !notes_.empty(); notes_.pop()) {
            sink(notes_.front());
        }
    }

  private:
    static constexpr std::size_t kKeptMax = 64;

    FixedQueue<ClientNote> notes_;
    Time second_began_{};
    std::uint32_t lines_ = 0;  // in this second
    std::uint64_t suppressed_ = 0;
    std::uint64_t suppressed_said_ = 0;
};

/// Is the end of a connection with this reason something that an operator has to see?
[[nodiscard]] constexpr bool is_worth_a_note(CloseReason reason) noexcept {
    return reason != CloseReason::None && reason != CloseReason::LoggedOut &&
           reason != CloseReason::EndOfSession && reason != CloseReason::Disconnected &&
           reason != CloseReason::ShutDown;
}

}  // namespace hotpath::protocols::nasdaq::soupbintcp
