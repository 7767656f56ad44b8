#include "python/src/market/recording.hpp"

#include "hotpath/capture/books_size.hpp"
#include "hotpath/capture/byte_source.hpp"
#include "hotpath/capture/table/quote_stream.hpp"
#include "hotpath/files/parquet_source.hpp"

namespace hotpath::python {

Expected<std::unique_ptr<capture::MessageStream>> open_recording(
    const std::filesystem::path& file) {
    auto table = files::open_table_source(file, capture::kQuoteColumnNames);
    if (!table) {
        return std::unexpected(table.error());
    }
    return *table != nullptr ? capture::open(std::move(*table)) : capture::open(file);
}

book::BooksOptions books_for(const std::filesystem::path& file, std::size_t symbols) {
    book::BooksOptions books = capture::books_for_symbols(capture::books_for_file(file), symbols);
    books.prefault = false;
    return books;
}

}  // namespace hotpath::python
