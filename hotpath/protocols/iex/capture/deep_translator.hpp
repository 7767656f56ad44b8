#pragma once
/// DeepTranslator: the messages of IEX DEEP, in sequence, as ITCH 5.0 messages that make the same books:
/// each price of a side is one order (PublishedLevels).
///
///   S  S, R as Q        8 5  A, X, D, U at the end of the event, after its trades
///   D  R                T    E as far as the event takes off what is displayed, else P
///   H  H                B    B of the trade id, which is the match number of E and P
///   O  H                     I P E X A, unknown types: counted
///
/// All messages of an event have one timestamp, and trades come before the levels that they change. An
/// instrument's event ends with the flag of a level, or with its next message of another timestamp;
/// one of trades alone also when a segment is sent kEventSpanNs later, because hidden orders change no
/// level. The first message of an instrument gives it a locate and R; without a trading status it
/// trades. IEX's timestamps are not in order between instruments: a time that would run backwards is
/// that of the message before. Threads: one owner. Allocation: an entry an instrument, a node a level,
/// the largest event. Complexity: O(log levels) a message. Source: IEX DEEP Specification.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/published_levels.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/iex/deep_decode.hpp"

namespace hotpath::capture::iex {

namespace deep = protocols::iex;

class DeepTranslator {
  public:
    static constexpr std::size_t kInstrumentsMax = 65'535;
    /// An event with more levels or trades is handed out in parts.
    static constexpr std::size_t kEventMax = 4'096;
    /// Levels follow their trades well within this time of sending.
    static constexpr std::int64_t kEventSpanNs = 1'000'000;

    explicit DeepTranslator(StreamStats& stats) : stats_(stats), out_(stats), levels_(out_) {}

    [[nodiscard]] ItchBlock& block() { return out_.block(); }
    [[nodiscard]] const ItchBlock& block() const { return out_.block(); }

    /// Midnight of the day, in nanoseconds since 1970, before the first message.
    void begin_day(std::int64_t midnight_ns);
    /// When a segment was sent whose messages follow: no message is later. Ends events of trades alone.
    void set_sent_at(std::int64_t ns_since_1970);
    void take(Bytes message);
    /// Ends the events that nothing has ended.
    void finish();

    // Events.
    void on_message(const deep::SystemEvent& m);
    void on_message(const deep::SecurityDirectory& m);
    void on_message(const deep::TradingStatus& m);
    void on_message(const deep::OperationalHaltStatus& m);
    template <Side BookSide>
    void on_message(const deep::PriceLevelUpdate<BookSide>& m) {
        on_level(m, BookSide);
    }
    void on_message(const deep::TradeReport& m);
    void on_message(const deep::TradeBreak& m);
    /// The other types change no book.
    template <class Other>
    void on_message(const Other&) {
        ++stats_.unread_records;
    }

  private:
    struct Level {
        Side side = Side::Buy;
        dbn::Price4 price;
        Qty qty;
    };
    struct Instrument {
        dbn::Listing listing;
        char state = '\0';                 // of its trading status, as ITCH's; 0: none has come
        bool is_halted_here = false;       // on IEX alone
        bool is_incomplete = false;        // its last level said that the event goes on
        std::int64_t event_timestamp = 0;  // of what follows
        std::int64_t event_sent_ns = 0;
        std::vector<deep::TradeReport> trades;
        std::vector<Level> levels;
    };

    void on_level(const auto& m, Side side);
    /// The message's instrument, after the event that it ends; nullptr: ITCH cannot have it.
    template <class M>
    [[nodiscard]] Instrument* begin(const M& m);
    void set_time(std::int64_t timestamp);
    [[nodiscard]] Instrument* find(const Symbol& symbol);
    [[nodiscard]] Instrument* define(const Symbol& symbol);
    void list(const Instrument& instrument, const deep::SecurityDirectory* directory);
    void send_state(const Instrument& instrument, const std::array<char, 4>& reason);
    void begin_trading(Instrument& instrument);

    void add_to_event(Instrument& instrument, std::int64_t timestamp);
    void end_event(Instrument& instrument);
    /// The messages of what the event has.
    void hand_out(Instrument& instrument);
    [[nodiscard]] bool is_price(std::int64_t price, const Instrument& instrument);

    StreamStats& stats_;
    dbn::ItchOutput out_;
    PublishedLevels levels_;
    std::vector<Instrument> instruments_;                       // by locate - 1
    std::unordered_map<std::uint64_t, std::uint16_t> locates_;  // by the symbol's bytes
    std::vector<std::uint16_t> open_events_;                    // locates
    // Nanoseconds since 1970.
    std::int64_t midnight_ns_ = 0;
    std::int64_t last_ns_ = 0;  // of the messages handed out
    std::int64_t sent_ns_ = 0;
};

}  // namespace hotpath::capture::iex
