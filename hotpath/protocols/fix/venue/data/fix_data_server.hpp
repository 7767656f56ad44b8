#pragma once
/// FixDataServer: the market data of a venue over FIX, as bytes and times: MarketDataRequest (V) in,
/// MarketDataSnapshotFullRefresh (W) and MarketDataIncrementalRefresh (X) out, or
/// MarketDataRequestReject (Y).
///
///   server.begin(exchange);                       // the venue as it is
///   server.on_packet(moldudp64, now);             // each packet that leaves on the ITCH lines
///   const auto client = server.on_connect(now, peer);
///   server.on_bytes(*client, received, now);
///   server.publish(now);                          // once a turn
///   send(server.output(*client)); server.on_written(*client, sent, now);
///   server.for_each_closed([&](ConnectionId id, CloseReason reason) { close the socket });
///
/// It is beside the venue, like its MDP 3.0 channel: nothing of it is journaled and no command
/// depends on it. Each Logon begins a session at number 1. A client that does not read gets no
/// increments any more but, when it reads again, a full refresh of each of its symbols; its output
/// is bounded, and so is the work of a turn (levels_per_turn): what is beyond waits and is conflated
/// in the same way. Threads: one owner. Allocation: create(). Complexity: a publication O(changes +
/// subscriptions of the changed instruments), at most levels_per_turn levels and one message more.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/published_feed.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/venue/data/data_messages.hpp"
#include "hotpath/protocols/fix/venue/data/data_subscriptions.hpp"
#include "hotpath/protocols/fix/venue/data/fix_data_options.hpp"
#include "hotpath/protocols/fix/venue/data/published_books.hpp"
#include "hotpath/protocols/fix/venue/fix_arrivals.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client_notes.hpp"

namespace hotpath::exchange {

class FixDataServer {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    [[nodiscard]] static Expected<FixDataServer> create(const FixDataOptions& options);
    FixDataServer(FixDataServer&&) noexcept = default;
    FixDataServer& operator=(FixDataServer&&) = delete;

    // Queries.
    [[nodiscard]] const PublishedBooks& market() const noexcept { return market_; }
    [[nodiscard]] const FixDataCounters& counters() const noexcept { return counters_; }
    /// Connections have numbers below this.
    [[nodiscard]] std::uint16_t places() const noexcept { return places_.size(); }
    [[nodiscard]] std::size_t users() const noexcept { return ends_.size(); }
    /// The n-th user.
    [[nodiscard]] bool is_logged_on(std::size_t user) const noexcept;
    /// Logins refused for their certificate.
    [[nodiscard]] const CertificateRules& certificates() const noexcept { return certificates_; }
    /// Symbols that the n-th user is subscribed to, each request's counted.
    [[nodiscard]] std::uint32_t subscriptions(std::size_t user) const noexcept {
        return subscriptions_.count(static_cast<std::uint16_t>(user));
    }
    /// When on_timer() and publish() must be called next.
    [[nodiscard]] Time next_deadline() const noexcept;

    // Events.
    /// The venue after its recovery; packets of before have no effect.
    void begin(const Exchange& exchange) noexcept;
    /// From the times that the server is given to UTC, the time of messages.
    void set_utc_offset(Nanos offset) noexcept { utc_offset_ = offset; }
    /// A packet of the venue's feed, in sequence.
    void on_packet(Bytes packet, Time now) noexcept;
    /// Sends changes to their subscribers, and refreshes to those that wait for one.
    void publish(Time now) noexcept;
    /// nullopt: there is no place for it. It may have replaced another connection.
    [[nodiscard]] std::optional<ConnectionId> on_connect(
        Time now, const protocols::nasdaq::soupbintcp::Peer& peer = {}) noexcept;
    /// The names of the certificate that the client has shown, before its first bytes.
    void on_certificate(ConnectionId id, std::vector<std::string>&& names) noexcept {
        certificates_.on_shown(id.value, std::move(names));
    }
    void on_bytes(ConnectionId id, Bytes bytes, Time now) noexcept;
    void on_disconnect(ConnectionId id, Time now) noexcept;
    void on_timer(Time now) noexcept;
    /// Closes every connection.
    void close_all(CloseReason reason, Time now) noexcept;

    // Outputs.
    [[nodiscard]] Bytes output(ConnectionId id) const noexcept;
    void on_written(ConnectionId id, std::size_t bytes, Time now) noexcept;
    /// Calls sink(ConnectionId, CloseReason) for each closed connection; its id may be reused.
    template <class Sink>
    void for_each_closed(Sink&& sink) {
        for (const Closed& closed : closed_) {
            sink(closed.id, closed.reason);
            clients_[closed.id.value].is_in_use = false;
            places_.release(closed.id.value);
        }
        closed_.clear();
    }
    /// The last output of a closed connection; send as much as the kernel accepts.
    [[nodiscard]] Bytes last_output(ConnectionId id) const noexcept {
        return Bytes(clients_[id.value].last_words).first(clients_[id.value].last_length);
    }
    /// Calls sink(const ClientNote&) for each client disconnected or refused: the log's next lines.
    template <class Sink>
    void for_each_note(Sink&& sink) {
        notes_.for_each(sink);
    }

  private:
    using Index = DataSubscriptions::Index;

