#pragma once
/// Mdp3Translator: the messages of one packet to calls of a sink. Included by mdp3_codec.hpp alone.
///
/// Lives for one packet, on the stack. Threads, allocation, complexity: those of Mdp3Codec.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "hotpath/protocols/cme/feed/mdp3_natural_refresh.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"

namespace hotpath::feed {

template <OrderSink Sink>
class Mdp3Translator : public protocols::cme::mdp3::NullListener, private Mdp3NaturalRefresh<Sink> {
    using Action = Mdp3OrderEntry::Action;
    using EntryType = protocols::cme::mdp3::MDEntryTypeBook;
    using MatchEventIndicator = protocols::cme::mdp3::MatchEventIndicator;
    using UpdateAction = protocols::cme::mdp3::MDUpdateAction;

  public:
    using Mdp3NaturalRefresh<Sink>::Mdp3NaturalRefresh;
    using Mdp3NaturalRefresh<Sink>::note_missing;
    using Mdp3NaturalRefresh<Sink>::note_packet;

    void on_channel_reset(const protocols::cme::mdp3::ChannelReset& m) noexcept {
        if (codec_.is_loading_) {
            return;
        }
        const Time time = codec_.to_time(m.load_transact_time());
        ++codec_.counters_.channel_resets;
        codec_.instruments_.for_each(
            [&](Mdp3Instrument& instrument) { empty(instrument, instrument.rpt_seq, time); });
        end(m.load_match_event_indicator(), time);
    }

    void on_security_status(const protocols::cme::mdp3::SecurityStatus& m) noexcept {
        const auto state = to_trading_state(m.load_security_trading_status());
        const Time time = codec_.to_time(m.load_transact_time());
        if (state && !codec_.is_loading_) {
            const std::optional<std::int32_t> security_id = m.load_security_id();
            if (security_id) {
                if (Mdp3Instrument* const instrument = find(*security_id)) {
                    set_state(*instrument, *state, number_, time);
                }
            } else {
                set_states(m, *state, time);
            }
        }
        end(m.load_match_event_indicator(), time);
    }

    void on_md_incremental_refresh_book(
        const protocols::cme::mdp3::MDIncrementalRefreshBook& m) noexcept {
        if (codec_.is_loading_) {
            return;
        }
        const Time time = codec_.to_time(m.load_transact_time());
        note_resent(m.load_match_event_indicator().has(MatchEventIndicator::RecoveryMsg));
        for (const auto& level : m.no_md_entries()) {
            if (level.load_md_entry_type() == EntryType::BookReset) {
                reset_book(level.load_security_id(), level.load_rpt_seq(), time);
            } else if (codec_.depth_ == Mdp3Depth::ByOrder) {
                codec_.counters_.implied_entries += side_of(level.load_md_entry_type()) ? 0U : 1U;
            } else if (const auto ladder = ladder_of(level.load_md_entry_type())) {
                apply(level, *ladder, time);
            } else {
                ++codec_.counters_.entries_refused;
            }
        }
        if (codec_.depth_ == Mdp3Depth::ByOrder) {
            apply_orders(m, time);
        }
        note_resent(false);
        end(m.load_match_event_indicator(), time);
    }

    void on_md_incremental_refresh_order_book(
        const protocols::cme::mdp3::MDIncrementalRefreshOrderBook& m) noexcept {
        if (codec_.is_loading_) {
            return;
        }
        const Time time = codec_.to_time(m.load_transact_time());
        if (codec_.depth_ == Mdp3Depth::ByPrice) {
            return end(m.load_match_event_indicator(), time);
        }
        for (const auto& order : m.no_md_entries()) {
            const std::optional<Side> side = side_of(order.load_md_entry_type());
            if (order.load_md_entry_type() == EntryType::BookReset) {
                reset_book(order.load_security_id(), 0, time);
            } else if (!side) {
                ++codec_.counters_.implied_entries;
            } else {
                apply_order({.action = to_action(order.load_md_update_action()),
                             .side = *side,
                             .security_id = order.load_security_id(),
                             .order_id = order.load_order_id(),
                             .priority = order.load_md_order_priority(),
                             .price = order.load_md_entry_px().load_mantissa(),
                             .qty = order.load_md_display_qty()},
                            time);
            }
        }
        end(m.load_match_event_indicator(), time);
    }

