#pragma once
/// Reads a recording into books of all its instruments and feeds the exports on the way.
///
/// read() stops at the end, after the `until` time, or at damage; whichever it was, the result, the
/// books and the exports hold everything up to there. Threads: the main one. Allocation: the books
/// at construction, then only the exports' text. Complexity: that of the books, plus O(levels) a
/// message of the exported instrument.

#include <chrono>
#include <optional>
#include <vector>

#include "apps/hotpath/depth_export.hpp"
#include "apps/hotpath/replay_result.hpp"
#include "apps/hotpath/trade_export.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/feed/itch_books.hpp"

namespace hotpath::app {

struct ReplayExports {
    std::optional<Symbol> symbol;  // both exports are of this one only; without it trades of all
    std::optional<DepthExport> depth;
    std::optional<TradeExport> trades;
};

class ReplayRun {
  public:
    [[nodiscard]] static Expected<ReplayRun> create(ReplayExports exports,
                                                    const book::BooksOptions& size);

    [[nodiscard]] ReplayResult result() const;
    [[nodiscard]] const book::L3Books& books() const noexcept { return books_.books(); }
    [[nodiscard]] const feed::InstrumentDirectory& directory() const noexcept {
        return books_.directory();
    }
    [[nodiscard]] ReplayExports& exports() noexcept { return exports_; }
    /// The instrument whose book changed most often; id 0 when none did.
    [[nodiscard]] InstrumentId busiest() const noexcept;

    /// Everything up to and including `until`. The error is the stream's.
    [[nodiscard]] Expected<void> read(capture::MessageStream& stream, std::optional<Nanos> until);

  private:
    class Listener;
    using Clock = std::chrono::steady_clock;

    ReplayRun(feed::ItchBooks books, ReplayExports exports);

    [[nodiscard]] bool read_block(Bytes block, std::optional<Nanos> until);

    feed::ItchBooks books_;
    ReplayExports exports_;
    std::vector<std::uint64_t> updates_;  // by InstrumentId
    capture::StreamStats stream_stats_;
    Clock::duration elapsed_{};
    Clock::duration processing_{};
};

}  // namespace hotpath::app
