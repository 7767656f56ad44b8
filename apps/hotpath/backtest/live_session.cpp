#include "apps/hotpath/backtest/live_session.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <toml++/toml.h>

#include "apps/hotpath/backtest/live_fees.hpp"
#include "apps/hotpath/backtest/live_messages.hpp"
#include "apps/hotpath/config/toml_table.hpp"
#include "apps/hotpath/journal/input.hpp"
#include "apps/hotpath/trade/fees_config.hpp"
#include "apps/hotpath/trade/trading_config.hpp"
#include "hotpath/trader/input_log.hpp"
#include "hotpath/venue/nasdaq/ouch_translator.hpp"
#include "hotpath/wire/moldudp64/packet_reader.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using sim::session::LatencySample;

constexpr std::size_t kItchTimeAt = 5;
constexpr std::size_t kItchTimeEnd = 11;

/// A request of the trader, and when the venue had it; kNever until an answer says so.
struct LiveRequest {
    enum class Kind : std::uint8_t { Order, Cancel, Query };

    Kind kind = Kind::Order;
    ClOrdId id{};
    ClOrdId changes{};  // the order that it cancels, reduces or replaces
    Time sent{};
    Time arrived = kNever;
};

/// Orders, requests and replies of one trader.
class LiveOrders : public wire::ouch50::NullRequestListener,
                   public wire::ouch50::NullReplyListener {
  public:
    void on_request(Bytes message, Time now) {
        now_ = now;
        static_cast<void>(wire::ouch50::decode_request(message, *this));
    }
    void on_reply_bytes(Bytes message, Time now) {
        now_ = now;
        static_cast<void>(wire::ouch50::decode_reply(message, *this));
    }

    [[nodiscard]] backtest::SessionOrders& orders() { return orders_; }
    /// A request without an answer came too late for its order: after what happened to that last.
    [[nodiscard]] std::vector<LiveMessage> requests() const {
        std::vector<LiveMessage> requests;
        for (const LiveRequest& request : requests_) {
            const auto known = known_.find(request.changes.value);
            const bool is_late = request.arrived == kNever && known != known_.end();
            requests.push_back(
                {.sent = request.sent,
                 .received = is_late ? known->second.last_event + Nanos{1} : request.arrived});
        }
        return requests;
    }
    [[nodiscard]] const std::vector<LiveMessage>& replies() const { return replies_; }
    /// When the account was first asked for.
    [[nodiscard]] const std::optional<Time>& opened() const { return opened_; }

    void on_enter_order(const wire::ouch50::EnterOrder& m, wire::ouch50::Appendage) {
        add({.id = {m.load_user_ref_num()},
             .symbol = m.load_symbol(),
             .side = wire::ouch50::to_side(m.load_side()),
             .qty = {m.load_quantity()},
             .price = wire::ouch50::to_price(m.load_price()),
             .sent = now_},
            ClOrdId{});
    }
    void on_replace_order_request(const wire::ouch50::ReplaceOrderRequest& m,
                                  wire::ouch50::Appendage) {
        const auto original = known_.find(m.load_orig_user_ref_num());
        if (original == known_.end()) {
            return;
        }
        const backtest::SessionOrder& before = orders_[original->second.index];
        add({.id = {m.load_user_ref_num()},
             .symbol = before.symbol,
             .side = before.side,
             .qty = {m.load_quantity()},
             .price = wire::ouch50::to_price(m.load_price()),
             .sent = now_},
            before.id);
    }
    void on_cancel_order_request(const wire::ouch50::CancelOrderRequest& m) {
        const ClOrdId id{m.load_user_ref_num()};
        requests_.push_back(
            {.kind = LiveRequest::Kind::Cancel, .id = id, .changes = id, .sent = now_});
    }
    void on_account_query_request(const wire::ouch50::AccountQueryRequest&) {
        opened_ = opened_.value_or(now_);
        requests_.push_back({.kind = LiveRequest::Kind::Query, .sent = now_});
    }

    void on_order_accepted(const wire::ouch50::OrderAccepted& m, wire::ouch50::Appendage) {
        answer(LiveRequest::Kind::Order, {m.load_user_ref_num()}, note(m));
    }
    void on_order_replaced(const wire::ouch50::OrderReplaced& m, wire::ouch50::Appendage) {
        answer(LiveRequest::Kind::Order, {m.load_user_ref_num()}, note(m));
    }
    void on_order_rejected(const wire::ouch50::OrderRejected& m) {
        answer(LiveRequest::Kind::Order, {m.load_user_ref_num()}, note(m));
        if (const auto known = known_.find(m.load_user_ref_num()); known != known_.end()) {
            orders_[known->second.index].is_rejected = true;
        }
    }
    void on_order_canceled(const wire::ouch50::OrderCanceled& m) {
        const Time at_venue = note(m);
        answer(LiveRequest::Kind::Cancel, {m.load_user_ref_num()}, at_venue);
        if (const auto known = known_.find(m.load_user_ref_num()); known != known_.end()) {
            known->second.last_event = at_venue;
        }
    }
    void on_account_query_response(const wire::ouch50::AccountQueryResponse& m) {
        is_answered_ = true;  // what came before was for an earlier trader
        answer(LiveRequest::Kind::Query, {}, note(m));
    }
    void on_order_executed(const wire::ouch50::OrderExecuted& m, wire::ouch50::Appendage) {
        const Time at_venue = note(m);
        const auto known = known_.find(m.load_user_ref_num());
        if (known == known_.end()) {
            return;
        }
        known->second.last_event = at_venue;
        orders_[known->second.index].fills.push_back(
            {.at = now_,
             .qty = {m.load_quantity()},
             .price = wire::ouch50::to_price(m.load_price()),
             .liquidity = venue::nasdaq::to_liquidity(m.load_liquidity_flag())});
    }

  private:
    struct Known {
        std::size_t index = 0;  // of orders_
        Time last_event{};      // at the venue
    };

    void add(const backtest::SessionOrder& order, ClOrdId replaced) {
        known_[order.id.value] = {.index = orders_.size()};
        orders_.push_back(order);
        requests_.push_back({.id = order.id, .changes = replaced, .sent = order.sent});
    }

    /// The time at which the venue sent the reply.
    template <class Message>
    Time note(const Message& m) {
        const Time sent{static_cast<std::int64_t>(m.load_timestamp())};
        if (is_answered_) {
            replies_.push_back({.sent = sent, .received = now_});
        }
        return sent;
    }
    /// Answers the first such request that has no answer: a cancel may follow a reduction of its order.
    void answer(LiveRequest::Kind kind, ClOrdId id, Time at_venue) {
        LiveRequest* asked = nullptr;
        for (auto request = requests_.rbegin(); request != requests_.rend(); ++request) {
            if (request->kind == kind && request->id == id && request->arrived == kNever) {
                asked = &*request;
            }
            if (request->kind == LiveRequest::Kind::Order && request->id == id) {
                break;  // the order itself: nothing earlier is about it
            }
        }
        if (asked != nullptr) {
            asked->arrived = at_venue;
        }
    }

    Time now_{};
    backtest::SessionOrders orders_;
    std::map<std::uint32_t, Known> known_;
    std::vector<LiveRequest> requests_;
    std::vector<LiveMessage> replies_;
    std::optional<Time> opened_{};
    bool is_answered_ = false;
};

