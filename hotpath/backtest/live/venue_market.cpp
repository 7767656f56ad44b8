#include "hotpath/backtest/live/venue_market.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <system_error>
#include <variant>

#include <fmt/format.h>

#include "hotpath/backtest/live/venue_inputs.hpp"
#include "hotpath/capture/message_writer.hpp"
#include "hotpath/exchange/server/control.hpp"
#include "hotpath/exchange/server/input.hpp"

namespace hotpath::backtest {

namespace {

namespace fs = std::filesystem;
namespace event = exchange::event;

/// A message of a session's order entry, whatever its protocol; refused before it reached the venue or not.
template <class E>
concept OrderMessage = std::same_as<E, event::Order> || requires(const E& of) {
    of.session;
    of.reason;
    of.message;
};

/// The turns of a venue, and the requests of its one session.
class TurnReader {
  public:
    explicit TurnReader(const std::vector<Time>& sent) : sent_(sent) {}

    [[nodiscard]] Expected<void> add(const exchange::Input& input) {
        if (!turns_.empty() && input.time < turns_.back().first) {
            return fail("must hold one day of the venue, got several");
        }
        if (turns_.empty() || input.time > turns_.back().first) {
            const Time after = turns_.empty() ? Time{} : turns_.back().second + Nanos{1};
            turns_.emplace_back(input.time, std::max(input.time, after));
        }
        return std::visit(
            [&]<class E>(const E& of) -> Expected<void> {
                if constexpr (OrderMessage<E>) {
                    return add_request(of.session, input.time);
                }
                return {};
            },
            input.event);
    }

    [[nodiscard]] std::vector<std::pair<Time, Time>>& turns() { return turns_; }
    /// As the venue has their times.
    [[nodiscard]] const std::vector<Time>& requests() const { return requests_; }

  private:
    [[nodiscard]] Expected<void> add_request(exchange::SessionId session, Time at_venue) {
        if (!requests_.empty() && session_ != session) {
            return fail(
                "must hold the orders of one session: a backtest has no place for the orders of a "
                "second trader");
        }
        session_ = session;
        if (requests_.size() < sent_.size()) {
            Time& turn = turns_.back().second;
            turn = std::max(turn, sent_[requests_.size()]);
        }
        requests_.push_back(at_venue);
        return {};
    }

    const std::vector<Time>& sent_;
    std::vector<std::pair<Time, Time>> turns_;
    std::vector<Time> requests_;
    exchange::SessionId session_{};
};

[[nodiscard]] bool is_start_of_day(const event::Command& command) {
    exchange::Control control;
    return exchange::decode(command.message, control) == protocols::DecodeStatus::Ok &&
           control.action == exchange::ControlAction::StartDay;
}

/// A message of the market or of the venue itself; empty for any other event.
[[nodiscard]] Bytes itch_message_of(const exchange::Event& any) {
    if (const auto* const background = std::get_if<event::Background>(&any)) {
        return background->message;
    }
    const auto* const publication = std::get_if<event::Publication>(&any);
    return publication == nullptr ? Bytes{} : publication->message;
}

/// The message with the corrected time of its turn.
[[nodiscard]] Expected<void> write_message(capture::MessageWriter& writer, Bytes message,
                                           Time corrected) {
    constexpr std::size_t kTimeAt = 5;
    constexpr std::size_t kTimeEnd = 11;
    if (message.size() < kTimeEnd) {
        return fail("has a market message that is not ITCH 5.0");
    }
    std::array<std::byte, exchange::kInputMessageMax> room{};
    std::ranges::copy(message, room.begin());
    store_be48(&room[kTimeAt], static_cast<std::uint64_t>(corrected.value));
    return writer.write(Bytes(room).first(message.size()));
}

[[nodiscard]] Expected<VenueMarket> write_messages(const fs::path& journal, const VenueTimes& times,
                                                   capture::MessageWriter& writer) {
    VenueMarket market;
    auto written = for_each_venue_input(journal, [&](const exchange::Input& input) {
        if (const Bytes message = itch_message_of(input.event); !message.empty()) {
            ++market.messages;
            return write_message(writer, message, times.of(input.time));
        }
        const auto* const command = std::get_if<event::Command>(&input.event);
        market.commands += command != nullptr && !is_start_of_day(*command) ? 1U : 0U;
        return Expected<void>();
    });
    if (written && market.messages == 0) {
        written =
            fail(fmt::format("{}: must hold messages of a market, got none", journal.string()));
    }
    if (written) {
        written = writer.close();
    }
    return written ? Expected<VenueMarket>(market) : std::unexpected(written.error());
}

}  // namespace

Expected<VenueTimes> VenueTimes::read(const fs::path& journal, const std::vector<Time>& sent) {
    TurnReader reader(sent);
    auto read = for_each_venue_input(
        journal, [&](const exchange::Input& input) { return reader.add(input); });
    if (!read) {
        return std::unexpected(read.error());
    }
    VenueTimes times;
    times.turns_ = std::move(reader.turns());
    for (const Time request : reader.requests()) {
        times.requests_.push_back(times.of(request));
    }
    return times;
}

Time VenueTimes::of(Time venue) const {
    const auto turn = std::ranges::lower_bound(turns_, venue, {}, &std::pair<Time, Time>::first);
    return turn != turns_.end() && turn->first == venue ? turn->second : venue;
}

Expected<VenueMarket> write_venue_market(const fs::path& journal, const VenueTimes& times,
                                         const fs::path& file) {
    auto writer = capture::create(file);
    if (!writer) {
        return std::unexpected(writer.error());
    }
    return write_messages(journal, times, **writer);
}

void correct(LiveSession& session, const VenueTimes& times) {
    for (std::vector<LiveMessage>* messages : {&session.feed, &session.replies}) {
        for (LiveMessage& message : *messages) {
            message.sent = times.of(message.sent);
        }
    }
    session.requests.resize(std::min(session.requests.size(), times.requests().size()));
    for (std::size_t n = 0; n < session.requests.size(); ++n) {
        session.requests[n].received = times.requests()[n];
    }
    for (LiveMessage& reply : session.replies) {
        if (reply.answers && *reply.answers < session.requests.size()) {
            reply.sent = session.requests[*reply.answers].received;
        }
    }
}

void add_query(LiveSession& session) {
    if (session.answers_query_itself && session.events.opened) {
        const Time opened = *session.events.opened;
        const LiveMessage at_once{.sent = opened, .received = opened};
        session.requests.insert(session.requests.begin(), at_once);
        session.replies.insert(session.replies.begin(), at_once);
    }
}

}  // namespace hotpath::backtest
