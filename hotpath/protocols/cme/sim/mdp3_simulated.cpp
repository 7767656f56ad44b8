// MDP 3.0 by order in a simulated session.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/trader/mdp3_market_data.hpp"
#include "hotpath/protocols/cme/venue/mdp3_venue_feed.hpp"
#include "hotpath/sim/session/protocol_ends.hpp"

namespace hotpath::protocols::cme {

namespace {

using exchange::Mdp3Group;
static_assert(static_cast<std::uint8_t>(Mdp3Group::Incremental) == 0);

/// Receives the packets of each group.
[[nodiscard]] auto groups(sim::session::PieceBuffer& into) noexcept {
    return [&into](Mdp3Group group, Bytes packet) {
        into.append(static_cast<std::byte>(group), packet);
    };
}

class SimulatedFeed final : public sim::session::VenueFeed {
  public:
    explicit SimulatedFeed(exchange::Mdp3VenueFeed feed) : feed_(std::move(feed)) {}

    [[nodiscard]] Time next_deadline() const noexcept override { return feed_.next_deadline(); }
    void begin(const exchange::Exchange& exchange, Time now,
               sim::session::PieceBuffer& into) override {
        feed_.begin(exchange, moment(now), groups(into));
    }
    void on_packet(Bytes packet, Time now, sim::session::PieceBuffer& into) override {
        feed_.on_packet(packet, moment(now), groups(into));
    }
    void on_timer(Time now, sim::session::PieceBuffer& into) override {
        feed_.on_timer(moment(now), groups(into));
    }
    void set_loops(bool has_receiver, Time now) noexcept override {
        feed_.set_loops(has_receiver, now);
    }

  private:
    [[nodiscard]] static exchange::Mdp3VenueFeed::Moment moment(Time now) noexcept {
        return {.now = now, .utc_ns = static_cast<std::uint64_t>(now.value)};
    }
    exchange::Mdp3VenueFeed feed_;
};

void set_market_data(trader::TraderOptions& options) {
    options.market_data = feed::Mdp3Options{};
    const Nanos silence_max = options.engine.feed_silence_max;
    options.engine.feed = feed::mdp3_feed_options();
    options.engine.feed_silence_max = silence_max;
}

[[nodiscard]] Expected<std::unique_ptr<sim::session::VenueFeed>> create_feed(
    const book::BooksOptions& books) {
    auto feed = exchange::Mdp3VenueFeed::create({.market = {.books = books}});
    if (!feed) {
        return std::unexpected(feed.error());
    }
    return std::make_unique<SimulatedFeed>(std::move(*feed));
}

[[nodiscard]] std::optional<feed::FeedLoop> loop_of(std::byte group,
                                                    const trader::TraderOptions& options) {
    const auto* const mdp3 = options.data<feed::Mdp3Options>();
    const bool is_by_order = mdp3 != nullptr && mdp3->depth == feed::Mdp3Depth::ByOrder;
    switch (static_cast<Mdp3Group>(group)) {
        case Mdp3Group::Incremental:
            return std::nullopt;
        case Mdp3Group::Definitions:
            return feed::FeedLoop::Definitions;
        case Mdp3Group::Orders:
            return feed::FeedLoop::Snapshots;
        case Mdp3Group::Levels:
            return is_by_order ? feed::FeedLoop::States : feed::FeedLoop::Snapshots;
    }
    return std::nullopt;
}

}  // namespace

const sim::session::FeedEnds& Mdp3MarketData::simulated() noexcept {
    static constexpr sim::session::FeedEnds kEnds{.keeps_numbers = false,
                                                  .set_trader = set_market_data,
                                                  .create = create_feed,
                                                  .loop_of = loop_of};
    return kEnds;
}

}  // namespace hotpath::protocols::cme
