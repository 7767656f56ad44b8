// A line of the log from the hot thread: written there, or handed to another thread.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "hotpath/queue/spsc.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

// [fill]
/// An order was executed: the arguments of one line.
struct Fill {
    std::uint64_t order = 0;
    std::uint64_t time = 0;
    std::uint32_t price = 0;  // in 1/10,000 dollar
    std::uint32_t qty = 0;
    std::array<char, 8> symbol{};
};

using Line = std::array<char, 128>;

std::string_view format_line(Line& line, const Fill& fill) {
    const int length = std::snprintf(
        line.data(), line.size(), "%lu order %lu: executed %u %.8s at %u.%04u\n", fill.time,
        fill.order, fill.qty, fill.symbol.data(), fill.price / 10'000, fill.price % 10'000);
    return {line.data(), static_cast<std::size_t>(length)};
}
// [end]

Fill fill_of(std::uint64_t i) {
    return {.order = 1'000'000 + i,
            .time = 34'200'000'000'000 + i * 1'370,
            .price = static_cast<std::uint32_t>(1'852'300 + (i * 37) % 10'000),
            .qty = static_cast<std::uint32_t>(100 + i % 400),
            .symbol = {'A', 'A', 'P', 'L'}};
}

/// A file in memory: the page cache of a file system without its disk.
class LogFile {
  public:
    LogFile() {
        if (descriptor_ < 0) {
            std::perror("cannot make a file in memory");
            std::abort();
        }
    }
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;
    ~LogFile() { close(descriptor_); }

    [[nodiscard]] int descriptor() const { return descriptor_; }

    void write(std::string_view text) {
        while (!text.empty()) {
            const ssize_t written = ::write(descriptor_, text.data(), text.size());
            if (written <= 0) {
                std::perror("cannot write to a file in memory");
                std::abort();
            }
            text.remove_prefix(static_cast<std::size_t>(written));
        }
    }

    /// Covers every byte of the file.
    [[nodiscard]] std::uint64_t checksum() const {
        std::uint64_t sum = 0;
        std::array<char, 4'096> part{};
        off_t at = 0;
        for (ssize_t bytes = 1; bytes > 0;) {
            bytes = pread(descriptor_, part.data(), part.size(), at);
            for (const char byte :
                 std::span(part).first(static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)))) {
                sum = sum * 31 + static_cast<unsigned char>(byte);
            }
            at += bytes;
        }
        return sum;
    }

  private:
    int descriptor_ = memfd_create("log", MFD_CLOEXEC);
};

// [write-each]
/// Formats and enters the kernel for every line.
class WriteEach {
  public:
    explicit WriteEach(LogFile& file) : file_(&file) {}
    void log(const Fill& fill) {
        Line line;
        file_->write(format_line(line, fill));
    }

  private:
    LogFile* file_;
};
// [end]

// [buffered]
/// Formats here, and enters the kernel when 64 KiB are full.
class Buffered {
  public:
    explicit Buffered(LogFile& file) : file_(&file) { text_.reserve(kBytesMax); }
    Buffered(const Buffered&) = delete;
    Buffered& operator=(const Buffered&) = delete;
    ~Buffered() { file_->write({text_.data(), text_.size()}); }

    void log(const Fill& fill) {
        Line line;
        const std::string_view text = format_line(line, fill);
        if (text_.size() + text.size() > kBytesMax) {
            file_->write({text_.data(), text_.size()});
            text_.clear();
        }
        text_.insert(text_.end(), text.begin(), text.end());
    }

  private:
    static constexpr std::size_t kBytesMax = 64 * 1'024;

    LogFile* file_;
    std::vector<char> text_;
};
// [end]

struct Text {
    std::uint32_t bytes = 0;
    std::array<char, 124> characters{};
};

// [threaded]
/// A second thread takes records out of a ring, makes text of them and writes it.
template <class Record, std::size_t Slots>
class Threaded {
  public:
    explicit Threaded(LogFile& file) : thread_([this, &file] { write_all(file); }) {}
    Threaded(const Threaded&) = delete;
    Threaded& operator=(const Threaded&) = delete;
    ~Threaded() { is_over_.store(true, std::memory_order_release); }

    void log(const Fill& fill) {
        if constexpr (std::is_same_v<Record, Fill>) {
            spin_until([&] { return producer_.try_push(fill); });  // 32 bytes are copied
        } else {
            Text text;
            Line line;
            const std::string_view formatted = format_line(line, fill);
            text.bytes = static_cast<std::uint32_t>(formatted.size());
            std::ranges::copy(formatted, text.characters.begin());
            spin_until([&] { return producer_.try_push(text); });
        }
    }

