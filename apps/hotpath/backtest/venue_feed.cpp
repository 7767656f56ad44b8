#include "apps/hotpath/backtest/venue_feed.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/exchange/journal.hpp"
#include "apps/hotpath/exchange/replay.hpp"
#include "hotpath/backtest/live/live_market.hpp"
#include "hotpath/backtest/live/recorded_protocols.hpp"
#include "hotpath/backtest/live/venue_inputs.hpp"
#include "hotpath/protocols/all.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using backtest::LiveFeed;
using backtest::LiveSession;
using backtest::PacketEntry;

/// An entry of the venue's channel, its place among them, and the ITCH message that it is of.
struct PublishedEntry {
    PacketEntry entry{};
    std::size_t place = 0;
    std::uint64_t message = 0;
};

/// The venue of a journal, its ITCH messages, and the entries that its channel has for each.
class PublishedMarket {
  public:
    explicit PublishedMarket(const LiveSession& session)
        : market_data_(session.market_data), feed_(session.symbols) {}

    [[nodiscard]] Expected<void> add(const exchange::Input& input) {
        ++inputs_;
        if (venue_ == nullptr) {
            if (auto created = create(input); !created) {
                return created;
            }
        }
        exchange::VenueLog& log = venue_->log();
        const exchange::ApplyStatus status = log.apply(input);
        if (status != exchange::ApplyStatus::Ok) {
            return fail(describe(status, inputs_));
        }
        for (const Bytes packet : log.exchange().feed_packets()) {
            backtest::for_each_message(
                packet, [&](std::uint64_t number, Bytes message) { publish(number, message); });
        }
        log.clear_outputs();
        return {};
    }

    [[nodiscard]] std::vector<PublishedEntry>& entries() { return entries_; }
    [[nodiscard]] LiveFeed& feed() { return feed_; }

  private:
    [[nodiscard]] Expected<void> create(const exchange::Input& first) {
        const Bytes options = std::get<exchange::event::Options>(first.event).message;
        auto venue = ReplayedVenue::create(options);
        if (!venue) {
            return std::unexpected(venue.error());
        }
        venue_ = std::move(*venue);
        auto channel = backtest::recorded_market(market_data_)
                           .publish(exchange::to_venue_log_options(options)->exchange.books);
        if (!channel) {
            return std::unexpected(channel.error());
        }
        channel_ = std::move(*channel);
        return {};
    }

    void publish(std::uint64_t number, Bytes message) {
        feed_.add(number, message, kNever);
        channel_->append(message, of_message_);
        for (const PacketEntry& entry : of_message_) {
            entries_.push_back({entry, entries_.size(), number});
        }
        of_message_.clear();
    }

    std::size_t market_data_;
    std::unique_ptr<ReplayedVenue> venue_;
    std::unique_ptr<backtest::PublishedEntries> channel_;
    LiveFeed feed_;
    std::vector<PublishedEntry> entries_;
    std::vector<PacketEntry> of_message_;
    std::uint64_t inputs_ = 0;
};

/// Finds what the trader received among what the venue published, which is in the same order, orders,
/// trades and states each by themselves: an event's trades are before its orders.
class PublishedPlaces {
  public:
    explicit PublishedPlaces(std::vector<PublishedEntry>& entries) : entries_(entries) {
        std::ranges::sort(entries_, {}, key_of);
    }

    /// The message of the next such entry; 0 when there is none.
    [[nodiscard]] std::uint64_t message_of(const PacketEntry& entry) {
        std::size_t& next = next_[static_cast<std::size_t>(entry.kind)];
        const auto found = std::ranges::lower_bound(entries_, std::pair(entry, next), {}, key_of);
        if (found == entries_.end() || found->entry != entry) {
            return 0;
        }
        next = found->place + 1;
        return found->message;
    }

  private:
    [[nodiscard]] static std::pair<PacketEntry, std::size_t> key_of(const PublishedEntry& entry) {
        return {entry.entry, entry.place};
    }

    std::vector<PublishedEntry>& entries_;
    std::array<std::size_t, PacketEntry::kKinds> next_{};  // place, of each kind
};

}  // namespace

Expected<LiveFeed> venue_feed(const fs::path& journal, const LiveSession& session) {
    PublishedMarket market(session);
    auto read = backtest::for_each_venue_input(
        journal, [&](const exchange::Input& input) { return market.add(input); });
    if (!read) {
        return std::unexpected(read.error());
    }
    PublishedPlaces places(market.entries());
    std::size_t received = 0;
    std::size_t unknown = 0;
    for (std::size_t n = 0; n < session.entries.size(); ++n) {
        for (const PacketEntry& entry : session.entries[n]) {
            const std::uint64_t message = places.message_of(entry);
            if (message != 0) {
                market.feed().set_received(message, session.feed[n].received);
            }
            received += entry.kind == PacketEntry::Kind::Order ? 1U : 0U;
            unknown += entry.kind == PacketEntry::Kind::Order && message == 0 ? 1U : 0U;
        }
    }
    // After a restart the channel gives every open order again, which ITCH does not.
    if (2 * unknown > received) {
        return fail(fmt::format(
            "{}: must be the journal of the venue that sent the trader's {} packets; it lacks "
            "{} of the {} orders in them",
            journal.string(), protocols::MarketFeeds::kNames[session.market_data], unknown,
            received));
    }
    return std::move(market.feed());
}

}  // namespace hotpath::app
