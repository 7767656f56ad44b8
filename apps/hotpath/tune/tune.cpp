#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/input/market_options.hpp"
#include "apps/hotpath/tune/report.hpp"
#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/jitter/core_list.hpp"
#include "hotpath/measure/machine.hpp"
#include "hotpath/tune/choice.hpp"
#include "hotpath/tune/look_ahead_knobs.hpp"
#include "hotpath/tune/market.hpp"
#include "hotpath/tune/prefetch_knob.hpp"
#include "hotpath/tune/ring_knobs.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct TuneOptions {
    fs::path file{};
    sim::market::MarketOptions market{.messages = 400'000, .instruments = 2'000};
    std::string cores{};
    tune::Rounds rounds{};
    fs::path out{};
    fs::path json{};
};

/// The two of a ring, or the only one.
Expected<std::vector<std::uint32_t>> tuned_cores(const std::string& text) {
    auto cores = jitter::chosen_cores(text);
    if (!cores || text.empty()) {
        if (cores && cores->size() > 2) {
            cores->resize(2);
        }
        return cores;
    }
    return cores->size() == 2
               ? cores
               : fail(fmt::format("--cores must be two cores, as in 0,1; got {}", text));
}

class Tuning {
  public:
    Tuning(const TuneOptions& options, const tune::Market& market, std::vector<std::uint32_t> cores)
        : options_(options), market_(market), cores_(std::move(cores)) {}

    [[nodiscard]] Expected<void> run() {
        if (auto pinned = pin_this_thread(cores_.front()); !pinned) {
            return pinned;
        }
        if (auto done = take(tune::look_ahead_by_order(market_)); !done) {
            return done;
        }
        settings_.look_ahead.distances = tune::look_ahead_candidates()[chosen()];
        if (auto done = take(tune::look_ahead_by_price(market_)); !done) {
            return done;
        }
        if (auto done = run_growth(); !done) {
            return done;
        }
        if (auto done = take(tune::prefetch_locality()); !done || cores_.size() < 2) {
            return done;
        }
        return run_rings({.from = cores_[0], .to = cores_[1]});
    }

    [[nodiscard]] const std::vector<KnobResult>& results() const noexcept { return results_; }
    [[nodiscard]] const config::HostSettings& settings() const noexcept { return settings_; }

  private:
    /// From how many orders on a look-ahead pays.
    [[nodiscard]] Expected<void> run_growth() {
        const auto markets = tune::markets_of_growth(options_.market);
        if (!markets) {
            return std::unexpected(markets.error());
        }
        const auto by_order = tune::orders_min_by_order(*markets);
        if (!by_order) {
            return std::unexpected(by_order.error());
        }
        if (auto done = take(by_order->knob); !done) {
            return done;
        }
        settings_.look_ahead.orders_min = by_order->orders_min[chosen()];
        const auto by_price = tune::orders_min_by_price(*markets);
        return by_price ? take(by_price->knob) : std::unexpected(by_price.error());
    }

    [[nodiscard]] Expected<void> run_rings(const measure::TwoCores& cores) {
        if (auto done = take(tune::journal_head_start(cores)); !done) {
            return done;
        }
        settings_.journal = tune::journal_candidates()[chosen()];
        if (auto done = take(tune::ring_layout(cores)); !done) {
            return done;
        }
        return take(tune::ring_slots_ahead(cores));
    }

    /// The last knob's candidate.
    [[nodiscard]] std::size_t chosen() const { return results_.back().choice.chosen; }

    [[nodiscard]] Expected<void> take(const Expected<tune::Knob>& knob) {
        if (!knob) {
            return std::unexpected(knob.error());
        }
        auto choice = tune::choose(*knob, options_.rounds);
        if (!choice) {
            return std::unexpected(choice.error());
        }
        results_.push_back({.name = knob->name,
                            .key = knob->key,
                            .unit = knob->unit,
                            .choice = std::move(*choice)});
        fmt::print("{}", knob_text(results_.back()));
        return {};
    }

