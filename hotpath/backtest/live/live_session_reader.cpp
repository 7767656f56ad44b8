#include "hotpath/backtest/live/live_session_reader.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"

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
    if (feed_) {
        session.feed = feed_->messages();
        session.feed_gaps = feed_->gaps();
        find_times(session.replies, *feed_);
    }
    if (mdp3_) {
        mdp3_->move_to(session);
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
    const auto* const mdp3 = options->data<feed::Mdp3Options>();
    if (mdp3 != nullptr && mdp3->depth == feed::Mdp3Depth::ByPrice) {
        return fail(
            "must be the journal of a trader with market data by order, got MDP 3.0 by price, "
            "which does not say which order changed a level");
    }
    if (mdp3 != nullptr) {
        mdp3_ = std::make_unique<LiveMdp3>();
    } else {
        feed_ = std::make_unique<LiveFeed>(options->engine.symbols);
    }
    symbols_ = options->engine.symbols;
    const auto* const fix = options->entry<protocols::fix::FixAccount>();
    const bool is_ilink = options->entry<protocols::cme::IlinkAccount>() != nullptr;
    is_exact_ = fix == nullptr;
    answers_query_itself_ = fix != nullptr || is_ilink;
    const auto symbol_of = [this](InstrumentId id) {
        return mdp3_ ? mdp3_->symbol_of(id) : feed_->symbol_of(id);
    };
    entry_ = fix != nullptr ? live_fix(*fix) : is_ilink ? live_ilink(symbol_of) : live_ouch();
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
    if (mdp3_) {
        mdp3_->on_packet(event.bytes, input_.now);
    } else {
        feed_->on_packet(event.bytes, input_.now);
    }
}

void LiveSessionReader::on_event(const trader::event::LoopPacket& event) {
    if (mdp3_) {
        mdp3_->on_loop(event.bytes);
    }
}

void LiveSessionReader::on_event(const trader::event::Received& event) {
    if (event.port == trader::Port::OrderEntry) {
        entry_->on_input(event.bytes, orders_);
    } else if (event.port == trader::Port::Glimpse) {
        glimpse_.on_input(event.bytes, [&](Bytes message) { on_snapshot_message(message); });
    }
}

void LiveSessionReader::on_snapshot_message(Bytes message) {
    namespace glimpse50 = protocols::nasdaq::glimpse50;
    if (std::uint64_t next = 0;
        glimpse50::is_end_of_snapshot(message) &&
        glimpse50::decode_end_of_snapshot(message, next) == protocols::DecodeStatus::Ok) {
        feed_->on_snapshot_end(next, input_.now);
    } else {
        feed_->on_itch_message(message);
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
