#include "hotpath/sim/world/scripted_client.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

namespace hotpath::sim::world {

namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

constexpr std::size_t kOpenMax = 60;
constexpr Nanos kBeforeNextSession{200'000'000};
constexpr std::uint64_t kQtyMax = 300;
constexpr std::int64_t kFarthest = 300;  // ticks, from where the prices began

}  // namespace

std::int64_t Mood::mid(std::uint16_t instrument, Time now) const noexcept {
    const std::int64_t mid = mids_[instrument - 1U];
    if (now <= crash_at_ || now >= crash_at_ + kFalls + kComesBack) {
        return mid;
    }
    constexpr std::int64_t kDepth = 10;
    const Nanos since = now - crash_at_;
    const std::int64_t thousandths =
        since < kFalls ? since.value / (kFalls.value / 1'000)
                       : (kFalls + kComesBack - since).value / (kComesBack.value / 1'000);
    return mid - mid / kDepth * thousandths / 1'000 / kTick * kTick;
}

void Mood::move(std::uint16_t instrument, Random& random) noexcept {
    constexpr std::array<std::int64_t, kInstruments> kBegin{500'000, 400'000, 300'000};
    std::int64_t& mid = mids_[instrument - 1U];
    mid += (static_cast<std::int64_t>(random.below(3)) - 1) * kTick;
    mid = std::clamp(mid, kBegin[instrument - 1U] - kFarthest * kTick,
                     kBegin[instrument - 1U] + kFarthest * kTick);
}

class ScriptedClient::Listener : public ouch50::NullReplyListener {
  public:
    explicit Listener(ScriptedClient& client) : client_(client) {}

    void on_logged_in(const protocols::nasdaq::soupbintcp::Session&, std::uint64_t) {}
    void on_sequenced(std::uint64_t, Bytes message) {
        static_cast<void>(ouch50::decode_reply(message, *this));
    }

    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) { add(m); }
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) {
        client_.take_off(m.load_orig_user_ref_num(), ouch50::kQuantityMax);
        add(m);
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        client_.take_off(m.load_user_ref_num(), m.load_quantity());
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        client_.take_off(m.load_user_ref_num(), m.load_decrement_shares());
    }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        client_.take_off(m.load_user_ref_num(), m.load_quantity());
    }
    void on_order_modified(const ouch50::OrderModified& m) {
        if (Open* order = client_.find(m.load_user_ref_num()); order != nullptr) {
            order->qty = m.load_quantity();
        }
    }

  private:
    template <class Message>
    void add(const Message& m) {
        if (m.load_order_state() == ouch50::order_state::kLive) {
            client_.open_.push_back(
                {.number = m.load_user_ref_num(),
                 .instrument = instrument_of(m.load_symbol()).value,
                 .side = m.load_side(),
                 .qty = m.load_quantity(),
                 .outlives_day = m.load_time_in_force() == ouch50::time_in_force::kGtc});
        }
    }

    ScriptedClient& client_;
};

Expected<trader::ResumableSession> ScriptedClient::make_session(std::size_t number) {
    trader::ResumableSessionOptions options;
    options.soup.credentials = account_of(number);
    options.soup.connection.silence_timeout = {3 * kNanosPerSecond};
    options.soup.connection.login_timeout = {2 * kNanosPerSecond};
    options.retry_max = {kNanosPerSecond};
    return trader::ResumableSession::create(options);
}

ScriptedClient::ScriptedClient(std::size_t number, bool keeps_orders,
                               trader::ResumableSession session, Mood& mood, Random& random)
    : client_(number),
      keeps_orders_(keeps_orders),
      session_(std::move(session)),
      mood_(mood),
      random_(random) {
    session_.start();
}

/// With or without the last messages of a session that is over.
void ScriptedClient::note_end(Time now) {
    if (session_.take_end(now) && (session_.has_ended() || session_.is_unavailable())) {
        session_.leave(now);
        begins_at_ = now + kBeforeNextSession;
    }
}

void ScriptedClient::begin_session() {
    auto session = make_session(client_);
    HOTPATH_ASSERT(session.has_value(), "the options of the session must be valid");
    session_ = std::move(*session);
    session_.start();
    begins_at_ = kNever;
    std::erase_if(open_, [](const Open& order) { return !order.outlives_day; });
    number_ = keeps_orders_ ? number_ : 0;
}

void ScriptedClient::act(Time now) {
    const auto instrument = static_cast<std::uint16_t>(1 + random_.below(kInstruments));
    mood_.move(instrument, random_);
    if (!session_.is_logged_in()) {
        return;
    }
    const std::uint64_t what = random_.below(100);
    if (open_.size() >= kOpenMax) {
        return cancel(open_.front(), now);
    }
    if (what < 62 || open_.empty()) {
        return enter(now);
    }
    const Open order = open_[random_.below(open_.size())];
    if (what < 80) {
        cancel(order, now);
    } else if (what < 92) {
        replace(order, now);
    } else {
        reduce(order, now);
    }
}

