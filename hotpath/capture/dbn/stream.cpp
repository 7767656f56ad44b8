#include "hotpath/capture/dbn/stream.hpp"

#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "hotpath/protocols/nasdaq/itch50/codes.hpp"

namespace hotpath::capture::dbn {

namespace {

namespace flag = protocols::dbn::flag;
namespace rtype = protocols::dbn::rtype;
using protocols::DecodeStatus;
using protocols::dbn::RecordHeader;

// A record makes a few messages, but for one that clears a book.
constexpr std::size_t kBlockSlack = std::size_t{64} << 10U;
constexpr std::string_view kAdvice =
    "all before it was read; copy or download the file again for the rest";

std::string record_name(std::uint8_t type) {
    constexpr std::array<std::pair<std::uint8_t, std::string_view>, 9> kNames{{
        {rtype::kMbo, "mbo"},
        {rtype::kTrade, "trades"},
        {rtype::kMbp1, "mbp-1"},
        {rtype::kMbp10, "mbp-10"},
        {rtype::kStatus, "status"},
        {rtype::kInstrumentDef, "definition"},
        {rtype::kError, "error"},
        {rtype::kSymbolMapping, "symbol mapping"},
        {rtype::kSystem, "system"},
    }};
    for (const auto& [code, name] : kNames) {
        if (code == type) {
            return std::string(name);
        }
    }
    return fmt::format("type 0x{:02x}", type);
}

/// ITCH's state; 0 when the action changes none.
char to_trading_state(std::uint16_t status) {
    namespace action = protocols::dbn::status_action;
    namespace state = protocols::nasdaq::itch50::trading_state;
    if (status == action::kTrading) {
        return state::kTrading;
    }
    if (status == action::kPause) {
        return state::kPaused;
    }
    if (status == action::kHalt || status == action::kSuspend || status == action::kNotAvailable) {
        return state::kHalted;
    }
    const bool is_before_trading =
        status >= action::kPreOpen && status <= action::kNewPriceIndication;
    return is_before_trading ? state::kQuotationOnly : '\0';
}

}  // namespace

/// Calls the stream's function of a record; keeps the reason of a refusal.
class DbnStream::Visitor {
  public:
    explicit Visitor(DbnStream& stream) : stream_(stream) {}

    void on_record(const protocols::dbn::MboMsg& m) { outcome = stream_.on(m); }
    void on_record(const protocols::dbn::TradeMsg& m) { outcome = stream_.on(m); }
    void on_record(const protocols::dbn::Mbp1Msg& m) {
        const bool is_tbbo = stream_.kind_ == Kind::Tbbo;
        outcome = stream_.on_levels(m, is_tbbo ? Kind::Tbbo : Kind::Mbp1);
    }
    void on_record(const protocols::dbn::Mbp10Msg& m) {
        outcome = stream_.on_levels(m, Kind::Mbp10);
    }
    void on_record(const protocols::dbn::StatusMsg& m) { outcome = stream_.on(m); }
    void on_record(const protocols::dbn::InstrumentDefMsgV1& m) {
        outcome = stream_.on_definition(m);
    }
    void on_record(const protocols::dbn::InstrumentDefMsgV2& m) {
        outcome = stream_.on_definition(m);
    }
    void on_record(const protocols::dbn::InstrumentDefMsgV3& m) {
        outcome = stream_.on_definition(m);
    }
    void on_record(const protocols::dbn::SymbolMappingMsgV1& m) { name(m); }
    void on_record(const protocols::dbn::SymbolMappingMsgV2& m) { name(m); }
    void on_record(const protocols::dbn::ErrorMsgV1&) { ++stream_.stats_.gateway_errors; }
    void on_record(const protocols::dbn::ErrorMsgV2&) { ++stream_.stats_.gateway_errors; }
    void on_record(const protocols::dbn::SystemMsgV1&) {}
    void on_record(const protocols::dbn::SystemMsgV2&) {}

    Outcome outcome;

  private:
    void name(const auto& m) {
        stream_.instruments_.name(m.load_instrument_id(),
                                  protocols::dbn::text_of(m.load_stype_out_symbol()));
    }

