#pragma once
/// Reads a recording into books of all its instruments, or of those wanted, and feeds the exports
/// on the way.
///
/// read() stops at the end, after the `until` time, or at damage; whichever it was, the result, the
/// books and the exports hold everything up to there. Threads: one owner. Allocation: the books at
/// construction, then only the exports'. Complexity: that of the books, plus that of the exports.

#include <chrono>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/read_progress.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/feed/cross_checker.hpp"
#include "hotpath/feed/itch/itch_feed.hpp"
#include "hotpath/replay/exports.hpp"
#include "hotpath/replay/result.hpp"

namespace hotpath::replay {

class ReplayRun {
  public:
    /// Told after each block; it draws, or does nothing.
    using Watcher = std::function<void(const ReadProgress&)>;

    /// Without symbols the books of all instruments are kept. `names_crossed`: the messages that
    /// lock or cross a book are named.
    [[nodiscard]] static Expected<ReplayRun> create(ReplayExports exports,
                                                    const book::BooksOptions& size,
                                                    const std::vector<Symbol>& symbols,
                                                    bool names_crossed);
    /// For books of all instruments; no result depends on it.
    void set_look_ahead(const feed::LookAheadOptions& options) noexcept;

    [[nodiscard]] ReplayResult result() const;
    [[nodiscard]] const book::L3Books& books() const noexcept;
    [[nodiscard]] const feed::InstrumentDirectory& directory() const noexcept;
    [[nodiscard]] ReplayExports& exports() noexcept { return exports_; }
    /// The instrument whose book changed most often; id 0 when none did.
    [[nodiscard]] InstrumentId busiest() const noexcept;

    /// Everything up to and including `until`. The error is the stream's.
    [[nodiscard]] Expected<void> read(capture::MessageStream& stream, std::optional<Time> until,
                                      const Watcher& watcher);

  private:
    template <class Books>
    class Listener;
    using Clock = std::chrono::steady_clock;
    /// Which of them is asked once a block: the loop over its messages is that of the one.
    using AnyBooks = std::variant<feed::ItchBooks, feed::FilteredItchBooks>;

    using CrossChecker = feed::CrossChecker<book::L3Books>;

    ReplayRun(AnyBooks books, ReplayExports exports, bool names_crossed);

    template <class Books>
    [[nodiscard]] bool read_block(Books& books, Bytes block, std::optional<Time> until,
                                  std::optional<CrossChecker>& checker);
    /// `before`: the time of the message before the last one.
    template <class Books>
    void note_time(const Books& books, Time before) noexcept {
        if (const Time now = books.counters().last_time; now < before) [[unlikely]] {
            times_back_.note(before, now);
        }
    }
    void keep_crossings(const CrossChecker& checker);
    [[nodiscard]] const feed::FeedCounters& counters() const noexcept;
    [[nodiscard]] std::uint64_t kept_out() const noexcept;

    AnyBooks books_;
    ReplayExports exports_;
    bool has_exports_;
    std::vector<std::uint64_t> updates_;  // by InstrumentId
    std::uint64_t trades_ = 0;
    std::vector<capture::Skip> skips_;
    FirstRefused first_refused_{};
    capture::StreamStats stream_stats_;
    capture::BookSource book_source_;
    std::optional<Crossings> crossings_;
    TimesBack times_back_;
    Clock::duration elapsed_{};
    Clock::duration processing_{};
};

}  // namespace hotpath::replay
