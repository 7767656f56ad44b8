#include "python/src/books/book_walk.hpp"

#include <utility>

#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "python/src/market/recording.hpp"

namespace hotpath::python {

namespace {

template <class Books>
class WalkOf final : public BookWalk {
  public:
    WalkOf(std::unique_ptr<capture::MessageStream> stream, Books books)
        : stream_(std::move(stream)), books_(std::move(books)) {}

    [[nodiscard]] const book::L3Books& books() const override { return books_.books(); }
    [[nodiscard]] const feed::InstrumentDirectory& directory() const override {
        return books_.directory();
    }

    [[nodiscard]] Expected<std::uint64_t> step(std::uint64_t messages, Time end,
                                               ReadWatcher& watcher) override {
        const std::uint64_t before = messages_;
        while (messages_ - before < messages) {
            if (pending_.empty() && !messages_of_block_.next(pending_)) {
                const auto more = next_block(watcher);
                if (!more) {
                    return std::unexpected(more.error());
                }
                if (!*more) {
                    break;
                }
                continue;
            }
            if (time_of(pending_) >= end) {
                break;
            }
            apply(std::exchange(pending_, {}));
        }
        return messages_ - before;
    }

  private:
    /// Sees the messages that pass the filter.
    class Listener : public feed::NullListener {
      public:
        explicit Listener(WalkOf& walk) : walk_(walk) {}

        void on_message(std::uint64_t /*number*/, Bytes message) noexcept {
            MessageRow row;
            if (read_row(message, row) == protocols::DecodeStatus::Ok) {
                ++walk_.messages_;
                walk_.last_ = row;
                walk_.last_trade_.reset();
            }
        }
        void on_trade(const feed::Trade& trade) noexcept { walk_.last_trade_ = trade; }

      private:
        WalkOf& walk_;
    };

    [[nodiscard]] Expected<bool> next_block(ReadWatcher& watcher) {
        if (is_at_end_ || !watcher.goes_on(progress_of(*stream_))) {
            return false;
        }
        const auto block = stream_->next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        is_at_end_ = block->empty();
        messages_of_block_ = protocols::FrameCursor(*block);
        return !is_at_end_;
    }

    void apply(Bytes message) {
        Listener listener(*this);
        books_.on_message(message, listener);
    }

    std::unique_ptr<capture::MessageStream> stream_;
    Books books_;
    protocols::FrameCursor messages_of_block_{Bytes{}};
    Bytes pending_;  // read, not applied
};

}  // namespace

Expected<std::unique_ptr<BookWalk>> BookWalk::open(const std::filesystem::path& file,
                                                   const std::vector<Symbol>& symbols) {
    auto stream = open_recording(file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    const auto walk_of = [&](auto books) -> Expected<std::unique_ptr<BookWalk>> {
        if (!books) {
            return std::unexpected(books.error());
        }
        return std::make_unique<WalkOf<std::decay_t<decltype(*books)>>>(std::move(*stream),
                                                                        std::move(*books));
    };
    const book::BooksOptions size = books_for(file, symbols.size());
    return symbols.empty()
               ? walk_of(feed::ItchBooks::create(size))
               : walk_of(feed::FilteredItchBooks::create(size, feed::SymbolFilter(symbols)));
}

}  // namespace hotpath::python
