#include "python/src/market/market_source.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <variant>

#include "hotpath/feed/itch/itch_feed.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/files/market_rows.hpp"
#include "hotpath/wire/framing.hpp"
#include "python/src/market/column_forms.hpp"
#include "python/src/market/message_rows.hpp"
#include "python/src/market/recording.hpp"
#include "python/src/market/slot_pool.hpp"

namespace hotpath::python {

namespace {

std::vector<files::ParquetColumn> columns_of(MarketTable table, const RowForm& form) {
    return table == MarketTable::Trades   ? files::trade_columns()
           : table == MarketTable::Quotes ? files::quote_columns()
                                          : files::depth_columns(form.levels);
}

/// One row of the batch, its values in the order of the columns.
class BatchRow {
  public:
    BatchRow(files::ParquetBatch& batch, std::byte* slot)
        : batch_(batch),
          offsets_(batch.offsets().data()),
          words_(slot + batch.rows() * sizeof(std::int64_t)) {}
    ~BatchRow() { batch_.end_row(); }
    BatchRow(const BatchRow&) = delete;
    BatchRow& operator=(const BatchRow&) = delete;

    template <class Value>
    BatchRow& operator<<(Value value) {
        batch_.put(column_++, value);
        return *this;
    }
    /// Most columns, and so without the batch: after each store of bytes its members are read
    /// again.
    BatchRow& operator<<(std::int64_t value) {
        std::memcpy(words_ + offsets_[column_++], &value, sizeof value);
        return *this;
    }

  private:
    files::ParquetBatch& batch_;
    const std::size_t* offsets_;  // of the columns
    std::byte* words_;            // the row's value in a first column of eight bytes
    std::size_t column_ = 0;
};

/// A block's messages in the way that suits the books.
auto messages_of(const feed::ItchBooks& books, Bytes block) {
    return feed::LookAhead(books, block);
}
auto messages_of(const feed::FilteredItchBooks& /*books*/, Bytes block) {
    return wire::FrameCursor(block);
}

template <class Books>
class MarketSource final : public BatchSource {
  public:
    MarketSource(MarketTable table, Books books, std::unique_ptr<capture::MessageStream> stream,
                 const Selection& selection, const RowForm& form)
        : table_(table),
          form_(form),
          columns_(columns_of(table, form)),
          begin_(selection.begin.value_or(Time{0})),
          end_(selection.end.value_or(kNever)),
          stream_(std::move(stream)),
          books_(std::move(books)),
          shown_(form.levels),
          batch_(columns_),
          rows_max_(std::min(form.batch_rows, batch_.rows_max())),
          slots_(batch_.slot_bytes()) {
        books_.set_look_ahead(selection.look_ahead);
        for (const files::ParquetColumn& column : columns_) {
            letters_.push_back(letters(column.codes));
        }
    }

    [[nodiscard]] Expected<std::optional<Batch>> next(ReadWatcher& watcher) override {
        slot_ = slots_.take();
        batch_.begin(slot_.get());
        while (batch_.rows() < rows_max_) {
            if (!messages_) {
                const auto more = begin_block(watcher);
                if (!more) {
                    return std::unexpected(more.error());
                }
                if (!*more) {
                    break;
                }
            }
            apply_messages();
        }
        return batch_.rows() == 0 ? std::nullopt : std::optional(take_batch());
    }

    [[nodiscard]] ReadProgress progress() const override { return progress_of(*stream_); }

    // The listener's part.
    class Rows : public feed::NullListener {
      public:
        explicit Rows(MarketSource& source) : source_(source) {}

        void on_trade(const feed::Trade& trade) noexcept {
            if (source_.table_ == MarketTable::Trades) {
                source_.add_trade(trade);
            }
        }
        void on_book(const book::BookUpdate& update, Time venue_time) noexcept {
            if (source_.table_ == MarketTable::Depth ||
                (source_.table_ == MarketTable::Quotes && update.bbo_changed)) {
                source_.add_levels(update, venue_time);
            }
        }

      private:
        MarketSource& source_;
    };

  private:
    using Messages = decltype(messages_of(std::declval<const Books&>(), Bytes{}));

    /// False at the end, and when there are rows to hand out before what comes next.
    [[nodiscard]] Expected<bool> begin_block(ReadWatcher& watcher) {
        if (is_ended_ || !watcher.goes_on(progress_of(*stream_))) {
            return false;
        }
        const auto block = stream_->next_block();
        if (!block && batch_.rows() == 0) {
            return std::unexpected(block.error());
        }
        if (!block || block->empty()) {
            return false;  // of damage the next call has the error again
        }
        messages_.emplace(messages_of(books_, *block));
        return true;
    }

