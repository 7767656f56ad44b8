// hotpath-market-open --rate N --seconds S --loss P: does a trader keep up with the open of a whole market? A generated day of 8,000 instruments is
// sent from 09:30 on, N messages a second, in MoldUDP64 packets of what is due in 20 us, on two multicast lines over loopback, of which each loses P
// percent of its packets; what both lose is asked for again. One thread sends and answers re-requests, the other receives: feed, every book, a market
// maker in the busiest instruments, all risk controls, orders to their bytes. Prints one line of JSON; script/capacity --open judges it.
//
// It shows no network card, and both ends share one machine. What came before 09:30 is applied beforehand, from memory.

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/capacity/accepting_venue.hpp"
#include "bench/capacity/open_market.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/measure/statistics.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/request_server.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/protocols/sequenced_store.hpp"
#include "hotpath/sim/market/day_plan.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench::capacity {
namespace {

namespace mold = protocols::nasdaq::moldudp64;

constexpr mold::Session kSession{'O', 'P', 'E', 'N', ' ', ' ', ' ', ' ', ' ', ' '};
constexpr std::int64_t kPacketEveryNs = 20'000;
constexpr std::size_t kQuoted = 8;  // instruments
constexpr std::size_t kLinesUsed = 2;
constexpr Nanos kPatience{2 * kNanosPerSecond};  // without a message, after the last was sent
constexpr std::array<net::Ipv4Address, kLinesUsed> kGroups{{{0xEFC0'0121U}, {0xEFC0'0122U}}};

using Ports = std::array<std::uint16_t, kLinesUsed>;

/// What one end has done; read by the other end's thread when it is over.
struct Sent {
    std::uint64_t messages = 0;
    std::uint64_t packets = 0;  // of one line
    std::array<std::uint64_t, kLinesUsed> lost{};
    std::uint64_t lost_on_both = 0;
    std::uint64_t unsent = 0;
    Nanos took{};
};

class Sender {
  public:
    static Expected<Sender> create(const Market& market, const Schedule& schedule, double loss,
                                   const Ports& ports) {
        std::vector<net::UdpSocket> lines;
        auto requests = net::UdpSocket::bind({net::kLoopback, 0});
        auto server = mold::RequestServer::create(market.messages, kSession);
        for (std::size_t line_of = 0; line_of < kLinesUsed; ++line_of) {
            auto line =
                net::UdpSocket::send_to_group({.group = {kGroups[line_of], ports[line_of]}});
            if (line) {
                lines.push_back(std::move(*line));
            }
        }
        if (lines.size() != kLinesUsed || !requests || !server) {
            return fail("cannot open the sockets of the lines on loopback");
        }
        return Sender(market, schedule, loss,
                      {std::move(lines), ports, std::move(*requests), std::move(*server)});
    }

    [[nodiscard]] net::Endpoint requests_at() const { return ends_.requests.endpoint(); }

    /// Until everything is sent; then re-requests alone, until `is_over`.
    Sent run(const std::atomic<bool>& is_over) {
        Sent sent;
        std::uint64_t next = market_.open;
        for (std::int64_t packet = 1; next < market_.end; ++packet) {
            while (schedule_.elapsed().value < packet * kPacketEveryNs) {
                answer();
            }
            while (next < market_.end && schedule_.due(next).value < packet * kPacketEveryNs) {
                next = send_packet(next, {packet * kPacketEveryNs}, sent);
                answer();
            }
        }
        sent.took = schedule_.elapsed();
        sent.messages = next - market_.open;
        while (!is_over.load(std::memory_order_acquire)) {
            answer();
        }
        for (const net::UdpSocket& line : ends_.lines) {
            sent.unsent += line.unsent();
        }
        return sent;
    }

  private:
    struct Ends {
        std::vector<net::UdpSocket> lines;
        Ports ports;
        net::UdpSocket requests;
        mold::RequestServer server;
    };

