#pragma once
/// MDP 3.0 incremental refreshes as CME's feed sends them, and what is done with each: the fields
/// that a book needs added up, or the message written.
///
/// Three of four messages are an MDIncrementalRefreshBook: one to three levels, an order behind
/// each. The others are an MDIncrementalRefreshOrderBook of one to three orders. One to four of them
/// lie in a packet; reading a packet is walking its sizes, writing one ends with its header. Threads:
/// a value. Allocation: the messages, when they are made.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"

namespace hotpath::bench {

namespace mdp3 = protocols::cme::mdp3;

struct Mdp3Entry {
    std::int64_t price = 0;  // 10^-9
    std::int32_t qty = 0;
    std::int32_t security = 0;
    std::uint32_t rpt_seq = 0;
    std::int32_t orders = 0;
    std::uint8_t level = 1;
    mdp3::MDUpdateAction action = mdp3::MDUpdateAction::New;
    mdp3::MDEntryTypeBook type = mdp3::MDEntryTypeBook::Bid;
    std::uint64_t order = 0;  // the one behind the level, or the entry itself
    std::uint64_t priority = 0;
};

/// What a message says, before it is encoded.
struct Mdp3Update {
    std::uint64_t time = 0;
    bool has_levels = true;  // MDIncrementalRefreshBook
    std::size_t entries = 0;
    std::array<Mdp3Entry, 3> of{};