    /// The books change by the messages that follow it.
    void on_md_incremental_refresh_trade_summary(
        const protocols::cme::mdp3::MDIncrementalRefreshTradeSummary& m) noexcept {
        if (codec_.is_loading_) {
            return;
        }
        const Time time = codec_.to_time(m.load_transact_time());
        for (const auto& trade : m.no_md_entries()) {
            if (Mdp3Instrument* const instrument = find_current(trade.load_security_id())) {
                note_entry(*instrument, trade.load_rpt_seq(), time);
                report(trade, *instrument, time);
            }
        }
        end(m.load_match_event_indicator(), time);
    }

    void on_snapshot_full_refresh(const protocols::cme::mdp3::SnapshotFullRefresh& m) noexcept {
        const auto state = to_trading_state(m.load_md_security_trading_status());
        Mdp3Instrument* const instrument = find(m.load_security_id());
        if (instrument == nullptr) {
            return;
        }
        const std::uint32_t as_of = m.load_last_msg_seq_num_processed();
        const Time time = codec_.to_time(m.load_transact_time());
        if (codec_.depth_ == Mdp3Depth::ByPrice && (is_loaded() || may_recover(*instrument, m))) {
            load(m, *instrument, time);
        }
        if (state) {
            set_state(*instrument, *state, as_of, time);
        }
    }

    void on_snapshot_full_refresh_order_book(
        const protocols::cme::mdp3::SnapshotFullRefreshOrderBook& m) noexcept {
        Mdp3Instrument* const instrument = codec_.is_loading_ && codec_.depth_ == Mdp3Depth::ByOrder
                                               ? find(m.load_security_id())
                                               : nullptr;
        if (instrument == nullptr) {
            return;
        }
        instrument->book_as_of = m.load_last_msg_seq_num_processed();
        const Time time = codec_.to_time(m.load_transact_time());
        for (const auto& order : m.no_md_entries()) {
            if (const std::optional<Side> side = side_of(order.load_md_entry_type())) {
                add({.action = Action::New,
                     .side = *side,
                     .security_id = m.load_security_id(),
                     .order_id = order.load_order_id(),
                     .priority = order.load_md_order_priority(),
                     .price = order.load_md_entry_px().load_mantissa(),
                     .qty = order.load_md_display_qty()},
                    *instrument, time);
            } else {
                ++codec_.counters_.implied_entries;
            }
        }
    }

    void on_md_instrument_definition_future(
        const protocols::cme::mdp3::MDInstrumentDefinitionFuture& m) noexcept {
        const Time time = codec_.to_time(m.load_last_update_time());
        if (m.load_security_update_action() == protocols::cme::mdp3::SecurityUpdateAction::Delete) {
            reset_book(m.load_security_id(), 0, time);
            return;
        }
        Mdp3Instrument* const instrument = codec_.instruments_.define(
            {.security_id = m.load_security_id(),
             .symbol = m.load_symbol(),
             .group = m.load_security_group(),
             .asset = m.load_asset(),
             .certainty =
                 codec_.has_natural_refresh_ ? Mdp3Certainty::Doubtful : Mdp3Certainty::Certain,
             .gap_end = codec_.last_packet_});
        if (instrument == nullptr) {
            return;
        }
        sink_.name(instrument->id, instrument->symbol, time);
        if (codec_.depth_ == Mdp3Depth::ByPrice) {
            set_depths(m, *instrument);
        }
        const auto state = to_trading_state(m.load_md_security_trading_status());
        if (state && instrument->state_as_of == 0) {
            instrument->state = *state;
            show_state(*instrument, time);
        }
    }

