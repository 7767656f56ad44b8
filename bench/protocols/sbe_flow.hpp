#pragma once
/// SBE messages as a market data feed sends them, and what is done with each: the fields of every
/// entry added up, or the message written.
///
/// The schema is that of the tests (tests/golden/sbe), whose Incremental has the shape of CME's
/// incremental refresh: a root block, one to three entries of 32 bytes, an order behind each, and an
/// empty group. Threads: a value. Allocation: the messages, when they are made.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/wire/framing.hpp"
#include "sbe_schemas/every_little.hpp"

namespace hotpath::bench {

namespace sbe_feed = sbe_schemas::every_little;

struct SbeEntry {
    std::int64_t price;
    std::int32_t size;
    std::int32_t security;
    char side;
    std::uint64_t order;
};

/// What a message says, before it is encoded.
struct SbeUpdate {
    std::uint64_t time = 0;
    std::size_t entries = 0;
    std::array<SbeEntry, 3> of{};
};

[[nodiscard]] inline std::vector<SbeUpdate> random_sbe_updates(std::size_t count) {
    Random random(46);
    std::vector<SbeUpdate> updates(count);
    for (SbeUpdate& update : updates) {
        update.time = random.next();
        update.entries = 1 + random.below(3);
        for (SbeEntry& entry : update.of) {
            entry = {.price = static_cast<std::int64_t>(random.below(1'000'000)),
                     .size = static_cast<std::int32_t>(random.below(1'000)),
                     .security = static_cast<std::int32_t>(random.below(500)),
                     .side = random.below(2) == 0 ? '1' : '2',
                     .order = random.next()};
        }
    }
    return updates;
}

/// One update into `room`; the bytes written.
[[gnu::always_inline]] inline std::size_t encode_sbe(const SbeUpdate& update, MutableBytes room) {
    return sbe_feed::Incremental::encode(
               room,
               [&](auto& message) {
                   message.store_transact_time(update.time);
                   message.put_no_md_entries(update.entries, [&](auto& entry, std::size_t i) {
                       const SbeEntry& of = update.of[i];
                       sbe_feed::OptionalPrice price;
                       price.store_mantissa(of.price);
                       price.store_exponent(-9);
                       entry.store_md_entry_px(price);
                       entry.store_md_entry_size(of.size);
                       entry.store_security_id(of.security);
                       entry.store_side(static_cast<sbe_feed::Side>(of.side));
                       entry.store_added_priority(of.order);
                   });
                   message.put_no_order_id_entries(update.entries, [&](auto& entry, std::size_t i) {
                       entry.store_order_id(update.of[i].order);
                       entry.store_reference_id(static_cast<std::uint8_t>(i));
                   });
               })
        .bytes.size();
}

/// The updates as frames: a length in two bytes, the message.
[[nodiscard]] inline std::vector<std::byte> sbe_frames(const std::vector<SbeUpdate>& updates) {
    std::vector<std::byte> frames;
    std::array<std::byte, 512> room;
    std::array<std::byte, 520> frame;
    for (const SbeUpdate& update : updates) {
        const std::size_t length = encode_sbe(update, room);
        const std::size_t framed = wire::append_frame(frame, Bytes(room).first(length));
        HOTPATH_ASSERT(length != 0 && framed != 0, "an update fits its buffers");
        frames.insert(frames.end(), frame.begin(),
                      frame.begin() + static_cast<std::ptrdiff_t>(framed));
    }
    return frames;
}

/// Adds up what a book needs of each message.
struct SumOfSbeFields : sbe_feed::NullListener {
    void on_incremental(const sbe_feed::Incremental& message) {
        sum += message.load_transact_time();
        for (const auto& entry : message.no_md_entries()) {
            sum += static_cast<std::uint64_t>(entry.load_md_entry_px().load_mantissa().value_or(0));
            sum += static_cast<std::uint64_t>(entry.load_md_entry_size().value_or(0));
            sum += static_cast<std::uint64_t>(entry.load_security_id());
            sum += static_cast<std::uint64_t>(entry.load_side());
        }
        for (const auto& entry : message.no_order_id_entries()) {
            sum += entry.load_order_id();
            sum += entry.load_reference_id().value_or(0);
        }
    }
    std::uint64_t sum = 0;
};

[[gnu::always_inline]] inline std::uint64_t decode_sbe(Bytes frames) {
    SumOfSbeFields fields;
    wire::FrameCursor cursor(frames);
    for (Bytes message; cursor.next(message);) {
        if (sbe_feed::decode(message, fields) != wire::DecodeStatus::Ok) {
            return 0;
        }
    }
    return fields.sum;
}

}  // namespace hotpath::bench
