#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/console/terminal.hpp"
#include "apps/hotpath/top/view.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/process/signals.hpp"
#include "hotpath/telemetry/channel_watch.hpp"
#include "hotpath/telemetry/watch_json.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct TopOptions {
    std::string channel;
    fs::path folder;
    fs::path json;
    std::int64_t every_ms = 500;
    bool is_once = false;
};

constexpr std::int64_t kNanosPerMs = 1'000'000;
/// How long --once may take, and the time that its rates are counted over.
constexpr Nanos kLookMax{2 * kNanosPerSecond};
constexpr Nanos kRatesOf{kNanosPerSecond};
/// Between two readings of the channel: the ring holds what comes meanwhile.
constexpr Nanos kBetweenReads{5 * kNanosPerMs};
/// Erases the rest of the line and begins the next one.
constexpr std::string_view kScreenLineEnd = "\x1b[K\r\n";

std::atomic<bool> is_top_over{false};

void on_top_signal(int number) {
    if (number != SIGWINCH) {  // that one only ends a wait: the next screen has the new size
        is_top_over.store(true);
    }
}

/// Since the machine's start: the monotonic clock.
[[nodiscard]] Time top_now() {
    return {timing::monotonic_ns()};
}

[[nodiscard]] Expected<void> write_top_json(const TopOptions& options,
                                            const telemetry::ChannelWatch& watch) {
    return files::write_file_if_named(options.json, telemetry::watch_json(watch, top_now()));
}

/// All that is there; but not forever, from a trader faster than we are.
void read_all(telemetry::ChannelWatch& watch) {
    constexpr int kReads = 16;
    for (int n = 0; n < kReads && watch.read(top_now()); ++n) {
    }
}

/// Until there is a state; of a trader that runs, until there are two a second apart: rates.
[[nodiscard]] bool knows_enough(const telemetry::ChannelWatch& watch) {
    return watch.summary().has_state() && (watch.writer().presence != shm::Presence::Attached ||
                                           watch.summary().rates(kLookMax).span >= kRatesOf);
}

[[nodiscard]] std::unexpected<Error> no_trader(const TopOptions& options,
                                               const telemetry::ChannelWatch& watch) {
    return fail(fmt::format("{}: no trader publishes on this channel{}", options.channel,
                            watch.is_attached() ? " yet" : " (" + watch.problem() + ")"));
}

[[nodiscard]] Expected<void> look_once(const TopOptions& options, telemetry::ChannelWatch& watch) {
    const Time until = top_now() + kLookMax;
    do {
        watch.maintain(top_now());
        if (!watch.is_attached()) {
            return no_trader(options, watch);
        }
        read_all(watch);
        std::this_thread::sleep_for(std::chrono::nanoseconds(kBetweenReads.value));
    } while (!knows_enough(watch) && top_now() < until && !is_top_over);
    if (!watch.summary().has_state()) {
        return no_trader(options, watch);
    }
    fmt::print("{}", top_screen(watch, top_now(), {}, "\n"));
    return write_top_json(options, watch);
}

/// A last line must not scroll the screen.
[[nodiscard]] std::string_view without_last_end(std::string_view screen) {
    return screen.ends_with("\r\n") ? screen.substr(0, screen.size() - 2) : screen;
}

/// Without a terminal: only the file is kept up to date.
class TopLoop {
  public:
    TopLoop(const TopOptions& options, telemetry::ChannelWatch& watch,
            std::optional<Terminal> terminal)
        : options_(options), watch_(watch), terminal_(std::move(terminal)) {}

    [[nodiscard]] Expected<void> run() {
        while (!is_top_over) {
            watch_.maintain(top_now());
            read_all(watch_);
            if (top_now() >= next_draw_) {
                next_draw_ = top_now() + Nanos{options_.every_ms * kNanosPerMs};
                if (auto shown = show(); !shown) {
                    return shown;
                }
            }
            wait();
        }
        return {};
    }

  private:
    [[nodiscard]] Expected<void> show() {
        if (terminal_) {
            const ScreenSize size = terminal_->size();
            terminal_->draw(without_last_end(top_screen(watch_, top_now(), size, kScreenLineEnd)));
        }
        return write_top_json(options_, watch_);
    }

    void wait() {
        if (!terminal_) {
            std::this_thread::sleep_for(std::chrono::nanoseconds(kBetweenReads.value));
            return;
        }
        const ScreenSize before = terminal_->size();
        const std::optional<char> key = terminal_->key(kBetweenReads);
        const ScreenSize after = terminal_->size();
        const bool is_resized = after.rows != before.rows || after.columns != before.columns;
        if (key == 'q' || key == 'Q') {
            is_top_over.store(true);
        } else if (key || is_resized) {
            next_draw_ = {};
        }
    }

    const TopOptions& options_;
    telemetry::ChannelWatch& watch_;
    std::optional<Terminal> terminal_;
    Time next_draw_{};
};

Expected<void> run_top(const TopOptions& options) {
    if (auto name = shm::ChannelName::from(options.channel); !name) {
        return std::unexpected(name.error());
    }
    process::set_signals({SIGINT, SIGTERM, SIGWINCH}, on_top_signal);
    telemetry::ChannelWatch watch(shm::ChannelFolder::at(options.folder), options.channel);
    if (options.is_once) {
        return look_once(options, watch);
    }
    auto terminal = Terminal::open();
    if (!terminal && options.json.empty()) {
        watch.maintain(top_now());
        return watch.is_attached() ? std::unexpected(terminal.error()) : no_trader(options, watch);
    }
    if (!terminal) {
        fmt::print("top: watching {}, writing {}\n", options.channel, options.json.string());
        std::fflush(stdout);
    }
    return TopLoop(options, watch,
                   terminal ? std::optional<Terminal>(std::move(*terminal)) : std::nullopt)
        .run();
}

}  // namespace

void add_top(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand(
        "top",
        "Watch a running trader: rates, stage latencies, positions, orders, P&L, queues, gaps. "
        "Watching does not slow the trader down; q quits");
    auto options = std::make_shared<TopOptions>();
    add_text(*command,
             {"CHANNEL",
              "The trader's telemetry channel: telemetry.channel of its configuration, or the name "
              "given to hotpath demo --telemetry"},
             options->channel, check_nothing)
        ->type_name("")
        ->required();
    command->add_flag("--once", options->is_once, "Print one screen and exit");
    add_integer(*command, {"--every", "Milliseconds between updates"}, options->every_ms,
                {20, 60'000})
        ->type_name("MS")
        ->capture_default_str();
    add_output_file(*command,
                    {"--json", "Write the state as JSON at every update; needs no terminal"},
                    options->json)
        ->type_name("FILE");
    add_folder(*command,
               {"--folder", "Folder of the channel; default: this user's folder in /dev/shm"},
               options->folder)
        ->type_name("DIR");
    command->callback([options, &chosen] { chosen = [options] { return run_top(*options); }; });
}

}  // namespace hotpath::app
