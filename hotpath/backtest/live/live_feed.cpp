#include "hotpath/backtest/live/live_feed.hpp"

#include <algorithm>
#include <cstddef>
#include <ranges>

#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::backtest {

namespace {

constexpr std::size_t kItchTimeAt = 5;
constexpr std::size_t kItchTimeEnd = 11;

[[nodiscard]] Time itch_time_of(Bytes message) {
    return {static_cast<std::int64_t>(load_be48(&message[kItchTimeAt]))};
}

[[nodiscard]] Time to_time(std::uint64_t since_midnight) {
    return {static_cast<std::int64_t>(since_midnight)};
}

/// What ITCH's numbers name.
class ItchNames : public protocols::nasdaq::itch50::NullListener {
  public:
    ItchNames(std::map<std::uint16_t, Symbol>& of_symbols,
              std::map<std::uint64_t, Time>& of_executions)
        : symbols_(of_symbols), executions_(of_executions) {}

    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) {
        symbols_[m.load_stock_locate()] = m.load_stock();
    }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) { add(m); }
    void on_order_executed_with_price(const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) {
        add(m);
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) { add(m); }

  private:
    template <class Message>
    void add(const Message& m) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            executions_.try_emplace(
                protocols::nasdaq::dropcopy::exec_number({m.load_match_number()}, side),
                to_time(m.load_timestamp()));
        }
    }

    std::map<std::uint16_t, Symbol>& symbols_;
    std::map<std::uint64_t, Time>& executions_;
};

}  // namespace

void LiveFeed::on_packet(Bytes packet, Time now) {
    for_each_message(packet, [&](std::uint64_t number, Bytes message) {
        add(number, message, now);
        if (number == next_) {
            apply(number, now);
        } else if (number > next_) {
            gaps_ += waiting_.empty() && next_ > 1 ? 1U : 0U;
            waiting_.insert(number);
        }
    });
}

void LiveFeed::apply(std::uint64_t number, Time now) {
    for (next_ = number + 1; waiting_.erase(next_) != 0; ++next_) {
        set_received(next_, now);
    }
}

void LiveFeed::on_snapshot_end(std::uint64_t next, Time now) {
    if (next <= next_) {
        return;
    }
    for (auto message = messages_.lower_bound(next_);
         message != messages_.end() && message->first < next; ++message) {
        set_received(message->first, now);
    }
    waiting_.erase(waiting_.begin(), waiting_.lower_bound(next));
    apply(next - 1, now);
}

void LiveFeed::add(std::uint64_t number, Bytes message, Time received) {
    if (message.size() >= kItchTimeEnd) {
        if (filter_.admits(message)) {
            messages_.try_emplace(number,
                                  LiveMessage{.sent = itch_time_of(message), .received = received});
        }
        on_itch_message(message);
    }
}

void LiveFeed::set_received(std::uint64_t number, Time received) {
    if (const auto found = messages_.find(number); found != messages_.end()) {
        Time& at = found->second.received;
        at = at == kNever ? received : std::max(at, received);
    }
}

void LiveFeed::on_snapshot_message(Bytes message, Time now) {
    namespace glimpse50 = protocols::nasdaq::glimpse50;
    if (std::uint64_t next = 0;
        glimpse50::is_end_of_snapshot(message) &&
        glimpse50::decode_end_of_snapshot(message, next) == protocols::DecodeStatus::Ok) {
        on_snapshot_end(next, now);
    } else {
        on_itch_message(message);
    }
}

void LiveFeed::on_itch_message(Bytes message) {
    ItchNames names(symbols_, executions_);
    static_cast<void>(protocols::nasdaq::itch50::decode(message, names));
}

Symbol LiveFeed::symbol_of(InstrumentId instrument) const {
    const auto found = symbols_.find(instrument.value);
    return found == symbols_.end() ? Symbol{} : found->second;
}

Time LiveFeed::time_of(MatchId exec_number) const {
    const auto found = executions_.find(exec_number.value);
    return found == executions_.end() ? kNever : found->second;
}

std::vector<LiveMessage> LiveFeed::messages() const {
    const auto by_number = std::views::values(messages_);
    std::vector<LiveMessage> messages(by_number.begin(), by_number.end());
    while (!messages.empty() && messages.back().received == kNever) {
        messages.pop_back();
    }
    for (std::size_t next = messages.size(); next-- > 1;) {
        LiveMessage& message = messages[next - 1];
        if (message.received == kNever && message.sent == messages[next].sent) {
            message.received = messages[next].received;
        }
    }
    return messages;
}

void LiveFeed::move_to(LiveSession& session) {
    session.feed = messages();
    session.feed_gaps = gaps();
    find_times(session.replies, *this);
}

void find_times(std::vector<LiveMessage>& replies, const LiveFeed& feed) {
    for (LiveMessage& reply : replies) {
        const Time known = reply.match == MatchId{} ? kNever : feed.time_of(reply.match);
        reply.sent = known == kNever ? reply.sent : known;
    }
}

}  // namespace hotpath::backtest