  private:
    void write_all(LogFile& file) {
        spin_until([&] {
            const bool was_over = is_over_.load(std::memory_order_acquire);
            Record record;
            bool is_empty = true;
            while (consumer_.try_pop(record)) {
                is_empty = false;
                write_one(file, record);
            }
            return was_over && is_empty;
        });
    }
    static void write_one(LogFile& file, const Fill& fill) {
        Line line;
        file.write(format_line(line, fill));
    }
    static void write_one(LogFile& file, const Text& text) {
        file.write({text.characters.data(), text.bytes});
    }

    using Queue = queue::SpscQueue<Record>;

    Queue queue_{Slots};
    decltype(std::declval<Queue&>().producer()) producer_ = queue_.producer();
    decltype(std::declval<Queue&>().consumer()) consumer_ = queue_.consumer();
    std::atomic<bool> is_over_{false};
    SecondThread thread_;
};
// [end]

constexpr std::size_t kManySlots = 8'192;  // more than the lines of a run: never full
constexpr std::size_t kFewSlots = 64;

/// The hot thread's time for each line; some microseconds of other work lie between two.
constexpr std::uint64_t kGapTicks = 2'000;

// [timed]
template <class Log, std::uint64_t GapTicks>
std::uint64_t timed_lines(std::span<std::uint32_t> took) {
    LogFile file;
    {
        Log log(file);
        for (std::size_t i = 0; i < took.size(); ++i) {
            const Fill fill = fill_of(i);
            const std::uint64_t begin = ticks();
            log.log(fill);
            const std::uint64_t end = ticks();
            took[i] = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(end - begin, std::numeric_limits<std::uint32_t>::max()));
            while (ticks() - end < GapTicks) {
            }
        }
    }
    return file.checksum();
}
// [end]

/// All lines from the first until the last is written.
template <class Log>
std::uint64_t whole_log(std::uint64_t items) {
    LogFile file;
    {
        Log log(file);
        for (std::uint64_t i = 0; i < items; ++i) {
            log.log(fill_of(i));
        }
    }
    return file.checksum();
}

using ArgumentsToThread = Threaded<Fill, kManySlots>;
using TextToThread = Threaded<Text, kManySlots>;
using ArgumentsToFullRing = Threaded<Fill, kFewSlots>;

// A line is some fifty characters, each with its instructions; the second thread's are counted, too, the kernel's are not.
constexpr std::array kLines{Variant{.name = "format_and_write",
                                    .timed_work = timed_lines<WriteEach, kGapTicks>,
                                    .instructions_min = 1'000},
                            Variant{.name = "format_into_buffer",
                                    .timed_work = timed_lines<Buffered, kGapTicks>,
                                    .instructions_min = 1'000},
                            Variant{.name = "format_into_ring",
                                    .timed_work = timed_lines<TextToThread, kGapTicks>,
                                    .instructions_min = 1'000},
                            Variant{.name = "arguments_into_ring",
                                    .timed_work = timed_lines<ArgumentsToThread, kGapTicks>,
                                    .instructions_min = 1'000}};

constexpr std::array kBurst{Variant{.name = "format_and_write",
                                    .timed_work = timed_lines<WriteEach, 0>,
                                    .instructions_min = 1'000},
                            Variant{.name = "arguments_into_ring",
                                    .timed_work = timed_lines<ArgumentsToThread, 0>,
                                    .instructions_min = 1'000},
                            Variant{.name = "ring_of_64",
                                    .timed_work = timed_lines<ArgumentsToFullRing, 0>,
                                    .instructions_min = 1'000}};

constexpr std::array kWhole{
    Variant{.name = "format_and_write", .work = whole_log<WriteEach>, .instructions_min = 1'000},
    Variant{.name = "format_into_buffer", .work = whole_log<Buffered>, .instructions_min = 1'000},
    Variant{.name = "arguments_into_ring",
            .work = whole_log<ArgumentsToThread>,
            .instructions_min = 1'000}};

constexpr std::array kComparisons{Comparison{.name = "a_line_now_and_then",
                                             .unit = "ns/line",
                                             .items = 2'000,
                                             .variants = kLines,
                                             .items_counted = 100},
                                  Comparison{.name = "burst",
                                             .unit = "ns/line",
                                             .items = 4'000,
                                             .variants = kBurst,
                                             .items_counted = 200},
                                  Comparison{.name = "until_written",
                                             .unit = "ns/line",
                                             .items = 4'000,
                                             .variants = kWhole,
                                             .items_counted = 200}};

constexpr Technique kTechnique{
    .name = "asynchronous-logging",
    .question = "what does a line of the log cost the thread that must not wait?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
