#pragma once
/// A venue's market data for tests of the feed path: a random but valid stream of ITCH messages,
/// its packets, the answers of its re-request server, its snapshots, and the truth about its books
/// after each message.
///
///   FeedVenue venue(seed, "MONDAY");
///   venue.publish(5);
///   feed.on_packet({Line::A, venue.packet(1, 5), now}, listener);
///   EXPECT_EQ(feed.books().checksum(), venue.checksum_after(5));
///
/// Threads: one. Allocation: everywhere. Tests only.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::support {

class FeedVenue {
  public:
    using Message = std::vector<std::byte>;

    static constexpr std::uint16_t kInstruments = 3;
    static constexpr book::BooksOptions kBounds{.orders_max = 512,
                                                .levels_max = 512,
                                                .instruments_max = kInstruments,
                                                .huge_pages = HugePages::Never};

    FeedVenue(std::uint64_t seed, std::string_view session)
        : random_(seed),
          session_(protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>(session)) {
        checksums_.push_back(books_.books().checksum());
    }

    [[nodiscard]] const protocols::nasdaq::moldudp64::Session& session() const { return session_; }
    /// Of the next message to publish.
    [[nodiscard]] std::uint64_t next_sequence_number() const { return messages_.size() + 1; }
    [[nodiscard]] const Message& message(std::uint64_t sequence_number) const {
        return messages_.at(sequence_number - 1);
    }
    /// Of the books when this message and all before it are applied; 0: of empty books.
    [[nodiscard]] std::uint64_t checksum_after(std::uint64_t sequence_number) const {
        return checksums_.at(sequence_number);
    }
    [[nodiscard]] const book::L3Books& books() const { return books_.books(); }

    void publish(std::size_t messages) {
        for (std::size_t i = 0; i < messages; ++i) {
            if (messages_.size() < kInstruments) {
                publish_trading_action();
            } else {
                publish_one();
            }
        }
    }

    /// As many of these as exist and fit.
    [[nodiscard]] Message packet(std::uint64_t first, std::uint64_t count) const {
        protocols::nasdaq::moldudp64::PacketWriter writer(buffer_, session_, first);
        const std::uint64_t end = std::min(first + count, next_sequence_number());
        std::uint64_t number = first;
        while (number < end && writer.try_append(message(number))) {
            ++number;
        }
        return copy(writer.finish());
    }
    [[nodiscard]] Message heartbeat() const { return packet(next_sequence_number(), 0); }
    [[nodiscard]] Message end_of_session() const {
        protocols::nasdaq::moldudp64::PacketWriter writer(buffer_, session_,
                                                          next_sequence_number());
        return copy(writer.finish_session());
    }

    /// One packet with as much of what was asked for as exists and fits; empty when that is
    /// nothing.
    [[nodiscard]] Message answer(Bytes bytes) const {
        protocols::nasdaq::moldudp64::RequestPacket request;
        if (protocols::nasdaq::moldudp64::decode_request(bytes, request) !=
                protocols::DecodeStatus::Ok ||
            request.load_session() != session_) {
            return {};
        }
        const std::uint64_t first = request.load_sequence_number();
        const std::uint64_t end =
            std::min(first + request.load_requested_message_count(), next_sequence_number());
        return first == 0 || first >= end ? Message{} : packet(first, end - first);
    }

