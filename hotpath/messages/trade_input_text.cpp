#include "hotpath/messages/trade_input_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "hotpath/messages/protocol_text.hpp"
#include "hotpath/text/numbers.hpp"
#include "hotpath/trader/input_log.hpp"
#include "hotpath/wire/message.hpp"

namespace hotpath::messages {

using trader::Input;
using trader::OutputPort;

namespace {

/// A connection's, by its name as an output.
[[nodiscard]] std::string_view port_name(trader::Port port) {
    return name(static_cast<OutputPort>(port));
}

/// Nothing for the first venue: most traders have one.
[[nodiscard]] std::string venue_text(trader::Venue venue) {
    return venue == 0 ? "" : fmt::format(" at venue {}", venue + 1);
}

struct EventWords {
    std::string operator()(const trader::event::Packet& packet) const {
        constexpr std::array<std::string_view, feed::kLines> kNames{
            "packet of line A", "packet of line B", "re-requested packet"};
        return fmt::format("{}: {}", kNames[static_cast<std::size_t>(packet.line)],
                           feed_packet_text(packet.bytes));
    }
    std::string operator()(const trader::event::LoopPacket& packet) const {
        return fmt::format("packet of the loop of {}: {}", name(packet.loop),
                           feed_packet_text(packet.bytes));
    }
    std::string operator()(const trader::event::Received& from) const {
        return fmt::format("received on {}: {}", port_name(from.port),
                           server_stream_text(from.bytes, static_cast<OutputPort>(from.port)));
    }
    std::string operator()(trader::event::Connected to) const {
        return fmt::format("{} connected", port_name(to.port));
    }
    std::string operator()(trader::event::Disconnected from) const {
        return fmt::format("{} disconnected", port_name(from.port));
    }
    std::string operator()(trader::event::Written to) const {
        return fmt::format("{} bytes of {} written", to.bytes, port_name(to.port));
    }
    std::string operator()(trader::event::RequestsTaken) const { return "requests taken"; }
    std::string operator()(trader::event::Timer) const { return "timer"; }
    std::string operator()(trader::event::Kill) const { return "command: kill"; }
    std::string operator()(trader::event::Stop) const { return "command: stop"; }
    std::string operator()(trader::event::StopTrading order) const {
        return fmt::format("command: stop trading, {} for {}", mode_name(order.mode),
                           stop_name(order.reason));
    }
    std::string operator()(const trader::OperatorCommand& command) const {
        const std::string_view symbol = command.symbol.view();
        const std::string_view user = wire::trimmed(command.by);
        return fmt::format("command: {}{}{} by {}{}{}", name(command.action),
                           symbol.empty() ? "" : " ", symbol, name(command.origin),
                           user.empty() ? "" : " ", user);
    }
};

[[nodiscard]] std::string output_text(OutputPort port, Bytes bytes) {
    if (bytes.empty()) {
        return "nothing";
    }
    return port == OutputPort::Requests ? feed_requests_text(bytes) : client_stream_text(bytes);
}

[[nodiscard]] std::string mode_text(const std::optional<trader::ModeChange>& change) {
    return change ? fmt::format("{} for {}", mode_name(change->mode), stop_name(change->reason))
                  : std::string("no change");
}

/// Where two outputs part.
[[nodiscard]] std::string first_byte_text(Bytes recorded, Bytes replayed) {
    const auto [a, b] = std::ranges::mismatch(recorded, replayed);
    const auto at = static_cast<std::size_t>(a - recorded.begin());
    const auto shown = [](Bytes bytes, std::size_t n) {
        return n < bytes.size() ? fmt::format("{:02x}", std::to_integer<unsigned>(bytes[n]))
                                : std::string("no byte");
    };
    return fmt::format("byte {} of {} is {}, replayed {} of {}", at, recorded.size(),
                       shown(recorded, at), shown(replayed, at), replayed.size());
}

struct RecordWords {
    std::string operator()(const trader::Start& start) const {
        return fmt::format("start of build {:016x}, configuration {:016x}{}", start.build_id,
                           start.config_hash,
                           start.latch.mode == risk::TradingMode::Open
                               ? std::string()
                               : fmt::format(", {} for {} before", mode_name(start.latch.mode),
                                             stop_name(start.latch.reason)));
    }
    std::string operator()(const Input& input) const {
        return fmt::format("input {}: {}", input.number, to_text(input));
    }
    std::string operator()(const trader::Output& output) const {
        return fmt::format("output of {} on {}{}: {}", output.number, name(output.port),
                           venue_text(output.venue), output_text(output.port, output.bytes));
    }
    std::string operator()(const trader::Stamps& stamps) const {
        std::string text = fmt::format("stamps of {}{}:", stamps.number, venue_text(stamps.venue));
        for (const timing::Stage stage : timing::kAllStages) {
            const std::uint64_t at = stamps.ticks[static_cast<std::size_t>(stage)];
            text += at == 0 ? std::string()
                            : fmt::format(" {} {}", timing::stage_name(stage),
                                          at - stamps.ticks.front());
        }
        return text;
    }
    std::string operator()(const trader::ModeChange& change) const {
        return fmt::format("mode since {}{}: {} for {}{}", change.number, venue_text(change.venue),
                           mode_name(change.mode), stop_name(change.reason),
                           change.is_stopping ? ", it stops" : "");
    }
    std::string operator()(const trader::Lost& lost) const {
        return fmt::format("NOT KEPT: the channel was full at input {}, trading was stopped",
                           lost.number);
    }
    std::string operator()(const trader::Why& why) const {
        return fmt::format("stopped since {} at the latest{}: {}", why.number,
                           venue_text(why.venue), why.text);
    }
};

}  // namespace

std::string to_text(const Input& input) {
    return std::visit(EventWords{}, input.event) + venue_text(input.venue);
}

std::optional<std::string> trader_record_text(const journal::Record& record) {
    trader::LogRecord decoded;
    if (trader::decode(record.type, record.time, record.payload, decoded) !=
        wire::DecodeStatus::Ok) {
        return std::nullopt;
    }
    return std::visit(RecordWords{}, decoded.entry) + (decoded.has_more ? " ..." : "");
}

namespace {

[[nodiscard]] std::string difference_text(const trader::VenueResult& recorded,
                                          const trader::VenueResult& replayed,
                                          const std::string& at) {
    std::string text;
    for (std::size_t n = 0; n < trader::kOutputPorts; ++n) {
        if (recorded.outputs[n] == replayed.outputs[n]) {
            continue;
        }
        const auto port = static_cast<OutputPort>(n);
        text += fmt::format("  {}{} recorded {}\n  {}{} replayed {}\n  {}{} {}\n", name(port), at,
                            output_text(port, recorded.outputs[n]), name(port), at,
                            output_text(port, replayed.outputs[n]), name(port), at,
                            first_byte_text(recorded.outputs[n], replayed.outputs[n]));
    }
    if (mode_text(recorded.mode) != mode_text(replayed.mode)) {
        text += fmt::format("  mode{} recorded    {}\n  mode{} replayed    {}\n", at,
                            mode_text(recorded.mode), at, mode_text(replayed.mode));
    }
    return text;
}

}  // namespace

std::string difference_text(const trader::Difference& difference) {
    const Input& input = difference.input;
    std::string text =
        fmt::format("first difference   input {} (record {}) at {}\n", text::grouped(input.number),
                    text::grouped(difference.seq), text::time_of_day(input.now));
    text += fmt::format("  input            {}\n", to_text(input));
    if (difference.status != trader::ApplyStatus::Ok) {
        return text + fmt::format("  replayed         {}\n", name(difference.status));
    }
    for (std::size_t venue = 0; venue < trader::kVenuesMax; ++venue) {
        text +=
            difference_text(difference.recorded.venues[venue], difference.replayed.venues[venue],
                            venue_text(static_cast<trader::Venue>(venue)));
    }
    return text;
}

}  // namespace hotpath::messages
