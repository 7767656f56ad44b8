#include "hotpath/process/output_thread.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/files/output_file.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::process {

namespace {

/// A pipe that poll() says is writable takes this much without blocking.
constexpr std::size_t kPieceMax = 4'096;

/// Since the machine's start: the monotonic clock.
[[nodiscard]] Time output_clock() {
    return {timing::monotonic_ns()};
}

[[nodiscard]] std::uint64_t lines_in(std::string_view text) {
    return static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

/// A pipe or terminal, opened again: only this opening of it is non-blocking. Others that
/// share the first one (a shell) are left as they are.
[[nodiscard]] Descriptor open_again(int target) {
    struct stat status{};
    if (::fstat(target, &status) != 0 || (!S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode))) {
        return Descriptor(-1);
    }
    const std::string path = fmt::format("/proc/self/fd/{}", target);
    return Descriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

[[nodiscard]] bool is_socket(int target) {
    struct stat status{};
    return ::fstat(target, &status) == 0 && S_ISSOCK(status.st_mode);
}

}  // namespace

OutputThread::OutputThread(Options options)
    : options_(std::move(options)), wakes_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    for (const auto& [name, target] :
         {std::pair{Out, STDOUT_FILENO}, std::pair{Err, STDERR_FILENO}}) {
        streams_[name].target = target;
        streams_[name].opened = open_again(target);
    }
    report_at_ = options_.source ? output_clock() + options_.every : kNever;
    thread_ = std::thread([this] { run(); });
}

OutputThread::~OutputThread() {
    stop();
}

void OutputThread::stop() {
    if (thread_.joinable()) {
        {
            const std::scoped_lock lock(mutex_);
            is_over_ = true;
        }
        wake();
        thread_.join();
    }
}

void OutputThread::wake() noexcept {
    constexpr std::uint64_t kOne = 1;
    static_cast<void>(::write(wakes_.number(), &kOne, sizeof kOne) == sizeof kOne);
}

bool OutputThread::hand_over(StreamName name, const std::string& text) {
    {
        const std::scoped_lock lock(mutex_);
        std::string& kept = streams_[name].handed_over;
        if (is_over_ || kept.size() + text.size() > kKeptBytesMax) {
            lines_lost_.fetch_add(lines_in(text), std::memory_order_relaxed);
            return false;
        }
        kept += text;
    }
    wake();
    return true;
}

void OutputThread::report(Report report) {
    report_from([made = std::move(report)] { return made; });
}

void OutputThread::report_from(ReportSource source) {
    {
        const std::scoped_lock lock(mutex_);
        next_report_.swap(source);  // what is replaced is destroyed behind the lock
    }
    wake();
}

Expected<void> OutputThread::finish(Report last) {
    return finish_from([made = std::move(last)] { return made; });
}

Expected<void> OutputThread::finish_from(ReportSource last) {
    report_from(std::move(last));
    stop();
    return json_error_ ? std::unexpected(*json_error_) : Expected<void>();
}

void OutputThread::run() {
    while (take_what_is_new()) {
        wait_and_write();
    }
}

bool OutputThread::take_what_is_new() {
    ReportSource source;
    {
        const std::scoped_lock lock(mutex_);
        source = std::exchange(next_report_, nullptr);
        if (is_over_ && !is_ending_) {
            is_ending_ = true;
            moved_at_ = output_clock();
        }
    }
    if (!source && !is_ending_ && output_clock() >= report_at_) {
        report_at_ = output_clock() + options_.every;
        source = options_.source;
    }
    if (source) {
        take_report(source());
    }
    const bool is_patience_over =
        is_ending_ && output_clock() - moved_at_ > options_.patience && has_unsent();
    const std::scoped_lock lock(mutex_);
    for (Stream& stream : streams_) {
        if (is_patience_over) {
            lose(stream);
            lines_lost_.fetch_add(lines_in(std::exchange(stream.handed_over, {})));
        } else if (stream.unsent.empty()) {
            std::swap(stream.unsent, stream.handed_over);
        }
    }
    return !is_ending_ || has_unsent();
}