    /// Trading states, every open order, and the number to go on with.
    [[nodiscard]] std::vector<Message> snapshot() const {
        std::vector<Message> messages;
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            if (books().trading_state({id}) == book::TradingState::Trading) {
                messages.push_back(copy(trading_action(id).bytes()));
            }
            for (const Side side : {Side::Buy, Side::Sell}) {
                books().for_each_order({id}, side, [&](const book::OrderView& order) {
                    messages.push_back(copy(add_order(order).bytes()));
                });
            }
        }
        protocols::nasdaq::glimpse50::EndOfSnapshot end;
        end.store_itch_sequence_number(
            protocols::nasdaq::glimpse50::to_characters(next_sequence_number()));
        messages.push_back(copy(end.bytes()));
        return messages;
    }

    /// Each instrument has a symbol that no other has.
    [[nodiscard]] static Symbol symbol_of(std::uint16_t id) {
        return *Symbol::from("T" + std::to_string(id));
    }

    [[nodiscard]] static Message copy(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

  private:
    [[nodiscard]] static protocols::nasdaq::itch50::AddOrder add_order(
        const book::OrderView& order) {
        protocols::nasdaq::itch50::AddOrder add;
        add.store_stock_locate(order.instrument.value);
        add.store_order_reference_number(order.id.value);
        add.store_buy_sell_indicator(order.side == Side::Buy ? 'B' : 'S');
        add.store_shares(order.leaves_qty.value);
        add.store_stock(symbol_of(order.instrument.value));
        add.store_price(static_cast<std::uint32_t>(order.price.value));
        return add;
    }

    [[nodiscard]] static protocols::nasdaq::itch50::StockTradingAction trading_action(
        std::uint16_t id) {
        protocols::nasdaq::itch50::StockTradingAction action;
        action.store_stock_locate(id);
        action.store_stock(symbol_of(id));
        action.store_trading_state('T');
        return action;
    }

    void publish_trading_action() {
        append(trading_action(static_cast<std::uint16_t>(messages_.size() + 1)));
    }

    void publish_one() {
        const std::uint64_t kind = open_.empty() || random_.below(5) < 2 ? 0 : random_.below(8);
        if (open_.empty() || kind < 4) {
            return publish_add();
        }
        const std::size_t place = random_.below(open_.size());
        const OrderId id = open_[place];
        const std::uint32_t leaves = books().find(id)->leaves_qty.value;
        const auto part = static_cast<std::uint32_t>(1 + random_.below(leaves));
        if (kind == 4) {
            of_order<protocols::nasdaq::itch50::OrderExecuted>(
                id, [&](auto& m) { m.store_executed_shares(part); });
        } else if (kind == 5) {
            of_order<protocols::nasdaq::itch50::OrderCancel>(
                id, [&](auto& m) { m.store_cancelled_shares(part); });
        } else if (kind == 6) {
            of_order<protocols::nasdaq::itch50::OrderDelete>(id, [](auto&) {});
        } else {
            return publish_replace(place);
        }
        if (!books().find(id)) {
            open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }

    void publish_add() {
        const Side side = random_.one_in(2) ? Side::Buy : Side::Sell;
        open_.push_back({++id_});
        append(
            add_order({.id = {id_},
                       .instrument = {static_cast<std::uint16_t>(1 + random_.below(kInstruments))},
                       .side = side,
                       .price = {price(side)},
                       .leaves_qty = {static_cast<std::uint32_t>(1 + random_.below(500))}}));
    }

    void publish_replace(std::size_t place) {
        const book::OrderView original = *books().find(open_[place]);
        protocols::nasdaq::itch50::OrderReplace replace;
        replace.store_stock_locate(original.instrument.value);
        replace.store_original_order_reference_number(original.id.value);
        replace.store_new_order_reference_number(++id_);
        replace.store_shares(static_cast<std::uint32_t>(1 + random_.below(500)));
        replace.store_price(static_cast<std::uint32_t>(price(original.side)));
        open_[place] = {id_};
        append(replace);
    }

    template <class M>
    void of_order(OrderId id, auto&& fill) {
        M message;
        message.store_stock_locate(books().find(id)->instrument.value);
        message.store_order_reference_number(id.value);
        fill(message);
        append(message);
    }

    /// Bids and asks never meet.
    [[nodiscard]] std::int64_t price(Side side) {
        return 10'000 - sign(side) * static_cast<std::int64_t>(1 + random_.below(20));
    }

    void append(const auto& message) {
        messages_.push_back(copy(message.bytes()));
        books_.on_message(message.bytes(), ignored_);
        checksums_.push_back(books_.books().checksum());
    }

    Random random_;
    protocols::nasdaq::moldudp64::Session session_;
    feed::NullListener ignored_;
    feed::ItchBooks books_ = *feed::ItchBooks::create(kBounds);
    std::vector<Message> messages_;
    std::vector<std::uint64_t> checksums_;  // by sequence number
    std::vector<OrderId> open_;
    std::uint64_t id_ = 0;
    mutable std::array<std::byte, protocols::nasdaq::moldudp64::kPacketLengthMax> buffer_{};
};

}  // namespace hotpath::support
