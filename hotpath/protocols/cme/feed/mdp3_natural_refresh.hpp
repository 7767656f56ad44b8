#pragma once
/// Mdp3NaturalRefresh: books by price that recover one instrument at a time, from what comes.
/// Between Mdp3LevelEntries and Mdp3Translator, included by the first alone.
///
///            a packet is missing            the next entry has the next RptSeq: nothing was missed
///   Certain ────────────────────> Doubtful ───────────────────────────────────────> Certain
///      ^                             │ another RptSeq: the book is emptied
///      │ every level was sent again, │
///      │ or a snapshot after the gap v
///      └──────────────────────── Refreshing      (the snapshot ends Doubtful, too)
///
/// Until it is Certain an instrument's trading state is Unknown, so that nothing is traded in it.
/// Without natural refresh every instrument is Certain. Threads, allocation, complexity: those of
/// Mdp3Codec; a gap is O(instruments). Source: CME Group, MDP 3.0 Market by Price, Book Recovery
/// Methods for Concurrent Processing.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "hotpath/protocols/cme/feed/mdp3_instruments.hpp"
#include "hotpath/protocols/cme/feed/mdp3_level_entries.hpp"
#include "hotpath/protocols/cme/feed/mdp3_levels.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"

namespace hotpath::feed {

template <OrderSink Sink>
class Mdp3NaturalRefresh : public Mdp3LevelEntries<Sink> {
  public:
    using Mdp3LevelEntries<Sink>::Mdp3LevelEntries;

    /// Before the messages of a packet of the incremental feed.
    void note_packet(Time time) noexcept {
        const std::uint32_t before = codec_.last_packet_;
        codec_.last_packet_ = number_;
        if (number_ != before + 1) [[unlikely]] {
            doubt(number_ - 1, time);
        }
    }
    /// Every packet up to this number came, or will not come.
    void note_missing(Time time) noexcept {
        if (number_ != codec_.last_packet_) {
            codec_.last_packet_ = number_;
            doubt(number_, time);
        }
    }

  protected:
    using Mdp3LevelEntries<Sink>::codec_;
    using Mdp3LevelEntries<Sink>::sink_;
    using Mdp3Entries<Sink>::number_;

    /// A column of levels of an instrument.
    struct Ladder {
        Side side = Side::Buy;
        Mdp3LevelKind kind = Mdp3LevelKind::Outright;
    };
    [[nodiscard]] static std::optional<Ladder> ladder_of(
        protocols::cme::mdp3::MDEntryTypeBook type) noexcept {
        using enum protocols::cme::mdp3::MDEntryTypeBook;
        switch (type) {
            case Bid:
                return Ladder{Side::Buy, Mdp3LevelKind::Outright};
            case Offer:
                return Ladder{Side::Sell, Mdp3LevelKind::Outright};
            case ImpliedBid:
                return Ladder{Side::Buy, Mdp3LevelKind::Implied};
            case ImpliedOffer:
                return Ladder{Side::Sell, Mdp3LevelKind::Implied};
            case BookReset:
                break;
        }
        return std::nullopt;
    }

    /// A level of message 46.
    void apply(const auto& level, Ladder ladder, Time time) noexcept {
        Mdp3Instrument* const instrument = this->find_current(level.load_security_id());
        if (instrument == nullptr) {
            return;
        }
        note_entry(*instrument, level.load_rpt_seq(), time);
        this->apply_level({.action = level.load_md_update_action(),
                           .side = ladder.side,
                           .kind = ladder.kind,
                           .number = level.load_md_price_level(),
                           .price = level.load_md_entry_px().load_mantissa(),
                           .qty = level.load_md_entry_size(),
                           .orders = orders_of(level)},
                          *instrument, time);
        if (instrument->certainty == Mdp3Certainty::Refreshing) [[unlikely]] {
            end_refresh_if_whole(*instrument, time);
        }
    }
    /// Before an entry about the instrument is applied.
    void note_entry(Mdp3Instrument& instrument, std::uint32_t rpt_seq, Time time) noexcept {
        if (instrument.certainty == Mdp3Certainty::Doubtful) [[unlikely]] {
            if (rpt_seq == instrument.rpt_seq + 1 && !is_resent_) {
                ++codec_.counters_.books_confirmed;
                become_certain(instrument, time);
            } else {
                refresh(instrument, time);
            }
        }
        instrument.rpt_seq = rpt_seq;
    }

    /// True while the venue resends after a ChannelReset; resent entries have no RptSeq.
    void note_resent(bool is_resent) noexcept { is_resent_ = is_resent; }