    /// Until the batch is full or the block is at its end.
    void apply_messages() {
        Messages messages = *messages_;  // by itself: its members stay in registers
        Rows rows(*this);
        Bytes message;
        bool is_more = true;
        while (batch_.rows() < rows_max_ && (is_more = messages.next(message))) {
            if (time_of(message) >= end_) {
                is_ended_ = true;
                is_more = false;
                break;
            }
            books_.on_message(message, rows);
            if (table_ == MarketTable::Trades) {
                add_trade_break(message);
            }
        }
        messages_.reset();
        if (is_more) {
            messages_.emplace(messages);
        }
    }

    [[nodiscard]] files::ShownBooks::Shown& shown(InstrumentId instrument) {
        return shown_.of(instrument, books_.directory()[instrument].symbol,
                         [this](const Symbol& symbol) { return names_.add(symbol); });
    }

    void add_trade(const feed::Trade& trade) {
        if (trade.venue_time >= begin_) {
            files::put_trade(BatchRow(batch_, slot_.get()), trade, shown(trade.instrument).index);
        }
    }

    void add_trade_break(Bytes message) {
        const auto broken = files::trade_break_in(message);
        if (broken && broken->venue_time >= begin_ &&
            books_.directory().contains(broken->instrument)) {
            files::put_trade_break(BatchRow(batch_, slot_.get()), *broken,
                                   shown(broken->instrument).index);
        }
    }

    void add_levels(const book::BookUpdate& update, Time venue_time) {
        files::ShownBooks::Shown& shown = this->shown(update.instrument);
        const bool is_quote = table_ == MarketTable::Quotes;
        const bool is_due = is_quote ? shown_.takes_best(shown, books_.books(), update)
                                     : shown_.takes_depth(shown, books_.books(), update);
        if (is_due && venue_time >= begin_) {
            files::put_levels(BatchRow(batch_, slot_.get()), venue_time, shown.index,
                              is_quote ? shown.best : shown.depth);
        }
    }

    [[nodiscard]] Batch take_batch() {
        Batch made{.rows = batch_.rows(), .columns = {}};
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            std::byte* values = slot_.get() + batch_.offset(i);
            Column& column = made.columns.emplace_back(Column{.owner = slot_, .values = values});
            if (columns_[i].kind == files::ColumnKind::Symbol) {
                column.dictionary = names_.dictionary();
            } else if (columns_[i].kind == files::ColumnKind::Code) {
                column.dictionary = letters_[i];
            } else if (is_time(columns_[i])) {
                set_times({reinterpret_cast<std::int64_t*>(values), made.rows}, form_);
            } else if (is_price(columns_[i])) {
                set_prices(column, made.rows, form_);
            }
        }
        slot_.reset();
        return made;
    }

    MarketTable table_;
    RowForm form_;
    std::vector<files::ParquetColumn> columns_;
    std::vector<std::shared_ptr<const Texts>> letters_;  // of each column
    Time begin_;
    Time end_;
    std::unique_ptr<capture::MessageStream> stream_;
    Books books_;
    files::ShownBooks shown_;
    SymbolNames names_;
    files::ParquetBatch batch_;
    std::size_t rows_max_;
    SlotPool slots_;
    std::shared_ptr<std::byte> slot_;
    std::optional<Messages> messages_;  // of the block that is being read
    bool is_ended_ = false;             // by the selection
};

}  // namespace

std::vector<Field> market_fields(MarketTable table, const RowForm& form) {
    if (table == MarketTable::Messages) {
        return message_fields(form);
    }
    std::vector<Field> fields;
    for (const files::ParquetColumn& column : columns_of(table, form)) {
        fields.push_back(field_of(column, form));
    }
    return fields;
}

Expected<std::unique_ptr<BatchSource>> open_market_source(MarketTable table,
                                                          const Selection& selection,
                                                          const RowForm& form) {
    auto stream = open_recording(selection.file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    const auto source_of = [&](auto books) -> Expected<std::unique_ptr<BatchSource>> {
        if (!books) {
            return std::unexpected(books.error());
        }
        using Books = std::decay_t<decltype(*books)>;
        return std::make_unique<MarketSource<Books>>(table, std::move(*books), std::move(*stream),
                                                     selection, form);
    };
    const book::BooksOptions size = books_for(selection.file, selection.symbols.size());
    return selection.symbols.empty() ? source_of(feed::ItchBooks::create(size))
                                     : source_of(feed::FilteredItchBooks::create(
                                           size, feed::SymbolFilter(selection.symbols)));
}

}  // namespace hotpath::python