/// The records of a journal, one after the other.
class LiveSessionReader {
  public:
    [[nodiscard]] Expected<void> add(const journal::Record& record) {
        trader::LogRecord decoded;
        if (trader::decode(record.type, record.time, record.payload, decoded) !=
            wire::DecodeStatus::Ok) {
            return {};
        }
        has_started_ = has_started_ || std::holds_alternative<trader::Start>(decoded.entry);
        if (!has_started_) {
            return fail("must be a trader's journal");
        }
        if (auto* const start = std::get_if<trader::Start>(&decoded.entry)) {
            return on_start(*start, decoded.has_more);
        }
        if (const auto* input = std::get_if<trader::Input>(&decoded.entry)) {
            return on_input(*input, decoded.has_more);
        }
        if (const auto* output = std::get_if<trader::Output>(&decoded.entry);
            output != nullptr && output->port == trader::OutputPort::OrderEntry) {
            messages_.on_output(output->bytes,
                                [&](Bytes message) { orders_.on_request(message, input_.now); });
        }
        return {};
    }

    [[nodiscard]] Expected<LiveSession> finish() {
        if (!has_started_) {
            return fail("must be a trader's journal, it holds no record");
        }
        LiveSession session{.config = std::move(config_), .orders = std::move(orders_.orders())};
        session.events = {.timers = std::move(timers_),
                          .opened = orders_.opened(),
                          .stopped = stopped_,
                          .ended = input_.now};
        session.requests = orders_.requests();
        session.replies = orders_.replies();
        for (const auto& [_, message] : feed_) {
            session.feed.push_back(message);
        }
        add_unread(session.feed, input_.now);
        add_unread(session.replies, input_.now);
        session.clock_behind = clock_behind(session);
        move_times(session);
        return session;
    }