  private:
    using Refresh = Mdp3NaturalRefresh<Sink>;
    using Refresh::add;
    using Refresh::apply;
    using Refresh::apply_order;
    using Refresh::codec_;
    using Refresh::find;
    using Refresh::find_current;
    using Refresh::ladder_of;
    using Refresh::load;
    using Refresh::may_recover;
    using Refresh::note_emptied;
    using Refresh::note_entry;
    using Refresh::note_resent;
    using Refresh::number_;
    using Refresh::remove_levels;
    using Refresh::set_depths;
    using Refresh::show_state;
    using Refresh::sink_;

    /// The side of an order or of an outright level; implied levels have none.
    [[nodiscard]] static std::optional<Side> side_of(EntryType type) noexcept {
        const auto ladder = ladder_of(type);
        const bool is_outright = ladder && ladder->kind == Mdp3LevelKind::Outright;
        return is_outright ? std::optional(ladder->side) : std::nullopt;
    }
    /// DeleteThru, DeleteFrom and Overlay are about levels.
    [[nodiscard]] static Action to_action(UpdateAction action) noexcept {
        return action <= UpdateAction::Delete ? static_cast<Action>(action) : Action::Other;
    }
    [[nodiscard]] static Action to_action(protocols::cme::mdp3::OrderUpdateAction action) noexcept {
        return action <= protocols::cme::mdp3::OrderUpdateAction::Delete
                   ? static_cast<Action>(action)
                   : Action::Other;
    }

    /// The orders beside the levels of message 46.
    void apply_orders(const protocols::cme::mdp3::MDIncrementalRefreshBook& m, Time time) noexcept {
        const auto levels = m.no_md_entries();
        for (const auto& order : m.no_order_id_entries()) {
            const std::size_t level = order.load_reference_id().value_or(0);  // counted from 1
            const std::optional<Side> side = level - 1 < levels.size()
                                                 ? side_of(levels[level - 1].load_md_entry_type())
                                                 : std::nullopt;
            if (!side) {
                ++codec_.counters_.entries_refused;
                continue;
            }
            apply_order({.action = to_action(order.load_order_update_action()),
                         .side = *side,
                         .security_id = levels[level - 1].load_security_id(),
                         .order_id = order.load_order_id(),
                         .priority = order.load_md_order_priority(),
                         .price = levels[level - 1].load_md_entry_px().load_mantissa(),
                         .qty = order.load_md_display_qty()},
                        time);
        }
    }

    void report(const auto& trade, const Mdp3Instrument& instrument, Time time) noexcept {
        if (trade.load_md_update_action() != UpdateAction::New) {
            ++codec_.counters_.trades_corrected;
            return;
        }
        const std::int64_t mantissa = trade.load_md_entry_px().load_mantissa();
        const std::optional<Price> price = codec_.scale_.price_of(mantissa);
        if (!price) {
            return codec_.refuse_price(mantissa);
        }
        const std::int32_t qty = trade.load_md_entry_size();
        if (qty <= 0) {
            ++codec_.counters_.entries_refused;
            return;
        }
        using protocols::cme::mdp3::AggressorSide;
        const AggressorSide aggressor = trade.load_aggressor_side();
        const bool is_cross = aggressor != AggressorSide::Buy && aggressor != AggressorSide::Sell;
        sink_.trade({.kind = is_cross ? TradeKind::Cross : TradeKind::Displayed,
                     .resting_side = aggressor == AggressorSide::Buy ? Side::Sell : Side::Buy,
                     .instrument = instrument.id,
                     .price = *price,
                     .qty = {static_cast<std::uint64_t>(qty)},
                     .match_id = {trade.load_md_trade_entry_id().value_or(0)},
                     .venue_time = time},
                    instrument.symbol);
    }

    void reset_book(std::int32_t security_id, std::uint32_t rpt_seq, Time time) noexcept {
        if (Mdp3Instrument* const instrument = find(security_id)) {
            empty(*instrument, rpt_seq, time);
        }
    }
    void empty(Mdp3Instrument& instrument, std::uint32_t rpt_seq, Time time) noexcept {
        if (number_ <= instrument.book_as_of) {
            return;
        }
        if (codec_.depth_ == Mdp3Depth::ByOrder) {
            codec_.orders_.remove_all(instrument.id);
            return sink_.empty(instrument.id, time);
        }
        remove_levels(instrument, time);
        instrument.rpt_seq = rpt_seq;
        note_emptied(instrument, time);
    }

