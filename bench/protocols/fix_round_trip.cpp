// The question: how long is it from the moment an order is meant to leave until its report is read,
// through two FIX sessions and the kernel's TCP? A regression of `hotpath` without one of `floor` is
// ours. It shows no network card.
//
//   hotpath   Session and TcpConnection on both ends, messages held to the dictionary
//   floor     as many bytes over the same sockets, without a session
//
// Both ends spin, each on a core of its own. At a fixed rate order n is due at start + n / rate,
// whatever has been answered; in the closed loop it is due when the report before has been read.

#include "bench/protocols/fix_round_trip.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/fix_engines.hpp"
#include "bench/protocols/fix_flow.hpp"
#include "bench/protocols/fix_session_flow.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"

namespace hotpath::bench {
namespace {

using namespace protocols::fix;

constexpr std::uint64_t kPatienceNs = 5'000'000'000;
constexpr std::uint64_t kHeadStartNs = 1'000'000;
constexpr std::uint64_t kFirstId = 1'000'000;
constexpr unsigned kPriceDecimals = 4;

/// UTC by the tick counter.
class UtcClock {
  public:
    explicit UtcClock(const timing::TscClock& clock)
        : clock_(clock), ahead_(wall() - clock.now()) {}

    [[nodiscard]] Time now() const noexcept { return clock_.now() + ahead_; }
    [[nodiscard]] const timing::TscClock& ticks() const noexcept { return clock_; }

  private:
    [[nodiscard]] static Time wall() {
        const auto since = std::chrono::system_clock::now().time_since_epoch();
        return Time{std::chrono::duration_cast<std::chrono::nanoseconds>(since).count()};
    }

    timing::TscClock clock_;
    Nanos ahead_;
};

/// When each order is due, and how long its report took from then on.
class Trips {
  public:
    Trips(const RoundTripLoad& load, const timing::TscClock& clock)
        : load_(load),
          clock_(clock),
          interval_(
              load.per_second == 0
                  ? 0
                  : ticks_of(clock, static_cast<std::uint64_t>(kNanosPerSecond) / load.per_second)),
          due_(load.all()),
          samples_(load.orders) {}

    void begin() noexcept {
        sent_ = 0;
        answered_ = 0;
        start_ = clock_.ticks() + ticks_of(clock_, kHeadStartNs);
        heard_ = start_;
    }
    /// The next order is to leave now; then call leave().
    [[nodiscard]] bool is_due() noexcept {
        const std::uint64_t now = clock_.ticks();
        if (sent_ == load_.all() || now < start_) {
            return false;
        }
        if (load_.per_second == 0) {
            due_[sent_] = now;
            return sent_ == answered_;
        }
        due_[sent_] = start_ + sent_ * interval_;
        return due_[sent_] <= now;
    }
    std::uint64_t leave() noexcept { return sent_++; }

    void on_report(std::uint64_t number) noexcept {
        heard_ = clock_.ticks();
        ++answered_;
        if (number >= load_.warm() && number < load_.all()) {
            samples_[number - load_.warm()] = static_cast<std::uint32_t>(std::min<std::uint64_t>(
                heard_ - due_[number], std::numeric_limits<std::uint32_t>::max()));
        }
    }
    [[nodiscard]] std::uint64_t answered() const noexcept { return answered_; }
    [[nodiscard]] bool is_done() const noexcept { return answered_ == load_.all(); }
    [[nodiscard]] bool is_silent() const noexcept {
        const std::uint64_t now = clock_.ticks();
        return now > heard_ && now - heard_ > ticks_of(clock_, kPatienceNs);
    }
    [[nodiscard]] Measurement measured(std::uint64_t answer) {
        to_nanoseconds(clock_, samples_);
        return {.answer = answer, .items = samples_.size(), .samples_ns = samples_};
    }