    DbnStream& stream_;
};

DbnStream::DbnStream(ReadBuffer input, const protocols::dbn::MetadataReader& metadata)
    : input_(std::move(input)),
      format_{.version = metadata.version(), .has_ts_out = metadata.has_ts_out()},
      out_(stats_),
      instruments_(metadata),
      orders_(metadata.dataset(), out_, stats_),
      prices_(out_, stats_) {
    namespace schema = protocols::dbn::schema;
    if (metadata.schema() <= schema::kTrades) {
        constexpr std::array kKinds{Kind::Mbo, Kind::Mbp1, Kind::Mbp10, Kind::Tbbo, Kind::Trades};
        kind_ = kKinds[metadata.schema()];
    }
    out_.block().reserve(kBlockBytes + kBlockSlack);
}

BookSource DbnStream::book_source() const {
    constexpr std::array<std::size_t, 5> kLevels{0, 1, 10, 1, 0};
    if (!kind_ || *kind_ == Kind::Mbo) {
        return {};
    }
    return {.basis = BookBasis::ByPrice,
            .levels = kLevels[static_cast<std::size_t>(*kind_)],
            .file = {}};
}

Expected<Bytes> DbnStream::next_block() {
    out_.block().clear();
    while (!has_ended_ && !failure_ && out_.block().bytes().size() < kBlockBytes) {
        step();
    }
    if (out_.block().bytes().empty() && failure_) {
        return std::unexpected(*failure_);
    }
    return out_.block().bytes();
}

void DbnStream::step() {
    protocols::dbn::NextRecord next = protocols::dbn::next_record(input_.available());
    if (next.status == DecodeStatus::Truncated && input_.refill()) {
        next = protocols::dbn::next_record(input_.available());
    }
    if (next.status == DecodeStatus::Malformed) {
        return stop_with(too_short_a_length());
    }
    if (next.status == DecodeStatus::Truncated) {
        if (!input_.is_ended()) {
            return;  // the source gave a part
        }
        failure_ = at_end_of_input();
        return end();
    }
    apply(next.record);
    if (!failure_) {
        input_.consume(next.record.size());
    }
}

void DbnStream::apply(Bytes record) {
    ++stats_.records;
    Visitor visitor(*this);
    const DecodeStatus status = protocols::dbn::decode(record, format_, visitor);
    if (status == DecodeStatus::UnknownType) {
        ++stats_.unread_records;
    } else if (status != DecodeStatus::Ok) {
        stop_with(wrong_length(record));
    } else if (!visitor.outcome) {
        stop_with(refusal(record, visitor.outcome.error()));
    }
}

Outcome DbnStream::take_kind(Kind kind) {
    constexpr std::array<std::string_view, 5> kNames{"mbo", "mbp-1", "mbp-10", "tbbo", "trades"};
    if (!kind_) {
        kind_ = kind;
    }
    if (*kind_ != kind) {
        return std::unexpected(
            fmt::format("the recording is of {}, and trades would count twice; "
                        "record one schema a file",
                        kNames[static_cast<std::size_t>(*kind_)]));
    }
    return {};
}

/// What every record with a time and an instrument needs before its messages.
Checked<Listing> DbnStream::begin(const RecordHeader& header, const RecordTimes& times) {
    const auto time = clock_.time_of(times);
    if (!time) {
        return std::unexpected(time.error());
    }
    const auto found =
        instruments_.find(header.load_instrument_id(), header.load_publisher_id(), clock_.day());
    if (!found) {
        return std::unexpected(found.error());
    }
    out_.block().set_time(*time);
    if (!std::exchange(has_begun_, true)) {
        out_.begin_day();
    }
    if (found->is_new) {
        out_.list(found->listing);
        listings_.push_back(found->listing);
        is_gap_noted_.push_back(false);
    }
    return found->listing;
}

template <class M>
Checked<Listing> DbnStream::begin_market(const M& record, Kind kind) {
    if (auto outcome = take_kind(kind); !outcome) {
        return std::unexpected(outcome.error());
    }
    const std::uint8_t flags = record.load_flags();
    const auto listing = begin(RecordHeader::at(record.bytes().data()),
                               {.ts_event = record.load_ts_event(),
                                .ts_recv = record.load_ts_recv(),
                                .is_snapshot = (flags & flag::kSnapshot) != 0});
    if (listing) {
        note_flags(flags, *listing);
    }
    return listing;
}

/// Counts a gap once, until the book is said to be good again.
void DbnStream::note_flags(std::uint8_t flags, const Listing& listing) {
    stats_.snapshot_records += (flags & flag::kSnapshot) != 0 ? 1U : 0U;
    const std::size_t index = std::size_t{listing.locate} - 1;
    const bool is_gap = (flags & flag::kMaybeBadBook) != 0;
    stats_.sequence_gaps += is_gap && !is_gap_noted_[index] ? 1U : 0U;
    is_gap_noted_[index] = is_gap;
}

Outcome DbnStream::on(const protocols::dbn::MboMsg& record) {
    const auto listing = begin_market(record, Kind::Mbo);
    return listing ? orders_.apply(record, *listing) : std::unexpected(listing.error());
}

Outcome DbnStream::on(const protocols::dbn::TradeMsg& record) {
    const auto listing = begin_market(record, Kind::Trades);
    return listing ? prices_.apply(record, *listing) : std::unexpected(listing.error());
}

template <class M>
Outcome DbnStream::on_levels(const M& record, Kind kind) {
    const auto listing = begin_market(record, kind);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    if constexpr (std::is_same_v<M, protocols::dbn::Mbp1Msg>) {
        if (kind == Kind::Tbbo) {
            return prices_.apply_tbbo(record, *listing);
        }
    }
    return prices_.apply(record, *listing);
}

Outcome DbnStream::on(const protocols::dbn::StatusMsg& record) {
    const auto listing =
        begin(RecordHeader::at(record.bytes().data()),
              {.ts_event = record.load_ts_event(), .ts_recv = record.load_ts_recv()});
    if (!listing) {
        return std::unexpected(listing.error());
    }
    if (const char state = to_trading_state(record.load_action()); state != '\0') {
        out_.trading_state(*listing, state);
        const bool is_matching = state == protocols::nasdaq::itch50::trading_state::kTrading;
        orders_.set_matching(*listing, is_matching);
        prices_.set_matching(*listing, is_matching);
    }
    return {};
}

/// Lists the instrument if ITCH can: of a spread with a long name only records are refused.
template <class M>
Outcome DbnStream::on_definition(const M& record) {
    const auto field = record.load_raw_symbol();
    const std::string_view symbol = protocols::dbn::text_of(field);
    instruments_.name(record.load_instrument_id(), symbol);
    if (symbol.empty() || symbol.size() > Symbol::kLength) {
        return {};
    }
    const auto listing =
        begin(RecordHeader::at(record.bytes().data()),
              {.ts_event = record.load_ts_event(), .ts_recv = record.load_ts_recv()});
    return listing ? Outcome{} : std::unexpected(listing.error());
}

void DbnStream::end() {
    has_ended_ = true;
    for (const Listing& listing : listings_) {
        orders_.finish(listing);
        prices_.finish(listing);
    }
    if (has_begun_ && !failure_) {
        out_.end_day();
    }
}

std::optional<Error> DbnStream::at_end_of_input() const {
    if (input_.damage() || input_.available().empty()) {
        return input_.damage();
    }
    const Bytes rest = input_.available();
    return Error{fmt::format(
        "{}: cut off at {}: of record {} of {} bytes that begins there {} are "
        "left; {}",
        input_.name(), input_.place(), stats_.records + 1,
        std::to_integer<std::size_t>(rest[0]) * protocols::dbn::kWordLength, rest.size(), kAdvice)};
}

Error DbnStream::refusal(Bytes record, const std::string& reason) const {
    const RecordHeader& header = RecordHeader::at(record.data());
    return {fmt::format("{}: record {} ({}, instrument {}, {}): {}", input_.name(), stats_.records,
                        record_name(header.load_rtype()), header.load_instrument_id(),
                        input_.place(), reason)};
}

Error DbnStream::wrong_length(Bytes record) const {
    return {fmt::format(
        "{}: record {} ({}, {}): its length is {} bytes, which no such record of "
        "version {} has; {}",
        input_.name(), stats_.records, record_name(RecordHeader::at(record.data()).load_rtype()),
        input_.place(), record.size(), format_.version, kAdvice)};
}

Error DbnStream::too_short_a_length() const {
    const auto words = std::to_integer<std::size_t>(input_.available().front());
    return {fmt::format(
        "{}: damaged at {}: record {} has a length of {} bytes, and a record has at least {}; {}",
        input_.name(), input_.place(), stats_.records + 1, words * protocols::dbn::kWordLength,
        RecordHeader::kLength, kAdvice)};
}

}  // namespace hotpath::capture::dbn
