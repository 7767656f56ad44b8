#include "apps/hotpath/messages/trade_input_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/messages/protocol_text.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::app {

using trader::Input;
using trader::InputKind;
using trader::OutputPort;

namespace {

/// A connection's, by its name as an output.
[[nodiscard]] std::string_view port_of(const Input& input) {
    return name(static_cast<OutputPort>(input.source));
}

[[nodiscard]] std::string line_text(std::uint8_t source) {
    constexpr std::array<std::string_view, 3> kNames{"packet of line A", "packet of line B",
                                                     "re-requested packet"};
    return std::string(source < kNames.size() ? kNames[source] : "packet");
}

[[nodiscard]] std::string command_text(const Input& input) {
    const auto command = static_cast<trader::Command>(input.source);
    std::string text = fmt::format("command: {}", name(command));
    if (command == trader::Command::StopTrading) {
        const trader::StopOrder order = trader::to_stop_order(input.value);
        text += fmt::format(", {} for {}", mode_name(order.mode), stop_name(order.reason));
    }
    return text;
}

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
        return fmt::format("output of {} on {}: {}", output.number, name(output.port),
                           output_text(output.port, output.bytes));
    }
    std::string operator()(const trader::Stamps& stamps) const {
        std::string text = fmt::format("stamps of {}:", stamps.number);
        for (const timing::Stage stage : timing::kAllStages) {
            const std::uint64_t at = stamps.ticks[static_cast<std::size_t>(stage)];
            text += at == 0 ? std::string()
                            : fmt::format(" {} {}", timing::stage_name(stage),
                                          at - stamps.ticks.front());
        }
        return text;
    }
    std::string operator()(const trader::ModeChange& change) const {
        return fmt::format("mode since {}: {} for {}{}", change.number, mode_name(change.mode),
                           stop_name(change.reason), change.is_stopping ? ", it stops" : "");
    }
    std::string operator()(const trader::Lost& lost) const {
        return fmt::format("NOT KEPT: the channel was full at input {}, trading was stopped",
                           lost.number);
    }
};

}  // namespace

std::string to_text(const Input& input) {
    switch (input.kind) {
        case InputKind::Packet:
            return line_text(input.source) + ": " + feed_packet_text(input.bytes);
        case InputKind::Received:
            return fmt::format(
                "received on {}: {}", port_of(input),
                server_stream_text(input.bytes, static_cast<OutputPort>(input.source)));
        case InputKind::Written:
            return fmt::format("{} bytes of {} written", input.value, port_of(input));
        case InputKind::Connected:
        case InputKind::Disconnected:
            return fmt::format("{} {}", port_of(input), name(input.kind));
        case InputKind::Command:
            return command_text(input);
        case InputKind::RequestsTaken:
        case InputKind::Timer:
            break;
    }
    return std::string(name(input.kind));
}

std::optional<std::string> trader_record_text(const journal::Record& record) {
    trader::LogRecord decoded;
    if (trader::decode(record.type, record.time, record.payload, decoded) !=
        wire::DecodeStatus::Ok) {
        return std::nullopt;
    }
    return std::visit(RecordWords{}, decoded.entry) + (decoded.has_more ? " ..." : "");
}

std::string difference_text(const trader::Difference& difference) {
    const Input& input = difference.input;
    std::string text =
        fmt::format("first difference   input {} (record {}) at {}\n", grouped(input.number),
                    grouped(difference.seq), time_of_day(input.now));
    text += fmt::format("  input            {}\n", to_text(input));
    if (difference.status != trader::ApplyStatus::Ok) {
        return text + fmt::format("  replayed         {}\n", name(difference.status));
    }
    for (std::size_t n = 0; n < trader::kOutputPorts; ++n) {
        const auto& recorded = difference.recorded.outputs[n];
        const auto& replayed = difference.replayed.outputs[n];
        if (recorded == replayed) {
            continue;
        }
        const auto port = static_cast<OutputPort>(n);
        text += fmt::format("  {} recorded {}\n  {} replayed {}\n  {} {}\n", name(port),
                            output_text(port, recorded), name(port), output_text(port, replayed),
                            name(port), first_byte_text(recorded, replayed));
    }
    if (mode_text(difference.recorded.mode) != mode_text(difference.replayed.mode)) {
        text +=
            fmt::format("  mode recorded    {}\n  mode replayed    {}\n",
                        mode_text(difference.recorded.mode), mode_text(difference.replayed.mode));
    }
    return text;
}

}  // namespace hotpath::app
