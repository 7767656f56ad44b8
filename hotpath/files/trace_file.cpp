#include "hotpath/files/trace_file.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "hotpath/text/numbers.hpp"

namespace hotpath::files {

namespace {

/// A ring holds what comes in between, at tens of millions of scopes a second.
constexpr std::chrono::milliseconds kBetweenDrains{1};

}  // namespace

Expected<std::unique_ptr<TraceFile>> TraceFile::create_if_named(const std::filesystem::path& path) {
    if (path.empty()) {
        return nullptr;
    }
    if (!telemetry::kIsTracing) {
        return fail(
            "this program was built without traces: configure with -DHOTPATH_TRACING=ON "
            "(docs/guide/telemetry.md)");
    }
    const auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    if (clock->source() != timing::ClockSource::TickCounter) {
        return fail(fmt::format("traces need the tick counter, and it cannot be used: {}",
                                timing::fallback_reason_name(clock->reason())));
    }
    auto file = OutputFile::create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    return std::unique_ptr<TraceFile>(new TraceFile(std::move(*file), *clock));
}

TraceFile::TraceFile(OutputFile file, const timing::TscClock& clock)
    : file_(std::move(file)), trace_(clock.scale(), clock.ticks()), thread_([this] { run(); }) {}

TraceFile::~TraceFile() {
    stop();
}

void TraceFile::run() {
    while (!is_over_.load(std::memory_order_acquire)) {
        drain();
        std::this_thread::sleep_for(kBetweenDrains);
    }
    while (drain() > 0) {
    }
}

std::size_t TraceFile::drain() {
    text_.clear();
    const std::size_t drained =
        log_.drain([this](const telemetry::TraceTrack& track, const telemetry::TraceEvent& event) {
            if (written_ == kEventsMax) {
                ++beyond_;
                return;
            }
            ++written_;
            trace_.append(track, event, text_);
        });
    file_.write(text_);
    return drained;
}

void TraceFile::stop() {
    if (thread_.joinable()) {
        is_over_.store(true, std::memory_order_release);
        thread_.join();
    }
}

Expected<void> TraceFile::close() {
    stop();
    text_.clear();
    trace_.finish(text_);
    file_.write(text_);
    return file_.close();
}

std::string TraceFile::summary() const {
    std::string text = fmt::format("{}: {} scopes", file_.path().string(), text::grouped(written_));
    if (beyond_ != 0) {
        text += fmt::format(", {} later ones left out", text::grouped(beyond_));
    }
    if (const std::uint64_t dropped = log_.dropped(); dropped != 0) {
        text += fmt::format(", {} dropped: they came faster than they were written",
                            text::grouped(dropped));
    }
    return text;
}

}  // namespace hotpath::files
