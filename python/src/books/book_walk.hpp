#pragma once
/// The books of a recording, stepped by hand: so many messages, or to a time, and then looked at.
///
///   BookWalk walk = ...;  walk.step(1, watcher);  walk.books().bbo(*walk.find(symbol));
///
/// With symbols, a message is one of theirs; the others pass by unseen. Threads: one owner.
/// Allocation: the books, at open(). Complexity: that of the books a message.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/feed/listener.hpp"
#include "python/src/arrow/batch.hpp"
#include "python/src/market/message_rows.hpp"

namespace hotpath::python {

class BookWalk {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<BookWalk>> open(
        const std::filesystem::path& file, const std::vector<Symbol>& symbols);

    BookWalk() = default;
    BookWalk(const BookWalk&) = delete;
    BookWalk& operator=(const BookWalk&) = delete;
    virtual ~BookWalk() = default;

    /// Applies at most `messages`, all of them before `end`; how many there were. Fewer: the end of
    /// the recording or of the time, or the watcher ended it.
    [[nodiscard]] virtual Expected<std::uint64_t> step(std::uint64_t messages, Time end,
                                                       ReadWatcher& watcher) = 0;

    [[nodiscard]] virtual const book::L3Books& books() const = 0;
    [[nodiscard]] virtual const feed::InstrumentDirectory& directory() const = 0;
    [[nodiscard]] std::uint64_t messages() const { return messages_; }
    [[nodiscard]] bool is_at_end() const { return is_at_end_; }
    /// The last message; its time is that of the books. Nothing before the first.
    [[nodiscard]] const std::optional<MessageRow>& last() const { return last_; }
    /// The execution in it, if it is one.
    [[nodiscard]] const std::optional<feed::Trade>& last_trade() const { return last_trade_; }

  protected:
    std::uint64_t messages_ = 0;
    bool is_at_end_ = false;
    std::optional<MessageRow> last_;
    std::optional<feed::Trade> last_trade_;
};

}  // namespace hotpath::python
