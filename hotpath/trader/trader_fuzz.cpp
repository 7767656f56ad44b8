// The trader under any bytes and times on any of its connections and lines: no crash, what has
// stopped stays stopped, and a closed connection has no output.
//
// Input: one byte of what, one of how much, and for raw bytes as many of them. Packets of a valid
// feed, logins and replies in valid packets are among the events, so that the fuzzer gets behind
// the framing. Each input goes to a trader on ITCH, and to one on the same market as MDP 3.0.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/venue/mdp3_market.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/trader/trader.hpp"
#include "tests/support/feed_venue.hpp"

namespace {

using namespace hotpath;
using support::FeedVenue;
using trader::Port;

namespace ouch50 = protocols::nasdaq::ouch50;
namespace soup = protocols::nasdaq::soupbintcp;

constexpr std::uint64_t kMessages = 100;

const FeedVenue& venue() {
    static const FeedVenue kVenue = [] {
        FeedVenue made(1, "FUZZ");
        made.publish(kMessages);
        return made;
    }();
    return kVenue;
}

/// The same market as an MDP 3.0 channel: packets of its lines, and of each loop.
struct Channel {
    using Packets = std::vector<std::vector<std::byte>>;

    Packets lines{};
    std::array<Packets, feed::kFeedLoops> loops{};
};

Channel make_channel(feed::Mdp3Depth depth) {
    constexpr std::uint64_t kSecond = 1'000'000'000;
    const bool is_by_order = depth == feed::Mdp3Depth::ByOrder;
    auto market = std::move(
        *exchange::Mdp3Market::create({.books = FeedVenue::kBounds, .has_orders = is_by_order}));
    Channel made;
    const auto to = [](Channel::Packets& packets) {
        return [&packets](Bytes packet) { packets.emplace_back(packet.begin(), packet.end()); };
    };
    for (std::uint64_t n = 1; n <= kMessages; ++n) {
        market.on_message(Bytes(venue().message(n)), n * kSecond, to(made.lines));
        market.end_event(n * kSecond, to(made.lines));
        if (n % 10 == 0) {
            market.publish_definitions(n * kSecond, to(made.loops[0]));
            for (std::uint16_t instrument = 0; instrument < FeedVenue::kInstruments; ++instrument) {
                Channel::Packets ignored;
                market.publish_snapshot(n * kSecond, to(is_by_order ? made.loops[1] : ignored));
                market.publish_levels(n * kSecond, to(made.loops[is_by_order ? 2 : 1]));
            }
        }
    }
    return made;
}

const Channel& channel(feed::Mdp3Depth depth) {
    static const Channel kByOrder = make_channel(feed::Mdp3Depth::ByOrder);
    static const Channel kByPrice = make_channel(feed::Mdp3Depth::ByPrice);
    return depth == feed::Mdp3Depth::ByOrder ? kByOrder : kByPrice;
}

/// A number, as a packet of these.
Bytes one_of(const Channel::Packets& packets, std::size_t n) {
    return packets.empty() ? Bytes{} : Bytes(packets[n % packets.size()]);
}

trader::TraderOptions options(const std::optional<feed::Mdp3Options>& mdp3) {
    trader::TraderOptions made;
    if (mdp3) {
        made.market_data = *mdp3;
        made.engine.feed = feed::mdp3_feed_options();
    }
    made.engine.books = FeedVenue::kBounds;
    made.engine.orders = {
        .orders_remembered = 64, .open_orders_max = 8, .executions_remembered = 16};
    made.engine.feed.lines.store.messages_max = 64;
    made.account = soup::Credentials::of("ALICE", "A");
    made.drop_copy = soup::Credentials::of("RISK", "R");
    made.connection.output_bytes_max = 1'024;
    return made;
}

class Run {
  public:
    /// `mdp3`: none: ITCH.
    Run(Bytes input, const std::optional<feed::Mdp3Options>& mdp3)
        : rest_(input),
          depth_(mdp3 ? mdp3->depth : feed::Mdp3Depth::ByOrder),
          trader_(std::move(*Trader::create(
              options(mdp3), strategy::MarketMaker({.instruments_max = FeedVenue::kInstruments})))),
          is_mdp3_(mdp3.has_value()) {}

