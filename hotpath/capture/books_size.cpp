#include "hotpath/capture/books_size.hpp"

#include <algorithm>
#include <system_error>

namespace hotpath::capture {

namespace {

constexpr std::uint64_t kTraderOrdersMax = 65'536;
/// More than a day's orders: a whole market's ids are dense.
constexpr std::uint32_t kIdsMax = 500'000'000;
/// An Add Order message and the length before it.
constexpr std::uint64_t kAddOrderBytes = 38;
/// An upper bound on the compression ratio of ITCH.
constexpr std::uint64_t kCompressionMax = 16;
/// Open orders of one instrument: many times the maximum of a Nasdaq day.
constexpr std::uint64_t kSymbolOrdersMax = 65'536;

}  // namespace

book::BooksOptions books_for_messages(std::uint64_t messages) {
    book::BooksOptions books;
    const std::uint64_t orders = messages + kTraderOrdersMax;
    books.orders_max =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(orders, books.orders_max));
    books.levels_max =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(2 * orders, books.levels_max));
    books.dense_ids = kIdsMax;
    books.prefault = true;
    return books;
}

book::BooksOptions books_for_file(const std::filesystem::path& file) {
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
    return unknown ? book::BooksOptions{.dense_ids = kIdsMax}
                   : books_for_messages(bytes / kAddOrderBytes * kCompressionMax);
}

book::BooksOptions books_for_symbols(book::BooksOptions books, std::size_t symbols) {
    if (symbols == 0) {
        return books;
    }
    const std::uint64_t orders = symbols * kSymbolOrdersMax + kTraderOrdersMax;
    books.orders_max =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(orders, books.orders_max));
    books.levels_max =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(2 * orders, books.levels_max));
    books.dense_ids = 0;  // those of a few instruments are not
    return books;
}

}  // namespace hotpath::capture
