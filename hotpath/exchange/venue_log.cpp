#include "hotpath/exchange/venue_log.hpp"

#include <array>
#include <span>

namespace hotpath::exchange {

namespace {

[[nodiscard]] std::uint64_t checksum_of(const ExchangeOptions& options, bool has_flow) {
    Checksum checksum;
    checksum.add(options.books.orders_max);
    checksum.add(options.books.levels_max);
    checksum.add(options.books.instruments_max);
    checksum.add(options.sessions_max);
    checksum.add(options.session_orders_max);
    checksum.add(options.executions_per_command_max);
    checksum.add(static_cast<std::uint64_t>(options.self_match));
    checksum.add(std::as_bytes(std::span(options.feed_session)));
    checksum.add(has_flow ? 1U : 0U);
    return checksum.value();
}

}  // namespace

Expected<VenueLog> VenueLog::create(const ExchangeOptions& options, BackgroundFlow* flow) {
    Expected<Exchange> exchange = Exchange::create(options);
    if (!exchange) {
        return std::unexpected(std::move(exchange.error()));
    }
    return VenueLog(std::move(*exchange), options, flow);
}

VenueLog::VenueLog(Exchange&& exchange, const ExchangeOptions& options, BackgroundFlow* flow)
    : exchange_(std::move(exchange)),
      flow_(flow),
      sessions_max_(options.sessions_max),
      options_checksum_(checksum_of(options, flow != nullptr)) {}

std::uint64_t VenueLog::state_checksum() const {
    StateWriter writer;
    save(writer);
    Checksum checksum;
    checksum.add(writer.bytes());
    return checksum.value();
}

ApplyStatus VenueLog::apply(const Input& input) noexcept {
    const ApplyStatus status = check(input);
    if (status == ApplyStatus::Ok) {
        carry_out(input);
        add_outputs();
        ++inputs_;
        background_inputs_ += input.kind == InputKind::Background ? 1U : 0U;
        time_ = input.time;
    }
    return status;
}

ApplyStatus VenueLog::check(const Input& input) const noexcept {
    if (input.outputs != outputs_so_far()) {
        return ApplyStatus::OutputsDiffer;
    }
    const bool has_session = input.kind == InputKind::Order || input.kind == InputKind::Refused ||
                             input.kind == InputKind::CancelAll;
    if ((has_session && input.session.value >= sessions_max_) ||
        (input.kind == InputKind::Background && flow_ == nullptr)) {
        return ApplyStatus::Impossible;
    }
    if (input.kind == InputKind::Options) {
        const bool is_same = input.message.size() == sizeof options_checksum_ &&
                             load_be<std::uint64_t>(input.message.data()) == options_checksum_;
        return is_same ? ApplyStatus::Ok : ApplyStatus::OptionsDiffer;
    }
    return ApplyStatus::Ok;
}

void VenueLog::carry_out(const Input& input) noexcept {
    switch (input.kind) {
        case InputKind::Options:
            break;
        case InputKind::Order:
            exchange_.on_order_bytes(input.session, input.message, input.time);
            break;
        case InputKind::Refused:
            exchange_.refuse_order_bytes(input.session, input.message, input.reason, input.time);
            break;
        case InputKind::CancelAll:
            exchange_.cancel_all(input.session, input.time);
            break;
        case InputKind::Background:
            flow_->on_message(input.message, exchange_);
            break;
        case InputKind::Publish:
            exchange_.publish(input.message);
            break;
        case InputKind::EndOfSession:
            exchange_.end_of_session();
            has_ended_ = true;
            break;
    }
}

void VenueLog::add_outputs() noexcept {
    for (const Reply& reply : exchange_.replies()) {
        outputs_.add(reply.session.value);
        outputs_.add(reply.message);
    }
    for (const Bytes packet : exchange_.feed_packets()) {
        outputs_.add(packet);
    }
}

void VenueLog::save(StateWriter& writer) const {
    writer.put(options_checksum_);
    writer.put(inputs_);
    writer.put(background_inputs_);
    writer.put(time_);
    writer.put(has_ended_);
    writer.put(outputs_.value());
    exchange_.save(writer);
    if (flow_ != nullptr) {
        flow_->save(writer);
    }
}

void VenueLog::load(StateReader& reader) {
    if (reader.get<std::uint64_t>() != options_checksum_) {
        return reader.refuse();
    }
    inputs_ = reader.get<std::uint64_t>();
    background_inputs_ = reader.get<std::uint64_t>();
    time_ = reader.get_nanos();
    has_ended_ = reader.get_bool();
    outputs_ = Checksum(reader.get<std::uint64_t>());
    exchange_.load(reader);
    if (flow_ != nullptr) {
        flow_->load(reader);
    }
}

}  // namespace hotpath::exchange
