#pragma once
/// FixLogons: who may log on at a FIX port: from a connection to the session that its first message
/// names, or to its end.
///
///   logons.on_connected(id, now);
///   const auto admitted = logons.on_bytes(id, bytes, now);   // takes the first message off `bytes`
///   if (admitted.end != nullptr) { ... its session gets admitted.first ... sessions.leave(id); }
///
/// Threads: the server's. Allocation: the constructor. Complexity: O(bytes), O(sessions).

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/protocols/fix/venue/fix_sessions.hpp"

namespace hotpath::exchange {

class FixLogons {
  public:
    struct Admitted {
        FixEnd* end = nullptr;  // nullptr: not yet, or the connection has been closed
        Bytes first{};          // its first message; valid until FixSessions::leave()
    };

    /// Both outlive it.
    FixLogons(VenueCore& core, FixSessions& sessions);

    void on_connected(ConnectionId id, Time now) noexcept;
    [[nodiscard]] Admitted on_bytes(ConnectionId id, Bytes& bytes, Time now);
    /// The bytes that a connection without a session is sent at its end.
    [[nodiscard]] Bytes last_words(ConnectionId id) const noexcept {
        const LastWords& words = last_words_[id.value];
        return Bytes(words.bytes).first(words.length);
    }

  private:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    struct LastWords {
        std::array<std::byte, kFixRefusalMax> bytes{};
        std::size_t length = 0;
    };

    [[nodiscard]] FixEnd* admit(ConnectionId id, const FixSessions::Arrived& arrived, Time now);
    void refuse(ConnectionId id, const FixSessions::Arrived& arrived, std::string_view why,
                Time now) noexcept;

    VenueCore& core_;
    FixSessions& sessions_;
    std::vector<LastWords> last_words_;  // by ConnectionId
};

}  // namespace hotpath::exchange
