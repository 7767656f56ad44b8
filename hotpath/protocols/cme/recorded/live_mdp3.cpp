#include "hotpath/protocols/cme/recorded/live_mdp3.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "hotpath/backtest/live/live_order_entry.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/cme/trader/mdp3_market_data.hpp"
#include "hotpath/protocols/cme/venue/mdp3_market.hpp"

namespace hotpath::protocols::cme {

namespace {

using backtest::PacketEntry;

class Entries : public mdp3::NullListener {
  public:
    explicit Entries(std::vector<PacketEntry>& into) : into_(into) {}

    void on_md_incremental_refresh_order_book(const mdp3::MDIncrementalRefreshOrderBook& m) {
        for (const auto& order : m.no_md_entries()) {
            into_.push_back({.kind = PacketEntry::Kind::Order,
                             .instrument = order.load_security_id(),
                             .id = order.load_order_id().value_or(0),
                             .priority = order.load_md_order_priority().value_or(0),
                             .price = order.load_md_entry_px().load_mantissa().value_or(0),
                             .qty = order.load_md_display_qty().value_or(0),
                             .code = static_cast<std::uint8_t>(order.load_md_update_action())});
        }
    }
    void on_md_incremental_refresh_trade_summary(const mdp3::MDIncrementalRefreshTradeSummary& m) {
        for (const auto& trade : m.no_md_entries()) {
            into_.push_back({.kind = PacketEntry::Kind::Trade,
                             .instrument = trade.load_security_id(),
                             .id = trade.load_md_trade_entry_id().value_or(0),
                             .price = trade.load_md_entry_px().load_mantissa(),
                             .qty = trade.load_md_entry_size()});
        }
    }
    void on_security_status(const mdp3::SecurityStatus& m) {
        into_.push_back({.kind = PacketEntry::Kind::State,
                         .instrument = m.load_security_id().value_or(0),
                         .code = static_cast<std::uint8_t>(m.load_security_trading_status())});
    }

  private:
    std::vector<PacketEntry>& into_;
};

class Names : public mdp3::NullListener {
  public:
    explicit Names(std::map<std::int32_t, Symbol>& into) : into_(into) {}

    void on_md_instrument_definition_future(const mdp3::MDInstrumentDefinitionFuture& m) {
        into_[m.load_security_id()] = Symbol::from(m.load_symbol()).value_or(Symbol{});
    }

  private:
    std::map<std::int32_t, Symbol>& into_;
};

/// Each message of a whole packet to the listener.
void decode_messages(const mdp3::PacketReader& packet, auto&& listener) {
    mdp3::MessageCursor messages = packet.messages();
    for (Bytes message; messages.next(message);) {
        static_cast<void>(mdp3::decode(message, listener));
    }
}

}  // namespace

void append_entries(Bytes packet, std::vector<PacketEntry>& into) {
    mdp3::PacketReader reader;
    if (reader.open(packet) == DecodeStatus::Ok) {
        decode_messages(reader, Entries(into));
    }
}

void LiveMdp3::on_packet(Bytes packet, Time now) {
    mdp3::PacketReader reader;
    if (reader.open(packet) != DecodeStatus::Ok) {
        return;
    }
    const auto [at, is_new] = packets_.try_emplace(reader.msg_seq_num());
    if (is_new) {
        gaps_ += at != packets_.begin() && std::prev(at)->first + 1 != at->first ? 1U : 0U;
        const Time sent{static_cast<std::int64_t>(reader.sending_time())};
        at->second.message = {.sent = backtest::time_of_day_near(sent, now), .received = now};
        decode_messages(reader, Entries(at->second.entries));
        decode_messages(reader, Names(symbols_));
    }
}

void LiveMdp3::on_loop_packet(Bytes packet) {
    mdp3::PacketReader reader;
    if (reader.open(packet) == DecodeStatus::Ok) {
        decode_messages(reader, Names(symbols_));
    }
}

Symbol LiveMdp3::symbol_of(InstrumentId instrument) const {
    const auto found = symbols_.find(instrument.value);
    return found == symbols_.end() ? Symbol{} : found->second;
}

void LiveMdp3::move_to(backtest::LiveSession& session) {
    Time applied{};
    for (auto& [number, packet] : packets_) {
        applied = std::max(applied, packet.message.received);
        packet.message.received = applied;
        session.feed.push_back(packet.message);
        session.entries.push_back(std::move(packet.entries));
    }
    session.feed_gaps = gaps_;
    packets_.clear();
}

namespace {

class ChannelEntries final : public backtest::PublishedEntries {
  public:
    explicit ChannelEntries(exchange::Mdp3Market market) : market_(std::move(market)) {}

    void append(Bytes itch, std::vector<PacketEntry>& into) override {
        const auto take = [&](Bytes packet) { append_entries(packet, into); };
        market_.on_message(itch, 0, take);
        market_.end_event(0, take);
    }

  private:
    exchange::Mdp3Market market_;
};

[[nodiscard]] Expected<std::unique_ptr<backtest::LiveMarket>> open(
    const trader::TraderOptions& options) {
    if (options.data<feed::Mdp3Options>()->depth == feed::Mdp3Depth::ByPrice) {
        return fail(
            "must be the journal of a trader with market data by order, got MDP 3.0 by price, "
            "which does not say which order changed a level");
    }
    return std::make_unique<LiveMdp3>();
}

[[nodiscard]] Expected<std::unique_ptr<backtest::PublishedEntries>> publish(
    const book::BooksOptions& books) {
    auto market = exchange::Mdp3Market::create({.books = books});
    if (!market) {
        return std::unexpected(market.error());
    }
    return std::make_unique<ChannelEntries>(std::move(*market));
}

}  // namespace

const backtest::RecordedMarket& Mdp3MarketData::recorded() noexcept {
    static constexpr backtest::RecordedMarket kRecorded{.open = open, .publish = publish};
    return kRecorded;
}

}  // namespace hotpath::protocols::cme
