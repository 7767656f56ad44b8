#include "apps/hotpath/books_size.hpp"

#include <algorithm>
#include <system_error>

namespace hotpath::app {

namespace {

constexpr std::uint64_t kTraderOrdersMax = 65'536;
/// An Add Order message and the length before it.
constexpr std::uint64_t kAddOrderBytes = 38;
/// What the best of the compressors makes of ITCH is more than this part of it.
constexpr std::uint64_t kCompressionMax = 16;

}  // namespace

book::BooksOptions books_for_messages(std::uint64_t messages) {
    book::BooksOptions books;
    const std::uint64_t orders = messages + kTraderOrdersMax;
    books.orders_max =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(orders, books.orders_max));
    books.levels_max =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(2 * orders, books.levels_max));
    books.prefault = true;
    return books;
}

book::BooksOptions books_for_file(const std::filesystem::path& file) {
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
    return unknown ? book::BooksOptions{}
                   : books_for_messages(bytes / kAddOrderBytes * kCompressionMax);
}

}  // namespace hotpath::app
