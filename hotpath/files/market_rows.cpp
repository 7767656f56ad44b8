#include "hotpath/files/market_rows.hpp"

#include <fmt/format.h>

namespace hotpath::files {

namespace {

void add_level(std::vector<ParquetColumn>& columns, std::string_view side,
               std::string_view suffix) {
    columns.push_back({.name = fmt::format("{}_price{}", side, suffix),
                       .kind = ColumnKind::Int64,
                       .unit = kPriceUnit});
    columns.push_back({.name = fmt::format("{}_qty{}", side, suffix),
                       .kind = ColumnKind::Int64,
                       .unit = kQtyUnit});
}

std::vector<ParquetColumn> first_columns() {
    return {{.name = "time_ns", .kind = ColumnKind::Int64, .unit = kTimeUnit},
            {.name = "symbol", .kind = ColumnKind::Symbol}};
}

}  // namespace

std::vector<ParquetColumn> trade_columns() {
    std::vector<ParquetColumn> columns = first_columns();
    columns.push_back({.name = "message_type", .kind = ColumnKind::Code, .codes = "ECPQB"});
    columns.push_back({.name = "side", .kind = ColumnKind::Code, .codes = "BSN"});
    columns.push_back({.name = "price", .kind = ColumnKind::Int64, .unit = kPriceUnit});
    columns.push_back({.name = "qty", .kind = ColumnKind::Int64, .unit = kQtyUnit});
    columns.push_back({.name = "match_id", .kind = ColumnKind::UInt64});
    columns.push_back({.name = "printable", .kind = ColumnKind::Flag});
    return columns;
}

std::vector<ParquetColumn> quote_columns() {
    std::vector<ParquetColumn> columns = first_columns();
    add_level(columns, "ask", "");
    add_level(columns, "bid", "");
    return columns;
}

std::vector<ParquetColumn> depth_columns(std::size_t levels) {
    std::vector<ParquetColumn> columns = first_columns();
    for (std::size_t level = 1; level <= levels; ++level) {
        add_level(columns, "ask", fmt::format("_{}", level));
        add_level(columns, "bid", fmt::format("_{}", level));
    }
    return columns;
}

}  // namespace hotpath::files
