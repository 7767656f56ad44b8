#include "hotpath/exchange/ilink/ilink_desk.hpp"

#include <algorithm>

namespace hotpath::exchange {

namespace {

constexpr std::int64_t kNanosOfDate = 86'400 * kNanosPerSecond;

/// As many as the venue has replies (venue.hpp), and an answer of the desk's.
[[nodiscard]] std::size_t ilink_reports_max(const ExchangeOptions& options) noexcept {
    constexpr std::size_t kOfExecution = 4;
    constexpr std::size_t kOther = 128;
    return std::size_t{options.executions_per_command_max} * kOfExecution +
           options.session_orders_max + kOther;
}

}  // namespace

IlinkDesk::IlinkDesk(const ExchangeOptions& options)
    : orders_(options.session_orders_max), reports_(ilink_reports_max(options)) {}

IlinkAddress IlinkDesk::address_of(SessionId session, const Exchange& exchange, Time now) noexcept {
    const std::uint32_t date = exchange.day().date;
    const Nanos midnight{std::int64_t{date} * kNanosOfDate};
    return {.session = session,
            .time = std::max(Time{}, now + midnight),
            .date = static_cast<std::uint16_t>(date)};
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
