#include "apps/hotpath/backtest/live_session.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <toml++/toml.h>

#include "apps/hotpath/backtest/journal_records.hpp"
#include "apps/hotpath/backtest/live_feed.hpp"
#include "apps/hotpath/backtest/live_fees.hpp"
#include "apps/hotpath/backtest/live_mdp3.hpp"
#include "apps/hotpath/backtest/live_messages.hpp"
#include "apps/hotpath/backtest/live_order_entry.hpp"
#include "apps/hotpath/backtest/live_orders.hpp"
#include "apps/hotpath/config/toml_table.hpp"
#include "apps/hotpath/trade/fees_config.hpp"
#include "apps/hotpath/trade/trading_config.hpp"
#include "apps/hotpath/trade/venue_config.hpp"
#include "hotpath/trader/input_log.hpp"
#include "hotpath/wire/glimpse50/end_of_snapshot.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using sim::session::LatencySample;

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
            entry_->on_output(output->bytes, orders_);
        }
        return {};
    }

    [[nodiscard]] Expected<LiveSession> finish() {
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

  private:
    [[nodiscard]] Expected<void> on_start(const trader::Start& start, bool has_more) {
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

    /// The protocols that the trader's configuration names.
    [[nodiscard]] Expected<void> set_up() {
        const auto options = options_of(config_);
        if (!options) {
            return std::unexpected(options.error());
        }
        if (options->mdp3 && options->mdp3->depth == feed::Mdp3Depth::ByPrice) {
            return fail(
                "must be the journal of a trader with market data by order, got MDP 3.0 by price, "
                "which does not say which order changed a level");
        }
        if (options->mdp3) {
            mdp3_ = std::make_unique<LiveMdp3>();
        } else {
            feed_ = std::make_unique<LiveFeed>(options->engine.symbols);
        }
        symbols_ = options->engine.symbols;
        is_exact_ = !options->fix;
        answers_query_itself_ = options->fix || options->ilink;
        const auto symbol_of = [this](InstrumentId id) {
            return mdp3_ ? mdp3_->symbol_of(id) : feed_->symbol_of(id);
        };
        entry_ = options->fix     ? live_fix(*options->fix)
                 : options->ilink ? live_ilink(symbol_of)
                                  : live_ouch();
        return {};
    }

    [[nodiscard]] static Expected<trader::TraderOptions> options_of(const std::string& text) {
        const fs::path name = "the journal's configuration";
        const auto config = read_toml<VenueConfig>(
            name, [&] { return toml::parse(text); },
            [&](const toml::table& root, VenueConfig& into) -> Expected<void> {
                auto read = read_trading_config(name, root, into.trader);
                return read ? read_venue_config(name, root, "", into) : read;
            });
        return config ? Expected<trader::TraderOptions>(config->trader)
                      : std::unexpected(config.error());
    }

    [[nodiscard]] Expected<void> on_input(const trader::Input& input, bool has_more) {
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

    void on_event(const trader::event::Packet& event) {
        if (mdp3_) {
            mdp3_->on_packet(event.bytes, input_.now);
        } else {
            feed_->on_packet(event.bytes, input_.now);
        }
    }
    void on_event(const trader::event::LoopPacket& event) {
        if (mdp3_) {
            mdp3_->on_loop(event.bytes);
        }
    }
    void on_event(const trader::event::Received& event) {
        if (event.port == trader::Port::OrderEntry) {
            entry_->on_input(event.bytes, orders_);
        } else if (event.port == trader::Port::Glimpse) {
            glimpse_.on_input(event.bytes, [&](Bytes message) { on_snapshot_message(message); });
        }
    }
    void on_snapshot_message(Bytes message) {
        namespace glimpse50 = wire::glimpse50;
        if (std::uint64_t next = 0;
            glimpse50::is_end_of_snapshot(message) &&
            glimpse50::decode_end_of_snapshot(message, next) == wire::DecodeStatus::Ok) {
            feed_->on_snapshot_end(next, input_.now);
        } else {
            feed_->on_itch_message(message);
        }
    }
    void on_event(const trader::event::Connected& event) {
        if (event.port == trader::Port::OrderEntry) {
            entry_->on_connection();
        } else if (event.port == trader::Port::Glimpse) {
            glimpse_ = {};
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

    /// What an exact time is not looked up by.
    [[nodiscard]] std::vector<LiveMessage> replies() const {
        std::vector<LiveMessage> replies = orders_.replies();
        for (LiveMessage& reply : replies) {
            reply = is_exact_ ? LiveMessage{.sent = reply.sent, .received = reply.received} : reply;
        }
        return replies;
    }

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
    std::unique_ptr<LiveOrderEntry> entry_;
    std::vector<Symbol> symbols_;     // traded
    std::unique_ptr<LiveFeed> feed_;  // ITCH
    std::unique_ptr<LiveMdp3> mdp3_;  // or this
    LiveMessages glimpse_;
    LiveOrders orders_;
    bool is_exact_ = true;  // the times of replies
    bool answers_query_itself_ = false;
    std::vector<Time> timers_;
    std::optional<Time> stopped_{};  // first
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
    LiveSessionReader session;
    auto records = for_each_record(
        journal, [&](const journal::Record& record) { return session.add(record); });
    if (!records) {
        return std::unexpected(records.error());
    }
    auto read = session.finish();
    return read ? std::move(read) : fail(journal.string() + ": " + read.error().message);
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