  private:
    RoundTripLoad load_;
    timing::TscClock clock_;
    std::uint64_t interval_;
    std::vector<std::uint64_t> due_;
    std::vector<std::uint32_t> samples_;
    std::uint64_t start_ = 0;
    std::uint64_t heard_ = 0;
    std::uint64_t sent_ = 0;
    std::uint64_t answered_ = 0;
};

/// One end of the session, on its connection.
class End {
  public:
    End(Role role, net::TcpConnection& connection, const UtcClock& clock)
        : connection_(&connection),
          clock_(clock),
          store_(make_fix_store()),
          session_(make_fix_session({.role = role}, store_)) {}
    End(const End&) = delete;
    End& operator=(const End&) = delete;

    [[nodiscard]] Session& session() noexcept { return session_; }
    [[nodiscard]] const UtcClock& clock() const noexcept { return clock_; }

    template <class Listener>
    void connect(Listener& listener) {
        session_.on_connected(clock_.now(), listener);
        send();
    }
    /// False: the connection or the session is over.
    template <class Listener>
    [[nodiscard]] bool poll(Listener& listener) {
        const net::TcpReceived received = connection_->receive();
        if (received.status == net::ReceiveStatus::Bytes) {
            session_.on_bytes(received.bytes, clock_.now(), listener);
            send();
        } else if (connection_->unsent_bytes() != 0) {
            static_cast<void>(connection_->flush());
        }
        return received.status != net::ReceiveStatus::Closed && !session_.is_closed();
    }
    void send() {
        while (!session_.output().empty() &&
               connection_->send(session_.output()) == net::SendStatus::Ok) {
            session_.on_written(session_.output().size(), clock_.now());
        }
    }

  private:
    net::TcpConnection* connection_;
    UtcClock clock_;
    MemoryStore store_;
    Session session_;
};

/// Fills each order at its price.
struct Venue : NullSessionListener {
    explicit Venue(End& of) noexcept : end(of) {}

    LogonAnswer on_logon(const Inbound&) noexcept { return LogonAnswer::accept(); }
    void on_message(const Inbound& order) noexcept {
        const FieldList& fields = order.fields;
        const std::string_view id = fields.value(tag::kClOrdId).value_or("");
        const auto qty = to_uint(fields.value(tag::kOrderQty).value_or("")).value_or(0);
        const auto price = to_decimal(fields.value(tag::kPrice).value_or("")).value_or(Decimal{});
        const Time now = end.clock().now();
        MessageWriter& report = end.session().begin("8", now);
        report.add(tag::kOrderId, id);
        report.add(tag::kClOrdId, id);
        report.add(tag::kExecId, id);
        report.add_char(tag::kExecType, 'F');
        report.add_char(tag::kOrdStatus, '2');
        report.add(tag::kAccount, "HOUSE");
        report.add(tag::kSymbol, fields.value(tag::kSymbol).value_or(""));
        report.add(tag::kSide, fields.value(tag::kSide).value_or(""));
        report.add_uint(tag::kOrderQty, qty);
        report.add_char(tag::kOrdType, '2');
        report.add_decimal(tag::kPrice, price);
        report.add_char(tag::kTimeInForce, '0');
        report.add_uint(tag::kLastQty, qty);
        report.add_decimal(tag::kLastPx, price);
        report.add_uint(tag::kLeavesQty, 0);
        report.add_uint(tag::kCumQty, qty);
        report.add_decimal(tag::kAvgPx, price);
        report.add_time(tag::kTransactTime, now, TimePrecision::Milliseconds);
        answered += end.session().send() == SendStatus::Sent ? 1U : 0U;
    }

    End& end;
    std::uint64_t answered = 0;
};

struct Trader : NullSessionListener {
    Trader(End& of, Trips& of_trips) noexcept : end(of), trips(of_trips) {}

