#pragma once
/// BookListener: the book stage's feed listener while a packet is applied: stamps, trades, touched
/// instruments, and whether the books can be trusted.
///
/// Part of BookStage, and its friend. Threads: the book stage's. Allocation: none. Complexity: O(1)
/// a call.

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/feed_events.hpp"
#include "hotpath/feed/itch/itch_feed.hpp"

namespace hotpath::engine::pipelined {

template <class Stage>
class BookListener : public feed::NullListener {
  public:
    explicit BookListener(Stage& stage) noexcept : stage_(stage) {}

    void on_decoded(Time) noexcept { stage_.stamps_[1] = stage_.ticks_.ticks(); }
    void on_book(const book::BookUpdate& update, Time) noexcept {
        stage_.stamps_[2] = stage_.ticks_.ticks();
        stage_.health_.on_book(update.status);
        stage_.touch(update.instrument);
    }
    void on_refused(const book::BookUpdate&, Time) noexcept { stage_.health_.mark_doubtful(); }
    void on_undecoded(wire::DecodeStatus) noexcept {
        stage_.health_.note_protocol(stage_.feed_.market().is_foreign());
    }
    void on_trading_state(InstrumentId instrument, book::TradingState, Time) noexcept {
        stage_.touch(instrument);
    }
    void on_trade(const feed::Trade& trade) noexcept {
        if (stage_.watch_list_.is_traded(trade.instrument)) {
            stage_.add_news(to_trade(trade));
            stage_.touch(trade.instrument);
        }
    }
    /// Only the gateway has our orders and positions.
    void on_feed_state(feed::FeedState state, Time) noexcept {
        stage_.health_.on_feed_state(state, true);
        if (state == feed::FeedState::Idle) {
            stage_.watch_list_.forget();
            stage_.revisits_.forget();
        }
    }

  private:
    Stage& stage_;
};

}  // namespace hotpath::engine::pipelined
