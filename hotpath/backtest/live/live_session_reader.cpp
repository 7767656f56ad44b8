#include "hotpath/backtest/live/live_session_reader.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "hotpath/backtest/live/recorded_protocols.hpp"

namespace hotpath::backtest {

namespace {

[[nodiscard]] Nanos clock_behind(const LiveSession& session) {
    Nanos behind{};
    for (const std::vector<LiveMessage>* messages : {&session.feed, &session.replies}) {
        for (const LiveMessage& message : *messages) {
            behind = std::max(behind, message.sent - message.received);
        }
    }
    return behind;
}

void move_times(LiveSession& session) {
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
    for (SessionOrder& order : session.orders) {
        order.sent = order.sent + behind;
        for (SessionFill& fill : order.fills) {
            fill.at = fill.at + behind;
        }
    }
}

}  // namespace

Expected<void> LiveSessionReader::add(const journal::Record& record) {
    trader::LogRecord decoded;
    if (trader::decode(record.type, record.time, record.payload, decoded) !=
        protocols::DecodeStatus::Ok) {
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
        entry_->on_output(output->bytes, orders_);
    }
    return {};
}

Expected<LiveSession> LiveSessionReader::finish() {
    if (!has_started_) {
        return fail("must be a trader's journal, got one without records");
    }
    LiveSession session{.config = std::move(config_), .orders = std::move(orders_.orders())};
    session.events = {.timers = std::move(timers_),
                      .opened = orders_.opened(),
                      .stopped = stopped_,
                      .ended = input_.now};
    session.symbols = symbols_;
    session.requests = orders_.requests();
    session.replies = replies();
    session.answers_query_itself = answers_query_itself_;
    session.market_data = market_data_;
    if (market_) {
        market_->move_to(session);
    }
    add_unread(session.feed, input_.now);
    add_unread(session.replies, input_.now);
    session.clock_behind = clock_behind(session);
    move_times(session);
    return session;
}

Expected<void> LiveSessionReader::on_start(const trader::Start& start, bool has_more) {
    if (!orders_.orders().empty()) {
        return fail(
            "must hold one run of a trader that sent orders, got several; give each run its "
            "own [journal] folder");
    }
    if (start.subject != trader::Subject::Trader) {
        return fail("must be the journal of hotpath trade, not of hotpath demo");
    }
    if (!is_text_begun_) {
        config_.clear();
        orders_ = {};
        timers_.clear();
        entry_.reset();
        glimpse_ = {};
        stopped_.reset();
    }
    config_ += start.text;
    is_text_begun_ = has_more;
    return has_more ? Expected<void>() : set_up();
}

Expected<void> LiveSessionReader::set_up() {
    const auto options = options_of_(config_);
    if (!options) {
        return std::unexpected(options.error());
    }
    market_data_ = options->market_data.index();
    auto market = recorded_market(market_data_).open(*options);
    if (!market) {
        return std::unexpected(market.error());
    }
    market_ = std::move(*market);
    symbols_ = options->engine.symbols;
    const RecordedOrders& orders = recorded_orders(options->order_entry.index());
    is_exact_ = orders.has_exact_times;
    answers_query_itself_ = orders.answers_query_itself;
    entry_ = orders.open(*options, *market_);
    return {};
}

Expected<void> LiveSessionReader::on_input(const trader::Input& input, bool has_more) {
    if (input.venue != 0) {
        return fail("must be the journal of a trader of one venue");
    }
    if (!entry_) {
        return fail("must begin with the trader's complete configuration");
    }
    const Bytes piece = trader::bytes_of(input.event);
    bytes_.insert(bytes_.end(), piece.begin(), piece.end());
    if (!has_more) {
        input_ = input;
        input_.event = trader::with_bytes(input.event, bytes_);
        orders_.set_time(input_.now);
        std::visit([&](const auto& event) { on_event(event); }, input_.event);
        bytes_.clear();
    }
    return {};
}

void LiveSessionReader::on_event(const trader::event::Packet& event) {
    market_->on_packet(event.bytes, input_.now);
}

void LiveSessionReader::on_event(const trader::event::LoopPacket& event) {
    market_->on_loop_packet(event.bytes);
}

void LiveSessionReader::on_event(const trader::event::Received& event) {
    if (event.port == trader::Port::OrderEntry) {
        entry_->on_input(event.bytes, orders_);
    } else if (event.port == trader::Port::Glimpse) {
        glimpse_.on_input(
            event.bytes, [&](Bytes message) { market_->on_snapshot_message(message, input_.now); });
    }
}

void LiveSessionReader::on_event(const trader::event::Connected& event) {
    if (event.port == trader::Port::OrderEntry) {
        entry_->on_connection();
    } else if (event.port == trader::Port::Glimpse) {
        glimpse_ = {};
    }
}

void LiveSessionReader::on_event(const trader::event::Timer&) {
    timers_.push_back(input_.now);
}

void LiveSessionReader::on_event(const trader::OperatorCommand& command) {
    if (command.action == trader::OperatorAction::Kill) {
        on_stop();
    }
}

std::vector<LiveMessage> LiveSessionReader::replies() const {
    std::vector<LiveMessage> replies = orders_.replies();
    for (LiveMessage& reply : replies) {
        reply = is_exact_ ? LiveMessage{.sent = reply.sent, .received = reply.received} : reply;
    }
    return replies;
}

}  // namespace hotpath::backtest
