#include "python/src/market/column_forms.hpp"

#include <array>

#include "hotpath/files/market_rows.hpp"

namespace hotpath::python {

namespace {

using files::ColumnKind;

/// A 128-bit integer, the low half first, as Arrow stores it on a little-endian machine.
struct Decimal128 {
    std::int64_t low;
    std::int64_t high;
};

[[nodiscard]] const char* format_of(ColumnKind kind) {
    switch (kind) {
        case ColumnKind::UInt64:
            return format::kUInt64;
        case ColumnKind::Symbol:
            return format::kInt32;
        case ColumnKind::Code:
            return format::kInt8;
        case ColumnKind::Flag:
            return format::kBool;
        case ColumnKind::Int64:
        case ColumnKind::OptionalInt64:
        case ColumnKind::OptionalDouble:
            break;
    }
    return format::kInt64;
}

}  // namespace

std::shared_ptr<const Texts> SymbolNames::dictionary() {
    if (dictionary_->size() != symbols_.size()) {
        auto grown = std::make_shared<Texts>(*dictionary_);
        for (std::size_t i = grown->size(); i < symbols_.size(); ++i) {
            grown->add(symbols_[i].view());
        }
        dictionary_ = std::move(grown);
    }
    return dictionary_;
}

std::shared_ptr<const Texts> letters(std::string_view codes) {
    auto texts = std::make_shared<Texts>();
    for (const char& code : codes) {
        texts->add({&code, 1});
    }
    return texts;
}

bool is_time(const files::ParquetColumn& column) {
    return column.unit == files::kTimeUnit;
}

bool is_price(const files::ParquetColumn& column) {
    return column.unit == files::kPriceUnit;
}

Field field_of(const files::ParquetColumn& column, const RowForm& form) {
    Field field{
        .name = column.name,
        .format = format_of(column.kind),
        .is_nullable = files::is_optional(column.kind),
        .is_dictionary = column.kind == ColumnKind::Symbol || column.kind == ColumnKind::Code};
    if (is_time(column) && form.midnight_ns) {
        field.name = "time";
        field.format = "tsn:" + form.time_zone;
    } else if (is_price(column) && form.prices_are_decimal) {
        field.format = format::kPrice;
    } else if (is_price(column)) {
        field.metadata = {{"unit", std::string(column.unit)}, {"scale", "4"}};
    } else if (!column.unit.empty()) {
        field.metadata = {{"unit", std::string(column.unit)}};
    }
    return field;
}

void set_times(std::span<std::int64_t> times, const RowForm& form) {
    if (form.midnight_ns) {
        for (std::int64_t& time : times) {
            time += *form.midnight_ns;
        }
    }
}

void set_prices(Column& column, std::size_t rows, const RowForm& form) {
    if (!form.prices_are_decimal) {
        return;
    }
    const std::span prices(static_cast<const std::int64_t*>(column.values), rows);
    auto decimals = std::make_shared<std::vector<Decimal128>>();
    decimals->reserve(rows);
    for (const std::int64_t price : prices) {
        decimals->push_back({.low = price, .high = price < 0 ? -1 : 0});
    }
    column.values = decimals->data();
    // The old memory may still have the column's bits.
    column.owner =
        std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
            std::move(column.owner), std::move(decimals));
}

}  // namespace hotpath::python
