#pragma once
/// Four small stages an order goes through on its way: parse, risk, match, publish. Enough work to
/// be a pipeline, little enough that what is measured is the way between the stages.
///
/// Orders are those of the published comparison (Mishra, "Deterministic High-
/// Throughput Networking: A Lock-Free, Kernel-Bypass Framework", 5.3): prices
/// uniform in 100..200, quantities in 100..10,000, sides alternating; on 64 instruments. The
/// checksum over all reports is the answer: every way through the stages must give the same.
/// Threads: each stage is used by one at a time. Allocation: none. Complexity: O(1) an order.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::bench {

/// As it comes from outside: when it was to be sent, and its bytes.
///
///   | id 8 | price 4 | qty 4 | instrument 2 | side 1 | pad 5 |   big-endian
struct WireOrder {
    static constexpr std::size_t kPrice = 8;
    static constexpr std::size_t kQty = 12;
    static constexpr std::size_t kInstrument = 16;
    static constexpr std::size_t kSide = 18;
    static constexpr std::size_t kBytes = 24;

    std::uint64_t intended_ticks = 0;
    std::array<std::byte, kBytes> bytes{};
};

struct OrderOnItsWay {
    std::uint64_t intended_ticks = 0;
    std::uint64_t id = 0;
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
    std::uint32_t last_qty = 0;
    std::uint16_t instrument = 0;
    std::uint8_t side = 0;  // 0 buys, 1 sells
    bool is_accepted = false;
};

inline constexpr std::size_t kInstruments = 64;

[[nodiscard]] inline WireOrder random_order(std::uint64_t id, Random& random) noexcept {
    WireOrder order;
    store_be(order.bytes.data(), id);
    store_be(order.bytes.data() + WireOrder::kPrice,
             static_cast<std::uint32_t>(100 + random.below(101)));
    store_be(order.bytes.data() + WireOrder::kQty,
             static_cast<std::uint32_t>(100 + random.below(9'901)));
    store_be(order.bytes.data() + WireOrder::kInstrument,
             static_cast<std::uint16_t>(random.below(kInstruments)));
    order.bytes[WireOrder::kSide] = static_cast<std::byte>(id % 2);
    return order;
}

[[nodiscard]] inline OrderOnItsWay parse(const WireOrder& wire) noexcept {
    const std::byte* const bytes = wire.bytes.data();
    return {.intended_ticks = wire.intended_ticks,
            .id = load_be<std::uint64_t>(bytes),
            .price = load_be<std::uint32_t>(bytes + WireOrder::kPrice),
            .qty = load_be<std::uint32_t>(bytes + WireOrder::kQty),
            .last_qty = 0,
            .instrument = load_be<std::uint16_t>(bytes + WireOrder::kInstrument),
            .side = std::to_integer<std::uint8_t>(bytes[WireOrder::kSide]),
            .is_accepted = false};
}

class RiskStage {
  public:
    void check(OrderOnItsWay& order) noexcept {
        const std::int64_t change =
            order.side == 0 ? std::int64_t{order.qty} : -std::int64_t{order.qty};
        std::int64_t& position = positions_[order.instrument];
        const bool is_within = order.qty <= kQtyMax && order.price <= kPriceMax &&
                               position + change <= kPositionMax &&
                               position + change >= -kPositionMax;
        order.is_accepted = is_within;
        position += is_within ? change : 0;
    }

  private:
    static constexpr std::uint32_t kQtyMax = 9'900;
    static constexpr std::uint32_t kPriceMax = 199;
    static constexpr std::int64_t kPositionMax = 50'000;
    std::array<std::int64_t, kInstruments> positions_{};
};

/// The best price of each side is all the book there is: an order takes what it crosses, and rests
/// when it is better than who rests there.
class MatchStage {
  public:
    void match(OrderOnItsWay& order) noexcept {
        if (!order.is_accepted) {
            return;
        }
        Best& opposite = best_[order.instrument][order.side ^ 1U];
        const std::int64_t sign = order.side == 0 ? 1 : -1;
        if (sign * (std::int64_t{order.price} - opposite.price) >= 0) {
            order.last_qty = std::min(order.qty, opposite.qty);
            opposite.qty -= order.last_qty;
        }
        Best& own = best_[order.instrument][order.side];
        const std::uint32_t leaves_qty = order.qty - order.last_qty;
        if (leaves_qty != 0 &&
            (own.qty == 0 || sign * (std::int64_t{order.price} - own.price) > 0)) {
            own = {.price = order.price, .qty = leaves_qty};
        }
    }

  private:
    struct Best {
        std::uint32_t price = 0;
        std::uint32_t qty = 0;
    };
    std::array<std::array<Best, 2>, kInstruments> best_{};
};

class PublishStage {
  public:
    void publish(const OrderOnItsWay& order) noexcept {
        checksum_.add(order.id * 2 + (order.is_accepted ? 1 : 0));
        checksum_.add(order.last_qty);
        ++published_;
    }

    [[nodiscard]] std::uint64_t published() const noexcept { return published_; }
    [[nodiscard]] std::uint64_t answer() const noexcept { return checksum_.value(); }

  private:
    Checksum checksum_;
    std::uint64_t published_ = 0;
};

}  // namespace hotpath::bench
