#pragma once
/// Decodes one DEEP message and calls the listener's on_message for it.
///
///   struct Volume : iex::NullListener {
///       using NullListener::on_message;
///       void on_message(const TradeReport& m) { shares += m.load_size(); }
///       std::uint64_t shares = 0;
///   };
///
/// IEX may append fields to a message without notice, so a message that is longer than its type's
/// fields is delivered and the rest is not looked at: is_extended() says so. Values are not checked.
/// The message is a view into the bytes given and lives as long as they do. Threads: any. Allocation:
/// none. Complexity: one switch, one comparison. Source: IEX DEEP Specification, "Architecture".

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/iex/deep_messages.hpp"

namespace hotpath::protocols::iex {

/// Does nothing on every message. Derive from it and redefine on_message for the types wanted.
struct NullListener {
    template <class Any>
    void on_message(const Any&) noexcept {}
};

/// Returns true if the message has bytes after the fields of version 1.0.
[[nodiscard]] inline bool is_extended(Bytes message) noexcept {
    const std::size_t length =
        message.empty() ? 0 : DeepMessages::length(std::to_integer<char>(message.front()));
    return length != 0 && message.size() > length;
}

namespace detail {

template <class M>
[[nodiscard]] protocols::DecodeStatus deliver(Bytes message, auto& listener) {
    if (message.size() < M::kLength) [[unlikely]] {
        return protocols::DecodeStatus::Truncated;
    }
    listener.on_message(M::at(message.data()));
    return protocols::DecodeStatus::Ok;
}

}  // namespace detail

/// Calls listener.on_message() with this message if the result is Ok. Truncated: it is shorter than
/// its type; UnknownType: DEEP has no such type.
template <class Listener>
[[nodiscard]] protocols::DecodeStatus decode(Bytes message, Listener& listener) {
    using detail::deliver;
    if (message.empty()) {
        return protocols::DecodeStatus::Truncated;
    }
    switch (std::to_integer<char>(message.front())) {
        case PriceLevelUpdate<Side::Buy>::kType:
            return deliver<PriceLevelUpdate<Side::Buy>>(message, listener);
        case PriceLevelUpdate<Side::Sell>::kType:
            return deliver<PriceLevelUpdate<Side::Sell>>(message, listener);
        case TradeReport::kType:
            return deliver<TradeReport>(message, listener);
        case SystemEvent::kType:
            return deliver<SystemEvent>(message, listener);
        case SecurityDirectory::kType:
            return deliver<SecurityDirectory>(message, listener);
        case TradingStatus::kType:
            return deliver<TradingStatus>(message, listener);
        case RetailLiquidityIndicator::kType:
            return deliver<RetailLiquidityIndicator>(message, listener);
        case OperationalHaltStatus::kType:
            return deliver<OperationalHaltStatus>(message, listener);
        case ShortSalePriceTestStatus::kType:
            return deliver<ShortSalePriceTestStatus>(message, listener);
        case SecurityEvent::kType:
            return deliver<SecurityEvent>(message, listener);
        case OfficialPrice::kType:
            return deliver<OfficialPrice>(message, listener);
        case TradeBreak::kType:
            return deliver<TradeBreak>(message, listener);
        case AuctionInformation::kType:
            return deliver<AuctionInformation>(message, listener);
        default:
            return protocols::DecodeStatus::UnknownType;
    }
}

}  // namespace hotpath::protocols::iex
