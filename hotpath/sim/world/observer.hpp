#pragma once
/// The observer of one venue of a simulated world: it reads the wires, the venue's published
/// messages, what each trader received there, and checks that all agree. It changes nothing. What a
/// trader does at two venues together, FirmObserver checks.
///
/// The invariants are those of verdict.hpp; docs/guide/simulation.md says which is checked where.
/// Threads: one owner. Allocation: free. Complexity: O(bytes) on the wires, O(open orders) a
/// trader's event, O(orders) for books at every kMarkEvery-th input of the venue.

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/sim/world/copy_watch.hpp"
#include "hotpath/sim/world/feed_ledger.hpp"
#include "hotpath/sim/world/network.hpp"
#include "hotpath/sim/world/operator_link.hpp"
#include "hotpath/sim/world/reply_ledger.hpp"
#include "hotpath/sim/world/risk_observer.hpp"
#include "hotpath/sim/world/soup_tap.hpp"
#include "hotpath/sim/world/trader_host.hpp"
#include "hotpath/sim/world/verdict.hpp"

namespace hotpath::sim::world {

class Observer {
  public:
    using SessionName = protocols::nasdaq::soupbintcp::Session;

    /// The venue's books are remembered so often.
    static constexpr std::uint64_t kMarkEvery = 8;

    /// `venue`: its index. Clients have the world's numbers. Both outlive it.
    Observer(const WorldOptions& options, std::size_t venue, Verdict& verdict);

    [[nodiscard]] std::uint64_t books_compared() const noexcept { return books_compared_; }
    [[nodiscard]] std::uint64_t positions_compared() const noexcept { return positions_compared_; }
    /// Traders that stopped because a drop copy was late, each of its lives once.
    [[nodiscard]] std::uint64_t late_copies() const noexcept { return late_copies_; }
    /// The same because one came twice, and because an input could not be recorded.
    [[nodiscard]] std::uint64_t doubled_copies() const noexcept { return doubled_copies_; }
    [[nodiscard]] std::uint64_t journals_lost() const noexcept { return journals_lost_; }
    /// Orders of this trader, restarts included.
    [[nodiscard]] std::uint64_t orders_sent(std::size_t trader) const noexcept;
    /// In its present life, which has begun.
    [[nodiscard]] const RiskObserver& risk(std::size_t trader) const {
        return *watches_[trader].risk;
    }
    /// Executions of the client in all days.
    [[nodiscard]] std::uint64_t executions(std::size_t client) const;
    /// Days that the venue has ended, and traders that stopped for it.
    [[nodiscard]] std::uint64_t days_ended() const noexcept { return days_ended_; }
    [[nodiscard]] std::uint64_t stops_for_day() const noexcept { return stops_for_day_; }
    /// Users that the venue's operator suspended, each time.
    [[nodiscard]] std::uint64_t suspensions() const noexcept { return suspensions_; }
    /// Replies about trades that were broken or corrected, in all days.
    [[nodiscard]] std::uint64_t amended() const;

    // The wires.
    void on_connection(std::size_t client, trader::Port port);
    void on_client_bytes(std::size_t client, trader::Port port, Bytes bytes, Time now);
    /// Before the client has them.
    void on_venue_bytes(std::size_t client, trader::Port port, Bytes bytes);
    /// How many of these bytes the trader is to be given at once: what it sends is then judged by
    /// what it has received, not by later messages.
    [[nodiscard]] std::size_t up_to_packet_end(std::size_t client, Bytes bytes) {
        return taps_[client][0].up_to_packet_end(bytes);
    }
    /// The drop copies as the trader receives them, some of them twice.
    void on_copies_given(std::size_t trader, Bytes bytes);
    void on_published(Bytes packet);
    /// Before the trader has it.
    void on_packet(std::size_t trader, const feed::LinePacket& packet);

    // Everybody's events.
    void on_trader_started(std::size_t trader);
    /// Its process ends because its day is over: here, or at another venue.
    void on_trader_stops(std::size_t trader, bool is_day_of_here);
    /// Before after_trader().
    void on_command(std::size_t trader, const trader::OperatorCommand& command,
                    const CommandFate& fate);
    void after_trader(std::size_t trader, const TraderView& view);
    /// `is_disk_full`: its journal has room for cancels alone, since before the event.
    void after_venue(const exchange::VenueServer& server, bool is_disk_full);
    void on_venue_restarted(const exchange::VenueServer& server);

    // The end.
    /// Every client has had every reply.
    [[nodiscard]] bool is_all_told(const exchange::VenueServer& server) const;
    void check_trader_recovered(std::size_t trader, const TraderView& view,
                                const exchange::VenueServer& server);
    void check_venue_at_end(const exchange::VenueServer& server,
                            const exchange::VenueServer& replayed);

  private:
    /// The outputs of the venue in the sessions of one day, which have one name.
    struct Day {
        std::vector<ReplyLedger> ledgers{};  // by client
        FeedLedger feed;
        bool is_over = false;  // its feed has ended
        bool is_read = false;  // to the end: the ledgers have what the clients may have missed
    };

