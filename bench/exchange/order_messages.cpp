#include "bench/exchange/order_messages.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

namespace hotpath::bench {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

constexpr Symbol kSymbol{{'A', 'A', 'P', 'L', ' ', ' ', ' ', ' '}};

class Writer {
  public:
    explicit Writer(const MatchingFlow& flow) {
        messages_.name = flow.name;
        messages_.ends.reserve(flow.commands.size());
        for (const Command& command : flow.commands) {
            write(command);
        }
    }

    [[nodiscard]] OrderMessages done() { return std::move(messages_); }

  private:
    void write(const Command& command) {
        switch (command.kind) {
            case CommandKind::Limit:
                return enter(command, ouch50::time_in_force::kDay);
            case CommandKind::Ioc:
                return enter(command, ouch50::time_in_force::kIoc);
            case CommandKind::Cancel:
                return shrink(command.id, 0);
            case CommandKind::Reduce:
                break;
        }
        std::uint32_t& size = sizes_[command.id];
        size -= std::min(size, static_cast<std::uint32_t>(command.qty));
        shrink(command.id, size);
    }

    void enter(const Command& command, char time_in_force) {
        ouch50::EnterOrder message;
        message.store_user_ref_num(static_cast<std::uint32_t>(command.id));
        message.store_side(command.is_sell != 0 ? ouch50::side::kSell : ouch50::side::kBuy);
        message.store_quantity(static_cast<std::uint32_t>(command.qty));
        message.store_symbol(kSymbol);
        message.store_price(static_cast<std::uint64_t>(command.price));
        message.store_time_in_force(time_in_force);
        message.store_display(ouch50::display::kVisible);
        message.store_capacity(ouch50::capacity::kPrincipal);
        message.store_iso_eligibility(ouch50::iso_eligibility::kNotEligible);
        message.store_cross_type(ouch50::cross_type::kContinuousMarket);
        message.store_appendage_length(0);
        sizes_[command.id] = static_cast<std::uint32_t>(command.qty);
        append(message.bytes());
    }

    void shrink(std::uint64_t id, std::uint32_t size) {
        ouch50::CancelOrderRequest message;
        message.store_user_ref_num(static_cast<std::uint32_t>(id));
        message.store_quantity(size);
        append(message.bytes());
    }

    void append(Bytes message) {
        messages_.bytes.insert(messages_.bytes.end(), message.begin(), message.end());
        messages_.ends.push_back(static_cast<std::uint32_t>(messages_.bytes.size()));
    }

    OrderMessages messages_;
    std::unordered_map<std::uint64_t, std::uint32_t> sizes_;  // in total, as OUCH counts
};

}  // namespace

OrderMessages order_messages(const MatchingFlow& flow) {
    return Writer(flow).done();
}

Expected<exchange::OuchExchange> venue_for(const OrderMessages& messages,
                                           std::uint32_t orders_max) {
    auto venue = exchange::OuchExchange::create(
        {.books = {.orders_max = static_cast<std::uint32_t>(messages.size()),
                   .levels_max = 1'000'000,
                   .instruments_max = 1,
                   .prefault = true},
         .session_orders_max = orders_max});
    if (venue) {
        static_cast<void>(venue->assign(kSymbol, kFlowInstrument));
    }
    return venue;
}

std::uint64_t answers_to(exchange::OuchExchange& venue, Bytes message, Time now) {
    venue.on_order_bytes(exchange::SessionId{0}, message, now);
    std::uint64_t answer = 0;
    for (const exchange::Reply& reply : venue.replies()) {
        answer = answer * 31 + load_be<std::uint64_t>(reply.message.last(8).data());
    }
    for (const Bytes packet : venue.feed_packets()) {
        answer = answer * 31 + load_be<std::uint64_t>(packet.last(8).data());
    }
    venue.clear_replies();
    venue.clear_feed();
    return answer;
}

}  // namespace hotpath::bench