  private:
    [[nodiscard]] Expected<void> on_start(const trader::Start& start, bool has_more) {
        if (!orders_.orders().empty()) {
            return fail(
                "must have one trader that sent orders; a trader that was started again "
                "needs another [journal] folder for each comparison");
        }
        if (start.subject != trader::Subject::Trader) {
            return fail("must be the journal of hotpath trade, not of hotpath demo");
        }
        if (!is_text_begun_) {
            config_.clear();
            orders_ = {};
            timers_.clear();
            feed_.clear();
            messages_ = {};
            stopped_.reset();
        }
        config_ += start.text;
        is_text_begun_ = has_more;
        return {};
    }

    [[nodiscard]] Expected<void> on_input(const trader::Input& input, bool has_more) {
        if (input.venue != 0) {
            return fail("must be the journal of a trader of one venue");
        }
        if (std::holds_alternative<trader::event::LoopPacket>(input.event)) {
            return fail("must be the journal of a trader whose market data is ITCH");
        }
        const Bytes piece = trader::bytes_of(input.event);
        bytes_.insert(bytes_.end(), piece.begin(), piece.end());
        if (!has_more) {
            input_ = input;
            input_.event = trader::with_bytes(input.event, bytes_);
            std::visit([&](const auto& event) { on_event(event); }, input_.event);
            bytes_.clear();
        }
        return {};
    }

