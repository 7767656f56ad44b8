#pragma once
/// An exchange's output as lines of text, for comparison in tests.
///
///   feed      A 2 B 100 @ 500000     F 2 B 100 @ 500000 GSCO    U 2 4 60 @ 500000    X 2 40    D 2
///             E 2 100 #1             C 2 100 #1 @ 499900 Y      P 100 @ 500000 #1
///             Q 100 @ 500000 O       I 300 100 B @ 500000       other messages: their type
///   replies   0 A 1 B 100 @ 500000 id 3     session, type, UserRefNum, ...
///             0 U 1 2 100 @ 500000 id 5     0 E 1 100 @ 500000 A #1    0 C 1 100 I    0 J 1 0x17
///             0 R 1 R    0 T 1 @ 500000 id 5    0 D 1 100 Q of 100 @ 500000 R W
///             options behind A and U as tag=value: 2=GSCO 3=50
///
/// Threads: the test's. Allocation: strings. Tests only.

#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"

namespace hotpath::support {

using Lines = std::vector<std::string>;

/// The words of one line, with spaces between.
template <class... Words>
[[nodiscard]] std::string line_of(const Words&... words) {
    std::ostringstream line;
    const char* gap = "";
    ((line << std::exchange(gap, " ") << words), ...);
    return line.str();
}

[[nodiscard]] inline std::string match_text(std::uint64_t match_number) {
    std::ostringstream text;
    text << '#' << match_number;
    return text.str();
}

struct FeedText : protocols::nasdaq::itch50::NullListener {
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) { line = add_text(m); }
    void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) {
        const auto mpid = m.load_attribution();
        line = line_of(add_text(m), std::string_view(mpid.data(), mpid.size()));
    }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
        line = line_of("E", m.load_order_reference_number(), m.load_executed_shares(),
                       match_text(m.load_match_number()));
    }
    void on_order_executed_with_price(const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) {
        line = line_of("C", m.load_order_reference_number(), m.load_executed_shares(),
                       match_text(m.load_match_number()), "@", m.load_execution_price(),
                       m.load_printable());
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) {
        line =
            line_of("P", m.load_shares(), "@", m.load_price(), match_text(m.load_match_number()));
    }
    void on_cross_trade(const protocols::nasdaq::itch50::CrossTrade& m) {
        line = line_of("Q", m.load_shares(), "@", m.load_cross_price(), m.load_cross_type());
    }
    void on_noii(const protocols::nasdaq::itch50::Noii& m) {
        line = line_of("I", m.load_paired_shares(), m.load_imbalance_shares(),
                       m.load_imbalance_direction(), "@", m.load_current_reference_price());
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) {
        line = line_of("X", m.load_order_reference_number(), m.load_cancelled_shares());
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) {
        line = line_of("D", m.load_order_reference_number());
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) {
        line = line_of("U", m.load_original_order_reference_number(),
                       m.load_new_order_reference_number(), m.load_shares(), "@", m.load_price());
    }

    template <class Add>
    [[nodiscard]] static std::string add_text(const Add& m) {
        return line_of(m.load_message_type(), m.load_order_reference_number(),
                       m.load_buy_sell_indicator(), m.load_shares(), "@", m.load_price());
    }

    std::string line;
};

/// Each with a space before it, as it lies in the message: the firm and single characters as they
/// are, other values as a number.
[[nodiscard]] inline std::string options_text(protocols::nasdaq::ouch50::Appendage options) {
    std::string text;
    for (protocols::nasdaq::ouch50::TagValue element; options.next(element);) {
        std::string characters;
        std::uint64_t number = 0;
        for (const std::byte b : element.value) {
            characters += std::to_integer<char>(b);
            number = (number << 8U) | std::to_integer<std::uint64_t>(b);
        }
        const bool is_text = element.value.size() == 1 ||
                             element.tag == protocols::nasdaq::ouch50::option::Firm::kTag;
        text += " " + std::to_string(element.tag) + "=" +
                (is_text ? characters : std::to_string(number));
    }
    return text;
}