    /// One user's session.
    struct End {
        FixDataUser user{};
        const protocols::fix::Dictionary* dictionary = nullptr;
        protocols::fix::DefinitionId request{};  // MarketDataRequest
        protocols::fix::MemoryStore store;
        std::optional<protocols::fix::Session> session{};  // always; it points to the store
        std::uint16_t number = 0;                          // of the user
        std::optional<ConnectionId> connection{};
    };
    struct Client {
        bool is_in_use = false;
        bool is_reported = false;  // its end has been reported
        bool is_quiet = false;     // the log has a line already
        CloseReason reason = CloseReason::None;
        std::string_view why{};  // if there is a text
        End* end = nullptr;      // after its Logon
        protocols::nasdaq::soupbintcp::Username username = protocols::to_alpha<6>("");
        std::array<std::byte, kFixRefusalMax> last_words{};
        std::size_t last_length = 0;

        [[nodiscard]] bool is_closed() const noexcept { return reason != CloseReason::None; }
        /// nullptr before its Logon, and when the connection is over.
        [[nodiscard]] protocols::fix::Session* session() const noexcept {
            return is_in_use && !is_closed() && end != nullptr ? &*end->session : nullptr;
        }
    };
    struct Closed {
        ConnectionId id;
        CloseReason reason = CloseReason::None;
    };
    class Events;  // the listener of one session

    /// The bound last worked out of each side.
    struct KnownBound {
        InstrumentId instrument{};
        std::uint32_t depth = 0;
        book::Rank rank = book::kNoRank;
    };

    FixDataServer(const FixDataOptions& options, PublishedBooks market);

    [[nodiscard]] Expected<void> add(const FixDataUser& user);
    [[nodiscard]] Time utc(Time now) const noexcept { return now + utc_offset_; }

    // Connections: fix_data_clients.cpp.
    void on_first_bytes(ConnectionId id, Bytes bytes, Time now) noexcept;
    /// nullptr: the connection has been closed.
    [[nodiscard]] End* admit(ConnectionId id, const FixArrivals::Arrival& arrival,
                             Time now) noexcept;
    void refuse(ConnectionId id, const FixArrivals::Arrival& arrival, std::string_view why,
                Time now) noexcept;
    [[nodiscard]] End* find(const protocols::fix::InboundHeader& header) const noexcept;
    void give(End& end, ConnectionId id, Bytes bytes, Time now) noexcept;
    void close(Client& client, CloseReason reason, std::string_view why) noexcept;
    void sweep(ConnectionId id, Time now) noexcept;

    // Requests: fix_data_requests.cpp.
    void on_message(End& end, const protocols::fix::Inbound& inbound, Time now) noexcept;
    void on_request(End& end, const protocols::fix::FieldList& fields, Time now) noexcept;
    /// Empty: every symbol is listed and allowed, and there is room for all.
    [[nodiscard]] std::optional<DataRefusal> refusal_of(
        const End& end, const DataRequest& request,
        const protocols::fix::FieldList& fields) noexcept;
    void subscribe(End& end, const DataRequest& request,
                   const protocols::fix::FieldList& fields) noexcept;
    /// Removes the subscriptions with this id, or all; returns the count.
    std::size_t unsubscribe(const End& end, std::optional<std::string_view> id) noexcept;
    [[nodiscard]] static bool may_ask(const End& end, const Symbol& symbol) noexcept;
    void refuse(End& end, const DataRequest& request, const DataRefusal& refusal,
                Time now) noexcept;
    void reject(End& end, const protocols::fix::Inbound& inbound, std::uint16_t why_number,
                std::string_view why, Time now) noexcept;
    void send(End& end) noexcept;

    // Publication: fix_data_publish.cpp.
    void publish_changes(Time now) noexcept;
    void update(Index index, DataSubscription& subscription, Time now) noexcept;
    /// Puts the subscriber's entries into entries_. False: no room.
    [[nodiscard]] bool collect(DataSubscription& subscription) noexcept;
    [[nodiscard]] bool collect(DataSubscription& subscription, Side side) noexcept;
    [[nodiscard]] bool collect_between(const DataSubscription& subscription, Side side,
                                       book::Rank now) noexcept;
    [[nodiscard]] bool try_add_entry(char made, char type, const book::Level& level) noexcept;
    [[nodiscard]] book::Rank bound_of(InstrumentId instrument, Side side,
                                      std::uint32_t depth) noexcept;
    void conflate(Index index) noexcept;
    void refresh_waiting(Time now) noexcept;
    void refresh(Index index, Time now) noexcept;
    [[nodiscard]] std::span<const book::Level> top_of(const DataSubscription& subscription,
                                                      Side side) noexcept;
    [[nodiscard]] bool has_room(const End& end) const noexcept;
    void spend(std::size_t levels) noexcept {
        levels_left_ -= levels < levels_left_ ? levels : levels_left_;
    }

    FixDataOptions options_;
    PublishedFeed feed_;
    PublishedBooks market_;
    DataSubscriptions subscriptions_;
    FixArrivals arrivals_;
    std::vector<std::unique_ptr<End>> ends_;  // by user
    std::vector<Client> clients_;             // by ConnectionId
    CertificateRules certificates_;
    std::vector<Closed> closed_;
    protocols::nasdaq::soupbintcp::ConnectionPlaces places_;
    protocols::nasdaq::soupbintcp::LoginLimit login_limit_;
    protocols::nasdaq::soupbintcp::ClientNotes notes_;
    Nanos utc_offset_{};
    std::size_t message_length_max_;
    std::size_t output_bytes_max_;
    std::array<FixedArray<book::Level>, 2> levels_;  // by side: the best of a book
    FixedArray<DataEntry> entries_;                  // of an increment
    std::size_t entry_count_ = 0;
    std::array<KnownBound, 2> known_bounds_{};
    std::size_t levels_left_ = 0;  // of levels_per_turn
    bool is_behind_ = false;       // the turn ended before what could be sent
    FixDataCounters counters_;
};

}  // namespace hotpath::exchange