    void all() {
        while (!rest_.empty()) {
            const unsigned what = byte();
            const unsigned how_much = byte();
            now_ = now_ + Nanos{(what >> 4U) * 1'000};
            one(what & 15U, how_much);
            check();
        }
    }

  private:
    using Trader = trader::Trader<strategy::MarketMaker>;

    unsigned byte() {
        const Bytes taken = take(1);
        return taken.empty() ? 0 : std::to_integer<unsigned>(taken.front());
    }
    Bytes take(std::size_t length) {
        const Bytes taken = rest_.first(std::min(length, rest_.size()));
        rest_ = rest_.subspan(taken.size());
        return taken;
    }

    void one(unsigned what, unsigned how_much) {
        const auto line = static_cast<feed::Line>(how_much % feed::kLines);
        const auto port = static_cast<Port>(how_much % trader::kPorts);
        switch (what) {
            case 0:
                return trader_.on_packet({line, take(how_much), now_});
            case 1:
            case 2:
                return is_mdp3_
                           ? trader_.on_packet(
                                 {line, one_of(channel(depth_).lines, how_much), now_})
                           : trader_.on_packet(
                                 {line, venue().packet(1 + how_much % kMessages, what + 1), now_});
            case 3:
                now_ = now_ + Nanos{how_much * 10'000'000};
                return trader_.on_timer(now_);
            case 4:
                return connect(port);
            case 5:
                return hear(port, take(how_much));
            case 6:
                return log_in(port, how_much / 3);
            case 7:
                return sequenced(port, take(how_much));
            case 8:
                return trader_.is_open(port) ? trader_.on_disconnected(port, now_) : void();
            case 9:
                return trader_.on_written(port, trader_.output(port).size(), now_);
            case 10:
                return reply(how_much);
            case 11:
                return sequenced(Port::Glimpse, Bytes(venue().message(1 + how_much % kMessages)));
            case 12:
                return trader_.for_each_request([](Bytes) {});
            case 13:
                return how_much == 0 ? trader_.kill(now_) : void();
            case 14:
                return how_much == 0 ? trader_.stop(now_) : void();
            default:
                return hear_loop(how_much);
        }
    }

    /// Wanted or not; the last numbers are raw bytes.
    void hear_loop(unsigned how_much) {
        constexpr unsigned kRaw = 224;
        const auto loop = static_cast<feed::FeedLoop>(how_much % feed::kFeedLoops);
        const auto& packets = channel(depth_).loops[static_cast<std::size_t>(loop)];
        trader_.on_loop_packet(
            loop, how_much < kRaw ? one_of(packets, how_much / feed::kFeedLoops) : take(how_much),
            now_);
    }

    void connect(Port port) {
        if (trader_.is_wanted(port)) {
            trader_.on_connected(port, now_);
        }
    }
    void hear(Port port, Bytes bytes) {
        if (trader_.is_open(port)) {
            trader_.on_bytes(port, bytes, now_);
        }
    }
    void log_in(Port port, std::uint64_t number) {
        soup::LoginAccepted accepted;
        accepted.store_session(soup::to_session("FUZZ"));
        accepted.store_sequence_number(protocols::to_digits<soup::kSequenceNumberLength>(number));
        hear(port, accepted.bytes());
    }
    void sequenced(Port port, Bytes message) {
        soup::SequencedData header;
        header.store_packet_length(static_cast<std::uint16_t>(message.size() + 1));
        std::vector<std::byte> packet(header.bytes().begin(), header.bytes().end());
        packet.insert(packet.end(), message.begin(), message.end());
        hear(port, packet);
    }
    /// About one of the first orders.
    void reply(unsigned how_much) {
        const std::uint32_t id = 1 + how_much / 8;
        switch (how_much % 4) {
            case 0: {
                ouch50::AccountQueryResponse m;
                m.store_next_user_ref_num(id);
                return sequenced(Port::OrderEntry, m.bytes());
            }
            case 1: {
                ouch50::OrderAccepted m;
                m.store_user_ref_num(id);
                m.store_side(how_much % 8 < 4 ? 'B' : 'S');
                m.store_symbol(venue_symbol());
                m.store_quantity(100);
                m.store_price(100'000);
                m.store_order_state(ouch50::order_state::kLive);
                return sequenced(Port::OrderEntry, m.bytes());
            }
            case 2: {
                ouch50::OrderExecuted m;
                m.store_user_ref_num(id);
                m.store_quantity(10);
                m.store_price(100'000);
                m.store_match_number(++match_);
                return sequenced(Port::OrderEntry, m.bytes());
            }
            default: {
                ouch50::OrderCanceled m;
                m.store_user_ref_num(id);
                m.store_quantity(100);
                return sequenced(Port::OrderEntry, m.bytes());
            }
        }
    }
    [[nodiscard]] Symbol venue_symbol() const {
        return trader_.engine().feed().market().directory()[{1}].symbol;
    }

    void check() {
        for (const Port port : trader::kAllPorts) {
            HOTPATH_ASSERT(trader_.is_open(port) || trader_.output(port).empty(),
                           "a closed connection must have no output");
        }
        HOTPATH_ASSERT(!was_killed_ || trader_.engine().is_killed(),
                       "a killed trader must stay killed");
        was_killed_ = trader_.engine().is_killed();
        HOTPATH_ASSERT(!was_stopped_ || trader_.is_stopped(), "a stopped trader must stay stopped");
        was_stopped_ = trader_.is_stopped();
        const bool agrees = trader_.reconciliation()->finding() == trader::Finding::Agrees;
        HOTPATH_ASSERT(agrees || was_killed_, "a reconciliation difference must kill the trader");
    }

    Bytes rest_;
    feed::Mdp3Depth depth_;
    Trader trader_;
    bool is_mdp3_;
    Time now_{1};
    std::uint64_t match_ = 0;
    bool was_killed_ = false;
    bool was_stopped_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    const Bytes events = std::as_bytes(std::span(input, size));
    Run(events, std::nullopt).all();
    Run(events, feed::Mdp3Options{.depth = size % 2 == 0 ? feed::Mdp3Depth::ByOrder
                                                         : feed::Mdp3Depth::ByPrice,
                                  .has_midnight_of_arrival = true})
        .all();
    return 0;
}
