#include "python/src/market/recording.hpp"

#include "apps/hotpath/input/parquet_source.hpp"
#include "hotpath/capture/byte_source.hpp"
#include "hotpath/capture/table/quote_stream.hpp"

namespace hotpath::python {

Expected<std::unique_ptr<capture::MessageStream>> open_recording(
    const std::filesystem::path& file) {
    auto table = app::open_table_source(file, capture::kQuoteColumnNames);
    if (!table) {
        return std::unexpected(table.error());
    }
    return *table != nullptr ? capture::open(std::move(*table)) : capture::open(file);
}

}  // namespace hotpath::python