/// The file comes first: a reader that has seen the line finds the state that belongs to it.
void OutputThread::take_report(const Report& report) {
    if (!options_.json.empty() && !report.json.empty()) {
        write_json(report.json);
    }
    const std::scoped_lock lock(mutex_);
    std::string& kept = streams_[Out].handed_over;
    if (kept.size() + report.line.size() > kKeptBytesMax) {
        lines_lost_.fetch_add(lines_in(report.line), std::memory_order_relaxed);
    } else {
        kept += report.line;
    }
}

void OutputThread::write_json(const std::string& text) {
    json_error_.reset();
    if (files::is_written_directly(options_.json)) {
        write_json_directly(text);
    } else if (auto written = files::write_file(options_.json, text); !written) {
        json_error_ = written.error();
    }
    if (json_error_ && !is_ending_) {
        static_cast<void>(log(fmt::format("{}: {}\n", options_.program, json_error_->message)));
    }
}

/// One state after the other: while a reader has not taken the last one, the new one is passed
/// over.
void OutputThread::write_json_directly(const std::string& text) {
    Stream& stream = streams_[Json];
    if (!stream.unsent.empty()) {
        return;
    }
    stream.opened =
        Descriptor(::open(options_.json.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!stream.opened) {
        const bool has_no_reader = errno == ENXIO;
        if (!has_no_reader) {
            json_error_ = Error{
                fmt::format("cannot write {}: {}", options_.json.string(), std::strerror(errno))};
        }
        return;
    }
    stream.unsent = text;
}

bool OutputThread::has_unsent() const {
    return std::ranges::any_of(streams_, [](const Stream& s) { return !s.unsent.empty(); });
}

int OutputThread::wait_ms() const {
    const Time until = is_ending_ ? moved_at_ + options_.patience : report_at_;
    if (until == kNever) {
        return -1;
    }
    constexpr std::int64_t kWaitMaxMs = 60'000;
    const std::int64_t left = (until - output_clock()).value / 1'000'000 + 1;
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, kWaitMaxMs));
}

void OutputThread::wait_and_write() {
    std::array<pollfd, kStreams + 1> waits{};
    for (std::size_t n = 0; n < kStreams; ++n) {
        const Stream& stream = streams_[n];
        const int number = stream.opened ? stream.opened.number() : stream.target;
        waits[n] = {.fd = stream.unsent.empty() ? -1 : number, .events = POLLOUT, .revents = 0};
    }
    waits[kStreams] = {.fd = wakes_.number(), .events = POLLIN, .revents = 0};
    static_cast<void>(::poll(waits.data(), waits.size(), wait_ms()));
    for (std::size_t n = 0; n < kStreams; ++n) {
        if (waits[n].revents != 0) {
            write(streams_[n]);
        }
    }
    if (waits[kStreams].revents != 0) {
        std::uint64_t count = 0;
        static_cast<void>(::read(wakes_.number(), &count, sizeof count) == sizeof count);
    }
}

void OutputThread::write(Stream& stream) {
    const std::size_t left = stream.unsent.size() - stream.sent;
    const char* const begin = stream.unsent.data() + stream.sent;
    const int number = stream.opened ? stream.opened.number() : stream.target;
    const ssize_t count = is_socket(number)
                              ? ::send(number, begin, left, MSG_DONTWAIT | MSG_NOSIGNAL)
                              : ::write(number, begin, std::min(left, kPieceMax));
    if (count < 0) {
        if (errno != EAGAIN && errno != EINTR) {
            lose(stream);
        }
        return;
    }
    moved_at_ = output_clock();
    stream.sent += static_cast<std::size_t>(count);
    if (stream.sent == stream.unsent.size()) {
        stream.unsent.clear();
        stream.sent = 0;
    }
}

void OutputThread::lose(Stream& stream) {
    const std::string_view left = std::string_view(stream.unsent).substr(stream.sent);
    lines_lost_.fetch_add(lines_in(left), std::memory_order_relaxed);
    stream.unsent.clear();
    stream.sent = 0;
}

std::string lost_text(std::uint64_t lines_lost) {
    return lines_lost == 0 ? std::string() : fmt::format(", {} LINES OF OUTPUT LOST", lines_lost);
}

}  // namespace hotpath::process
