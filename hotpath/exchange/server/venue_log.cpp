#include "hotpath/exchange/server/venue_log.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace hotpath::exchange {

namespace {

constexpr unsigned kVersionShift = 4;  // in the byte of the flags
constexpr std::byte kSelfMatch{0x07};

/// The input cancels the orders of a session that is disconnected.
[[nodiscard]] bool is_disconnect(const Input& input) noexcept {
    const auto* const cancel = std::get_if<event::CancelAll>(&input.event);
    return cancel != nullptr && cancel->cause == CancelCause::Disconnected;
}

/// The protocols' bits in bytes 20 and 21 of the options; the venue has the others.
[[nodiscard]] std::uint16_t bits_of(const VenueProtocols::DeskOptions& desks) noexcept {
    unsigned bits = 0;
    VenueProtocols::for_each(
        [&]<class P>() { bits |= P::to_bits(std::get<typename P::DeskOptions>(desks)); });
    return static_cast<std::uint16_t>(bits);
}

}  // namespace

std::uint8_t outputs_version(Bytes options) noexcept {
    return options.size() == kVenueLogOptionsLength
               ? std::to_integer<std::uint8_t>(options[20] >> kVersionShift)
               : kOutputsVersion;
}

VenueLogOptionsBytes to_bytes(const VenueLogOptions& options) noexcept {
    VenueLogOptionsBytes bytes{};
    store_be(&bytes[0], options.exchange.books.orders_max);
    store_be(&bytes[4], options.exchange.books.levels_max);
    store_be(&bytes[8], options.exchange.books.instruments_max);
    store_be(&bytes[10], options.exchange.sessions_max);
    store_be(&bytes[12], options.exchange.session_orders_max);
    store_be(&bytes[16], options.exchange.executions_per_command_max);
    store_be(&bytes[20], bits_of(options.desks));
    bytes[20] |= std::byte{options.has_flow} | std::byte{options.exchange.takes_extensions} << 1U |
                 std::byte{kOutputsVersion} << kVersionShift;
    bytes[21] |= static_cast<std::byte>(options.exchange.self_match);
    std::ranges::copy(std::as_bytes(std::span(options.exchange.feed_session)), bytes.begin() + 22);
    return bytes;
}

std::optional<VenueLogOptions> to_venue_log_options(Bytes bytes) noexcept {
    if (bytes.size() != kVenueLogOptionsLength || outputs_version(bytes) != kOutputsVersion ||
        (bytes[21] & kSelfMatch) > static_cast<std::byte>(SelfMatch::Decrement)) {
        return std::nullopt;
    }
    VenueLogOptions options;
    options.exchange.books.orders_max = load_be<std::uint32_t>(&bytes[0]);
    options.exchange.books.levels_max = load_be<std::uint32_t>(&bytes[4]);
    options.exchange.books.instruments_max = load_be<std::uint16_t>(&bytes[8]);
    options.exchange.sessions_max = load_be<std::uint16_t>(&bytes[10]);
    options.exchange.session_orders_max = load_be<std::uint32_t>(&bytes[12]);
    options.exchange.executions_per_command_max = load_be<std::uint32_t>(&bytes[16]);
    options.has_flow = (bytes[20] & std::byte{1}) != std::byte{0};
    options.exchange.takes_extensions = (bytes[20] & std::byte{2}) != std::byte{0};
    options.exchange.self_match = static_cast<SelfMatch>(bytes[21] & kSelfMatch);
    VenueProtocols::for_each([&]<class P>() {
        std::get<typename P::DeskOptions>(options.desks) =
            P::to_desk_options(load_be<std::uint16_t>(&bytes[20]));
    });
    std::ranges::copy(bytes.subspan(22, options.exchange.feed_session.size()),
                      std::as_writable_bytes(std::span(options.exchange.feed_session)).begin());
    return options;
}

Expected<VenueLog> VenueLog::create(const ExchangeOptions& options, BackgroundFlow* flow,
                                    const VenueProtocols::DeskOptions& desks) {
    Expected<void> checked;
    VenueProtocols::for_each([&]<class P>() {
        checked = checked ? P::check(std::get<typename P::DeskOptions>(desks)) : checked;
    });
    if (!checked) {
        return std::unexpected(std::move(checked.error()));
    }
    Expected<Exchange> exchange = Exchange::create(options);
    if (!exchange) {
        return std::unexpected(std::move(exchange.error()));
    }
    return VenueLog(std::move(*exchange),
                    {.exchange = options, .has_flow = flow != nullptr, .desks = desks}, flow);
}

VenueLog::VenueLog(Exchange&& exchange, const VenueLogOptions& options, BackgroundFlow* flow)
    : exchange_(std::move(exchange)),
      first_(options.exchange),
      flow_(flow),
      users_(options.exchange.sessions_max),
      options_(to_bytes(options)) {
    VenueProtocols::for_each([&]<class P>() {
        std::get<std::unique_ptr<typename P::Desk>>(desks_) =
            P::make_desk(options.exchange, std::get<typename P::DeskOptions>(options.desks));
    });
}

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
        time_ = input.time;
        std::visit([&](const auto& event) { carry_out(event, input.time); }, input.event);
        first_.on_reports(exchange_);
        for_each_desk(
            [&](auto& desk) { desk.on_reports(exchange_, input.time, is_disconnect(input)); });
        add_outputs();
        ++inputs_;
        background_inputs_ += std::holds_alternative<event::Background>(input.event) ? 1U : 0U;
        user_inputs_ += std::holds_alternative<event::User>(input.event) ? 1U : 0U;
    }
    return status;
}