    void on_event(const trader::event::Packet& event) {
        wire::moldudp64::PacketReader packet;
        if (packet.open(event.bytes) != wire::DecodeStatus::Ok) {
            return;
        }
        std::uint64_t number = packet.sequence_number();
        wire::FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message); ++number) {
            if (message.size() >= kItchTimeEnd) {
                const auto sent = static_cast<std::int64_t>(load_be48(&message[kItchTimeAt]));
                feed_.try_emplace(number, LiveMessage{.sent = {sent}, .received = input_.now});
            }
        }
    }
    void on_event(const trader::event::Received& event) {
        if (event.port == trader::Port::OrderEntry) {
            messages_.on_input(event.bytes,
                               [&](Bytes message) { orders_.on_reply_bytes(message, input_.now); });
        }
    }
    void on_event(const trader::event::Connected& event) {
        if (event.port == trader::Port::OrderEntry) {
            messages_.on_connection();
        }
    }
    void on_event(const trader::event::Timer&) { timers_.push_back(input_.now); }
    void on_event(const trader::event::Kill&) { on_stop(); }
    void on_event(const trader::event::Stop&) { on_stop(); }
    void on_event(const trader::event::StopTrading&) { on_stop(); }
    void on_event(const trader::OperatorCommand& command) {
        if (command.action == trader::OperatorAction::Kill) {
            on_stop();
        }
    }
    void on_event(const auto&) {}
    void on_stop() { stopped_ = stopped_.value_or(input_.now); }

    [[nodiscard]] static Nanos clock_behind(const LiveSession& session) {
        Nanos behind{};
        for (const std::vector<LiveMessage>* messages : {&session.feed, &session.replies}) {
            for (const LiveMessage& message : *messages) {
                behind = std::max(behind, message.sent - message.received);
            }
        }
        return behind;
    }

    static void move_times(LiveSession& session) {
        const Nanos behind = session.clock_behind;
        for (Time& timer : session.events.timers) {
            timer = timer + behind;
        }
        for (std::optional<Time>* once :
             {&session.events.opened, &session.events.stopped, &session.events.ended}) {
            if (*once) {
                **once = **once + behind;
            }
        }
        for (LiveMessage& request : session.requests) {
            request.sent = request.sent + behind;
        }
        for (std::vector<LiveMessage>* messages : {&session.feed, &session.replies}) {
            for (LiveMessage& message : *messages) {
                message.received = message.received + behind;
            }
        }
        for (backtest::SessionOrder& order : session.orders) {
            order.sent = order.sent + behind;
            for (backtest::SessionFill& fill : order.fills) {
                fill.at = fill.at + behind;
            }
        }
    }

    std::string config_;
    bool has_started_ = false;
    bool is_text_begun_ = false;
    trader::Input input_{};
    std::vector<std::byte> bytes_;  // of an input, as far as read
    LiveMessages messages_;
    LiveOrders orders_;
    std::vector<Time> timers_;
    std::optional<Time> stopped_{};              // first
    std::map<std::uint64_t, LiveMessage> feed_;  // by number
};

}  // namespace

std::vector<LatencySample> latency_samples(const std::vector<LiveMessage>& messages) {
    std::vector<LatencySample> samples;
    for (const LiveMessage& message : messages) {
        const LatencySample before =
            samples.empty() ? LatencySample{.sent = message.sent} : samples.back();
        const Time sent = std::max(message.sent, before.sent);
        const Time received = message.received == kNever ? sent + before.latency : message.received;
        const Time arrived = std::max({sent, before.sent + before.latency, received});
        samples.push_back({.sent = sent, .latency = arrived - sent});
    }
    return samples;
}

void add_unread(std::vector<LiveMessage>& messages, Time ended) {
    if (!messages.empty()) {
        const LiveMessage& last = messages.back();
        const Time after = std::max(ended, last.received) + Nanos{1};
        messages.push_back({.sent = last.sent, .received = after});
    }
}

Expected<LiveSession> read_live_session(const fs::path& journal) {
    const auto at_fault = [&](const Error& error) {
        return fail(journal.string() + ": " + error.message);
    };
    const auto input = open_journal_input(journal);
    if (!input) {
        return std::unexpected(input.error());
    }
    auto reader = open_reader(*input, 0);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    LiveSessionReader session;
    journal::Record record;
    auto more = reader->next(record);
    for (; more && *more; more = reader->next(record)) {
        if (auto added = session.add(record); !added) {
            return at_fault(added.error());
        }
    }
    if (!more) {
        return std::unexpected(more.error());
    }
    auto read = session.finish();
    return read ? std::move(read) : at_fault(read.error());
}

Expected<void> add_fees(LiveSession& session) {
    const auto options = read_toml<oms::OrdersOptions>(
        "the journal's configuration", [&] { return toml::parse(session.config); },
        [](const toml::table& root, oms::OrdersOptions& into) {
            return read_fees_config("the journal's configuration", root, "fees", into);
        });
    if (!options) {
        return std::unexpected(options.error());
    }
    add_fees(session.orders, *options);
    return {};
}

}  // namespace hotpath::app
