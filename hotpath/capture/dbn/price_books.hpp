#pragma once
/// The levels of a recording by price (mbp-1, mbp-10, tbbo), and the ITCH messages that each event
/// makes of them: each level of a side is one order.
///
///   a level appears    A              its size falls   X, or D when it is gone
///   a trade at it      E, then P      its size rises   U, with the next reference number
///   a trade elsewhere  P
///
/// Displayed orders trade before hidden ones: a trade at a level executes what it displays (E), and
/// only what is beyond that is hidden (P); a level that then still has as much was refilled (A, U).
/// A trade without a side may be a cross, which passes over what is displayed: of an event it executes
/// no more than the event takes away. The levels of the record with F_LAST are those after the event
/// (of tbbo: before the trade): then the book has exactly them. Levels that are not in their order,
/// have no size, or are crossed are refused. Threads: one owner. Allocation: ten levels a side and
/// instrument. Complexity: O(levels) an event.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/capture/dbn/pending_trades.hpp"
#include "hotpath/capture/dbn/price.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/dbn/records.hpp"

namespace hotpath::capture::dbn {

class PriceBooks {
  public:
    PriceBooks(ItchOutput& out, StreamStats& stats) : out_(out), stats_(stats) {}

    template <class M>
    [[nodiscard]] Outcome apply(const M& record, const Listing& listing) {
        if (auto outcome = on_action(record, listing); !outcome) {
            return outcome;
        }
        const bool is_last = (record.load_flags() & protocols::dbn::flag::kLast) != 0;
        return is_last ? end(std::span(&record.level(0), M::kLevels), listing) : Outcome{};
    }

    /// A record of the schema tbbo: a trade, and the best prices before it.
    [[nodiscard]] Outcome apply_tbbo(const protocols::dbn::Mbp1Msg& record, const Listing& listing);

    /// A trade of a table, which has no events: it trades at once.
    [[nodiscard]] Outcome apply_trade(const protocols::dbn::Mbp1Msg& record,
                                      const Listing& listing);

    /// A record of the schema trades: its event is not recorded.
    [[nodiscard]] Outcome apply(const protocols::dbn::TradeMsg& record, const Listing& listing);

    /// Books of an instrument in this state may be crossed: before an opening orders are not matched.
    void set_matching(const Listing& listing, bool is_matching) {
        book_of(listing).is_matching = is_matching;
    }

    /// The end of the recording: trades of an event that has not ended.
    void finish(const Listing& listing);

  private:
    struct Level {
        Price4 price;
        Qty qty;
        OrderId reference;
    };
    using Levels = std::vector<Level>;  // best first
    struct Book {
        std::array<Levels, 2> sides;
        PendingTrades trades;
        bool is_matching = true;
    };

    [[nodiscard]] Book& book_of(const Listing& listing);
    template <class M>
    [[nodiscard]] Outcome on_action(const M& record, const Listing& listing);
    [[nodiscard]] Outcome end(std::span<const protocols::dbn::BidAskPair> published,
                              const Listing& listing);
    /// The published levels of one side, checked, without order references.
    [[nodiscard]] static Checked<Levels> levels_of(
        std::span<const protocols::dbn::BidAskPair> published, Side side);
    void take_away(const Listing& listing, Side side, const Levels& published);
    void fill_up(const Listing& listing, Side side, const Levels& published);
    void execute(const Listing& listing, Level& level, Qty qty);
    void cancel(const Listing& listing, Level& level, Qty qty);

    ItchOutput& out_;
    StreamStats& stats_;
    std::uint64_t reference_max_ = 0;
    std::vector<Book> books_;  // by locate
};

template <class M>
Outcome PriceBooks::on_action(const M& record, const Listing& listing) {
    namespace action = protocols::dbn::action;
    switch (record.load_action()) {
        case action::kTrade:
            break;
        case action::kAdd:
        case action::kCancel:
        case action::kModify:
        case action::kClear:
        case action::kFill:
        case action::kNone:
            return {};
        default:
            return std::unexpected(unknown_action(record.load_action()));
    }
    const auto price = to_price4(record.load_price());
    if (!price) {
        return std::unexpected(price.error());
    }
    if (record.load_size() == 0) {
        out_.skip_no_shares(listing);
        return {};
    }
    return book_of(listing).trades.on_trade(resting_side(record.load_side()), *price,
                                            {record.load_size()})
               ? Outcome{}
               : std::unexpected(too_many_trades());
}

}  // namespace hotpath::capture::dbn