    /// The snapshot has everything that was missed, and all that came since.
    [[nodiscard]] static bool may_recover(
        const Mdp3Instrument& instrument,
        const protocols::cme::mdp3::SnapshotFullRefresh& m) noexcept {
        const std::uint32_t as_of = m.load_last_msg_seq_num_processed();
        if (as_of < instrument.gap_end || as_of < instrument.book_as_of) {
            return false;
        }
        // A merely doubtful instrument has missed nothing since.
        return instrument.certainty == Mdp3Certainty::Doubtful ||
               (instrument.certainty == Mdp3Certainty::Refreshing &&
                m.load_rpt_seq() >= instrument.rpt_seq);
    }
    /// The instrument's levels are those of message 52. Its other entries are statistics.
    void load(const protocols::cme::mdp3::SnapshotFullRefresh& m, Mdp3Instrument& instrument,
              Time time) noexcept {
        this->remove_levels(instrument, time);
        for (const auto& level : m.no_md_entries()) {
            if (const auto ladder = ladder_of(level.load_md_entry_type())) {
                const std::int8_t number = level.load_md_price_level().value_or(0);
                this->apply_level({.side = ladder->side,
                                   .kind = ladder->kind,
                                   .number = static_cast<std::size_t>(number > 0 ? number : 0),
                                   .price = level.load_md_entry_px().load_mantissa(),
                                   .qty = level.load_md_entry_size(),
                                   .orders = orders_of(level)},
                                  instrument, time);
            }
        }
        instrument.book_as_of = m.load_last_msg_seq_num_processed();
        instrument.rpt_seq = m.load_rpt_seq();
        if (instrument.certainty != Mdp3Certainty::Certain) {
            ++codec_.counters_.books_recovered;
            become_certain(instrument, time);
        }
    }
    /// The venue has emptied the book: nothing of it is unknown.
    void note_emptied(Mdp3Instrument& instrument, Time time) noexcept {
        if (instrument.certainty != Mdp3Certainty::Certain) {
            become_certain(instrument, time);
        }
    }

    /// How many levels the definition says there are; without it ten, and two implied.
    void set_depths(const protocols::cme::mdp3::MDInstrumentDefinitionFuture& m,
                    const Mdp3Instrument& instrument) noexcept {
        codec_.levels_.set_depth(instrument.id, Mdp3LevelKind::Implied, 2);
        for (const auto& feed : m.no_md_feed_types()) {
            const Mdp3LevelKind kind = feed.load_md_feed_type() == "GBI" ? Mdp3LevelKind::Implied
                                                                         : Mdp3LevelKind::Outright;
            if (const std::int8_t depth = feed.load_market_depth(); depth > 0) {
                codec_.levels_.set_depth(instrument.id, kind, static_cast<std::size_t>(depth));
            }
        }
    }

    /// The state of a book that is not the venue's is Unknown.
    void show_state(const Mdp3Instrument& instrument, Time time) noexcept {
        sink_.set_trading_state(instrument.id, instrument.symbol,
                                instrument.certainty == Mdp3Certainty::Certain
                                    ? instrument.state
                                    : book::TradingState::Unknown,
                                time);
    }

  private:
    [[nodiscard]] static std::uint32_t orders_of(const auto& level) noexcept {
        const std::int32_t orders = level.load_number_of_orders().value_or(0);
        return orders > 0 ? static_cast<std::uint32_t>(orders) : 0;
    }
    /// Something of each book may have been in a packet up to this number.
    void doubt(std::uint32_t gap_end, Time time) noexcept {
        codec_.instruments_.for_each([&](Mdp3Instrument& instrument) {
            if (instrument.book_as_of >= gap_end) {
                return;  // its snapshot has what is missing
            }
            instrument.gap_end = gap_end;
            if (instrument.certainty == Mdp3Certainty::Refreshing) {
                return refresh(instrument, time);
            }
            if (instrument.certainty == Mdp3Certainty::Certain) {
                instrument.certainty = Mdp3Certainty::Doubtful;
                ++codec_.counters_.books_doubted;
                show_state(instrument, time);
            }
        });
    }
    void end_refresh_if_whole(Mdp3Instrument& instrument, Time time) noexcept {
        const Mdp3Levels& levels = codec_.levels_;
        if (levels.of(instrument.id, Side::Buy).is_whole() &&
            levels.of(instrument.id, Side::Sell).is_whole()) {
            ++codec_.counters_.books_refreshed;
            become_certain(instrument, time);
        }
    }
    void become_certain(Mdp3Instrument& instrument, Time time) noexcept {
        instrument.certainty = Mdp3Certainty::Certain;
        for (const Side side : {Side::Buy, Side::Sell}) {
            codec_.levels_.of(instrument.id, side, Mdp3LevelKind::Outright).end_refresh();
        }
        show_state(instrument, time);
    }
    /// Begins, or begins again.
    void refresh(Mdp3Instrument& instrument, Time time) noexcept {
        instrument.certainty = Mdp3Certainty::Refreshing;
        this->remove_levels(instrument, time);
        codec_.levels_.for_each_side(instrument.id,
                                     [](Mdp3LevelSide& side) { side.begin_refresh(); });
    }

    bool is_resent_ = false;
};

}  // namespace hotpath::feed

#include "hotpath/protocols/cme/feed/mdp3_translator.hpp"  // IWYU pragma: export
