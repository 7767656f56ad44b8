#include "hotpath/sim/market/market_day.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hotpath::sim::market {
namespace {

// Planned ends of orders; more orders live without one.
constexpr std::size_t kEndsMax = std::size_t{1} << 18U;
constexpr std::size_t kEventsOfDay = 1'024;
constexpr std::size_t kEventsOfInstrument = 4;   // two crosses, two imbalances
constexpr std::uint64_t kArrivalsToLearn = 256;  // between two looks at what an arrival brings
constexpr std::uint64_t kHaltMessages = 4;       // halt, quotation, cross, resumption
constexpr std::array kNoReason{' ', ' ', ' ', ' '};
constexpr Price kMarketIndex{30'000'000};  // of the decline levels
constexpr Nanos kImbalanceBefore{60 * kNanosPerSecond};
constexpr std::int64_t kFillingGap = 250;
constexpr Nanos kHaltLasts{300 * kNanosPerSecond};
constexpr Nanos kQuotationLasts{60 * kNanosPerSecond};
// Children of an event by half-life, 33 us to 34 s: how much faster than chance events follow each
// other. docs/design/market-generator.md compares what comes of it with real days.
constexpr SelfExcitation::Children kChildren{288, 288, 142, 78, 62, 58};
constexpr std::uint64_t kMessagesForImbalances = 50;  // an instrument, at least

// Start, decline levels, system hours, open, close, end of system hours, end of messages; and of
// each instrument directory, trading action, short sale restriction, opening and closing cross.
constexpr std::uint64_t messages_reserved(std::uint32_t instruments) {
    return 7 + std::uint64_t{instruments} * 5;
}

// A tenth of the stream's messages lives at the close on a real day; more live orders than a real
// market's are not wanted, however long the stream.
constexpr std::uint64_t kLiveOrdersWanted = 1'850'000;
constexpr std::uint64_t kLiveOrdersMax = 2'200'000;

std::uint64_t resting_of_1024(std::uint64_t messages) {
    return std::min<std::uint64_t>(kOne, kLiveOrdersWanted * kOne * 11 / messages);
}

std::uint32_t live_orders_max(std::uint64_t messages) {
    return static_cast<std::uint32_t>(std::min(kLiveOrdersMax, messages / 2 + 1'000));
}

/// Ends of orders may take as many places more as the instruments' events need beside them: so many
/// they had before the others had their own, and a generated market stays what it was.
EventQueue make_event_queue(std::size_t instruments) {
    const std::size_t mandatory = instruments * kEventsOfInstrument;
    return {kEndsMax + mandatory - kEventsOfDay, mandatory + kEventsOfDay};
}

MarketState make_market(const MarketOptions& options) {
    Dice dice(options.seed);
    Instruments instruments = make_instruments(options.instruments, dice);
    rename(instruments, options.names);
    return {.dice = dice,
            .instruments = std::move(instruments),
            .books = LightBooks(options.instruments, live_orders_max(options.messages)),
            .events = make_event_queue(options.instruments),
            .resting_of_1024 = resting_of_1024(options.messages),
            .excitation = SelfExcitation(options.instruments, kChildren),
            .due = DueOrders(options.instruments),
            .crash = {.happens = options.has_flash_crash}};
}

}  // namespace

MarketDay::MarketDay(const MarketOptions& options)
    : options_(options),
      market_(make_market(options)),
      reserved_(messages_reserved(options.instruments)),
      day_plan_(options.messages - reserved_) {
    plan(EventKind::Start, kStartOfMessages);
    market_.events.push({.time = kDirectoryTime, .instrument = {1}, .kind = EventKind::Directory});
    market_.events.push(
        {.time = kTradingActionTime, .instrument = {1}, .kind = EventKind::TradingAction});
    plan(EventKind::SystemHours, kSystemHours);
    plan(EventKind::MarketOpen, kMarketOpen);
    plan(EventKind::MarketClose, kMarketClose);
    plan(EventKind::Evening, kEndOfSystemHours);
}

Bytes MarketDay::front() noexcept {
    while (market_.writer.is_empty()) {
        if (market_.events.is_empty()) {
            return {};
        }
        if (!is_evening_ && market_.excitation.next_time() < market_.events.next_time()) {
            on_excited();
            continue;
        }
        const Event event = market_.events.pop();
        market_.now = event.time;
        on_event(event);
    }
    return market_.writer.front();
}

void MarketDay::on_excited() noexcept {
    market_.now = market_.excitation.next_time();
    const InstrumentId id = market_.excitation.next_instrument();
    if (has_room()) {
        return order_flow_.on_arrival(id);
    }
    market_.excitation.on_event(id, market_.now, 0, market_.dice);  // passes without a message
}

void MarketDay::on_event(const Event& event) noexcept {
    switch (event.kind) {
        case EventKind::Start:
            return on_start();
        case EventKind::Directory:
            return on_directory(event);
        case EventKind::TradingAction:
            return on_trading_action(event);
        case EventKind::SystemHours:
            return on_system_hours();
        case EventKind::Imbalance:
            return on_imbalance(event);
        case EventKind::MarketOpen:
            return on_market_open();
        case EventKind::Cross:
            return on_cross(event);
        case EventKind::Arrival:
            return on_arrival();
        case EventKind::NoArrival:
            return is_filling_ ? void() : plan_arrival();
        case EventKind::OrderEnds:
            return has_room() && !is_filling_ ? order_flow_.on_order_ends(event) : void();
        case EventKind::Halt:
            return on_halt();
        case EventKind::Quotation:
            return on_quotation(event);
        case EventKind::Resume:
            return on_resume(event);
        case EventKind::MarketClose:
            return on_market_close();
        case EventKind::Evening:
            return on_evening();
        case EventKind::End:
            return write_system_event('C');
    }
}

void MarketDay::on_start() noexcept {
    write_system_event('O');
}

void MarketDay::on_directory(const Event& event) noexcept {
    market_.stamp(event.instrument);
    market_.writer.directory(market_.instrument(event.instrument).listing);
    count_reserved(1);
    plan_next_instrument(event);
}

void MarketDay::on_trading_action(const Event& event) noexcept {
    market_.stamp(event.instrument);
    market_.writer.trading_action('T', kNoReason);
    market_.writer.reg_sho();
    count_reserved(2);
    plan_next_instrument(event);
}

void MarketDay::on_system_hours() noexcept {
    market_.writer.stamp(market_.now, {}, {});
    market_.writer.decline_levels(kMarketIndex);
    count_reserved(1);
    write_system_event('S');
    if (options_.messages >= options_.instruments * kMessagesForImbalances) {
        plan_for_all(
            {.time = kMarketOpen - kImbalanceBefore, .kind = EventKind::Imbalance, .code = 'O'});
        plan_for_all(
            {.time = kMarketClose - kImbalanceBefore, .kind = EventKind::Imbalance, .code = 'C'});
    }
    plan_halts();
    plan_arrival();
}

void MarketDay::on_market_open() noexcept {
    write_system_event('Q');
    plan_for_all({.time = market_.now, .kind = EventKind::Cross, .code = 'O'});
}

void MarketDay::on_market_close() noexcept {
    write_system_event('M');
    plan_for_all({.time = market_.now, .kind = EventKind::Cross, .code = 'C'});
}

void MarketDay::on_cross(const Event& event) noexcept {
    order_flow_.cross(event.instrument, event.code, has_room());
    count_reserved(1);
    const bool is_close = event.code == 'C';
    market_.instrument(event.instrument).session = is_close ? Session::Closed : Session::Continuous;
    is_evening_ = is_evening_ || is_close;
}

void MarketDay::on_imbalance(const Event& event) noexcept {
    if (has_room()) {
        order_flow_.imbalance(event.instrument, event.code);
    }
}

void MarketDay::on_arrival() noexcept {
    if (is_filling_) {
        return;
    }
    if (has_room()) {
        is_evening_ ? order_flow_.on_evening() : order_flow_.on_arrival(active_instrument());
    }
    if (++arrivals_ % kArrivalsToLearn == 0) {
        learn_cluster();
    }
    plan_arrival();
}

void MarketDay::on_halt() noexcept {
    const InstrumentId id = active_instrument();
    Instrument& instrument = market_.instrument(id);
    if (room() < MessageWriter::kMessagesMax + kHaltMessages ||
        instrument.session != Session::Continuous) {
        return;
    }
    instrument.session = Session::Halted;
    reserved_ += kHaltMessages;
    market_.stamp(id);
    market_.writer.trading_action('H', {'T', '1', ' ', ' '});
    count_reserved(1);
    market_.events.push({.time = market_.now + kHaltLasts - kQuotationLasts,
                         .instrument = id,
                         .kind = EventKind::Quotation});
    market_.events.push(
        {.time = market_.now + kHaltLasts, .instrument = id, .kind = EventKind::Resume});
}

void MarketDay::on_quotation(const Event& event) noexcept {
    market_.stamp(event.instrument);
    market_.writer.trading_action('Q', {'T', '3', ' ', ' '});
    count_reserved(1);
}

void MarketDay::on_resume(const Event& event) noexcept {
    order_flow_.cross(event.instrument, 'H', has_room());
    market_.writer.trading_action('T', kNoReason);
    count_reserved(2);
    market_.instrument(event.instrument).session = Session::Continuous;
}

void MarketDay::on_evening() noexcept {
    is_filling_ = true;
    if (room() == 0) {
        write_system_event('E');
        return plan(EventKind::End, std::max(kEndOfMessages, market_.now));
    }
    order_flow_.on_evening();
    plan(EventKind::Evening, market_.now + Nanos{kFillingGap});
}

void MarketDay::plan(EventKind kind, Time time) noexcept {
    market_.events.push({.time = time, .kind = kind});
}

void MarketDay::plan_next_instrument(const Event& event) noexcept {
    if (event.instrument.value == options_.instruments) {
        return;
    }
    Event next = event;
    ++next.instrument.value;
    next.time = market_.now + Nanos{static_cast<std::int64_t>(100 + market_.dice.below(20'000))};
    market_.events.push(next);
}

// Within a second and a half: so long the crosses of a real open take.
void MarketDay::plan_for_all(Event event) noexcept {
    const Time first = event.time;
    for (std::uint32_t i = 1; i <= options_.instruments; ++i) {
        event.instrument = {static_cast<std::uint16_t>(i)};
        event.time = first + Nanos{market_.dice.exponential(kNanosPerSecond / 4)};
        market_.events.push(event);
    }
}

void MarketDay::plan_halts() noexcept {
    constexpr Time kFirst = time_of_day(10, 0);
    constexpr Time kLast = time_of_day(15, 30);
    const std::uint32_t halts = 1 + options_.instruments / 100;
    for (std::uint32_t i = 0; i < halts; ++i) {
        const auto within = static_cast<std::uint64_t>((kLast - kFirst).value);
        plan(EventKind::Halt,
             kFirst + Nanos{static_cast<std::int64_t>(market_.dice.below(within))});
    }
}

// Waiting times are exponential, with the mean that brings the messages the plan still lacks by the
// end of its piece, at least a sixteenth of the piece's own rate. One that ends after the piece is
// cut there and drawn again: exponential waiting times have no memory.
void MarketDay::plan_arrival() noexcept {
    const DayPlan::Piece piece = day_plan_.piece(market_.now);
    const std::uint64_t usual = (piece.messages_until - piece.messages_from) / 16 + 1;
    std::int64_t mean = arrivals_mean(piece.until - piece.from, usual);
    if (flow_written() < piece.messages_until) {
        const std::uint64_t lacking = piece.messages_until - flow_written();
        mean = std::min(mean, arrivals_mean(piece.until - market_.now, lacking));
    }
    if (market_.crash.is_falling(market_.now)) {
        mean = mean / FlashCrash::kRate + 1;
    }
    const Time arrival = market_.now + Nanos{1 + market_.dice.exponential(mean)};
    if (arrival < piece.until) {
        plan(EventKind::Arrival, arrival);
    } else {
        plan(EventKind::NoArrival, piece.until);
    }
}

// The mean time between arrivals that bring so many messages in all within the time.
std::int64_t MarketDay::arrivals_mean(Nanos within, std::uint64_t messages) const noexcept {
    return within.value / static_cast<std::int64_t>(messages) *
           static_cast<std::int64_t>(cluster_256_) / 256;
}

void MarketDay::learn_cluster() noexcept {
    const std::uint64_t seen = flow_written() - flow_seen_;
    flow_seen_ += seen;
    cluster_256_ =
        (cluster_256_ * 3 + std::max<std::uint64_t>(seen * 256 / kArrivalsToLearn, 256)) / 4;
}

void MarketDay::write_system_event(char code) noexcept {
    market_.writer.stamp(market_.now, {}, {});
    market_.writer.system_event(code);
    count_reserved(1);
}

void MarketDay::count_reserved(std::uint64_t messages) noexcept {
    reserved_ -= messages;
    reserved_written_ += messages;
}

InstrumentId MarketDay::active_instrument() noexcept {
    return {static_cast<std::uint16_t>(1 + market_.instruments.activity.draw(market_.dice))};
}

std::uint64_t MarketDay::room() const noexcept {
    return options_.messages - market_.writer.written() - reserved_;
}

std::uint64_t MarketDay::flow_written() const noexcept {
    return market_.writer.written() - reserved_written_;
}

}  // namespace hotpath::sim::market
