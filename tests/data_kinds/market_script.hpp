#pragma once
/// A market of one level a side, written down once and told as each kind of data: orders of ITCH, rows
/// of a table of quotes and trades, records of DBN mbp-1, messages of IEX DEEP.
///
///   MarketScript market;
///   market.quote(1, {10'000, 300}, {10'010, 200});    the best bid and ask, in cents, from 1 ms on
///   market.trade(5, 10'000, 100);                     displayed shares first, hidden ones beyond
///   market.tell_by_order(test), market.as_table(), market.as_mbp1(), market.as_deep()
///
/// A trade takes what it trades off the quote; the next quote says what is displayed from then on.
/// Threads: a test's. Allocation: free. Tests only.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/framing.hpp"
#include "tests/support/dbn_day.hpp"
#include "tests/support/iex_segments.hpp"
#include "tests/support/memory_source.hpp"
#include "tests/support/packet_captures.hpp"
#include "tests/support/scripted_backtest.hpp"

namespace hotpath::support {

using ItchMessages = std::vector<std::vector<std::byte>>;

/// The messages that a file of these bytes is read as.
inline ItchMessages messages_of(Bytes file) {
    ItchMessages messages;
    auto stream = capture::open(std::make_unique<capture::MemorySource>("market", file));
    EXPECT_TRUE(stream) << stream.error().message;
    while (stream) {
        const auto block = (*stream)->next_block();
        EXPECT_TRUE(block) << block.error().message;
        if (!block || block->empty()) {
            break;
        }
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            messages.emplace_back(message.begin(), message.end());
        }
    }
    return messages;
}

/// No shares: the side is empty.
struct ScriptLevel {
    std::int64_t cents = 0;
    std::uint32_t qty = 0;
};

class MarketScript {
  public:
    void quote(std::int64_t ms, ScriptLevel bid, ScriptLevel ask) {
        rows_.push_back({.ms = ms, .is_trade = false, .sides = {bid, ask}});
    }
    void trade(std::int64_t ms, std::int64_t cents, std::uint32_t qty) {
        rows_.push_back({.ms = ms, .is_trade = true, .sides = {{{cents, qty}, {}}}});
    }

    /// A level has as many orders as it has grown; it shrinks from its end.
    void tell_by_order(ScriptedBacktest& test) const {
        ByOrder market(test);
        for (const Row& row : rows_) {
            test.at(row.ms);
            if (row.is_trade) {
                market.trade(row.sides[0]);
            } else {
                market.show(Side::Buy, row.sides[0]);
                market.show(Side::Sell, row.sides[1]);
            }
        }
    }

    [[nodiscard]] ItchMessages as_table() const {
        std::string table = "time,symbol,bid,bid_size,ask,ask_size,price,size\n";
        for (const Row& row : rows_) {
            const auto& [bid, ask] = row.sides;
            table += fmt::format("2024-01-02 09:{:02}:{:02}.{:03},AAPL,", 30 + row.ms / 60'000,
                                 row.ms / 1'000 % 60, row.ms % 1'000);
            table += row.is_trade ? ",,,," + field(bid) : field(bid) + "," + field(ask) + ",,";
            table += "\n";
        }
        return messages_of({reinterpret_cast<const std::byte*>(table.data()), table.size()});
    }

    [[nodiscard]] ItchMessages as_mbp1() const {
        DbnFile file({.dataset = "GLBX.MDP3",
                      .schema = protocols::dbn::schema::kMbp1,
                      .start = kDbnMidnight,
                      .symbols = {"AAPL"},
                      .mappings = {{"AAPL", {{20240102, 20240103, "7"}}}}});
        std::array<ScriptLevel, 2> shown{};
        for (const Row& row : rows_) {
            if (!row.is_trade) {
                shown = row.sides;
                add_record(file, row.ms, 'A', 'N', {}, shown, kLastFlag);
                continue;
            }
            const ScriptLevel& trade = row.sides[0];
            const std::size_t side = shown[1].qty != 0 && trade.cents >= shown[1].cents ? 1 : 0;
            add_record(file, row.ms, 'T', side == 1 ? 'B' : 'A', trade, shown, 0);
            if (shown[side].cents == trade.cents) {
                shown[side].qty -= std::min(shown[side].qty, trade.qty);
            }
            add_record(file, row.ms, 'C', side == 1 ? 'A' : 'B', {}, shown, kLastFlag);
        }
        return messages_of(file.bytes());
    }

    [[nodiscard]] ItchMessages as_deep() const {
        std::vector<OwnedBytes> packets;
        std::array<ScriptLevel, 2> shown{};
        std::int64_t sequence = 1;
        for (const Row& row : rows_) {
            const std::int64_t time = row.ms * kNanosPerMs;
            std::vector<OwnedBytes> event;
            std::vector<ScriptChange> changes;
            if (row.is_trade) {
                const auto& [cents, qty] = row.sides[0];
                event.push_back(deep_trade("AAPL", qty, cents * 100, sequence, time));
                changes = taken_off(shown, row.sides[0]);
            } else {
                changes = changes_of(shown, row.sides);
                shown = row.sides;
            }
            for (const auto& [side, level] : changes) {
                const DeepEvent of{.after_open = time,
                                   .is_complete = &level == &changes.back().level};
                event.push_back(
                    side == Side::Buy
                        ? deep_level<Side::Buy>("AAPL", level.qty, level.cents * 100, of)
                        : deep_level<Side::Sell>("AAPL", level.qty, level.cents * 100, of));
            }
            packets.push_back(ethernet(udp_packet(iex_segment(
                event, {.first = sequence, .send_time = kIexNineThirty + time + kNanosPerMs}))));
            sequence += static_cast<std::int64_t>(event.size());
        }
        return messages_of(pcap_of(packets));
    }