ApplyStatus VenueLog::check(const Input& input) const noexcept {
    const auto* const options = std::get_if<event::Options>(&input.event);
    if (options != nullptr && outputs_version(options->message) != kOutputsVersion) {
        return ApplyStatus::VersionDiffers;
    }
    if (input.outputs != outputs_so_far()) {
        return ApplyStatus::OutputsDiffer;
    }
    if (!std::visit([this](const auto& event) { return is_possible(event); }, input.event)) {
        return ApplyStatus::Impossible;
    }
    const bool is_same = options == nullptr || std::ranges::equal(options->message, options_);
    return is_same ? ApplyStatus::Ok : ApplyStatus::OptionsDiffer;
}

bool VenueLog::is_possible(const event::CancelAll& event) const noexcept {
    return (!desk_.unfinished() || event.cause == CancelCause::NoRoom) &&
           has_session(event.session);
}

bool VenueLog::is_possible(const event::Background&) const noexcept {
    return !desk_.unfinished() && flow_ != nullptr;
}

bool VenueLog::is_possible(const event::User& event) const noexcept {
    UserChange change;
    return decode(event.message, change) == protocols::DecodeStatus::Ok &&
           users_.may_apply(event.session, change);
}

bool VenueLog::is_possible(const event::Command& event) const noexcept {
    Control control;
    if (decode(event.message, control) != protocols::DecodeStatus::Ok ||
        (has_ended() && control.action != ControlAction::StartDay)) {
        return false;
    }
    std::array<std::byte, kControlLengthMax> room{};
    return !desk_.unfinished() ||
           (desk_.unfinished()->from == event.from &&
            std::ranges::equal(encode(desk_.unfinished()->control, room), event.message));
}

void VenueLog::carry_out(const event::Order& event, Time now) noexcept {
    first_.on_message(event.session, event.message, RejectReason::None, now, exchange_);
}

void VenueLog::carry_out(const event::RefusedOrder& event, Time now) noexcept {
    first_.on_message(event.session, event.message, event.reason, now, exchange_);
}

template <class P>
void VenueLog::carry_out(const event::Message<P>& event, Time now) noexcept {
    std::get<std::unique_ptr<typename P::Desk>>(desks_)->on_message(
        {.session = event.session, .message = event.message, .refusal = event.reason, .now = now},
        exchange_);
}

void VenueLog::carry_out(const event::CancelAll& event, Time now) noexcept {
    exchange_.cancel_all(event.session,
                         event.cause == CancelCause::Disconnected ? Canceling::NotGoodTillCanceled
                                                                  : Canceling::Everything,
                         now);
}

void VenueLog::carry_out(const event::Background& event, Time) noexcept {
    flow_->on_message(event.message, exchange_);
}

void VenueLog::carry_out(const event::Publication& event, Time) noexcept {
    exchange_.publish(event.message);
}

void VenueLog::carry_out(const event::EndOfSession&, Time) noexcept {
    exchange_.end_of_session();
}

void VenueLog::carry_out(const event::User& event, Time) noexcept {
    UserChange change;
    const protocols::DecodeStatus status = decode(event.message, change);
    HOTPATH_ASSERT(status == protocols::DecodeStatus::Ok,
                   "check the input before the log decodes it");
    users_.apply(event.session, change);
}

void VenueLog::carry_out(const event::Command& event, Time now) noexcept {
    ControlRequest request{.control = {}, .from = event.from};
    const protocols::DecodeStatus status = decode(event.message, request.control);
    HOTPATH_ASSERT(status == protocols::DecodeStatus::Ok,
                   "check the input before the log decodes it");
    const std::uint32_t day_before = exchange_.day().number;
    const ControlAnswer answer = desk_.step(request, exchange_, now);
    if (exchange_.day().number != day_before) {
        time_ = std::max(Time{}, time_ - request.control.day_start.clock_shift);
    }
    if (answer.status != ControlStatus::More && request.control.origin == ControlOrigin::Operator) {
        answer_length_ = encode(answer, answer_bytes_).size();
    }
}

void VenueLog::add_outputs() noexcept {
    for_each_output([this](OutputKind, std::span<const Reply> messages) {
        for (const Reply& message : messages) {
            outputs_.add(message.session.value);
            outputs_.add(message.message);
        }
    });
    for (const Bytes packet : exchange_.feed_packets()) {
        outputs_.add(packet);
    }
    if (!answer().empty()) {
        outputs_.add(answer());
    }
}

void VenueLog::save(StateWriter& writer) const {
    writer.put_bytes(options_);
    writer.put(inputs_);
    writer.put(background_inputs_);
    writer.put(user_inputs_);
    users_.save(writer);
    writer.put(time_);
    writer.put(outputs_.value());
    desk_.save(writer);
    exchange_.save(writer);
    for_each_desk([&](const auto& desk) { desk.save(writer); });
    if (flow_ != nullptr) {
        flow_->save(writer);
    }
}

void VenueLog::load(StateReader& reader) {
    if (!std::ranges::equal(reader.get_bytes(), options_)) {
        return reader.refuse();
    }
    inputs_ = reader.get<std::uint64_t>();
    background_inputs_ = reader.get<std::uint64_t>();
    user_inputs_ = reader.get<std::uint64_t>();
    users_.load(reader);
    time_ = reader.get_time();
    outputs_ = Checksum(reader.get<std::uint64_t>());
    desk_.load(reader);
    exchange_.load(reader);
    for_each_desk([&](auto& desk) { desk.load(reader); });
    if (flow_ != nullptr) {
        flow_->load(reader);
    }
}

}  // namespace hotpath::exchange