    void send_order(std::uint64_t number) noexcept {
        const Time now = end.clock().now();
        std::array<char, kIntLengthMax> id;
        const char* const id_end = write_uint(id.data(), kFirstId + number);
        MessageWriter& order = end.session().begin("D", now);
        order.add(tag::kClOrdId, {id.data(), id_end});
        order.add(tag::kAccount, "HOUSE");
        order.add_char(tag::kHandlInst, '1');
        order.add(tag::kSymbol, "GOOGL");
        order.add_char(tag::kSide, number % 2 == 0 ? '1' : '2');
        order.add_time(tag::kTransactTime, now, TimePrecision::Milliseconds);
        order.add_uint(tag::kOrderQty, 100 + number % 900);
        order.add_char(tag::kOrdType, '2');
        order.add_decimal(tag::kPrice, {static_cast<std::int64_t>(10'001 + number % 900), 2});
        order.add_char(tag::kTimeInForce, '0');
        is_broken |= end.session().send() != SendStatus::Sent;
        end.send();
    }
    void on_message(const Inbound& report) noexcept {
        const FieldList& fields = report.fields;
        const auto id = to_uint(fields.value(tag::kClOrdId).value_or("")).value_or(0);
        const auto price = to_decimal(fields.value(tag::kLastPx).value_or(""));
        const auto units = price ? to_units(*price, kPriceDecimals) : std::nullopt;
        sum += id + to_uint(fields.value(tag::kLastQty).value_or("")).value_or(0) +
               static_cast<std::uint64_t>(units.value_or(0));
        trips.on_report(id - kFirstId);
    }
    void on_reject(const Inbound&) noexcept { is_broken = true; }

    End& end;
    Trips& trips;
    std::uint64_t sum = 0;
    bool is_broken = false;
};

/// The two connected sockets of a run.
struct Wire {
    net::TcpConnection trader;
    net::TcpConnection venue;

    [[nodiscard]] static Expected<Wire> create() {
        auto listener = net::TcpListener::listen({net::kLoopback, 0});
        if (!listener) {
            return std::unexpected(listener.error());
        }
        auto trader = net::TcpConnection::connect(listener->endpoint());
        if (!trader) {
            return std::unexpected(trader.error());
        }
        auto venue = listener->accept();
        while (!venue) {
            venue = listener->accept();
        }
        return Wire{std::move(*trader), std::move(*venue)};
    }
};

class RoundTrip {
  public:
    RoundTrip(const RoundTripLoad& load, const timing::TscClock& clock)
        : load_(load), clock_(clock), trips_(load, clock) {}

    Measurement run_sessions() {
        return run([this](net::TcpConnection& socket) { answer_orders(socket); },
                   [this](net::TcpConnection& socket) { return send_orders(socket); });
    }
    Measurement run_floor() {
        return run([this](net::TcpConnection& socket) { answer_bytes(socket); },
                   [this](net::TcpConnection& socket) { return send_bytes(socket); });
    }

  private:
    /// `venue` in another process on the other core; `trader` here gives the answer, or nothing.
    template <class VenueLife, class TraderLife>
    Measurement run(VenueLife&& venue, TraderLife&& trader) {
        auto wire = Wire::create();
        if (!wire) {
            return {.error = wire.error().message};
        }
        std::optional<std::uint64_t> answer;
        {
            const OtherProcess other([&] { venue(wire->venue); });
            answer = other.is_started() ? trader(wire->trader) : std::nullopt;
        }
        return answer ? trips_.measured(*answer)
                      : Measurement{.error = "a report did not come within five seconds"};
    }

    /// In the other process, until the trader has everything or says nothing any more.
    void answer_orders(net::TcpConnection& socket) const {
        End end(Role::Acceptor, socket, clock_);
        Venue venue(end);
        end.connect(venue);
        Quiet quiet(clock_.ticks());
        for (std::uint64_t before = 0; before < load_.all() && !quiet.is_long();) {
            if (!end.poll(venue)) {
                return;
            }
            if (std::exchange(before, venue.answered) != venue.answered) {
                quiet.begin();
            }
        }
    }
    [[nodiscard]] std::optional<std::uint64_t> send_orders(net::TcpConnection& socket) {
        End end(Role::Initiator, socket, clock_);
        Trader trader(end, trips_);
        end.connect(trader);
        const Quiet quiet(clock_.ticks());
        while (!end.session().is_logged_on()) {
            if (!end.poll(trader) || quiet.is_long()) {
                return std::nullopt;
            }
        }
        trips_.begin();
        while (!trips_.is_done()) {
            if (trips_.is_due()) {
                trader.send_order(trips_.leave());
            }
            if (!trips_.is_done() && (!end.poll(trader) || trips_.is_silent())) {
                return std::nullopt;
            }
        }
        return trader.is_broken ? std::nullopt : std::optional(trader.sum);
    }

    void answer_bytes(net::TcpConnection& socket) const {
        std::array<std::byte, kFixMessageMax> buffer;
        MessageWriter writer(buffer);
        const std::size_t order = encode_order(writer, 0).size();
        const Bytes report = encode_report(writer, 0);
        Quiet quiet(clock_.ticks());
        std::size_t received = 0;
        for (std::uint64_t answered = 0; answered < load_.all() && !quiet.is_long();) {
            received += take(socket);
            for (; received >= order; received -= order) {
                static_cast<void>(socket.send(report));
                ++answered;
                quiet.begin();
            }
        }
    }
    [[nodiscard]] std::optional<std::uint64_t> send_bytes(net::TcpConnection& socket) {
        std::array<std::byte, kFixMessageMax> buffer;
        std::array<std::byte, kFixMessageMax> other_buffer;
        MessageWriter writer(buffer);
        MessageWriter other_writer(other_buffer);
        const std::size_t report = encode_report(other_writer, 0).size();
        const Bytes order = encode_order(writer, 0);
        std::size_t received = 0;
        trips_.begin();
        while (!trips_.is_done()) {
            if (trips_.is_due()) {
                trips_.leave();
                static_cast<void>(socket.send(order));
            }
            received += take(socket);
            for (; received >= report; received -= report) {
                trips_.on_report(trips_.answered());
            }
            if (trips_.is_silent()) {
                return std::nullopt;
            }
        }
        return 0;
    }
    [[nodiscard]] static std::size_t take(net::TcpConnection& socket) noexcept {
        static_cast<void>(socket.flush());
        return socket.receive().bytes.size();
    }

    /// How long nothing has come.
    class Quiet {
      public:
        explicit Quiet(const timing::TscClock& clock) noexcept : clock_(&clock) { begin(); }
        void begin() noexcept { until_ = clock_->ticks() + ticks_of(*clock_, kPatienceNs); }
        [[nodiscard]] bool is_long() const noexcept { return clock_->ticks() > until_; }

      private:
        const timing::TscClock* clock_;
        std::uint64_t until_ = 0;
    };

    RoundTripLoad load_;
    UtcClock clock_;
    Trips trips_;
};

Test round_trip_test(const RoundTripLoad& load, const timing::TscClock& clock) {
    const auto trip = std::make_shared<RoundTrip>(load, clock);
    Test test{.name = load.per_second == 0 ? "fix_round_trip"
                                           : fmt::format("fix_round_trip_{}", load.per_second),
              .unit = "ns",
              .subjects = {}};
    test.subjects.push_back({"hotpath", "reports", [trip] { return trip->run_sessions(); }});
    test.subjects.push_back({"floor", "nothing", [trip] { return trip->run_floor(); }});
    for (Subject& peer : peers::fix_round_trip(load)) {
        test.subjects.push_back(std::move(peer));
    }
    return test;
}

}  // namespace

std::vector<Test> fix_round_trip_tests(const Scale& scale, const timing::TscClock& clock) {
    const std::uint64_t part = scale.quick ? 10 : 1;
    return {round_trip_test({.orders = 20'000 / part, .per_second = 0}, clock),
            round_trip_test({.orders = 4'000 / part, .per_second = 1'000}, clock),
            round_trip_test({.orders = 20'000 / part, .per_second = 10'000}, clock)};
}

}  // namespace hotpath::bench