  private:
    /// A price displays this much from now on.
    struct ScriptChange {
        Side side = Side::Buy;
        ScriptLevel level{};
    };

    [[nodiscard]] static std::vector<ScriptChange> taken_off(std::array<ScriptLevel, 2>& shown,
                                                             ScriptLevel trade) {
        std::vector<ScriptChange> changes;
        for (const Side side : {Side::Buy, Side::Sell}) {
            ScriptLevel& level = shown[side_index(side)];
            if (level.qty != 0 && level.cents == trade.cents) {
                level.qty -= std::min(level.qty, trade.qty);
                changes.push_back({side, level});
            }
        }
        return changes;
    }
    [[nodiscard]] static std::vector<ScriptChange> changes_of(
        const std::array<ScriptLevel, 2>& before, const std::array<ScriptLevel, 2>& now) {
        std::vector<ScriptChange> changes;
        for (const Side side : {Side::Buy, Side::Sell}) {
            const ScriptLevel& old = before[side_index(side)];
            const ScriptLevel& level = now[side_index(side)];
            if (old.qty != 0 && (level.qty == 0 || level.cents != old.cents)) {
                changes.push_back({side, {old.cents, 0}});
            }
            if (level.qty != 0 && (level.cents != old.cents || level.qty != old.qty)) {
                changes.push_back({side, level});
            }
        }
        return changes;
    }

    struct Row {
        std::int64_t ms = 0;
        bool is_trade = false;
        std::array<ScriptLevel, 2> sides{};  // of a trade the first
    };

    /// The orders of the quote.
    class ByOrder {
      public:
        explicit ByOrder(ScriptedBacktest& test) : test_(test) {}

        void show(Side side, ScriptLevel level) {
            Displayed& displayed = displayed_[side_index(side)];
            if (displayed.cents != level.cents || level.qty == 0) {
                for (const Order& order : std::exchange(displayed.orders, {})) {
                    test_.remove(order.reference);
                }
                displayed.cents = level.cents;
            }
            std::uint32_t qty = displayed.qty();
            for (; qty > level.qty; qty = displayed.qty()) {
                shrink(displayed.orders, qty - level.qty);
            }
            if (qty < level.qty) {
                displayed.orders.push_back({++reference_, level.qty - qty});
                test_.add(reference_, side, level.qty - qty, support::cents(level.cents));
            }
        }
        void trade(ScriptLevel trade) {
            for (Displayed& displayed : displayed_) {
                while (displayed.cents == trade.cents && !displayed.orders.empty() &&
                       trade.qty > 0) {
                    Order& first = displayed.orders.front();
                    const std::uint32_t part = std::min(first.qty, trade.qty);
                    test_.execute(first.reference, part);
                    trade.qty -= part;
                    first.qty -= part;
                    if (first.qty == 0) {
                        displayed.orders.erase(displayed.orders.begin());
                    }
                }
            }
            if (trade.qty > 0) {
                test_.hidden_trade(trade.qty, support::cents(trade.cents));
            }
        }

      private:
        struct Order {
            std::uint64_t reference = 0;
            std::uint32_t qty = 0;
        };
        struct Displayed {
            std::int64_t cents = 0;
            std::vector<Order> orders{};  // first in line first

            [[nodiscard]] std::uint32_t qty() const {
                std::uint32_t sum = 0;
                for (const Order& order : orders) {
                    sum += order.qty;
                }
                return sum;
            }
        };

        void shrink(std::vector<Order>& orders, std::uint32_t qty) {
            Order& last = orders.back();
            if (qty < last.qty) {
                test_.cancel(last.reference, qty);
                last.qty -= qty;
            } else {
                test_.remove(last.reference);
                orders.pop_back();
            }
        }

        ScriptedBacktest& test_;
        std::array<Displayed, 2> displayed_{};
        std::uint64_t reference_ = 10;
    };

    [[nodiscard]] static std::string field(ScriptLevel level) {
        return level.qty == 0
                   ? ","
                   : fmt::format("{}.{:02},{}", level.cents / 100, level.cents % 100, level.qty);
    }
    static void add_record(DbnFile& file, std::int64_t ms, char action, char side,
                           ScriptLevel change, const std::array<ScriptLevel, 2>& shown,
                           std::uint8_t flags) {
        const auto levels_of = [](ScriptLevel level) {
            return level.qty == 0 ? std::vector<DbnLevel>{}
                                  : std::vector{DbnLevel{level.cents * 100, level.qty}};
        };
        auto record = mbp<protocols::dbn::Mbp1Msg>(action, side, {change.cents * 100, change.qty},
                                                   levels_of(shown[0]), levels_of(shown[1]), flags);
        const auto time = kDbnMidnight + static_cast<std::uint64_t>(after_open(ms).value);
        record.store_ts_event(time);
        record.store_ts_recv(time);
        file.add(record);
    }

    std::vector<Row> rows_;
};

}  // namespace hotpath::support
