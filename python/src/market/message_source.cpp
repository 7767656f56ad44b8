#include "python/src/market/message_source.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "hotpath/feed/itch/symbol_filter.hpp"
#include "hotpath/files/market_rows.hpp"
#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/itch50/stock.hpp"
#include "python/src/market/column_forms.hpp"
#include "python/src/market/message_rows.hpp"
#include "python/src/market/recording.hpp"
#include "python/src/market/slot_pool.hpp"

namespace hotpath::python {

namespace {

constexpr std::size_t kBlockRows = 64;  // every column begins on a boundary of 64 bytes

/// The place of each letter among `codes`.
constexpr std::array<std::int8_t, 256> places_of(std::string_view codes) {
    std::array<std::int8_t, 256> places{};
    for (std::size_t i = 0; i < codes.size(); ++i) {
        places[static_cast<unsigned char>(codes[i])] = static_cast<std::int8_t>(i);
    }
    return places;
}
constexpr std::array<std::int8_t, 256> kTypePlaces = places_of(kMessageTypes);
constexpr std::array<std::int8_t, 256> kSidePlaces = places_of(kSides);

/// Where the columns lie in a slot of so many rows.
struct MessageColumns {
    std::int64_t* time;
    std::uint64_t* order_id;
    std::uint64_t* match_id;
    std::uint64_t* new_order_id;
    std::int64_t* price;
    std::int64_t* qty;
    std::int32_t* symbol;
    std::int8_t* type;
    std::int8_t* side;
    std::uint8_t* has;
    std::byte* bits;  // of the six columns that may lack values, one after the other

    static constexpr std::size_t kColumnsWithBits = 6;
    static constexpr std::size_t kRowBytes = 6 * 8 + 4 + 3;

    [[nodiscard]] static std::size_t bits_bytes(std::size_t rows) {
        return (rows / 8 + kBlockRows - 1) / kBlockRows * kBlockRows;
    }
    [[nodiscard]] static std::size_t slot_bytes(std::size_t rows) {
        return rows * kRowBytes + kColumnsWithBits * bits_bytes(rows);
    }

    static MessageColumns in(std::byte* slot, std::size_t rows) {
        const auto take = [&]<class Value>(Value*) {
            auto* column = reinterpret_cast<Value*>(slot);
            slot += rows * sizeof(Value);
            return column;
        };
        MessageColumns columns{};
        columns.time = take(columns.time);
        columns.order_id = take(columns.order_id);
        columns.match_id = take(columns.match_id);
        columns.new_order_id = take(columns.new_order_id);
        columns.price = take(columns.price);
        columns.qty = take(columns.qty);
        columns.symbol = take(columns.symbol);
        columns.type = take(columns.type);
        columns.side = take(columns.side);
        columns.has = take(columns.has);
        columns.bits = slot;
        return columns;
    }

    void put(std::size_t i, const MessageRow& row, std::int32_t symbol_place) const noexcept {
        time[i] = row.venue_time.value;
        order_id[i] = row.order_id;
        match_id[i] = row.match_id;
        new_order_id[i] = row.new_order_id;
        price[i] = row.price;
        qty[i] = row.qty;
        symbol[i] = std::max(symbol_place, 0);
        type[i] = kTypePlaces[static_cast<unsigned char>(row.type)];
        side[i] = kSidePlaces[static_cast<unsigned char>(row.side)];
        has[i] = static_cast<std::uint8_t>(row.has | (symbol_place >= 0 ? RowHas::kSymbol : 0));
    }
};

/// Bit `flag` of each byte to a bit a row, eight rows at a time; the bytes after the last row are 0
/// up to a multiple of eight. Returns how many of the rows do not have it.
std::int64_t pack_bits(const std::uint8_t* has, std::size_t rows, std::uint8_t flag,
                       std::byte* bits) {
    constexpr std::uint64_t kLowBits = 0x0101'0101'0101'0101;
    constexpr std::uint64_t kGather = 0x0102'0408'1020'4080;  // bit 8i to bit 56 + i
    const int shift = std::countr_zero(flag);
    std::uint64_t present = 0;
    for (std::size_t row = 0; row < rows; row += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, has + row, sizeof eight);
        eight = eight >> shift & kLowBits;
        bits[row / 8] = static_cast<std::byte>(eight * kGather >> 56U);
        present += eight * kLowBits >> 56U;  // the sum of the eight
    }
    return static_cast<std::int64_t>(rows - present);
}

class MessageSource final : public BatchSource {
  public:
    MessageSource(std::unique_ptr<capture::MessageStream> stream, const Selection& selection,
                  const RowForm& form)
        : form_(form),
          begin_(selection.begin.value_or(Time{0})),
          end_(selection.end.value_or(kNever)),
          stream_(std::move(stream)),
          filter_(selection.symbols),
          rows_max_((form.batch_rows + kBlockRows - 1) / kBlockRows * kBlockRows),
          slots_(MessageColumns::slot_bytes(rows_max_)) {}

    [[nodiscard]] Expected<std::optional<Batch>> next(ReadWatcher& watcher) override {
        slot_ = slots_.take();
        columns_ = MessageColumns::in(slot_.get(), rows_max_);
        rows_ = 0;
        while (rows_ < form_.batch_rows) {
            if (messages_.rest().empty()) {
                if (is_ended_ || !watcher.goes_on(progress_of(*stream_))) {
                    break;
                }
                const auto block = stream_->next_block();
                if (!block && rows_ == 0) {
                    return std::unexpected(block.error());
                }
                if (!block || block->empty()) {
                    break;  // of damage the next call has the error again
                }
                messages_ = wire::FrameCursor(*block);
            }
            put_messages();
        }
        return rows_ == 0 ? std::nullopt : std::optional(take_batch());
    }

