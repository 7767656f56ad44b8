#include "hotpath/protocols/cme/venue/ilink_desk.hpp"

#include "hotpath/exchange/orders/request_terms.hpp"

namespace hotpath::exchange {

IlinkDesk::IlinkDesk(const ExchangeOptions& options)
    : orders_(options.session_orders_max),
      reports_(reports_of_input_max(options)),
      meant_(options.session_orders_max) {}

IlinkAddress IlinkDesk::address_of(SessionId session, const Exchange& exchange, Time now) noexcept {
    return {.session = session,
            .time = utc_of(exchange, now),
            .date = static_cast<std::uint16_t>(exchange.day().date)};
}

void IlinkDesk::save(StateWriter& writer) const {
    orders_.save(writer);
    writer.put(reports_.numbered());
    writer.put(day_);
    for (const std::uint64_t count :
         {counters_.messages, counters_.malformed, counters_.business_rejects}) {
        writer.put(count);
    }
}

void IlinkDesk::load(StateReader& reader) {
    orders_.load(reader);
    reports_.set_numbered(reader.get<std::uint64_t>());
    day_ = reader.get<std::uint32_t>();
    for (std::uint64_t* const count :
         {&counters_.messages, &counters_.malformed, &counters_.business_rejects}) {
        *count = reader.get<std::uint64_t>();
    }
}

}  // namespace hotpath::exchange
