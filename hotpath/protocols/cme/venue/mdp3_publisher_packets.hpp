#pragma once
/// The packets of Mdp3Publisher. Included by mdp3_publisher.hpp alone.
///
/// Threads, allocation, complexity: those of Mdp3Publisher.

#include <algorithm>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/cme/venue/mdp3_publisher.hpp"

namespace hotpath::exchange {

void Mdp3Publisher::store(auto& entry, const OrderEntry& order) const noexcept {
    entry.store_order_id(order.public_id);
    entry.store_md_order_priority(order.priority);
    protocols::cme::mdp3::PriceNull9 price;
    price.store_mantissa(mantissa(order.price));
    entry.store_md_entry_px(price);
    entry.store_md_display_qty(static_cast<std::int32_t>(order.qty.value));
    entry.store_security_id(security(order.instrument).security_id);
    entry.store_md_update_action(order.action);
    entry.store_md_entry_type(to_entry_type(order.side));
}

void Mdp3Publisher::store_in_snapshot(auto& entry, const OrderEntry& order) const noexcept {
    entry.store_order_id(order.public_id);
    entry.store_md_order_priority(order.priority);
    protocols::cme::mdp3::Price9 price;
    price.store_mantissa(mantissa(order.price));
    entry.store_md_entry_px(price);
    entry.store_md_display_qty(static_cast<std::int32_t>(order.qty.value));
    entry.store_md_entry_type(to_entry_type(order.side));
}

void Mdp3Publisher::store(auto& entry, const TradeEntry& trade) const noexcept {
    protocols::cme::mdp3::Price9 price;
    price.store_mantissa(mantissa(trade.price));
    entry.store_md_entry_px(price);
    entry.store_md_entry_size(static_cast<std::int32_t>(trade.qty.value));
    entry.store_security_id(security(trade.instrument).security_id);
    entry.store_number_of_orders(2);
    entry.store_aggressor_side(trade.aggressor);
    entry.store_md_update_action(Action::New);
    entry.store_md_trade_entry_id(trade.id);
    entry.store_rpt_seq(trade.rpt_seq);
}

void Mdp3Publisher::store(auto& entry, const LevelEntry& level) const noexcept {
    protocols::cme::mdp3::PriceNull9 price;
    price.store_mantissa(mantissa(level.level.price));
    entry.store_md_entry_px(price);
    entry.store_md_entry_size(static_cast<std::int32_t>(level.level.qty.value));
    entry.store_security_id(security(level.instrument).security_id);
    entry.store_rpt_seq(level.rpt_seq);
    entry.store_number_of_orders(static_cast<std::int32_t>(level.level.orders));
    entry.store_md_price_level(static_cast<std::uint8_t>(level.number));
    entry.store_md_update_action(level.action);
    entry.store_md_entry_type(to_entry_type(level.side));
}

void Mdp3Publisher::store_in_snapshot(auto& entry, const LevelEntry& level) const noexcept {
    protocols::cme::mdp3::PriceNull9 price;
    price.store_mantissa(mantissa(level.level.price));
    entry.store_md_entry_px(price);
    entry.store_md_entry_size(static_cast<std::int32_t>(level.level.qty.value));
    entry.store_number_of_orders(static_cast<std::int32_t>(level.level.orders));
    entry.store_md_price_level(static_cast<std::int8_t>(level.number));
    entry.store_md_entry_type(to_entry_type(level.side));
}

void Mdp3Publisher::store(auto& definition, InstrumentId instrument,
                          std::optional<std::uint32_t> reports,
                          std::uint64_t now_ns) const noexcept {
    definition.store_tot_num_reports(reports);
    definition.store_security_update_action(protocols::cme::mdp3::SecurityUpdateAction::Add);
    definition.store_last_update_time(now_ns);
    definition.store_md_security_trading_status(states_[instrument.value - 1U]);
    definition.store_security_group(security(instrument).group);
    definition.store_asset(security(instrument).asset);
    definition.store_symbol(security(instrument).symbol);
    definition.store_security_id(security(instrument).security_id);
    definition.put_no_events(0, [](auto&, std::size_t) {});
    definition.put_no_md_feed_types(1, [](auto& feed, std::size_t) {
        feed.store_md_feed_type("GBX");
        feed.store_market_depth(static_cast<std::int8_t>(Mdp3PublishedLevels::kDepth));
    });
}

template <class Send>
void Mdp3Publisher::flush(Feed& feed, protocols::cme::mdp3::PacketWriter& writer,
                          std::uint64_t now_ns, Send&& send) {
    if (!writer.empty()) {
        send(writer.finish(now_ns));
        feed.next_number = writer.msg_seq_num();
    }
}

template <class Encode, class Send>
void Mdp3Publisher::put(Feed& feed, protocols::cme::mdp3::PacketWriter& writer, Encode&& encode,
                        std::uint64_t now_ns, Send&& send) {
    if (!writer.try_append(encode)) {
        flush(feed, writer, now_ns, send);
        HOTPATH_ASSERT(writer.try_append(encode), "a packet must hold any one message");
    }
}

template <class M, class Entry, class Send>
// NOLINTNEXTLINE(readability-function-size)
void Mdp3Publisher::put_all(Feed& feed, protocols::cme::mdp3::PacketWriter& writer,
                            std::span<const Entry> entries, bool is_last, bool is_recovery,
                            std::uint64_t now_ns, Send&& send) {
    // Header, block, the dimensions of both groups.
    constexpr std::size_t kAround =
        protocols::cme::mdp3::MessageHeader::kLength + M::kBlockLength + 3 + 8;
    while (!entries.empty()) {
        std::size_t fit =
            writer.room() < kAround ? 0 : (writer.room() - kAround) / M::NoMDEntries::kBlockLength;
        if (fit == 0) {
            flush(feed, writer, now_ns, send);
            continue;
        }
        fit = std::min({fit, entries.size(), std::size_t{255}});
        protocols::cme::mdp3::MatchEventIndicator indicator;
        if (is_last && fit == entries.size()) {
            indicator.add(protocols::cme::mdp3::MatchEventIndicator::EndOfEvent);
        }
        if (is_recovery) {
            indicator.add(protocols::cme::mdp3::MatchEventIndicator::RecoveryMsg);
        }
        put(
            feed, writer,
            [&](MutableBytes room) {
                return M::encode(room, [&](auto& message) {
                    message.store_transact_time(now_ns);
                    message.store_match_event_indicator(indicator);
                    message.put_no_md_entries(
                        fit, [&](auto& entry, std::size_t i) { store(entry, entries[i]); });
                });
            },
            now_ns, send);
        entries = entries.subspan(fit);
    }
}

template <class Send>
void Mdp3Publisher::list(InstrumentId instrument, const Mdp3Security& security,
                         std::uint64_t now_ns, Send&& send) {
    add_listing(instrument, security);
    protocols::cme::mdp3::PacketWriter writer = writer_of(incremental_);
    put(
        incremental_, writer,
        [&](MutableBytes room) {
            return protocols::cme::mdp3::MDInstrumentDefinitionFuture::encode(
                room, [&](auto& message) { store(message, instrument, std::nullopt, now_ns); });
        },
        now_ns, send);
    flush(incremental_, writer, now_ns, send);
}

template <class Send>
void Mdp3Publisher::end_event(const book::L3Books& books, std::uint64_t now_ns, Send&& send) {
    settle();
    protocols::cme::mdp3::PacketWriter writer = writer_of(incremental_);
    put_all<protocols::cme::mdp3::MDIncrementalRefreshTradeSummary>(
        incremental_, writer, std::span<const TradeEntry>(trades_.items().first(trade_count_)),
        order_count_ == 0, false, now_ns, send);
    for (const InstrumentId instrument : touched_.items().first(touched_count_)) {
        put_all<protocols::cme::mdp3::MDIncrementalRefreshBook>(
            incremental_, writer, changed_levels(books, instrument), false, false, now_ns, send);
        published(instrument).is_touched = false;
    }
    touched_count_ = 0;
    if (has_orders_) {
        put_all<protocols::cme::mdp3::MDIncrementalRefreshOrderBook>(
            incremental_, writer, std::span<const OrderEntry>(orders_.items().first(order_count_)),
            true, false, now_ns, send);
    } else if (order_count_ > 0) {
        put_end_of_event(writer, now_ns, send);
    }
    flush(incremental_, writer, now_ns, send);
    trade_count_ = 0;
    order_count_ = 0;
}

/// After levels, of which the last is not known before: a message of none.
template <class Send>
void Mdp3Publisher::put_end_of_event(protocols::cme::mdp3::PacketWriter& writer,
                                     std::uint64_t now_ns, Send&& send) {
    if (writer.empty() && trade_count_ == 0) {
        return;  // nothing of the event is to be seen by price
    }
    put(
        incremental_, writer,
        [&](MutableBytes room) {
            return protocols::cme::mdp3::MDIncrementalRefreshBook::encode(room, [&](auto& message) {
                message.store_transact_time(now_ns);
                protocols::cme::mdp3::MatchEventIndicator indicator;
                indicator.add(protocols::cme::mdp3::MatchEventIndicator::EndOfEvent);
                message.store_match_event_indicator(indicator);
            });
        },
        now_ns, send);
}

template <class Send>
void Mdp3Publisher::publish_state(InstrumentId instrument,
                                  protocols::cme::mdp3::SecurityTradingStatus status,
                                  std::uint64_t now_ns, Send&& send) {
    states_[instrument.value - 1U] = status;
    protocols::cme::mdp3::PacketWriter writer = writer_of(incremental_);
    put(
        incremental_, writer,
        [&](MutableBytes room) {
            return protocols::cme::mdp3::SecurityStatus::encode(room, [&](auto& message) {
                message.store_transact_time(now_ns);
                message.store_security_group(security(instrument).group);
                message.store_asset(security(instrument).asset);
                message.store_security_id(security(instrument).security_id);
                protocols::cme::mdp3::MatchEventIndicator indicator;
                indicator.add(protocols::cme::mdp3::MatchEventIndicator::EndOfEvent);
                message.store_match_event_indicator(indicator);
                message.store_security_trading_status(status);
            });
        },
        now_ns, send);
    flush(incremental_, writer, now_ns, send);
}

template <class Send>
void Mdp3Publisher::reset_channel(const book::L3Books& books, std::uint64_t now_ns, Send&& send) {
    protocols::cme::mdp3::PacketWriter writer = writer_of(incremental_);
    put(
        incremental_, writer,
        [&](MutableBytes room) {
            return protocols::cme::mdp3::ChannelReset::encode(room, [&](auto& message) {
                message.store_transact_time(now_ns);
                message.put_no_md_entries(1, [](auto&, std::size_t) {});
            });
        },
        now_ns, send);
    for (const InstrumentId instrument : listed_) {
        published(instrument).bids.clear();
        published(instrument).asks.clear();
        ++published(instrument).rpt_seq;  // who misses the reset misses something of each
        put_all<protocols::cme::mdp3::MDIncrementalRefreshBook>(
            incremental_, writer, changed_levels(books, instrument), false, true, now_ns, send);
        if (has_orders_) {
            for_each_part(books, instrument, orders_.size(),
                          [&](std::span<const OrderEntry> orders, bool is_last) {
                              put_all<protocols::cme::mdp3::MDIncrementalRefreshOrderBook>(
                                  incremental_, writer, orders, is_last, true, now_ns, send);
                          });
        }
    }
    flush(incremental_, writer, now_ns, send);
}

template <class Send>
void Mdp3Publisher::heartbeat(std::uint64_t now_ns, Send&& send) {
    protocols::cme::mdp3::PacketWriter writer = writer_of(incremental_);
    put(
        incremental_, writer,
        [](MutableBytes room) {
            return protocols::cme::mdp3::AdminHeartbeat::encode(room, [](auto&) {});
        },
        now_ns, send);
    flush(incremental_, writer, now_ns, send);
}

template <class Send>
void Mdp3Publisher::publish_definitions(std::uint64_t now_ns, Send&& send) {
    Feed loop;
    protocols::cme::mdp3::PacketWriter writer = writer_of(loop);
    for (const InstrumentId instrument : listed_) {
        put(
            loop, writer,
            [&](MutableBytes room) {
                return protocols::cme::mdp3::MDInstrumentDefinitionFuture::encode(
                    room, [&](auto& message) { store(message, instrument, listed(), now_ns); });
            },
            now_ns, send);
    }
    flush(loop, writer, now_ns, send);
}

template <class Visit>
void Mdp3Publisher::for_each_part(const book::L3Books& books, InstrumentId instrument,
                                  std::size_t part_max, Visit&& visit) {
    HOTPATH_ASSERT(order_count_ == 0, "end_event() first");
    HOTPATH_ASSERT(part_max <= orders_.size(), "mdp3 publisher: entries_max is too small");
    std::size_t left = order_count_of(books, instrument);
    if (left == 0) {
        return visit(std::span<const OrderEntry>(), true);
    }
    std::size_t count = 0;
    for (const Side side : {Side::Buy, Side::Sell}) {
        books.for_each_order(instrument, side, [&](const book::OrderView& order) {
            orders_[count++] = entry_of(Action::New, order, public_id(order.id));
            if (count == part_max || count == left) {
                left -= count;
                visit(std::span<const OrderEntry>(orders_.items().first(std::exchange(count, 0))),
                      left == 0);
            }
        });
    }
}

template <class Send>
// NOLINTNEXTLINE(readability-function-size)
void Mdp3Publisher::publish_snapshot(const book::L3Books& books, std::uint64_t now_ns,
                                     Send&& send) {
    if (listed_.empty() || !has_orders_) {
        return;
    }
    if (next_snapshot_ == 0) {
        snapshots_ = {};
    }
    const InstrumentId instrument = listed_[next_snapshot_];
    next_snapshot_ = (next_snapshot_ + 1) % listed_.size();
    using Snapshot = protocols::cme::mdp3::SnapshotFullRefreshOrderBook;
    constexpr std::size_t kAround =
        protocols::cme::mdp3::MessageHeader::kLength + Snapshot::kBlockLength + 3;
    protocols::cme::mdp3::PacketWriter writer = writer_of(snapshots_);
    const std::size_t orders_of_chunk =
        std::min<std::size_t>((writer.room() - kAround) / Snapshot::NoMDEntries::kBlockLength, 255);
    const std::size_t chunks = std::max<std::size_t>(
        (order_count_of(books, instrument) + orders_of_chunk - 1) / orders_of_chunk, 1);
    std::uint32_t chunk = 0;
    for_each_part(books, instrument, orders_of_chunk, [&](std::span<const OrderEntry> part, bool) {
        ++chunk;
        put(
            snapshots_, writer,
            [&](MutableBytes room) {
                return Snapshot::encode(room, [&](auto& message) {
                    message.store_last_msg_seq_num_processed(incremental_.next_number - 1);
                    message.store_tot_num_reports(listed());
                    message.store_security_id(security(instrument).security_id);
                    message.store_no_chunks(static_cast<std::uint32_t>(chunks));
                    message.store_current_chunk(chunk);
                    message.store_transact_time(now_ns);
                    message.put_no_md_entries(part.size(), [&](auto& entry, std::size_t i) {
                        store_in_snapshot(entry, part[i]);
                    });
                });
            },
            now_ns, send);
    });
    flush(snapshots_, writer, now_ns, send);
}

template <class Send>
void Mdp3Publisher::publish_levels(const book::L3Books& books, std::uint64_t now_ns, Send&& send) {
    if (listed_.empty()) {
        return;
    }
    if (next_levels_ == 0) {
        levels_loop_ = {};
    }
    const InstrumentId instrument = listed_[next_levels_];
    next_levels_ = (next_levels_ + 1) % listed_.size();
    const std::span<const LevelEntry> levels = all_levels(books, instrument);
    protocols::cme::mdp3::PacketWriter writer = writer_of(levels_loop_);
    put(
        levels_loop_, writer,
        [&](MutableBytes room) {
            return protocols::cme::mdp3::SnapshotFullRefresh::encode(room, [&](auto& message) {
                message.store_last_msg_seq_num_processed(incremental_.next_number - 1);
                message.store_tot_num_reports(listed());
                message.store_security_id(security(instrument).security_id);
                message.store_rpt_seq(published(instrument).rpt_seq);
                message.store_transact_time(now_ns);
                message.store_md_security_trading_status(states_[instrument.value - 1U]);
                message.put_no_md_entries(levels.size(), [&](auto& entry, std::size_t i) {
                    store_in_snapshot(entry, levels[i]);
                });
            });
        },
        now_ns, send);
    flush(levels_loop_, writer, now_ns, send);
}

}  // namespace hotpath::exchange
