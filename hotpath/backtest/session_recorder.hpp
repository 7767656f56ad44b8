#pragma once
/// SessionRecorder: a RunRecorder of a trader with sessions, over any protocol.
///
/// It reads what the venue sends with a codec of the same kind as the trader's, as it is sent: an
/// order that the venue has taken is then the last in line at its price, and executions are kept until the
/// trader has booked them. Threads: the session's. Allocation: as RunRecorder, and the codec. Complexity: a
/// decoding a reply, besides that of RunRecorder.

#include <cstdint>
#include <deque>
#include <vector>

#include "hotpath/backtest/run_options.hpp"
#include "hotpath/backtest/run_recorder.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/trader/order_codec.hpp"
#include "hotpath/sim/session/pieces.hpp"
#include "hotpath/sim/session/served_venue.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::backtest {

class SessionRecorder : public RunRecorder {
  public:
    /// `trader` is the one whose sessions these are.
    SessionRecorder(const RunOptions& options, const trader::TraderOptions& trader);

    // Events of the session; `of` is a sim::session::ConnectedTrader.
    void on_venue_reply(const sim::session::ServedVenue& venue, Bytes piece);

    template <class Connected>
    void on_packet_due(const Connected& of, Time now) {
        RunRecorder::on_packet_due(of.engine(), now);
    }
    template <class Connected>
    void on_packet(const Connected& of, Time now) {
        note_symbols(of.engine());
        RunRecorder::on_packet(of.engine(), now);
    }
    template <class Connected>
    void on_reply(const Connected& of, Time now) {
        take_execution(of.engine().orders().counters().executions);
        RunRecorder::on_reply(of.engine(), now);
    }
    template <class Connected>
    void on_timer(const Connected& of, Time now) {
        RunRecorder::on_timer(of.engine(), now);
    }

    /// Hidden: what a reply says is known since it was sent.
    void on_reply_due(Bytes) = delete;

  private:
    /// The trader has booked so many executions by now.
    void take_execution(std::uint64_t booked);
    void note_placed(const sim::session::ServedVenue& venue, ClOrdId id);
    [[nodiscard]] InstrumentId at_venue(const exchange::Exchange& exchange, InstrumentId id);

    template <class Engine>
    void note_symbols(const Engine& engine) {
        const auto& directory = engine.feed().market().directory();
        if (directory.size() != named_) [[unlikely]] {
            named_ = directory.size();
            directory.for_each([&](InstrumentId id, const auto& instrument) {
                symbols_[id.value] = instrument.symbol;
            });
        }
    }

    sim::session::Framing framing_;
    protocols::OrderCodec codec_;
    std::deque<oms::Executed> executed_;      // sent, and not booked
    std::uint64_t booked_ = 0;                // by the trader
    OrderId newest_{};                        // of our orders in the venue's books
    std::uint32_t named_ = 0;                 // instruments
    std::vector<Symbol> symbols_;             // by the trader's id
    std::vector<InstrumentId> ids_at_venue_;  // the same; 0: not known yet
};

}  // namespace hotpath::backtest
