#include "hotpath/messages/protocol_text.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/messages/message_fields.hpp"
#include "hotpath/messages/order_sentences.hpp"
#include "hotpath/messages/ouch_code_text.hpp"
#include "hotpath/messages/sentence.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/protocols/nasdaq/words/itch_words.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::messages {

namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace soup = protocols::nasdaq::soupbintcp;

[[nodiscard]] std::string price_of(std::uint64_t wire_price) {
    const Price price{static_cast<std::int64_t>(wire_price)};
    return price == exchange::kMarketPrice ? "the market" : text::price_text(price);
}

[[nodiscard]] std::string in_force_text(char time_in_force) {
    return time_in_force == ouch50::time_in_force::kIoc   ? ", ioc"
           : time_in_force == ouch50::time_in_force::kDay ? ", day"
                                                          : fmt::format(", tif {}", time_in_force);
}

/// ", firm AB, min_qty 10": the options after an order's terms.
[[nodiscard]] std::string options_text(const ouch50::Appendage& options) {
    const std::string text = fields_text(ouch_option_fields(options));
    return text.empty() ? text : ", " + text;
}

template <class Message>
[[nodiscard]] std::string number_text(const Message& m) {
    return fmt::to_string(m.load_user_ref_num());
}

template <class Message>
[[nodiscard]] OrderWords order_words(const Message& m, const ouch50::Appendage& options) {
    return {.side = side_text(m.load_side()),
            .qty = m.load_quantity(),
            .symbol = m.load_symbol().str(),
            .price = price_of(m.load_price()),
            .options = options_text(options)};
}

struct RequestWords : ouch50::NullRequestListener {
    void on_enter_order(const ouch50::EnterOrder& m, ouch50::Appendage) {
        text = fmt::format("enter order {}: {} {} {} at {}{}", m.load_user_ref_num(),
                           side_text(m.load_side()), m.load_quantity(), m.load_symbol().str(),
                           price_of(m.load_price()), in_force_text(m.load_time_in_force()));
    }
    void on_replace_order_request(const ouch50::ReplaceOrderRequest& m, ouch50::Appendage) {
        text = fmt::format("replace order {} by {}: {} at {}{}", m.load_orig_user_ref_num(),
                           m.load_user_ref_num(), m.load_quantity(), price_of(m.load_price()),
                           in_force_text(m.load_time_in_force()));
    }
    void on_cancel_order_request(const ouch50::CancelOrderRequest& m) {
        text = fmt::format("cancel order {} to {}", m.load_user_ref_num(), m.load_quantity());
    }
    void on_modify_order_request(const ouch50::ModifyOrderRequest& m) {
        text = fmt::format("modify order {}: {} {}", m.load_user_ref_num(),
                           side_text(m.load_side()), m.load_quantity());
    }
    void on_account_query_request(const ouch50::AccountQueryRequest&) { text = "account query"; }
    std::string text{};
};

struct ReplyWords : ouch50::NullReplyListener {
    void on_system_event(const ouch50::SystemEvent& m) {
        text = fmt::format("system event {}", m.load_event_code());
    }
    void on_order_accepted(const ouch50::OrderAccepted& m, const ouch50::Appendage& options) {
        text = accepted_sentence(number_text(m), order_words(m, options));
    }
    void on_order_replaced(const ouch50::OrderReplaced& m, const ouch50::Appendage& options) {
        text = replaced_sentence(fmt::to_string(m.load_orig_user_ref_num()), number_text(m),
                                 order_words(m, options));
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        text = canceled_sentence(number_text(m), m.load_quantity(),
                                 cancel_reason_text(m.load_reason()));
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        text = fmt::format(
            "order {} canceled: {} off, it met an order of the same owner: {} at {} did not trade, "
            "{}",
            m.load_user_ref_num(), m.load_decrement_shares(), m.load_quantity_prevented(),
            price_of(m.load_execution_price()), aiq_strategy_text(m.load_aiq_strategy()));
    }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        text = executed_sentence(
            number_text(m),
            {.qty = m.load_quantity(),
             .price = price_of(m.load_price()),
             .more = fmt::format("{}, match {}", liquidity_text(m.load_liquidity_flag()),
                                 m.load_match_number())});
    }
    void on_broken_trade(const ouch50::BrokenTrade& m) {
        text =
            fmt::format("order {}: match {} broken", m.load_user_ref_num(), m.load_match_number());
    }
    void on_trade_correction(const ouch50::TradeCorrection& m) {
        text = fmt::format("order {}: match {} corrected: {} at {}", m.load_user_ref_num(),
                           m.load_match_number(), m.load_quantity(), price_of(m.load_price()));
    }
    void on_order_rejected(const ouch50::OrderRejected& m) {
        text = rejected_sentence(number_text(m), reject_reason_text(m.load_reason()));
    }
    void on_cancel_pending(const ouch50::CancelPending& m) {
        text = fmt::format("cancel of order {} pending", m.load_user_ref_num());
    }
    void on_cancel_reject(const ouch50::CancelReject& m) {
        text = fmt::format("cancel of order {} rejected", m.load_user_ref_num());
    }
    void on_order_priority_update(const ouch50::OrderPriorityUpdate& m) {
        text = fmt::format("order {} has another place in line: reference {}, at {}",
                           m.load_user_ref_num(), m.load_order_reference_number(),
                           price_of(m.load_price()));
    }
    void on_order_modified(const ouch50::OrderModified& m) {
        text = fmt::format("order {} modified: {} {}", m.load_user_ref_num(),
                           side_text(m.load_side()), m.load_quantity());
    }
    void on_order_restated(const ouch50::OrderRestated& m, ouch50::Appendage) {
        text = fmt::format("order {} restated, reason {}", m.load_user_ref_num(), m.load_reason());
    }
    void on_account_query_response(const ouch50::AccountQueryResponse& m) {
        text = fmt::format("account answer: next order {}", m.load_next_user_ref_num());
    }
    std::string text{};
};

