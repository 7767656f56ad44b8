#include "hotpath/protocols/fix/venue/fix_desk.hpp"

#include <algorithm>

#include "hotpath/exchange/orders/request_terms.hpp"
#include "hotpath/protocols/fix/dictionary_tables.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;

namespace {

constexpr std::size_t kFieldsMax = 256;
constexpr const fix::Dialect* kDialects[] = {&fix::kDialect44, &fix::kDialect42};

}  // namespace

FixDesk::FixDesk(const ExchangeOptions& exchange, const FixDeskOptions& options)
    : fields_(fix::data_fields_of(fix::kFix44), {.fields_max = kFieldsMax}),
      orders_(options.ids_max),
      reports_(reports_of_input_max(exchange),
               options.has_copies ? reports_of_input_max(exchange) : 0),
      dialects_(exchange.sessions_max) {
    if (options.has_copies) {
        copied_.emplace(exchange.session_orders_max);
    }
}

FixAddress FixDesk::address_of(SessionId session, const Exchange& exchange,
                               Time now) const noexcept {
    return {.session = session,
            .dialect = kDialects[dialects_[session.value]],
            .time = utc_of(exchange, now)};
}

void FixDesk::on_message(const DeskInput& input, Exchange& exchange) noexcept {
    ++counters_.messages;
    const bool is_split = fields_.split(input.message) == fix::SplitStatus::Ok;
    const FixRequest request = FixRequest::of(fields_);
    if (request.msg_type.empty() || request.msg_type.size() > IdText::kLengthMax) {
        ++counters_.malformed;
        return;
    }
    const auto* const known = std::ranges::find(kDialects, fix::dialect_of(request.begin_string));
    if (known != std::end(kDialects)) {
        dialects_[input.session.value] = static_cast<std::uint8_t>(known - std::begin(kDialects));
    }
    Current current{.input = input,
                    .request = request,
                    .id = {},
                    .from = address_of(input.session, exchange, input.now)};
    if (!is_split) {
        return reject_message(current, fix::business_reject_reason::kOther,
                              "the message cannot be read");
    }
    dispatch(current, exchange);
}

void FixDesk::save(StateWriter& writer) const {
    orders_.save(writer);
    writer.put(reports_.reports());
    for (const std::uint8_t dialect : dialects_.items()) {
        writer.put(dialect);
    }
    writer.put(day_);
    for (const std::uint64_t count : {counters_.messages, counters_.malformed,
                                      counters_.business_rejects, counters_.duplicates}) {
        writer.put(count);
    }
    if (copied_) {
        copied_->save(writer);
    }
}

void FixDesk::load(StateReader& reader) {
    orders_.load(reader);
    reports_.set_reports(reader.get<std::uint64_t>());
    for (std::uint8_t& dialect : dialects_.items()) {
        dialect = reader.get<std::uint8_t>();
        if (dialect >= std::size(kDialects)) {
            return reader.refuse();
        }
    }
    day_ = reader.get<std::uint32_t>();
    for (std::uint64_t* const count : {&counters_.messages, &counters_.malformed,
                                       &counters_.business_rejects, &counters_.duplicates}) {
        *count = reader.get<std::uint64_t>();
    }
    if (copied_) {
        copied_->load(reader);
    }
}

}  // namespace hotpath::exchange