    Sender(const Market& market, const Schedule& schedule, double loss, Ends ends)
        : market_(market),
          schedule_(schedule),
          loss_of_million_(static_cast<std::uint64_t>(loss * 10'000)),
          ends_(std::move(ends)) {}

    /// The messages from `next` on that are due before `until` and fit; returns the one after them.
    std::uint64_t send_packet(std::uint64_t next, Nanos until, Sent& sent) {
        mold::PacketWriter writer(packet_, kSession, next);
        while (next < market_.end && schedule_.due(next) < until &&
               writer.try_append(market_.messages.at(next))) {
            ++next;
        }
        const Bytes packet = writer.finish();
        ++sent.packets;
        std::size_t lost = 0;
        for (std::size_t line = 0; line < kLinesUsed; ++line) {
            if (random_.below(1'000'000) < loss_of_million_) {
                ++sent.lost[line];
                ++lost;
            } else {
                ends_.lines[line].send(packet, {kGroups[line], ends_.ports[line]});
            }
        }
        sent.lost_on_both += lost == kLinesUsed ? 1 : 0;
        return next;
    }

    void answer() {
        if (const auto request = ends_.requests.receive(room_)) {
            const Bytes packet = ends_.server.on_request(request->bytes);
            if (!packet.empty()) {
                ends_.requests.send(packet, request->from);
            }
        }
    }

    const Market& market_;
    const Schedule& schedule_;
    std::uint64_t loss_of_million_;
    Ends ends_;
    std::array<std::byte, mold::kPacketLengthMax> packet_{};
    std::array<std::byte, 2'048> room_{};
    Random random_{1};
};

/// A market maker in the busiest instruments; the books of all others are kept as well.
class BusiestMaker : public strategy::NullStrategy {
  public:
    explicit BusiestMaker(const Market& market)
        : maker_({.instruments_max = static_cast<std::uint16_t>(market.activity.size() - 1)}),
          is_quoted_(market.activity.size()) {
        std::vector<std::size_t> ids(market.activity.size() - 1);
        std::iota(ids.begin(), ids.end(), 1);
        const auto by_activity = [&](std::size_t id) { return market.activity[id]; };
        std::ranges::sort(ids, std::greater{}, by_activity);
        ids.resize(std::min(ids.size(), kQuoted));
        for (const std::size_t id : ids) {
            is_quoted_[id] = true;
        }
    }

    template <book::InstrumentView Book = book::BookView>
    void on_book(const Book& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        if (is_quoted_[book.instrument().value]) {
            maker_.on_book(book, context, intents);
        }
    }
    void on_reject(const oms::Rejection& rejection, const strategy::Context& context) noexcept {
        maker_.on_reject(rejection, context);
    }
    void on_books_state(strategy::BooksState state, const strategy::Context& context) noexcept {
        maker_.on_books_state(state, context);
    }

  private:
    strategy::MarketMaker maker_;
    std::vector<bool> is_quoted_;
};

class Receiver {
  public:
    using Engine = protocols::nasdaq::NasdaqEngine<BusiestMaker>;

    static Expected<Receiver> create(const Market& market, const Schedule& schedule) {
        auto engine = Engine::create(engine_options(market), BusiestMaker(market));
        auto replies = net::UdpSocket::bind({net::kLoopback, 0});
        std::vector<net::UdpSocket> lines;
        for (const net::Ipv4Address group : kGroups) {
            auto probe = net::UdpSocket::bind({net::kLoopback, 0});
            const std::uint16_t port = probe ? probe->endpoint().port : std::uint16_t{0};
            auto line = net::UdpSocket::join({.group = {group, port}});
            if (line) {
                lines.push_back(std::move(*line));
            }
        }
        if (!engine) {
            return std::unexpected(engine.error());
        }
        if (!replies || lines.size() != kLinesUsed) {
            return fail("cannot join the lines on loopback");
        }
        return Receiver(market, schedule,
                        {std::move(*engine), std::move(lines), std::move(*replies)});
    }

    [[nodiscard]] Ports ports() const {
        return {ends_.lines[0].endpoint().port, ends_.lines[1].endpoint().port};
    }
    [[nodiscard]] const Engine& engine() const { return ends_.engine; }
    [[nodiscard]] std::uint64_t read() const { return next() - market_.open; }
    [[nodiscard]] std::uint64_t requests() const { return requests_; }
    [[nodiscard]] std::vector<std::uint32_t>& lags_ns() { return lags_ns_; }

    /// What was published before the open.
    void catch_up() {
        std::array<std::byte, mold::kPacketLengthMax> packet{};
        for (std::uint64_t number = 1; number < market_.open;) {
            mold::PacketWriter writer(packet, kSession, number);
            while (number < market_.open && writer.try_append(market_.messages.at(number))) {
                ++number;
            }
            ends_.engine.on_packet(writer.finish(), kBegin);
            take_orders(kBegin);
        }
        lags_ns_.reserve(2 * (market_.end - market_.open));
    }

    /// Until every message is there, or none comes any more.
    void run(net::Endpoint server) {
        Nanos last_news{};
        std::uint64_t seen = next();
        while (next() < market_.end) {
            const Nanos now = schedule_.elapsed();
            turn(server, kBegin + now);
            if (next() != seen) {
                seen = next();
                last_news = now;
            } else if (now > schedule_.due(market_.end) && now - last_news > kPatience) {
                return;
            }
        }
    }

  private:
    static constexpr Time kBegin{sim::market::kMarketOpen};
    static constexpr int kDatagramsATurn = 16;  // of a line

    struct Ends {
        Engine engine;
        std::vector<net::UdpSocket> lines;
        net::UdpSocket replies;
    };

    Receiver(const Market& market, const Schedule& schedule, Ends ends)
        : market_(market), schedule_(schedule), ends_(std::move(ends)) {}

    /// Every control is on; those that quotes of a busy day would reach are wider.
    static engine::EngineOptions engine_options(const Market& market) {
        engine::EngineOptions options;
        options.books = {.orders_max = 2'500'000,
                         .levels_max = 4'000'000,
                         .instruments_max = static_cast<std::uint16_t>(market.activity.size() - 1),
                         .dense_ids = 1U << 24U};
        options.limits.messages_max = 5'000;
        options.account.messages_free = 100'000'000;
        options.account.loss_max = {10'000'000'000'000};
        options.pace.orders.messages_max = 10'000;
        options.pace.duplicates.messages_max = 5'000;
        options.feed.has_snapshots = false;
        return options;
    }

    [[nodiscard]] std::uint64_t next() const {
        return ends_.engine.feed().lines().next_sequence_number();
    }

    void turn(net::Endpoint server, Time now) {
        constexpr std::array kLine{feed::Line::A, feed::Line::B};
        for (std::size_t line = 0; line < kLinesUsed; ++line) {
            for (int n = 0; n < kDatagramsATurn; ++n) {
                if (!receive(ends_.lines[line], kLine[line])) {
                    break;
                }
            }
        }
        receive(ends_.replies, feed::Line::Replies);
        if (now >= timer_due_ || now >= ends_.engine.next_deadline()) {
            ends_.engine.on_timer(now);
            take_orders(now);
            timer_due_ = now + Nanos{1'000'000};
        }
        ends_.engine.for_each_request([&](Bytes request) {
            ++requests_;
            ends_.replies.send(request, server);
        });
    }

    bool receive(net::UdpSocket& socket, feed::Line line) {
        const auto datagram = socket.receive(room_);
        if (!datagram) {
            return false;
        }
        const std::uint64_t before = next();
        const Time now = kBegin + schedule_.elapsed();
        ends_.engine.on_packet({.line = line, .bytes = datagram->bytes, .now = now});
        take_orders(now);
        if (next() != before) {
            const Nanos lag = schedule_.elapsed() - schedule_.due(next() - 1);
            lags_ns_.push_back(
                static_cast<std::uint32_t>(std::clamp<std::int64_t>(lag.value, 0, 4'000'000'000)));
        }
        return true;
    }

    /// The venue's answers are there at once.
    void take_orders(Time now) {
        bool has_sent = false;
        const auto take = [&](Bytes) { has_sent = true; };
        ends_.engine.for_each_outgoing(take);
        while (has_sent) {
            const Bytes answer = venue_.answer(ends_.engine.orders());
            has_sent = !answer.empty();
            if (has_sent) {
                ends_.engine.on_order_bytes(answer, now);
                ends_.engine.for_each_outgoing(take);
            }
        }
    }

    const Market& market_;
    const Schedule& schedule_;
    Ends ends_;
    AcceptingVenue venue_;
    std::array<std::byte, 2'048> room_{};
    std::vector<std::uint32_t> lags_ns_;
    std::uint64_t requests_ = 0;
    Time timer_due_{};
};

nlohmann::ordered_json result_of(const Options& options, const Sent& sent, Receiver& receiver) {
    const auto& engine = receiver.engine();
    const oms::DeskCounters& desk = engine.gateway().counters();
    std::vector<std::uint32_t>& lags = receiver.lags_ns();
    std::ranges::sort(lags);
    const auto lag = [&](double percent) {
        return lags.empty() ? 0 : measure::percentile(lags, percent);
    };
    const auto& feed = engine.feed();
    std::uint64_t malformed = 0;
    for (const feed::Line line : {feed::Line::A, feed::Line::B, feed::Line::Replies}) {
        malformed += feed.lines().counters(line).malformed + feed.lines().counters(line).doubted;
    }
    return {
        {"rate", options.rate},
        {"seconds", options.seconds},
        {"instruments", options.instruments},
        {"loss_percent", options.loss_percent},
        {"sent", sent.messages},
        {"sent_in_ns", sent.took.value},
        {"packets", sent.packets},
        {"lost_a", sent.lost[0]},
        {"lost_b", sent.lost[1]},
        {"lost_on_both", sent.lost_on_both},
        {"unsent", sent.unsent},
        {"read", receiver.read()},
        {"malformed", malformed},
        {"gaps", feed.gap_counters().gaps},
        {"requests", receiver.requests()},
        {"given_up", feed.gap_counters().given_up},
        {"skipped", feed.counters().messages_skipped},
        {"stale_periods", engine.counters().stale_periods},
        {"is_open", engine.gateway().risk().mode() == risk::TradingMode::Open},
        {"orders", desk.enters + desk.replaces},
        {"refused", std::accumulate(desk.rejected_by_risk.begin(), desk.rejected_by_risk.end(),
                                    std::uint64_t{0})},
        {"lag_ns", {{"p50", lag(50)}, {"p99", lag(99)}, {"p99.9", lag(99.9)}, {"max", lag(100)}}}};
}

Expected<nlohmann::ordered_json> play(const Options& options) {
    const auto clock = Ticks::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    const auto market = make_market(options);
    if (!market) {
        return std::unexpected(market.error());
    }
    Schedule schedule(*clock, market->open, options.rate);
    auto receiver = Receiver::create(*market, schedule);
    if (!receiver) {
        return std::unexpected(receiver.error());
    }
    auto sender = Sender::create(*market, schedule, options.loss_percent, receiver->ports());
    if (!sender) {
        return std::unexpected(sender.error());
    }
    schedule.begin();
    receiver->catch_up();
    std::atomic<bool> is_over{false};
    std::atomic<bool> is_begun{false};
    Sent sent;
    std::thread sending([&] {
        [[maybe_unused]] const auto pinned = pin_this_thread(0);
        while (!is_begun.load(std::memory_order_acquire)) {
        }
        sent = sender->run(is_over);
    });
    [[maybe_unused]] const auto pinned = pin_this_thread(std::thread::hardware_concurrency() - 1);
    schedule.begin();
    is_begun.store(true, std::memory_order_release);
    receiver->run(sender->requests_at());
    is_over.store(true, std::memory_order_release);
    sending.join();
    return result_of(options, sent, *receiver);
}

}  // namespace
}  // namespace hotpath::bench::capacity

int main(int argc, char** argv) {
    using namespace hotpath::bench::capacity;
    CLI::App app{"A whole market's open through feed and trader, over two lines with loss"};
    Options options;
    app.add_option("--rate", options.rate, "Messages a second")
        ->check(CLI::Range(1'000, 20'000'000));
    app.add_option("--seconds", options.seconds, "How long")->check(CLI::Range(1, 120));
    app.add_option("--instruments", options.instruments)->check(CLI::Range(10, 8'000));
    app.add_option("--loss", options.loss_percent, "Percent of each line's packets")
        ->check(CLI::Range(0.0, 50.0));
    CLI11_PARSE(app, argc, argv);
    const auto result = play(options);
    if (!result) {
        fmt::print(stderr, "market-open: {}\n", result.error().message);
        return 1;
    }
    fmt::print("{}\n", result->dump());
    return 0;
}
