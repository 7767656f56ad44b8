#pragma once
/// A trade as the tests of tick to trade note it, and where it goes: into memory, into a journal's
/// ring, into a file of text.
///
/// A path's log has add(const TradeRecord&), and take(), what was added since the last take().
/// Threads: one owner, but for a journal, whose thread is somebody else's. Allocation: MemoryTrades
/// at construction; CsvTrades none once its batch has been filled. Complexity: O(1) a trade; a full
/// batch of CsvTrades is one write().

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::bench {

struct TradeRecord {
    std::uint64_t incoming = 0;
    std::uint64_t resting = 0;
    std::int64_t price = 0;
    std::uint64_t qty = 0;
};

/// One trade in a test's answer.
[[nodiscard]] inline std::uint64_t mixed(const TradeRecord& trade) {
    std::uint64_t sum = trade.resting * 0x9e3779b97f4a7c15ULL;
    sum ^= trade.incoming * 0xc2b2ae3d27d4eb4fULL;
    sum ^= static_cast<std::uint64_t>(trade.price) * 0x165667b19e3779f9ULL;
    sum ^= trade.qty * 0xd6e8feb86659fd93ULL;
    return sum * 0x9e3779b97f4a7c15ULL;
}

/// The trades of one run, kept: what the answer is made of.
class MemoryTrades {
  public:
    explicit MemoryTrades(std::size_t trades_max) : trades_(trades_max) {}

    void add(const TradeRecord& trade) noexcept {
        HOTPATH_ASSERT(count_ < trades_.size(), "as many trades as the test has room for");
        trades_[count_++] = trade;
    }

    [[nodiscard]] std::uint64_t answer() const {
        std::uint64_t sum = 0;
        for (const TradeRecord& trade : std::span(trades_).first(count_)) {
            sum += mixed(trade);
        }
        return sum;
    }
    /// That were added and not taken yet.
    [[nodiscard]] std::span<const TradeRecord> take() noexcept {
        const std::size_t from = std::exchange(taken_, count_);
        return std::span(trades_).subspan(from, count_ - from);
    }

  private:
    std::vector<TradeRecord> trades_;
    std::size_t count_ = 0;
    std::size_t taken_ = 0;
};

/// The report's logger: a line of text a trade, written to a file by the trading thread in
/// batches.
class CsvTrades {
  public:
    CsvTrades(const std::string& path, std::size_t batch)
        : file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)),
          batch_(batch) {
        lines_.reserve(batch * kLineMax);
    }
    CsvTrades(CsvTrades&& other) noexcept
        : file_(std::exchange(other.file_, -1)),
          batch_(other.batch_),
          waiting_(other.waiting_),
          lines_(std::move(other.lines_)) {}
    CsvTrades(const CsvTrades&) = delete;
    CsvTrades& operator=(const CsvTrades&) = delete;
    CsvTrades& operator=(CsvTrades&&) = delete;
    ~CsvTrades() {
        if (file_ >= 0) {
            flush();
            ::close(file_);
        }
    }

    void add(const TradeRecord& trade) {
        number(trade.incoming, ',');
        number(trade.resting, ',');
        number(static_cast<std::uint64_t>(trade.price), ',');
        number(trade.qty, '\n');
        if (++waiting_ == batch_) {
            flush();
        }
    }

  private:
    static constexpr std::size_t kNumberMax = 20;
    static constexpr std::size_t kLineMax = 4 * (kNumberMax + 1);

    void number(std::uint64_t value, char behind) {
        std::array<char, kNumberMax> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        lines_.append(digits.data(), end);
        lines_.push_back(behind);
    }
    void flush() {
        const auto written = ::write(file_, lines_.data(), lines_.size());
        HOTPATH_ASSERT(written == static_cast<ssize_t>(lines_.size()), "the log can be written");
        lines_.clear();
        waiting_ = 0;
    }

    int file_;
    std::size_t batch_;
    std::size_t waiting_ = 0;
    std::string lines_;
};

/// Both: the trades kept for the answer, and another log.
template <class Log>
class AlsoLogged {
  public:
    AlsoLogged(std::size_t trades_max, Log log) : kept_(trades_max), log_(std::move(log)) {}

    void add(const TradeRecord& trade) noexcept {
        kept_.add(trade);
        log_.add(trade);
    }
    [[nodiscard]] std::uint64_t answer() const { return kept_.answer(); }
    [[nodiscard]] std::span<const TradeRecord> take() noexcept { return kept_.take(); }

  private:
    MemoryTrades kept_;
    Log log_;
};

}  // namespace hotpath::bench
