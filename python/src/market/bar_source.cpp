#include "python/src/market/bar_source.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/capture/byte_source.hpp"
#include "hotpath/capture/read_buffer.hpp"
#include "hotpath/capture/table/table_reader.hpp"
#include "hotpath/files/market_rows.hpp"
#include "hotpath/files/parquet_source.hpp"
#include "python/src/market/column_forms.hpp"

namespace hotpath::python {

namespace {

constexpr std::int64_t kNanosPerDay = 86'400 * kNanosPerSecond;
constexpr std::array<std::string_view, 4> kPriceNames{"open", "high", "low", "close"};

/// The columns of one batch.
struct BarColumns {
    std::vector<std::int64_t> begin, end, volume;
    std::array<std::vector<std::int64_t>, kPriceNames.size()> prices;
    std::vector<std::int32_t> symbol;

    void put(const capture::BarRow& bar, std::int32_t symbol_place) {
        const std::int64_t midnight = bar.date.days * kNanosPerDay;
        begin.push_back(midnight + bar.begin.value);
        end.push_back(midnight + bar.end.value);
        volume.push_back(static_cast<std::int64_t>(bar.volume.value));
        const std::array<Price, kPriceNames.size()> values{bar.open, bar.high, bar.low, bar.close};
        for (std::size_t i = 0; i < values.size(); ++i) {
            prices[i].push_back(values[i].value);
        }
        symbol.push_back(symbol_place);
    }
};

Expected<capture::ReadBuffer> open_table(const std::filesystem::path& file) {
    auto source = files::open_table_source(file, capture::kBarColumnNames);
    if (source && *source == nullptr) {
        source = capture::ByteSource::open(file);
    }
    if (!source) {
        return std::unexpected(source.error());
    }
    return capture::ReadBuffer(std::move(*source));
}

class BarSource final : public BatchSource {
  public:
    BarSource(capture::BarTable table, const Selection& selection, const RowForm& form)
        : table_(std::move(table)), symbols_(selection.symbols), form_(form) {
        std::ranges::sort(symbols_);
    }

    [[nodiscard]] Expected<std::optional<Batch>> next(ReadWatcher& watcher) override {
        auto columns = std::make_shared<BarColumns>();
        while (columns->symbol.size() < form_.batch_rows) {
            ++rows_read_;
            if (rows_read_ % kRowsPerLook == 0 && !watcher.goes_on({.messages = rows_read_})) {
                return std::nullopt;
            }
            const auto more = table_.next();
            if (!more && columns->symbol.empty()) {
                return std::unexpected(more.error());
            }
            if (!more || !*more) {
                break;  // of damage the next call has the error again
            }
            put(*columns);
        }
        return columns->symbol.empty() ? std::nullopt : std::optional(batch_of(columns));
    }

  private:
    static constexpr std::uint64_t kRowsPerLook = 16'384;

    void put(BarColumns& columns) {
        const capture::BarRow& bar = table_.bar();
        if (!symbols_.empty() && !std::ranges::binary_search(symbols_, bar.symbol)) {
            return;
        }
        const auto found = places_.find(bar.symbol);
        const std::int32_t place =
            found != places_.end()
                ? found->second
                : places_.emplace(bar.symbol, names_.add(bar.symbol)).first->second;
        columns.put(bar, place);
    }

    [[nodiscard]] Batch batch_of(const std::shared_ptr<BarColumns>& columns) {
        const auto column = [&](const auto& values) {
            return Column{.owner = columns, .values = values.data()};
        };
        Batch made{.rows = columns->symbol.size(), .columns = {}};
        made.columns = {column(columns->begin), column(columns->end), column(columns->symbol)};
        made.columns.back().dictionary = names_.dictionary();
        for (const auto& prices : columns->prices) {
            made.columns.push_back(column(prices));
            set_prices(made.columns.back(), made.rows, form_);
        }
        made.columns.push_back(column(columns->volume));
        return made;
    }

    capture::BarTable table_;
    std::vector<Symbol> symbols_;  // sorted; none: all
    RowForm form_;
    SymbolNames names_;
    std::map<Symbol, std::int32_t> places_;
    std::uint64_t rows_read_ = 0;
};

}  // namespace

bool is_bar_table(const std::filesystem::path& file) {
    auto input = open_table(file);
    if (!input) {
        return false;
    }
    static_cast<void>(input->refill());
    const Bytes head = input->available();
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    return std::ranges::all_of(
        kPriceNames, [&](std::string_view name) { return capture::names_column(line, name); });
}

std::vector<Field> bar_fields(const RowForm& form) {
    std::vector<Field> fields{{.name = "begin", .format = "tsn:"},
                              {.name = "end", .format = "tsn:"},
                              {.name = "symbol", .format = format::kInt32, .is_dictionary = true}};
    for (const std::string_view name : kPriceNames) {
        fields.push_back(field_of({.name = std::string(name), .unit = files::kPriceUnit}, form));
    }
    fields.push_back(field_of({.name = "volume", .unit = files::kQtyUnit}, form));
    return fields;
}

Expected<std::unique_ptr<BatchSource>> open_bar_source(const Selection& selection,
                                                       const RowForm& form,
                                                       const capture::BarTableOptions& options) {
    auto input = open_table(selection.file);
    if (!input) {
        return std::unexpected(input.error());
    }
    auto table = capture::BarTable::open(std::move(*input), options);
    if (!table) {
        return std::unexpected(table.error());
    }
    return std::make_unique<BarSource>(std::move(*table), selection, form);
}

}  // namespace hotpath::python
