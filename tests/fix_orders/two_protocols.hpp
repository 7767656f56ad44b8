#pragma once
/// Traders of one protocol at one venue, in one thread: gateways, the venue's log, and what is on
/// its way between them. Messages and replies wait until the test lets them arrive.
///
///   Market<OuchWire> ouch;  Market<FixWire> fix;      the same calls on both
///   ouch.send(trader, intent); ouch.arrive(trader); ouch.answer(trader);
///
/// A FIX message crosses as a session would send it, and is held to its version's dictionary.
/// Threads: the test's. Allocation: yes. Tests only.

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/protocols/fix/trader/fix_gateway.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::support {

inline constexpr std::uint16_t kTraders = 2;
inline constexpr InstrumentId kTraded{1};
inline constexpr std::int64_t kReference = 100'000;

using Message = std::vector<std::byte>;

[[nodiscard]] inline Message copy_of(Bytes bytes) {
    return {bytes.begin(), bytes.end()};
}

/// OUCH: as it is.
struct OuchWire {
    using Gateway = protocols::nasdaq::OuchGateway;

    [[nodiscard]] static Gateway::CodecOptions options(std::uint16_t) { return {}; }
    [[nodiscard]] Message to_venue(std::uint16_t, Bytes message) { return copy_of(message); }
    [[nodiscard]] Message to_trader(std::uint16_t, Bytes message) { return copy_of(message); }
    [[nodiscard]] static exchange::Event event_of(exchange::SessionId session, Bytes message) {
        return exchange::event::Order{session, message};
    }
    [[nodiscard]] static std::span<const exchange::Reply> replies(const exchange::VenueLog& log) {
        return log.replies();
    }
};

/// FIX: trader 0 speaks 4.4, trader 1 speaks 4.2.
class FixWire {
  public:
    using Gateway = protocols::fix::FixGateway;

    [[nodiscard]] static const protocols::fix::Dialect& dialect(std::uint16_t trader) {
        return trader == 0 ? protocols::fix::kDialect44 : protocols::fix::kDialect42;
    }
    [[nodiscard]] static Gateway::CodecOptions options(std::uint16_t trader) {
        return {.dialect = &dialect(trader)};
    }
    [[nodiscard]] Message to_venue(std::uint16_t trader, Bytes body) {
        return whole(trader, text_of(body) + with_soh("60=20261126-09:30:00.000|"));
    }
    [[nodiscard]] Message to_trader(std::uint16_t trader, Bytes body) {
        return whole(trader, text_of(body));
    }
    [[nodiscard]] static exchange::Event event_of(exchange::SessionId session, Bytes message) {
        return exchange::event::FixMessage{session, {}, message};
    }
    [[nodiscard]] static std::span<const exchange::Reply> replies(const exchange::VenueLog& log) {
        return log.outputs_of<exchange::FixProtocol>(exchange::FixProtocol::kReplies);
    }

  private:
    /// With a session's header behind MsgType, and valid.
    [[nodiscard]] Message whole(std::uint16_t trader, const std::string& body) {
        const std::size_t type_end = body.find(protocols::fix::kSoh) + 1;
        const std::string header =
            "34=" + std::to_string(++number_) + "|49=A|52=20261126-09:30:00.000|56=B|";
        const std::string message =
            fix_message(dialect(trader).begin_string,
                        body.substr(0, type_end) + header + body.substr(type_end));
        Checked& checked = checked_[trader];
        EXPECT_EQ(checked.fields.split(view_of(message)), protocols::fix::SplitStatus::Ok);
        EXPECT_EQ(checked.validator.check(checked.fields), protocols::fix::Verdict{}) << message;
        return copy_of(view_of(message));
    }

    struct Checked {
        explicit Checked(const protocols::fix::DictionaryTables& tables)
            : dictionary(*protocols::fix::Dictionary::create(tables)),
              fields(dictionary.data_fields()),
              validator(dictionary, {.rejects_unknown_tags = true}) {}

        protocols::fix::Dictionary dictionary;
        protocols::fix::FieldList fields;
        protocols::fix::Validator validator;
    };
    std::uint64_t number_ = 0;
    std::deque<Checked> checked_ = make_checked();

    static std::deque<Checked> make_checked() {
        std::deque<Checked> checked;
        checked.emplace_back(protocols::fix::kFix44);
        checked.emplace_back(protocols::fix::kFix42);
        return checked;
    }
};

[[nodiscard]] inline exchange::ExchangeOptions market_options() {
    return {.books = {.orders_max = 4'096, .levels_max = 1'024, .instruments_max = 1},
            .sessions_max = kTraders,
            .session_orders_max = 1'024,
            .executions_per_command_max = 256};
}
[[nodiscard]] inline exchange::VenueProtocols::DeskOptions market_desks() {
    return {exchange::FixDeskOptions{.ids_max = 1U << 17U}, {}};
}

template <class Wire>
class Market {
  public:
    using Gateway = typename Wire::Gateway;

    Market()
        : log_(std::move(*exchange::VenueLog::create(market_options(), nullptr, market_desks()))) {
        for (std::uint16_t trader = 0; trader < kTraders; ++trader) {
            gateways_.push_back(
                std::move(*Gateway::create({.orders = {.instruments_max = 1,
                                                       .orders_remembered = 1U << 15U,
                                                       .open_orders_max = 256,
                                                       .executions_remembered = 1U << 15U},
                                            .risk = wide_risk(1)},
                                           Wire::options(trader))));
            EXPECT_TRUE(gateways_.back().allow(kTraded, symbol(), wide_limits()).has_value());
        }
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(kTraded.value);
        directory.store_stock(symbol());
        apply(exchange::event::Publication{directory.bytes()});
    }

    [[nodiscard]] Gateway& gateway(std::uint16_t trader) { return gateways_[trader]; }
    [[nodiscard]] const exchange::VenueLog& log() const { return log_; }
    [[nodiscard]] const std::vector<Message>& records() const { return records_; }

    oms::Rejection send(std::uint16_t trader, const oms::Intent& intent) {
        timing::StageStamps stamps;
        return gateways_[trader].send(intent, {.now = {++now_}, .reference_price = {kReference}},
                                      stamps, timing::NoTicks{});
    }

    /// What the trader has sent arrives; returns the venue's market data.
    std::vector<Message> arrive(std::uint16_t trader) {
        std::vector<Message> messages;
        gateways_[trader].for_each_outgoing(
            [&](Bytes message) { messages.push_back(wire_.to_venue(trader, message)); });
        std::vector<Message> feed;
        for (const Message& message : messages) {
            for (Message& packet : apply(Wire::event_of({trader}, message))) {
                feed.push_back(std::move(packet));
            }
        }
        return feed;
    }

    /// What the venue has answered arrives; returns the trader's fills.
    std::vector<oms::Fill> answer(std::uint16_t trader) {
        std::vector<oms::Fill> fills;
        for (const Message& reply : std::exchange(replies_[trader], {})) {
            const gateway::Report report = gateways_[trader].on_message(reply);
            EXPECT_FALSE(report.is_trouble()) << text_of(reply);
            if (report.is_fill) {
                fills.push_back(report.fill);
            }
        }
        return fills;
    }

  private:
    [[nodiscard]] static Symbol symbol() { return *Symbol::from("ABCD"); }

    std::vector<Message> apply(const exchange::Event& event) {
        const exchange::Input input{
            .time = {34'200'000'000'000}, .outputs = log_.outputs_so_far(), .event = event};
        EXPECT_EQ(log_.apply(input), exchange::ApplyStatus::Ok);
        std::vector<Message> feed;
        for (const Bytes packet : log_.exchange().feed_packets()) {
            feed.push_back(copy_of(packet));
        }
        for (const exchange::Reply& reply : Wire::replies(log_)) {
            replies_[reply.session.value].push_back(
                wire_.to_trader(reply.session.value, reply.message));
        }
        Message room(exchange::kInputLengthMax);
        records_.push_back(copy_of(exchange::encode(input, room)));
        log_.clear_outputs();
        return feed;
    }

    Wire wire_;
    exchange::VenueLog log_;
    std::vector<Gateway> gateways_;
    std::array<std::vector<Message>, kTraders> replies_;
    std::vector<Message> records_;
    std::int64_t now_ = 0;
};

}  // namespace hotpath::support
