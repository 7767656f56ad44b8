#include "hotpath/feed/cross_checker.hpp"

#include <string_view>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::feed {
namespace {

std::string padded(std::uint64_t value, std::size_t digits) {
    const std::string text = std::to_string(value);
    return std::string(digits > text.size() ? digits - text.size() : 0, '0') + text;
}

/// 09:31:07.000000250
std::string clock_time(Time time) {
    const auto nanos = static_cast<std::uint64_t>(time.value);
    const std::uint64_t seconds = nanos / kNanosPerSecond;
    return padded(seconds / 3'600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" +
           padded(seconds % 60, 2) + "." + padded(nanos % kNanosPerSecond, 9);
}

std::string decimal(Price price, PriceScale scale) {
    std::size_t digits = 0;
    for (std::uint32_t unit = scale.units_per_currency; unit >= 10; unit /= 10) {
        ++digits;
    }
    const auto units = static_cast<std::uint64_t>(price.value < 0 ? -price.value : price.value);
    return (price.value < 0 ? "-" : "") + std::to_string(units / scale.units_per_currency) + "." +
           padded(units % scale.units_per_currency, digits);
}

std::string words(const book::OrderView& order, PriceScale scale) {
    return (order.side == Side::Buy ? "buy order " : "sell order ") +
           std::to_string(order.id.value) + ", " + std::to_string(order.leaves_qty.value) + " at " +
           decimal(order.price, scale);
}

std::string words(book::TradingState state) {
    const bool is_known = state != book::TradingState::Unknown;
    return (is_known ? "" : "trading state ") + std::string(name(state));
}

std::string_view message_name(char type) {
    namespace itch = protocols::nasdaq::itch50;
    switch (type) {
        case itch::AddOrder::kType:
            return "add order";
        case itch::AddOrderMpid::kType:
            return "add order with MPID";
        case itch::OrderReplace::kType:
            return "order replace";
        default:
            return "no add and no replace";
    }
}

}  // namespace

std::string to_sentence(const Crossing& crossing, const Instrument& instrument) {
    const std::string id = std::to_string(crossing.order.instrument.value);
    const bool is_named = instrument.symbol != Symbol{};
    std::string text = "message " + std::to_string(crossing.message_number) + " (";
    text += crossing.message_type;
    text += ", " + std::string(message_name(crossing.message_type)) + ") at ";
    text += clock_time(crossing.venue_time);
    text += crossing.touch == Touch::Locked ? " locked " : " crossed ";
    text += is_named ? instrument.symbol.str() + " (" + id + ")" : "instrument " + id;
    text += ": " + words(crossing.order, instrument.scale);
    if (crossing.replaced_id != OrderId{}) {
        text += " (in place of order " + std::to_string(crossing.replaced_id.value) + ")";
    }
    text += ", meets " + words(crossing.resting, instrument.scale) + "; ";
    return text += words(crossing.trading_state);
}

}  // namespace hotpath::feed
