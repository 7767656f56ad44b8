#include "hotpath/protocols/cme/trader/ilink_entry.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"
#include "hotpath/protocols/cme/trader/report_translator.hpp"
#include "hotpath/protocols/cme/trader/request_id.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"

namespace hotpath::protocols::cme {

namespace {

/// A correction changes no position.
[[nodiscard]] std::optional<OwnExecution> find_broken(
    const ilink3::ExecutionReportTradeAddendumOutright& m) noexcept {
    const auto order = order_number_of(m.load_cl_ord_id());
    const auto match = m.load_orig_secondary_execution_id();
    if (m.load_exec_type() != ilink3::TradeAddendum::TradeCancel || !order || !match) {
        return std::nullopt;
    }
    const Side side = m.load_side() == ilink3::Side::Buy ? Side::Buy : Side::Sell;
    return OwnExecution{*order, nasdaq::dropcopy::exec_number({*match}, side)};
}

/// A frame's length without Credentials, a length of 0, and with a user in them.
template <class Message>
[[nodiscard]] constexpr bool is_length_of(std::size_t length) noexcept {
    constexpr std::size_t kShort = ilink3::kFramingHeaderLength + ilink3::MessageHeader::kLength +
                                   Message::kBlockLength + sizeof(std::uint16_t);
    return length == kShort || length == kShort + ilink3::kUserLength;
}

/// A report of this kind with the fields that all have; more(m) stores the others.
template <class Report, class More>
[[nodiscard]] Bytes put(const VenueAnswer& answer, MutableBytes room, More&& more) noexcept {
    const oms::Order& order = answer.order;
    std::array<char, 20> text{};
    const std::string_view exec_id(
        text.data(), std::to_chars(text.begin(), text.end(), answer.venue_id.value).ptr);
    return Report::encode(
               room,
               [&](auto& m) {
                   m.store_exec_id(exec_id);
                   m.store_order_id(answer.kept_id.value);
                   m.store_order_request_id(to_order_request_id({.order = order.id}));
                   m.store_security_id(order.instrument.value);
                   m.store_side(order.side == Side::Buy ? ilink3::Side::Buy : ilink3::Side::Sell);
                   m.store_order_qty(order.qty.value);
                   more(m);
               })
        .bytes;
}

}  // namespace

std::optional<OwnExecution> IlinkExecutions::find(std::uint64_t, Bytes reply) noexcept {
    ilink3::ExecutionReportTradeAddendumOutright addendum;
    if (addendum.open(reply) == DecodeStatus::Ok) {
        return find_broken(addendum);
    }
    ilink3::ExecutionReportTradeOutright trade;
    if (trade.open(reply) != DecodeStatus::Ok) {
        return std::nullopt;
    }
    return OwnExecution{to_request_id(trade.load_order_request_id()).order,
                        exec_number_of(trade.load_exec_id())};
}

/// The signature is the first field of both messages. A frame begins with its length: no other message
/// of order entry has that of one of the two.
Bytes SignatureRedaction::add(Bytes piece) noexcept {
    constexpr std::size_t kSignatureAt =
        ilink3::kFramingHeaderLength + ilink3::MessageHeader::kLength;
    constexpr std::size_t kSignatureLength = 32;
    const std::size_t expected =
        std::to_integer<std::size_t>(length_ != 0 || piece.empty() ? frame_[0] : piece[0]);
    const bool is_negotiate = is_length_of<ilink3::Negotiate>(expected);
    if (!is_negotiate && !is_length_of<ilink3::Establish>(expected)) {
        is_done_ = true;  // for example a Terminate: no Establish will come
        return piece;
    }
    const std::size_t taken = std::min(piece.size(), frame_.size() - length_);
    std::ranges::copy(piece.first(taken), frame_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += taken;
    if (length_ < expected) {
        return {};
    }
    std::fill_n(frame_.begin() + kSignatureAt, kSignatureLength, std::byte{0});
    is_done_ = !is_negotiate;
    return Bytes(frame_).first(std::exchange(length_, 0));
}

Expected<void> IlinkEntry::validate(const IlinkAccount& account) {
    return IlinkCodec::validate(codec_options(account));
}

IlinkCodec::Options IlinkEntry::codec_options(const IlinkAccount& account) {
    return {.sender_id = account.sender_id, .location = account.location};
}

Bytes IlinkEntry::encode(const IlinkCodec::Options& options, const VenueAnswer& answer,
                         MutableBytes room) noexcept {
    ilink3::Price price;
    price.store_mantissa(answer.order.price.value *
                         IlinkCodec::mantissa_of_unit(options.price_decimals));
    switch (answer.kind) {
        case VenueAnswer::Kind::Accepted:
            return put<ilink3::ExecutionReportNew>(answer, room,
                                                   [&](auto& m) { m.store_price(price); });
        case VenueAnswer::Kind::Replaced:
        case VenueAnswer::Kind::Reduced:
            return put<ilink3::ExecutionReportModify>(answer, room, [&](auto& m) {
                m.store_price(price);
                m.store_leaves_qty(answer.leaves_qty.value);
            });
        case VenueAnswer::Kind::Canceled:
            return put<ilink3::ExecutionReportCancel>(answer, room,
                                                      [&](auto& m) { m.store_price(price); });
        case VenueAnswer::Kind::Executed:
            return put<ilink3::ExecutionReportTradeOutright>(answer, room, [&](auto& m) {
                m.store_last_px(price);
                m.store_last_qty(answer.qty.value);
                m.store_leaves_qty(answer.leaves_qty.value);
            });
    }
    return {};
}

}  // namespace hotpath::protocols::cme
