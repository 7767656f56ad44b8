// Random events of DEEP, several instruments' at once, against the obvious books: each symbol's prices as of
// its last complete event, after every message.
#include <array>
#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/iex/capture/deep_translator.hpp"
#include "tests/support/iex_segments.hpp"
#include "tests/support/itch_levels.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::capture::iex {
namespace {

using namespace support;

/// A symbol's event that has begun: its levels are the obvious books' when it is complete.
struct OpenEvent {
    std::int64_t time = 0;
    int messages_left = 0;
    PriceLevels levels;  // 0: gone
};

class RandomDeep {
  public:
    explicit RandomDeep(std::uint64_t seed) : random_(seed) {}

    /// The next message, which belongs to one of the events.
    OwnedBytes next() {
        const std::string symbol(1, static_cast<char>('A' + random_.below(4)));
        OpenEvent& event = events_[symbol];
        if (event.messages_left == 0) {
            event = {.time = ++time_,
                     .messages_left = 1 + static_cast<int>(random_.below(5)),
                     .levels = {}};
        }
        const auto price = static_cast<std::int64_t>(100 + random_.below(6));
        const auto qty = static_cast<std::uint32_t>(random_.below(4) * 100);
        if (event.messages_left > 1 && random_.one_in(3)) {
            --event.messages_left;
            shares_[++trade_id_] = qty;
            return deep_trade(symbol, qty, price, static_cast<std::int64_t>(trade_id_), event.time);
        }
        const bool is_complete = --event.messages_left == 0;
        const Side side = random_.one_in(2) ? Side::Buy : Side::Sell;
        event.levels[{symbol, side}][price] = qty;
        if (is_complete) {
            publish(event.levels);
        }
        const DeepEvent of{.after_open = event.time, .is_complete = is_complete};
        return side == Side::Buy ? deep_level<Side::Buy>(symbol, qty, price, of)
                                 : deep_level<Side::Sell>(symbol, qty, price, of);
    }

    [[nodiscard]] const PriceLevels& books() const { return books_; }
    [[nodiscard]] std::map<std::uint64_t, std::uint64_t> shares_by_trade() const {
        auto shares = shares_;
        std::erase_if(shares, [](const auto& trade) { return trade.second == 0; });
        return shares;
    }

  private:
    void publish(const PriceLevels& changed) {
        for (const auto& [side, levels] : changed) {
            for (const auto& [price, qty] : levels) {
                if (qty == 0) {
                    books_[side].erase(price);
                } else {
                    books_[side][price] = qty;
                }
            }
            if (books_[side].empty()) {
                books_.erase(side);
            }
        }
    }

    Random random_;
    std::int64_t time_ = 0;
    std::uint64_t trade_id_ = 0;
    std::map<std::string, OpenEvent> events_;
    PriceLevels books_;
    std::map<std::uint64_t, std::uint64_t> shares_;
};

TEST(DeepTranslatorProperty, TheBooksAreThoseOfTheCompleteEventsAfterEveryMessage) {
    for (std::uint64_t round = 0; round < 4; ++round) {
        RandomDeep stream(seed_of_this_test(470 + round));
        StreamStats stats;
        DeepTranslator translator(stats);
        translator.begin_day(kIexMidnight);
        translator.set_sent_at(kIexNineThirty + 1'000'000'000);
        ItchLevels translated;
        const auto take = [&] {
            protocols::FrameCursor frames(translator.block().bytes());
            for (Bytes message; frames.next(message);) {
                ASSERT_EQ(protocols::nasdaq::itch50::decode(message, translated),
                          protocols::DecodeStatus::Ok);
            }
            translator.block().clear();
        };
        for (int i = 0; i < 10'000; ++i) {
            translator.take(stream.next());
            take();
            ASSERT_EQ(translated.books(), stream.books()) << "message " << i;
        }
        translator.finish();
        take();
        EXPECT_EQ(translated.shares_by_trade, stream.shares_by_trade());
        EXPECT_GT(translated.executed, 10'000U) << "levels and trades meet";
        EXPECT_EQ(stats.records, 10'000U);
    }
}

}  // namespace
}  // namespace hotpath::capture::iex
