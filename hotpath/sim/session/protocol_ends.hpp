#pragma once
/// OrderEnds, FeedEnds: what a Session with connections needs of a protocol, at the trader and at the
/// venue. Each protocol has its own in its folder (protocols/*/sim); session_ends.hpp finds them by the
/// protocol's place in the list.
///
/// There is one account, and no secret: its password is the one that journals have in the place of
/// passwords, and signatures are zeros. Threads: any; a VenueFeed has one owner. Allocation: the
/// options' texts; VenueFeed's create.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/protocols/sequenced_store.hpp"
#include "hotpath/protocols/trader/session_start.hpp"
#include "hotpath/sim/session/pieces.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::sim::session {

struct ServedVenueOptions;

/// The trader, by its name at the venue.
inline constexpr std::string_view kTraderName = "TRADER";

/// Room for the reports of a session, of a protocol in which they are text or have many fields.
[[nodiscard]] constexpr protocols::SequencedStoreOptions reports_room(std::uint32_t replies_max) {
    constexpr std::uint64_t kReportBytes = 400;
    return {.messages_max = replies_max, .bytes_max = kReportBytes * replies_max};
}

struct OrderEnds {
    std::string_view title{};  // in a summary
    Framing framing{};
    /// Sets the trader's account.
    void (*set_trader)(trader::TraderOptions& options) = nullptr;
    /// Sets the venue's session for it, with room for `replies_max` messages to the trader.
    void (*set_venue)(ServedVenueOptions& options, std::uint32_t replies_max) = nullptr;
    /// Returns the start of the trader's first connection, but for its UTC.
    protocols::SessionStart (*first_start)(Time now) = nullptr;
};

/// A venue's market data in another protocol, made of the ITCH packets that the venue sends. Its packets
/// are appended to `into`, behind the number of their group; group 0 is the lines', the others are of
/// loops.
class VenueFeed {
  public:
    VenueFeed() = default;
    VenueFeed(const VenueFeed&) = delete;
    VenueFeed& operator=(const VenueFeed&) = delete;
    virtual ~VenueFeed() = default;

    [[nodiscard]] virtual Time next_deadline() const noexcept = 0;
    /// The venue as it is.
    virtual void begin(const exchange::Exchange& exchange, Time now, PieceBuffer& into) = 0;
    virtual void on_packet(Bytes packet, Time now, PieceBuffer& into) = 0;
    /// At next_deadline().
    virtual void on_timer(Time now, PieceBuffer& into) = 0;
    /// Loops without a receiver are not made; with one again they begin at once.
    virtual void set_loops(bool has_receiver, Time now) noexcept = 0;
};

struct FeedEnds {
    bool keeps_numbers =
        true;  // instruments and orders have the venue's numbers in the trader's books
    /// Sets the trader's market data.
    void (*set_trader)(trader::TraderOptions& options) = nullptr;
    /// The venue's market data in this protocol; nullptr: the venue's packets are of it.
    Expected<std::unique_ptr<VenueFeed>> (*create)(const book::BooksOptions& books) = nullptr;
    /// The loop whose packets a group has, for a trader with these options; none: the lines' group.
    std::optional<feed::FeedLoop> (*loop_of)(std::byte group,
                                             const trader::TraderOptions& options) = nullptr;
};

}  // namespace hotpath::sim::session
