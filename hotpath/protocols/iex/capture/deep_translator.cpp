#include "hotpath/protocols/iex/capture/deep_translator.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "hotpath/protocols/iex/deep_codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::capture::iex {

namespace itch50 = protocols::nasdaq::itch50;

namespace {

constexpr std::int64_t kItchTimeMax = (std::int64_t{1} << 48U) - 1;
constexpr std::int64_t kPrice4Max = std::numeric_limits<std::uint32_t>::max();
constexpr std::array<char, 4> kNoReason{' ', ' ', ' ', ' '};

/// 0: none of ITCH's.
[[nodiscard]] char to_itch_event(char event) {
    namespace from = deep::system_event;
    namespace to = itch50::event_code;
    switch (event) {
        case from::kStartOfMessages:
            return to::kStartOfMessages;
        case from::kStartOfSystemHours:
            return to::kStartOfSystemHours;
        case from::kStartOfRegularMarketHours:
            return to::kStartOfMarketHours;
        case from::kEndOfRegularMarketHours:
            return to::kEndOfMarketHours;
        case from::kEndOfSystemHours:
            return to::kEndOfSystemHours;
        case from::kEndOfMessages:
            return to::kEndOfMessages;
        default:
            return '\0';
    }
}

/// 0: none of ITCH's.
[[nodiscard]] char to_itch_state(char status) {
    namespace from = deep::trading_status;
    namespace to = itch50::trading_state;
    switch (status) {
        case from::kHalted:
            return to::kHalted;
        case from::kOrderAcceptance:
            return to::kQuotationOnly;
        case from::kPaused:
            return to::kPaused;
        case from::kTrading:
            return to::kTrading;
        default:
            return '\0';
    }
}

[[nodiscard]] bool is_symbol(const Symbol& symbol) {
    const std::string_view text = symbol.view();
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

[[nodiscard]] std::string price_text(std::int64_t price) {
    constexpr std::int64_t kUnits = 10'000;
    const bool is_negative = price < 0;
    const auto bits = static_cast<std::uint64_t>(price);
    const std::uint64_t magnitude = is_negative ? 0 - bits : bits;
    return fmt::format("price {}{}.{:04}", is_negative ? "-" : "", magnitude / kUnits,
                       magnitude % kUnits);
}

[[nodiscard]] dbn::Price4 to_price4(std::int64_t price) {
    return {static_cast<std::uint32_t>(price)};
}

}  // namespace

void DeepTranslator::begin_day(std::int64_t midnight_ns) {
    midnight_ns_ = last_ns_ = sent_ns_ = midnight_ns;
}

void DeepTranslator::set_sent_at(std::int64_t ns_since_1970) {
    sent_ns_ = std::clamp(ns_since_1970, sent_ns_, midnight_ns_ + kItchTimeMax);
    std::erase_if(open_events_, [this](std::uint16_t locate) {
        Instrument& instrument = instruments_[locate - 1U];
        const bool has_ended =
            !instrument.is_incomplete && sent_ns_ - instrument.event_sent_ns > kEventSpanNs;
        if (has_ended) {
            hand_out(instrument);
        }
        return has_ended;
    });
}

void DeepTranslator::take(Bytes message) {
    ++stats_.records;
    stats_.extended_records += deep::is_extended(message) ? 1U : 0U;
    switch (deep::decode(message, *this)) {
        case protocols::DecodeStatus::Ok:
            return;
        case protocols::DecodeStatus::UnknownType:
            ++stats_.unread_records;
            return;
        default:
            block().skip("messages that are shorter than their type", 1, [&] {
                return fmt::format("type {:?} of {} bytes", std::to_integer<char>(message.front()),
                                   message.size());
            });
    }
}

void DeepTranslator::finish() {
    for (const std::uint16_t locate : std::exchange(open_events_, {})) {
        hand_out(instruments_[locate - 1U]);
    }
}

void DeepTranslator::on_message(const deep::SystemEvent& m) {
    const char code = to_itch_event(m.load_system_event());
    if (code == '\0') {
        ++stats_.unread_records;
        return;
    }
    set_time(m.load_timestamp());
    itch50::SystemEvent message;
    message.store_event_code(code);
    block().put(message, 0);
}

void DeepTranslator::on_message(const deep::SecurityDirectory& m) {
    const bool is_new =
        !locates_.contains(std::bit_cast<std::uint64_t>(m.load_symbol().characters));
    const Instrument* const instrument = begin(m);
    if (instrument != nullptr && !is_new) {
        list(*instrument, &m);
    }
}

void DeepTranslator::on_message(const deep::TradingStatus& m) {
    Instrument* const instrument = begin(m);
    const char state = to_itch_state(m.load_trading_status());
    if (instrument == nullptr) {
        return;
    }
    if (state == '\0') {
        block().skip("trading statuses that are none of H, O, P and T", 1,
                     [&] { return instrument->listing.symbol.str(); });
        return;
    }
    instrument->state = state;
    send_state(*instrument, m.load_reason());
}

/// A halt on IEX alone hides the status of all markets, which comes back after it.
void DeepTranslator::on_message(const deep::OperationalHaltStatus& m) {
    Instrument* const instrument = begin(m);
    const bool is_halted = m.load_operational_halt_status() == deep::operational_halt::kHalted;
    if (instrument != nullptr &&
        std::exchange(instrument->is_halted_here, is_halted) != is_halted) {
        send_state(*instrument, kNoReason);
    }
}

void DeepTranslator::on_level(const auto& m, Side side) {
    Instrument* const instrument = begin(m);
    if (instrument == nullptr) {
        return;
    }
    begin_trading(*instrument);
    if (is_price(m.load_price(), *instrument)) {
        add_to_event(*instrument, m.load_timestamp());
        instrument->levels.push_back(
            {.side = side, .price = to_price4(m.load_price()), .qty = {m.load_size()}});
    }
    instrument->is_incomplete = (m.load_event_flags() & deep::event_flag::kComplete) == 0;
    if (!instrument->is_incomplete) {
        end_event(*instrument);
    }
}

void DeepTranslator::on_message(const deep::TradeReport& m) {
    Instrument* const instrument = begin(m);
    if (instrument == nullptr || !is_price(m.load_price(), *instrument)) {
        return;
    }
    begin_trading(*instrument);
    if (m.load_size() == 0) {
        out_.skip_no_shares(instrument->listing);
        return;
    }
    add_to_event(*instrument, m.load_timestamp());
    instrument->trades.push_back(m);
}

void DeepTranslator::on_message(const deep::TradeBreak& m) {
    Instrument* const instrument = begin(m);
    if (instrument == nullptr) {
        return;
    }
    end_event(*instrument);  // it may have the trade
    set_time(m.load_timestamp());
    itch50::BrokenTrade message;
    message.store_match_number(static_cast<std::uint64_t>(m.load_trade_id()));
    block().put(message, instrument->listing.locate);
}

template <class M>
DeepTranslator::Instrument* DeepTranslator::begin(const M& m) {
    const Symbol symbol = m.load_symbol();
    Instrument* instrument = find(symbol);
    if (instrument != nullptr && instrument->event_timestamp != m.load_timestamp()) {
        end_event(*instrument);
    }
    set_time(m.load_timestamp());
    if (instrument != nullptr) {
        return instrument;
    }
    instrument = define(symbol);
    if (instrument != nullptr) {
        if constexpr (std::is_same_v<M, deep::SecurityDirectory>) {
            list(*instrument, &m);
        } else {
            list(*instrument, nullptr);
        }
    }
    return instrument;
}

void DeepTranslator::set_time(std::int64_t timestamp) {
    last_ns_ = std::clamp(timestamp, last_ns_, std::max(last_ns_, sent_ns_));
    block().set_time({last_ns_ - midnight_ns_});
}

DeepTranslator::Instrument* DeepTranslator::find(const Symbol& symbol) {
    const auto locate = locates_.find(std::bit_cast<std::uint64_t>(symbol.characters));
    return locate == locates_.end() ? nullptr : &instruments_[locate->second - 1U];
}

DeepTranslator::Instrument* DeepTranslator::define(const Symbol& symbol) {
    if (!is_symbol(symbol)) {
        block().skip("messages of symbols that are not printable", 1,
                     [&] { return fmt::format("{:?}", symbol.view()); });
        return nullptr;
    }
    if (instruments_.size() == kInstrumentsMax) {
        block().skip("messages of instruments beyond the first 65,535", 1,
                     [&] { return symbol.str(); });
        return nullptr;
    }
    const auto locate = static_cast<std::uint16_t>(instruments_.size() + 1);
    locates_.emplace(std::bit_cast<std::uint64_t>(symbol.characters), locate);
    return &instruments_.emplace_back(
        Instrument{.listing = {.locate = locate, .symbol = symbol}, .trades = {}, .levels = {}});
}

/// `directory`: nullptr when the instrument has none.
void DeepTranslator::list(const Instrument& instrument, const deep::SecurityDirectory* directory) {
    itch50::StockDirectory message;
    itch50::fill_directory(message, instrument.listing.symbol);
    if (directory != nullptr) {
        const auto has = [directory](std::uint8_t flag) {
            return (directory->load_flags() & flag) != 0;
        };
        const std::uint8_t tier = directory->load_luld_tier();
        message.store_market_category('V');
        message.store_round_lot_size(directory->load_round_lot_size());
        message.store_authenticity(has(deep::directory_flag::kTestSecurity) ? 'T' : 'P');
        message.store_etp_flag(has(deep::directory_flag::kEtp) ? 'Y' : 'N');
        message.store_luld_reference_price_tier(
            tier == 1 || tier == 2 ? static_cast<char>('0' + tier) : ' ');
    }
    block().put(message, instrument.listing.locate);
}

void DeepTranslator::send_state(const Instrument& instrument, const std::array<char, 4>& reason) {
    const bool is_halted = instrument.is_halted_here;
    const char state =
        instrument.state == '\0' ? itch50::trading_state::kTrading : instrument.state;
    itch50::StockTradingAction message;
    itch50::fill_trading_action(message, instrument.listing.symbol,
                                is_halted ? itch50::trading_state::kHalted : state);
    message.store_reason(is_halted ? kNoReason : reason);
    block().put(message, instrument.listing.locate);
}

/// A recording that begins after the morning's statuses has none.
void DeepTranslator::begin_trading(Instrument& instrument) {
    if (instrument.state == '\0') {
        instrument.state = itch50::trading_state::kTrading;
        send_state(instrument, kNoReason);
    }
}

void DeepTranslator::add_to_event(Instrument& instrument, std::int64_t timestamp) {
    if (instrument.trades.size() + instrument.levels.size() == kEventMax) {
        hand_out(instrument);
    }
    instrument.event_timestamp = timestamp;
    if (std::ranges::find(open_events_, instrument.listing.locate) == open_events_.end()) {
        open_events_.push_back(instrument.listing.locate);
        instrument.event_sent_ns = sent_ns_;
        instrument.is_incomplete = false;
    }
}

void DeepTranslator::end_event(Instrument& instrument) {
    std::erase(open_events_, instrument.listing.locate);
    hand_out(instrument);
}

void DeepTranslator::hand_out(Instrument& instrument) {
    if (instrument.trades.empty() && instrument.levels.empty()) {
        return;
    }
    set_time(instrument.event_timestamp);
    for (const deep::TradeReport& trade : instrument.trades) {
        levels_.on_trade(instrument.listing, std::nullopt, to_price4(trade.load_price()),
                         {trade.load_size()}, static_cast<std::uint64_t>(trade.load_trade_id()));
    }
    for (const Level& level : instrument.levels) {
        levels_.on_level(instrument.listing, level.side, level.price, level.qty);
    }
    levels_.end_event();
    instrument.trades.clear();
    instrument.levels.clear();
}

bool DeepTranslator::is_price(std::int64_t price, const Instrument& instrument) {
    if (price > 0 && price <= kPrice4Max) {
        return true;
    }
    block().skip("prices that the unit of 1/10,000 cannot hold", 1, [&] {
        return fmt::format("{} of {}", price_text(price), instrument.listing.symbol.view());
    });
    return false;
}

}  // namespace hotpath::capture::iex