[[nodiscard]] std::string copy_text(Bytes message) {
    protocols::nasdaq::dropcopy::CopiedReply copied;
    return protocols::nasdaq::dropcopy::decode(message, copied) == protocols::DecodeStatus::Ok
               ? "copy of " + ouch_reply_text(copied.reply)
               : strange("copy", message);
}

[[nodiscard]] std::string payload_text(Bytes message, trader::OutputPort port) {
    return port == trader::OutputPort::OrderEntry ? ouch_reply_text(message)
           : port == trader::OutputPort::Glimpse  ? protocols::nasdaq::itch_name(message)
                                                  : copy_text(message);
}

[[nodiscard]] std::string login_text(Bytes packet) {
    const auto& login = soup::LoginRequest::at(packet.data());
    const auto number = login.load_requested_sequence_number();
    const auto session = login.load_requested_session();
    const auto username = login.load_username();
    return fmt::format("login of {} to session \"{}\" from {}",
                       protocols::without_padding(username), protocols::without_padding(session),
                       protocols::without_padding(number));
}

/// Calls say(packet) for each whole one; the bytes that are left.
template <class Say>
[[nodiscard]] Bytes for_each_packet(Bytes stream, Say&& say) {
    while (stream.size() >= soup::kHeaderLength) {
        const std::size_t length =
            protocols::kFramePrefixLength + load_be<std::uint16_t>(stream.data());
        if (length < soup::kHeaderLength || length > stream.size()) {
            break;
        }
        say(stream.first(length));
        stream = stream.subspan(length);
    }
    return stream;
}

void add_rest(Sentence& sentence, Bytes rest) {
    if (!rest.empty()) {
        sentence.add(fmt::format("{} bytes of a packet", rest.size()));
    }
}

}  // namespace

std::string ouch_request_text(Bytes message) {
    RequestWords words;
    return ouch50::decode_request(message, words) == protocols::DecodeStatus::Ok
               ? words.text
               : strange("OUCH request", message);
}

std::string ouch_reply_text(Bytes message) {
    ReplyWords words;
    return ouch50::decode_reply(message, words) == protocols::DecodeStatus::Ok
               ? words.text
               : strange("OUCH reply", message);
}

std::string client_stream_text(Bytes stream) {
    Sentence sentence;
    const Bytes rest = for_each_packet(stream, [&](Bytes packet) {
        const char type = soup::type_of(packet);
        const std::string_view known = soup::ClientPackets::name(type);
        if (type == soup::UnsequencedData::kType) {
            sentence.add(ouch_request_text(soup::payload_of(packet)));
        } else if (type == soup::LoginRequest::kType &&
                   packet.size() == soup::LoginRequest::kLength) {
            sentence.add(login_text(packet));
        } else {
            sentence.add(known.empty() ? strange("packet", packet) : std::string(known));
        }
    });
    add_rest(sentence, rest);
    return sentence.str();
}

std::string server_stream_text(Bytes stream, trader::OutputPort port) {
    Sentence sentence;
    const Bytes rest = for_each_packet(stream, [&](Bytes packet) {
        const char type = soup::type_of(packet);
        const std::string_view known = soup::ServerPackets::name(type);
        if (type == soup::SequencedData::kType) {
            sentence.add(payload_text(soup::payload_of(packet), port));
        } else {
            sentence.add(known.empty() ? strange("packet", packet) : std::string(known));
        }
    });
    add_rest(sentence, rest);
    return sentence.str();
}

std::string feed_packet_text(Bytes packet) {
    static constexpr auto kWords = protocols::MarketFeeds::each(
        []<class P>(std::type_identity<P>) { return &P::packet_words; });
    for (const auto words : kWords) {
        if (std::string text = words(packet); !text.empty()) {
            return text;
        }
    }
    return strange("packet of market data", packet);
}

std::string feed_requests_text(Bytes packets) {
    using Request = protocols::nasdaq::moldudp64::RequestPacket;
    Sentence sentence;
    for (; packets.size() >= Request::kLength; packets = packets.subspan(Request::kLength)) {
        const auto& request = Request::at(packets.data());
        sentence.add(fmt::format("request for {} messages from {}",
                                 request.load_requested_message_count(),
                                 request.load_sequence_number()));
    }
    if (!packets.empty()) {
        sentence.add(strange("MoldUDP64 request", packets));
    }
    return sentence.str();
}

}  // namespace hotpath::messages