struct ReplyText : protocols::nasdaq::ouch50::NullReplyListener {
    void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                           const protocols::nasdaq::ouch50::Appendage& options) {
        line = line_of("A", m.load_user_ref_num(), m.load_side(), m.load_quantity(), "@",
                       m.load_price(), "id", m.load_order_reference_number()) +
               options_text(options);
    }
    void on_order_replaced(const protocols::nasdaq::ouch50::OrderReplaced& m,
                           const protocols::nasdaq::ouch50::Appendage& options) {
        line = line_of("U", m.load_orig_user_ref_num(), m.load_user_ref_num(), m.load_quantity(),
                       "@", m.load_price(), "id", m.load_order_reference_number()) +
               options_text(options);
    }
    void on_aiq_canceled(const protocols::nasdaq::ouch50::AiqCanceled& m) {
        line = line_of("D", m.load_user_ref_num(), m.load_decrement_shares(), m.load_reason(), "of",
                       m.load_quantity_prevented(), "@", m.load_execution_price(),
                       m.load_liquidity_flag(), m.load_aiq_strategy());
    }
    void on_order_priority_update(const protocols::nasdaq::ouch50::OrderPriorityUpdate& m) {
        line = line_of("T", m.load_user_ref_num(), "@", m.load_price(), "id",
                       m.load_order_reference_number());
    }
    void on_order_canceled(const protocols::nasdaq::ouch50::OrderCanceled& m) {
        line = line_of("C", m.load_user_ref_num(), m.load_quantity(), m.load_reason());
    }
    void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        line = line_of("E", m.load_user_ref_num(), m.load_quantity(), "@", m.load_price(),
                       m.load_liquidity_flag(), match_text(m.load_match_number()));
    }
    void on_order_rejected(const protocols::nasdaq::ouch50::OrderRejected& m) {
        std::ostringstream reason;
        reason << "0x" << std::hex << m.load_reason();
        line = line_of("J", m.load_user_ref_num(), reason.str());
    }
    void on_order_restated(const protocols::nasdaq::ouch50::OrderRestated& m,
                           protocols::nasdaq::ouch50::Appendage) {
        line = line_of("R", m.load_user_ref_num(), m.load_reason());
    }
    void on_order_modified(const protocols::nasdaq::ouch50::OrderModified& m) {
        line = line_of("M", m.load_user_ref_num(), m.load_side(), m.load_quantity());
    }
    void on_account_query_response(const protocols::nasdaq::ouch50::AccountQueryResponse& m) {
        line = line_of("Q", m.load_next_user_ref_num());
    }

    std::string line;
};

/// Takes the packets off the exchange; "malformed" for what does not decode.
inline Lines drain_feed(exchange::Exchange& exchange) {
    Lines lines;
    for (const Bytes bytes : exchange.feed_packets()) {
        protocols::nasdaq::moldudp64::PacketReader packet;
        if (packet.open(bytes) != protocols::DecodeStatus::Ok) {
            lines.emplace_back("malformed");
            continue;
        }
        protocols::FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message);) {
            FeedText text;
            const bool is_ok =
                protocols::nasdaq::itch50::decode(message, text) == protocols::DecodeStatus::Ok;
            const std::string type(1, std::to_integer<char>(message.front()));
            lines.push_back(!is_ok ? "malformed" : text.line.empty() ? type : text.line);
        }
    }
    exchange.clear_feed();
    return lines;
}

/// Takes the replies off the exchange.
inline Lines drain_replies(exchange::OuchExchange& exchange) {
    Lines lines;
    for (const exchange::Reply& reply : exchange.replies()) {
        ReplyText text;
        const bool is_ok = protocols::nasdaq::ouch50::decode_reply(reply.message, text) ==
                           protocols::DecodeStatus::Ok;
        lines.push_back(line_of(reply.session.value, is_ok ? text.line : "malformed"));
    }
    exchange.clear_replies();
    return lines;
}

}  // namespace hotpath::support