    const TuneOptions& options_;
    const tune::Market& market_;
    std::vector<std::uint32_t> cores_;
    std::vector<KnobResult> results_{};
    config::HostSettings settings_{};
};

/// Opened before anything is measured, so that a wrong name fails at once.
struct TuneOutputs {
    std::optional<files::OutputFile> settings{};
    std::optional<files::OutputFile> json{};

    [[nodiscard]] static Expected<TuneOutputs> open(const TuneOptions& options) {
        auto settings = files::OutputFile::create_if_named(options.out);
        if (!settings) {
            return std::unexpected(settings.error());
        }
        auto json = files::OutputFile::create_if_named(options.json);
        if (!json) {
            return std::unexpected(json.error());
        }
        return TuneOutputs{.settings = std::move(*settings), .json = std::move(*json)};
    }

    [[nodiscard]] static Expected<void> write(std::optional<files::OutputFile>& file,
                                              const std::string& text) {
        if (!file) {
            return {};
        }
        file->write(text);
        return file->close();
    }
};

Expected<void> write_results(TuneOutputs& outputs, const TunedHost& host,
                             const tune::Market& market, const Tuning& tuning) {
    const std::string comment =
        fmt::format("By hotpath tune: {}\n{}\n", host_text(host), market.description);
    auto written = TuneOutputs::write(outputs.settings,
                                      config::host_settings_text(tuning.settings(), comment));
    if (!written) {
        return written;
    }
    const auto json = tune_json(host, market.description, tuning.results(), tuning.settings());
    return TuneOutputs::write(outputs.json, json.dump(2) + "\n");
}

Expected<void> run_tune(const TuneOptions& options) {
    if (auto differ = files::check_files_differ(options.file, {options.out, options.json});
        !differ) {
        return differ;
    }
    const auto cores = tuned_cores(options.cores);
    if (!cores) {
        return std::unexpected(cores.error());
    }
    auto outputs = TuneOutputs::open(options);
    if (!outputs) {
        return std::unexpected(outputs.error());
    }
    const auto market = tune::read_market(options.file, options.market);
    if (!market) {
        return std::unexpected(market.error());
    }
    const double round_trip = cores->size() < 2 ? 0
                                                : measure::ping_pong_ns(measure::kPingPongBatches,
                                                                        {(*cores)[0], (*cores)[1]});
    const TunedHost host = tuned_host(*cores, round_trip);
    fmt::print("{}hotpath tune{}  {}\n{}\n", style().bold, style().reset, host_text(host),
               market->description);
    Tuning tuning(options, *market, *cores);
    if (auto done = tuning.run(); !done) {
        return done;
    }
    return write_results(*outputs, host, *market, tuning);
}

}  // namespace

void add_tune(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand(
        "tune",
        "Measure for some seconds and choose settings for this host: look-ahead of replays, pauses "
        "of a journal's reader; write them to a file for --host-settings");
    auto options = std::make_shared<TuneOptions>();
    add_input(*command, {"FILE", "Recorded market to replay; default: a generated market"},
              options->file)
        ->type_name("");
    add_market_options(*command, options->market);
    add_text(
        *command,
        {"--cores", "Two cores, such as 0,1; default: the first two that this process may use"},
        options->cores, jitter::check_core_list)
        ->type_name("LIST");
    add_integer(*command, {"--rounds", "Rounds to measure each candidate"}, options->rounds.trial,
                {1, 1'000})
        ->capture_default_str();
    add_integer(*command,
                {"--confirming-rounds",
                 "Rounds that compare the fastest candidate with the default; "
                 "with fewer than 6 the default is chosen"},
                options->rounds.confirming, {1, 1'000})
        ->capture_default_str();
    add_output_file(*command, {"--out", "Write the settings, for --host-settings"}, options->out)
        ->type_name("TOML");
    add_output_file(*command, {"--json", "Write everything measured as JSON"}, options->json)
        ->type_name("JSON");
    command->footer("\nMeaning of each line: docs/reference/tune.md");
    command->callback([options, &chosen] { chosen = [options] { return run_tune(*options); }; });
}

}  // namespace hotpath::app
