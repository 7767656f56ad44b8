#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"

#include <optional>

namespace hotpath::feed {

std::optional<book::TradingState> to_trading_state(
    protocols::cme::mdp3::SecurityTradingStatus status) noexcept {
    using Status = protocols::cme::mdp3::SecurityTradingStatus;
    switch (status) {
        case Status::ReadyToTrade:
            return book::TradingState::Trading;
        case Status::PreOpen:
        case Status::NewPriceIndication:
        case Status::PreCross:
        case Status::Cross:
            return book::TradingState::QuotationOnly;
        case Status::TradingHalt:
        case Status::Close:
        case Status::PostClose:
        case Status::NotAvailableForTrading:
            return book::TradingState::Halted;
        case Status::UnknownOrInvalid:
            return book::TradingState::Unknown;
        case Status::NoChange:
        case Status::NotSent:
            return std::nullopt;
    }
    return std::nullopt;
}

Expected<Mdp3Codec> Mdp3Codec::create(const Mdp3Options& options) {
    if (!Mdp3Scale::is_valid(options.units_per_currency)) {
        return fail("mdp3: units_per_currency must be a divisor of 1,000,000,000");
    }
    if (options.instruments_max == 0 || options.orders_max == 0) {
        return fail("mdp3: instruments_max and orders_max must be above 0");
    }
    if (options.has_natural_refresh && options.depth != Mdp3Depth::ByPrice) {
        return fail("mdp3: natural refresh needs books by price");
    }
    return Mdp3Codec(options);
}

Mdp3Codec::Mdp3Codec(const Mdp3Options& options)
    : instruments_(options.instruments_max, options.symbols),
      orders_(options.depth == Mdp3Depth::ByOrder ? options.orders_max : 1),
      levels_(options.depth == Mdp3Depth::ByPrice ? options.instruments_max : std::uint16_t{0}),
      scale_(options.units_per_currency),
      midnight_ns_(options.midnight_ns),
      depth_(options.depth),
      has_natural_refresh_(options.has_natural_refresh) {}

char Mdp3Codec::type_of(Bytes packet) noexcept {
    protocols::cme::mdp3::MessageCursor messages(
        packet.subspan(protocols::cme::mdp3::PacketHeader::kLength));
    Bytes first;
    if (!messages.next(first) || first.size() < protocols::cme::mdp3::MessageHeader::kLength) {
        return 0;
    }
    return static_cast<char>(
        protocols::cme::mdp3::MessageHeader::at(first.data()).load_template_id());
}

void Mdp3Codec::begin_session() noexcept {
    instruments_.begin_session();
    orders_.remove_all();
    levels_.remove_all();
    last_packet_ = 0;
}

void Mdp3Codec::begin_snapshot() noexcept {
    instruments_.begin_snapshot();
    orders_.remove_all();
    levels_.remove_all();
    is_loading_ = true;
}

protocols::DecodeStatus Mdp3Codec::check(Bytes packet,
                                         protocols::cme::mdp3::PacketReader& reader) noexcept {
    const protocols::DecodeStatus opened = reader.open(packet);
    if (opened != protocols::DecodeStatus::Ok) {
        return opened;
    }
    bool is_any_ours = packet.size() == protocols::cme::mdp3::PacketHeader::kLength;
    protocols::cme::mdp3::MessageCursor messages = reader.messages();
    for (Bytes message; messages.next(message);) {
        protocols::cme::mdp3::sbe::Block block;
        is_any_ours |=
            protocols::cme::mdp3::open_header(message, block) == protocols::DecodeStatus::Ok;
        const protocols::DecodeStatus status =
            protocols::cme::mdp3::visit_message(message, [](const auto&) {});
        if (status != protocols::DecodeStatus::Ok &&
            status != protocols::DecodeStatus::UnknownType) {
            return status;
        }
    }
    return is_any_ours ? protocols::DecodeStatus::Ok : protocols::DecodeStatus::UnknownType;
}

}  // namespace hotpath::feed