    /// Sets those of a group of instruments, or of one asset in it.
    void set_states(const protocols::cme::mdp3::SecurityStatus& m, book::TradingState state,
                    Time time) noexcept {
        const auto group = Mdp3Instruments::six_characters(m.load_security_group());
        const auto asset = Mdp3Instruments::six_characters(m.load_asset());
        const bool is_any_asset = asset == std::array<char, 6>{};
        codec_.instruments_.for_each([&](Mdp3Instrument& instrument) {
            if (instrument.group == group && (is_any_asset || instrument.asset == asset)) {
                set_state(instrument, state, number_, time);
            }
        });
    }
    /// A state of an earlier packet than the last does not count.
    void set_state(Mdp3Instrument& instrument, book::TradingState state, std::uint32_t as_of,
                   Time time) noexcept {
        if (as_of < instrument.state_as_of) {
            return;
        }
        instrument.state_as_of = as_of;
        instrument.state = state;
        show_state(instrument, time);
    }

    /// The message is of the loop that is being loaded, not beside the sequence.
    [[nodiscard]] bool is_loaded() const noexcept { return codec_.is_loading_ && number_ != 0; }

    void end(MatchEventIndicator indicator, Time time) noexcept {
        if (indicator.has(MatchEventIndicator::EndOfEvent)) {
            sink_.end_of_event(time);
        }
    }
};

template <OrderSink Sink>
protocols::DecodeStatus Mdp3Codec::decode(Bytes packet, Sink& sink) noexcept {
    protocols::cme::mdp3::PacketReader reader;
    const protocols::DecodeStatus status = check(packet, reader);
    if (status != protocols::DecodeStatus::Ok) {
        return status;
    }
    Mdp3Translator<Sink> translator(*this, reader.msg_seq_num(), sink);
    if (has_natural_refresh_) {
        translator.note_packet(to_time(reader.sending_time()));
    }
    protocols::cme::mdp3::MessageCursor messages = reader.messages();
    for (Bytes message; messages.next(message);) {
        const bool is_known =
            protocols::cme::mdp3::decode(message, translator) == protocols::DecodeStatus::Ok;
        ++(is_known ? counters_.messages : counters_.other_messages);
    }
    return protocols::DecodeStatus::Ok;
}

template <OrderSink Sink>
protocols::DecodeStatus Mdp3Codec::decode_definitions(Bytes packet, Sink& sink) noexcept {
    protocols::cme::mdp3::PacketReader reader;
    const protocols::DecodeStatus status = check(packet, reader);
    if (status != protocols::DecodeStatus::Ok) {
        return status;
    }
    Mdp3Translator<Sink> translator(*this, 0, sink);
    protocols::cme::mdp3::MessageCursor messages = reader.messages();
    for (Bytes message; messages.next(message);) {
        static_cast<void>(protocols::cme::mdp3::visit_message(message, [&](const auto& m) {
            using M = std::remove_cvref_t<decltype(m)>;
            if constexpr (std::is_same_v<M, protocols::cme::mdp3::MDInstrumentDefinitionFuture>) {
                translator.on_md_instrument_definition_future(m);
            } else if constexpr (std::is_same_v<M, protocols::cme::mdp3::SnapshotFullRefresh>) {
                translator.on_snapshot_full_refresh(m);
            }
        }));
    }
    return protocols::DecodeStatus::Ok;
}

template <OrderSink Sink>
void Mdp3Codec::note_gap(std::uint64_t next, Time time, Sink& sink) noexcept {
    if (has_natural_refresh_) {
        Mdp3Translator<Sink>(*this, static_cast<std::uint32_t>(next - 1), sink).note_missing(time);
    }
}

static_assert(KeepingCodec<Mdp3Codec> && DefinedCodec<Mdp3Codec> && GapCodec<Mdp3Codec> &&
              DatedCodec<Mdp3Codec>);

}  // namespace hotpath::feed