    [[nodiscard]] std::span<const Mdp3Entry> all() const noexcept {
        return std::span(of).first(entries);
    }
};

using Mdp3Packet = std::vector<Mdp3Update>;

[[nodiscard]] inline Mdp3Entry random_mdp3_entry(Random& random, std::uint32_t rpt_seq) {
    return {.price = static_cast<std::int64_t>(random.below(1'000'000)) * 250'000'000,
            .qty = static_cast<std::int32_t>(1 + random.below(1'000)),
            .security = static_cast<std::int32_t>(random.below(500)),
            .rpt_seq = rpt_seq,
            .orders = static_cast<std::int32_t>(1 + random.below(50)),
            .level = static_cast<std::uint8_t>(1 + random.below(10)),
            .action = static_cast<mdp3::MDUpdateAction>(random.below(3)),
            .type = random.one_in(2) ? mdp3::MDEntryTypeBook::Bid : mdp3::MDEntryTypeBook::Offer,
            .order = random.next(),
            .priority = random.next()};
}

/// `messages` in all.
[[nodiscard]] inline std::vector<Mdp3Packet> random_mdp3_packets(std::size_t messages) {
    constexpr std::size_t kMessagesInPacketMax = 4;
    Random random(47);
    std::vector<Mdp3Packet> packets;
    std::uint32_t rpt_seq = 0;
    std::size_t left_in_packet = 0;
    for (std::size_t made = 0; made < messages; ++made, --left_in_packet) {
        if (left_in_packet == 0) {
            left_in_packet = 1 + random.below(kMessagesInPacketMax);
            packets.emplace_back();
        }
        Mdp3Update update{.time = random.next(),
                          .has_levels = !random.one_in(4),
                          .entries = 1 + random.below(3),
                          .of = {}};
        for (Mdp3Entry& entry : update.of) {
            entry = random_mdp3_entry(random, ++rpt_seq);
        }
        packets.back().push_back(update);
    }
    return packets;
}

/// Encoders of our generated code; each is an option of encode_mdp3().
struct OurMdp3Encoder {
    [[gnu::always_inline]] static mdp3::sbe::Encoded encode_levels(const Mdp3Update& update,
                                                                   MutableBytes room) {
        return mdp3::MDIncrementalRefreshBook::encode(room, [&](auto& message) {
            store_root(message, update);
            message.put_no_md_entries(update.entries, [&](auto& entry, std::size_t i) {
                const Mdp3Entry& of = update.of[i];
                entry.store_md_entry_px(price_of(of));
                entry.store_md_entry_size(of.qty);
                entry.store_security_id(of.security);
                entry.store_rpt_seq(of.rpt_seq);
                entry.store_number_of_orders(of.orders);
                entry.store_md_price_level(of.level);
                entry.store_md_update_action(of.action);
                entry.store_md_entry_type(of.type);
            });
            message.put_no_order_id_entries(update.entries, [&](auto& entry, std::size_t i) {
                const Mdp3Entry& of = update.of[i];
                entry.store_order_id(of.order);
                entry.store_md_order_priority(of.priority);
                entry.store_md_display_qty(of.qty);
                entry.store_reference_id(static_cast<std::uint8_t>(i + 1));
                entry.store_order_update_action(mdp3::OrderUpdateAction::New);
            });
        });
    }

    [[gnu::always_inline]] static mdp3::sbe::Encoded encode_orders(const Mdp3Update& update,
                                                                   MutableBytes room) {
        return mdp3::MDIncrementalRefreshOrderBook::encode(room, [&](auto& message) {
            store_root(message, update);
            message.put_no_md_entries(update.entries, [&](auto& entry, std::size_t i) {
                const Mdp3Entry& of = update.of[i];
                entry.store_order_id(of.order);
                entry.store_md_order_priority(of.priority);
                entry.store_md_entry_px(price_of(of));
                entry.store_md_display_qty(of.qty);
                entry.store_security_id(of.security);
                entry.store_md_update_action(of.action);
                entry.store_md_entry_type(of.type);
            });
        });
    }

  private:
    static void store_root(auto& message, const Mdp3Update& update) {
        message.store_transact_time(update.time);
        mdp3::MatchEventIndicator end;
        end.add(mdp3::MatchEventIndicator::EndOfEvent);
        message.store_match_event_indicator(end);
    }
    [[nodiscard]] static mdp3::PriceNull9 price_of(const Mdp3Entry& entry) {
        mdp3::PriceNull9 price;
        price.store_mantissa(entry.price);
        return price;
    }
};

/// One packet, in the writer's buffer.
template <class Encoder>
[[gnu::always_inline]] inline Bytes encode_mdp3(const Mdp3Packet& packet,
                                                mdp3::PacketWriter& writer) {
    for (const Mdp3Update& update : packet) {
        const bool is_in = writer.try_append([&](MutableBytes room) {
            return update.has_levels ? Encoder::encode_levels(update, room)
                                     : Encoder::encode_orders(update, room);
        });
        HOTPATH_ASSERT(is_in, "a packet must hold its messages");
    }
    return writer.finish(packet.front().time);
}

/// Packets one behind the other: where each ends.
struct Mdp3Stream {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> ends;
};

[[nodiscard]] inline Mdp3Stream mdp3_stream(const std::vector<Mdp3Packet>& packets) {
    Mdp3Stream stream;
    std::array<std::byte, mdp3::kPacketLengthMax> buffer{};
    mdp3::PacketWriter writer(buffer);
    for (const Mdp3Packet& packet : packets) {
        const Bytes written = encode_mdp3<OurMdp3Encoder>(packet, writer);
        stream.bytes.insert(stream.bytes.end(), written.begin(), written.end());
        stream.ends.push_back(stream.bytes.size());
    }
    return stream;
}

/// read(message) of every message; false when a packet is not whole, or when one returns false.
template <class Read>
[[gnu::always_inline]] inline bool for_each_mdp3(const Mdp3Stream& stream, Read&& read) {
    std::size_t begin = 0;
    for (const std::size_t end : stream.ends) {
        mdp3::PacketReader packet;
        if (packet.open(Bytes(stream.bytes).subspan(begin, end - begin)) !=
            protocols::DecodeStatus::Ok) {
            return false;
        }
        begin = end;
        mdp3::MessageCursor messages = packet.messages();
        for (Bytes message; messages.next(message);) {
            if (!read(message)) {
                return false;
            }
        }
    }
    return true;
}

/// Adds up what a book needs of each message.
struct SumOfMdp3Fields : mdp3::NullListener {
    void on_md_incremental_refresh_book(const mdp3::MDIncrementalRefreshBook& message) {
        add_root(message);
        for (const auto& entry : message.no_md_entries()) {
            add_price_and_side(entry);
            add(entry.load_md_entry_size().value_or(0));
            add(entry.load_rpt_seq());
            add(entry.load_number_of_orders().value_or(0));
            add(entry.load_md_price_level());
        }
        for (const auto& entry : message.no_order_id_entries()) {
            add(entry.load_order_id());
            add(entry.load_md_order_priority().value_or(0));
            add(entry.load_md_display_qty().value_or(0));
            add(entry.load_reference_id().value_or(0));
            add(entry.load_order_update_action());
        }
    }
    void on_md_incremental_refresh_order_book(const mdp3::MDIncrementalRefreshOrderBook& message) {
        add_root(message);
        for (const auto& entry : message.no_md_entries()) {
            add_price_and_side(entry);
            add(entry.load_order_id().value_or(0));
            add(entry.load_md_order_priority().value_or(0));
            add(entry.load_md_display_qty().value_or(0));
        }
    }

    std::uint64_t sum = 0;

  private:
    void add(auto value) { sum += static_cast<std::uint64_t>(value); }
    void add_root(const auto& message) {
        add(message.load_transact_time());
        add(message.load_match_event_indicator().bits);
    }
    void add_price_and_side(const auto& entry) {
        add(entry.load_md_entry_px().load_mantissa().value_or(0));
        add(entry.load_security_id());
        add(entry.load_md_update_action());
        add(entry.load_md_entry_type());
    }
};

[[gnu::always_inline]] inline std::uint64_t decode_mdp3(const Mdp3Stream& stream) {
    SumOfMdp3Fields fields;
    const bool is_whole = for_each_mdp3(stream, [&](Bytes message) {
        return mdp3::decode(message, fields) == protocols::DecodeStatus::Ok;
    });
    return is_whole ? fields.sum : 0;
}

}  // namespace hotpath::bench