/// Passive a few ticks away from the mood, or taking as far again.
std::int64_t ScriptedClient::price(std::uint16_t instrument, char side, bool is_taking, Time now) {
    const auto ticks = static_cast<std::int64_t>(1 + random_.below(8));
    const std::int64_t away = (side == ouch50::side::kBuy) == is_taking ? ticks : -ticks;
    return mood_.mid(instrument, now) + away * Mood::kTick;
}

void ScriptedClient::enter(Time now) {
    const auto instrument = static_cast<std::uint16_t>(1 + random_.below(kInstruments));
    const bool is_falling = mood_.is_falling(now);
    const char side = random_.one_in(is_falling ? 8 : 2) ? ouch50::side::kBuy : ouch50::side::kSell;
    const bool is_taking = random_.one_in(is_falling ? 2 : 4);
    const auto qty = static_cast<std::uint32_t>(1 + random_.below(kQtyMax));
    const bool is_hidden = random_.one_in(20);
    const bool is_for_cross = random_.one_in(30);
    const bool is_kept = keeps_orders_ && !is_for_cross && random_.one_in(4);
    ouch50::EnterOrder m;
    m.store_user_ref_num(++number_);
    m.store_side(side);
    m.store_quantity(qty);
    m.store_symbol(symbol_of({instrument}));
    m.store_price(static_cast<std::uint64_t>(price(instrument, side, is_taking, now)));
    m.store_time_in_force(is_taking ? ouch50::time_in_force::kIoc
                          : is_kept ? ouch50::time_in_force::kGtc
                                    : ouch50::time_in_force::kDay);
    m.store_display(is_hidden ? ouch50::display::kHidden : ouch50::display::kVisible);
    m.store_cross_type(is_for_cross ? ouch50::cross_type::kHaltOrIpo
                                    : ouch50::cross_type::kContinuousMarket);
    ++entered_;
    send(m.bytes(), now);
}

void ScriptedClient::replace(const Open& order, Time now) {
    ouch50::ReplaceOrderRequest m;
    m.store_orig_user_ref_num(order.number);
    m.store_user_ref_num(++number_);
    m.store_quantity(static_cast<std::uint32_t>(1 + random_.below(kQtyMax)));
    m.store_price(static_cast<std::uint64_t>(price(order.instrument, order.side, false, now)));
    m.store_time_in_force(ouch50::time_in_force::kDay);
    m.store_display(ouch50::display::kVisible);
    send(m.bytes(), now);
}

void ScriptedClient::reduce(const Open& order, Time now) {
    const auto left = static_cast<std::uint32_t>(random_.below(std::uint64_t{order.qty} + 1));
    if (random_.one_in(2)) {
        ouch50::ModifyOrderRequest m;
        m.store_user_ref_num(order.number);
        m.store_side(order.side);
        m.store_quantity(left);
        return send(m.bytes(), now);
    }
    ouch50::CancelOrderRequest m;
    m.store_user_ref_num(order.number);
    m.store_quantity(left);
    send(m.bytes(), now);
}

void ScriptedClient::cancel(const Open& order, Time now) {
    ouch50::CancelOrderRequest m;
    m.store_user_ref_num(order.number);
    send(m.bytes(), now);
}

void ScriptedClient::send(Bytes message, Time now) {
    static_cast<void>(session_.try_send(message, now));
}

void ScriptedClient::send_garbage(Time now) {
    std::array<std::byte, 40> garbage{};
    for (std::byte& byte : garbage) {
        byte = static_cast<std::byte>(random_.below(256));
    }
    send(Bytes(garbage).first(1 + random_.below(garbage.size())), now);
}

ScriptedClient::Open* ScriptedClient::find(std::uint32_t number) noexcept {
    const auto found = std::ranges::find(open_, number, &Open::number);
    return found == open_.end() ? nullptr : &*found;
}

void ScriptedClient::take_off(std::uint32_t number, std::uint32_t qty) noexcept {
    if (Open* order = find(number); order != nullptr) {
        order->qty -= std::min(order->qty, qty);
        if (order->qty == 0) {
            open_.erase(open_.begin() + (order - open_.data()));
        }
    }
}

bool ScriptedClient::is_wanted(trader::Port port) const {
    return port == trader::Port::OrderEntry && session_.state() == trader::SessionState::Wanted;
}

bool ScriptedClient::is_open(trader::Port port) const {
    return port == trader::Port::OrderEntry && session_.is_open();
}

Bytes ScriptedClient::output(trader::Port port) const {
    return port == trader::Port::OrderEntry ? session_.output() : Bytes{};
}

void ScriptedClient::on_connected(trader::Port, Time now) {
    session_.on_connected(now);
}

void ScriptedClient::on_bytes(trader::Port, Bytes bytes, Time now) {
    Listener listener(*this);
    session_.on_bytes(bytes, now, listener);
    note_end(now);
}

void ScriptedClient::on_written(trader::Port, std::size_t bytes, Time now) {
    session_.on_written(bytes);
    note_end(now);
}

void ScriptedClient::on_disconnected(trader::Port, Time now) {
    session_.on_disconnected();
    note_end(now);
}

void ScriptedClient::on_timer(Time now) {
    if (now >= begins_at_) {
        begin_session();
    }
    session_.on_timer(now);
    note_end(now);
}

}  // namespace hotpath::sim::world
