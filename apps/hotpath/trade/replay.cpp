#include "apps/hotpath/trade/replay.hpp"

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/demo/trader.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/live/run/journal.hpp"
#include "hotpath/messages/trade_input_text.hpp"
#include "hotpath/process/program_checksum.hpp"
#include "hotpath/trader/input_replay.hpp"
#include "hotpath/trader/replay_subject.hpp"

namespace hotpath::app {

namespace {

using trader::InputReplay;
using trader::OutputPort;

/// Traders as their configurations in the journal say.
class ConfiguredTraders : public trader::ReplaySubjects {
  public:
    explicit ConfiguredTraders(const strategy::Registry& strategies) : strategies_(strategies) {}

    [[nodiscard]] Expected<std::unique_ptr<trader::ReplaySubject>> make(
        const trader::Start& start) override {
        other_builds_ += start.build_id != build_id_ ? 1U : 0U;
        if (start.subject != trader::Subject::Trader) {
            return demo(start);
        }
        const auto config =
            live::parse_trade_config(start.text, "the journal's configuration", strategies_);
        if (!config) {
            return std::unexpected(config.error());
        }
        auto strategies =
            strategy::make_legs_of(config->strategies, config->trader.engine.books.instruments_max);
        if (!strategies) {
            return std::unexpected(strategies.error());
        }
        using Subject = trader::TraderSubject<strategy::AnyLegs>;
        auto trader = Subject::Replayed::create(venues_of(*config), std::move(*strategies));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return std::make_unique<Subject>(std::move(*trader));
    }
    [[nodiscard]] std::uint64_t other_builds() const noexcept { return other_builds_; }

  private:
    [[nodiscard]] Expected<std::unique_ptr<trader::ReplaySubject>> demo(
        const trader::Start& start) const {
        const auto wanted = DemoTrader::parse(start.text, strategies_);
        if (!wanted) {
            return std::unexpected(wanted.error());
        }
        auto strategy = strategy::make_strategy(wanted->strategy);
        if (!strategy) {
            return std::unexpected(strategy.error());
        }
        return start.subject == trader::Subject::Engine
                   ? made<trader::EngineSubject<strategy::AnyStrategy>>(wanted->engine(),
                                                                        std::move(*strategy))
                   : made<trader::TraderSubject<strategy::AnyStrategy>>(wanted->trader(),
                                                                        std::move(*strategy));
    }
    template <class Subject>
    [[nodiscard]] static Expected<std::unique_ptr<trader::ReplaySubject>> made(
        const auto& options, strategy::AnyStrategy strategy) {
        auto replayed = Subject::Replayed::create(options, std::move(strategy));
        if (!replayed) {
            return std::unexpected(replayed.error());
        }
        return std::make_unique<Subject>(std::move(*replayed));
    }

    const strategy::Registry& strategies_;
    std::uint64_t build_id_ = process::build_id();
    std::uint64_t other_builds_ = 0;
};

constexpr std::array<OutputPort, trader::kOutputPorts> kAllOutputs{
    OutputPort::OrderEntry, OutputPort::Glimpse, OutputPort::DropCopy, OutputPort::Requests};

[[nodiscard]] std::string kinds_text(const trader::ReplayCounters& counters) {
    std::string text;
    for (std::size_t kind = 1; kind <= trader::kInputKinds; ++kind) {
        if (counters.by_kind[kind] != 0) {
            text +=
                fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(counters.by_kind[kind]),
                            name(static_cast<trader::InputKind>(kind)));
        }
    }
    return text;
}

void print_replayed(const InputReplay& replay, std::uint64_t other_builds) {
    const trader::ReplayCounters& counters = replay.counters();
    print_heading("journal replay");
    print_line("traders", grouped(counters.starts) +
                              (other_builds == 0 ? std::string(", recorded by this build")
                                                 : fmt::format(", {} recorded by another build",
                                                               grouped(other_builds))));
    print_line("inputs", fmt::format("{}: {}", grouped(counters.inputs), kinds_text(counters)));
    for (const OutputPort port : kAllOutputs) {
        print_line(std::string(name(port)),
                   fmt::format("{}, checksum {:016x}",
                               bytes_text(counters.output_bytes[static_cast<std::size_t>(port)]),
                               replay.checksum(port)));
    }
    print_line("mode changes", grouped(counters.modes));
    if (counters.lost != 0) {
        print_line("not kept", fmt::format("{} traders were stopped because the channel was full",
                                           grouped(counters.lost)));
    }
    if (counters.unsent != 0) {
        print_line("never sent", fmt::format("{} bytes of the inputs at which a trader was killed",
                                             grouped(counters.unsent)));
    }
}

[[nodiscard]] nlohmann::ordered_json json_of(const InputReplay& replay) {
    const trader::ReplayCounters& counters = replay.counters();
    nlohmann::ordered_json outputs;
    for (const OutputPort port : kAllOutputs) {
        outputs[std::string(name(port))] = {
            {"bytes", counters.output_bytes[static_cast<std::size_t>(port)]},
            {"checksum", fmt::format("{:016x}", replay.checksum(port))}};
    }
    nlohmann::ordered_json json{{"identical", !replay.difference().has_value()},
                                {"traders", counters.starts},
                                {"inputs", counters.inputs},
                                {"outputs", outputs},
                                {"mode_changes", counters.modes},
                                {"not_kept", counters.lost},
                                {"never_sent_bytes", counters.unsent}};
    if (replay.difference()) {
        json["first_difference"] = {{"input", replay.difference()->input.number},
                                    {"record", replay.difference()->seq}};
    }
    return json;
}

[[nodiscard]] Expected<void> add_all(journal::JournalReader& reader, InputReplay& replay) {
    journal::Record record;
    auto more = reader.next(record);
    for (; more && *more && !replay.difference(); more = reader.next(record)) {
        if (auto added = replay.add(record.seq, record.type, record.time, record.payload); !added) {
            return added;
        }
    }
    replay.finish();
    return more ? Expected<void>() : std::unexpected(more.error());
}

}  // namespace

Expected<void> replay_trader(journal::JournalReader& reader, const TradeReplayOptions& options,
                             const strategy::Registry& strategies) {
    ConfiguredTraders traders(strategies);
    InputReplay replay(traders);
    if (auto added = add_all(reader, replay); !added) {
        return added;
    }
    print_replayed(replay, traders.other_builds());
    if (auto written = files::write_file_if_named(options.json, json_of(replay).dump(2) + "\n");
        !written) {
        return written;
    }
    if (replay.difference()) {
        fmt::print("{}", messages::difference_text(*replay.difference()));
        return fail(fmt::format("the outputs of input {} differ from the recorded outputs",
                                replay.difference()->input.number));
    }
    print_line("result", "identical");
    return {};
}

}  // namespace hotpath::app