    struct TraderWatch {
        std::map<SessionName, Sight> sights{};     // by sessions of the feed; damaged names, too
        SessionName feed_session{};                // after the last event
        Time feed_heard{};                         // of that session, on a line
        Time given_at{};                           // the last packet
        std::uint64_t packets_of_session = 0;      // given since it is in it
        bool is_session_over = false;              // its end was among them
        std::size_t day = 0;                       // of its order entry
        bool is_stopping = false;                  // its day is over
        std::optional<Nanos> in_two_days_since{};  // the feed in another day than order entry
        std::optional<RiskObserver> risk{};
        CopyWatch copies{};
        std::uint64_t given = 0;     // packets
        std::uint64_t reported = 0;  // replies, in this life
        std::uint64_t earlier_orders_sent = 0;
        std::uint64_t orders_before_event = 0;
        std::uint64_t orders_at_stop = 0;  // sent when it began to stop
        std::uint64_t feed_next = 0;
        std::uint64_t feed_sessions = 0;
        bool was_current = false;
        bool was_killed = false;
        bool is_stopped_for_copy = false;
        SoupTap copies_given{};
        std::uint64_t last_copy_given = 0;
        bool is_copy_doubled = false;
        bool is_journal_lost = false;
    };

    /// Open quantity by instrument, from 1 on, and side.
    using OpenQty = std::array<std::array<std::int64_t, 2>, kInstruments>;

    [[nodiscard]] std::string name_of(std::size_t client) const;
    /// The first client that has not had every reply of the day.
    [[nodiscard]] std::optional<std::size_t> untold_client(
        const exchange::VenueServer& server) const;
    void on_reply(std::size_t client, std::uint64_t number, Bytes reply);
    /// For a drop copy of any account, delivered to this client.
    void on_copy(std::size_t client, Bytes message);

    // Days: observer_days.cpp.
    /// The day of a session that the venue has named; the name may be a new one.
    [[nodiscard]] std::size_t day_named(const SessionName& name);
    /// The same for a name that may be damaged.
    [[nodiscard]] std::optional<std::size_t> find_day(const SessionName& name) const;
    [[nodiscard]] const ReplyLedger& ledger_of(std::size_t trader) const {
        return days_[watches_[trader].day].ledgers[trader];
    }
    void begin_day();
    void end_day(const exchange::VenueServer& server);
    void on_snapshot(std::size_t trader, const SessionName& name, std::uint64_t next_seq);
    void check_day(std::size_t trader, const TraderView& view);
    void check_sum(const Day& day, const exchange::VenueServer& server);
    void check_kept(const exchange::VenueServer& server);
    void check_position(std::size_t trader, const TraderView& view);
    void check_orders(std::size_t trader, const TraderView& view);
    void check_open_qty(std::size_t trader, const TraderView& view, const OpenQty& reported);
    void check_feed(std::size_t trader, const TraderView& view);
    void check_session(std::size_t trader, const TraderView& view);
    void check_books(std::size_t trader, const TraderView& view);
    void check_mode(std::size_t trader, const TraderView& view);
    void check_copies(std::size_t trader, const TraderView& view);
    void check_doubled_copy(std::size_t trader, const TraderView& view);
    void check_journal(std::size_t trader, const TraderView& view);
    [[nodiscard]] bool is_copy_late(std::size_t trader) const;
    void check_crossed(const exchange::VenueServer& server);
    void check_room(const exchange::VenueServer& server, bool is_disk_full);
    void check_members(const exchange::VenueServer& server);

    [[nodiscard]] const AccountDrawn& account(std::size_t trader) const {
        return *options_->traders[trader].accounts[venue_];
    }

    Verdict* verdict_;
    const WorldOptions* options_;
    std::size_t venue_;
    std::size_t traders_;
    std::uint64_t late_copies_ = 0;  // traders that stopped for one
    std::uint64_t doubled_copies_ = 0;
    std::uint64_t journals_lost_ = 0;
    std::uint64_t days_ended_ = 0;
    std::uint64_t stops_for_day_ = 0;
    std::vector<SessionName> names_;  // of days, in their order
    std::deque<Day> days_;
    std::vector<TraderWatch> watches_;                       // by trader
    std::vector<std::array<SoupTap, trader::kPorts>> taps_;  // by client
    std::map<std::pair<std::size_t, std::uint64_t>, std::uint64_t>
        books_at_;                                 // by day and the feed's next message
    std::vector<std::uint64_t> outputs_after_{0};  // by input; 0: not known
    std::uint64_t marked_at_ = 0;                  // input
    bool was_disk_full_ = false;
    std::uint32_t session_orders_ = 0;  // open at the venue
    std::vector<bool> is_suspended_;    // by session of the venue
    std::uint64_t suspensions_ = 0;
    std::uint64_t books_compared_ = 0;
    std::uint64_t positions_compared_ = 0;
};

}  // namespace hotpath::sim::world