    [[nodiscard]] ReadProgress progress() const override { return progress_of(*stream_); }

  private:
    /// Flat: a row that is filled by a function is in memory, written and read once more.
    [[gnu::flatten]] void put_messages() {
        wire::FrameCursor messages = messages_;  // by themselves: they stay in registers
        const MessageColumns columns = columns_;
        std::size_t rows = rows_;
        Bytes message;
        while (rows < form_.batch_rows && messages.next(message)) {
            if (!filter_.admits(message)) {
                continue;
            }
            MessageRow row;
            if (read_row(message, row) != wire::DecodeStatus::Ok || row.venue_time < begin_) {
                learn(message);
                continue;
            }
            if (row.venue_time >= end_) {
                is_ended_ = true;
                messages = wire::FrameCursor({});
                break;
            }
            columns.put(rows++, row, symbol_place(row.locate, message));
        }
        rows_ = rows;
        messages_ =
            messages.is_truncated() && rows < form_.batch_rows ? wire::FrameCursor({}) : messages;
    }

    /// The place of the locate's symbol in the dictionary, below 0 when it is not known.
    [[nodiscard]] std::int32_t symbol_place(std::uint16_t locate, Bytes message) {
        const std::int32_t place = places_[locate];
        return place >= 0 ? place : learn(message);
    }

    /// The first message with a symbol names its locate.
    std::int32_t learn(Bytes message) {
        const auto symbol = wire::itch50::stock_in(message);
        if (!symbol) {
            return -1;
        }
        const std::uint16_t locate =
            wire::itch50::SystemEvent::at(message.data()).load_stock_locate();
        if (places_[locate] < 0) {
            places_[locate] = names_.add(*symbol);
        }
        return places_[locate];
    }

    [[nodiscard]] Batch take_batch() {
        set_times({columns_.time, rows_}, form_);
        const MessageColumns& c = columns_;
        std::fill(c.has + rows_, c.has + (rows_ + 7) / 8 * 8, std::uint8_t{0});
        Batch made{.rows = rows_, .columns = {}};
        made.columns = {column(c.time),
                        column(c.symbol, RowHas::kSymbol),
                        column(c.type),
                        column(c.order_id, RowHas::kOrder),
                        column(c.side),
                        column(c.price, RowHas::kPrice),
                        column(c.qty, RowHas::kQty),
                        column(c.match_id, RowHas::kMatch),
                        column(c.new_order_id, RowHas::kNewOrder)};
        made.columns[1].dictionary = names_.dictionary();
        made.columns[2].dictionary = type_letters_;
        made.columns[4].dictionary = side_letters_;
        set_prices(made.columns[5], rows_, form_);
        slot_.reset();
        return made;
    }

    [[nodiscard]] Column column(const void* values) const {
        return {.owner = slot_, .values = values};
    }
    [[nodiscard]] Column column(const void* values, std::uint8_t flag) const {
        Column made = column(values);
        const auto which = static_cast<std::size_t>(std::countr_zero(flag));
        std::byte* bits = columns_.bits + which * MessageColumns::bits_bytes(rows_max_);
        made.validity = bits;
        made.nulls = pack_bits(columns_.has, rows_, flag, bits);
        return made;
    }

    RowForm form_;
    Time begin_;
    Time end_;
    std::unique_ptr<capture::MessageStream> stream_;
    feed::SymbolFilter filter_;
    std::size_t rows_max_;
    SlotPool slots_;
    std::shared_ptr<std::byte> slot_;
    MessageColumns columns_{};
    std::size_t rows_ = 0;
    wire::FrameCursor messages_{Bytes{}};  // of the block that is being read
    SymbolNames names_;
    std::vector<std::int32_t> places_ = std::vector<std::int32_t>(std::size_t{1} << 16U, -1);
    std::shared_ptr<const Texts> type_letters_ = letters(kMessageTypes);
    std::shared_ptr<const Texts> side_letters_ = letters(kSides);
    bool is_ended_ = false;  // by the selection
};

}  // namespace

std::vector<Field> message_fields(const RowForm& form) {
    const auto field = [&](files::ParquetColumn column, bool is_nullable) {
        Field made = field_of(column, form);
        made.is_nullable = is_nullable;
        return made;
    };
    using files::ColumnKind;
    return {field({.name = "time_ns", .kind = ColumnKind::Int64, .unit = files::kTimeUnit}, false),
            field({.name = "symbol", .kind = ColumnKind::Symbol}, true),
            field({.name = "message_type", .kind = ColumnKind::Code}, false),
            field({.name = "order_id", .kind = ColumnKind::UInt64}, true),
            field({.name = "side", .kind = ColumnKind::Code}, false),
            field({.name = "price", .kind = ColumnKind::Int64, .unit = files::kPriceUnit}, true),
            field({.name = "qty", .kind = ColumnKind::Int64, .unit = files::kQtyUnit}, true),
            field({.name = "match_id", .kind = ColumnKind::UInt64}, true),
            field({.name = "new_order_id", .kind = ColumnKind::UInt64}, true)};
}

Expected<std::unique_ptr<BatchSource>> open_message_source(const Selection& selection,
                                                           const RowForm& form) {
    auto stream = open_recording(selection.file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    return std::make_unique<MessageSource>(std::move(*stream), selection, form);
}

}  // namespace hotpath::python
