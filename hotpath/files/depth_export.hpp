#pragma once
/// The CSV of `hotpath replay --out`: one row after each message that changes the first N levels of
/// one book.
///
/// Columns, as LOBSTER's order book files: time_ns, then ask_price_i, ask_qty_i, bid_price_i,
/// bid_qty_i for each level. Prices are integers in 1/10,000 dollar; an empty level is price 0,
/// quantity 0. Threads: one owner. Allocation: two rows at construction. Complexity: O(N) a message
/// of this instrument.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/files/shown_levels.hpp"

namespace hotpath::files {

class DepthExport {
  public:
    [[nodiscard]] static Expected<DepthExport> create(const std::filesystem::path& path,
                                                      std::size_t levels);

    /// Call after each update of this instrument's book.
    void on_book(const book::L3Books& books, const book::BookUpdate& update, Time venue_time);
    [[nodiscard]] Expected<void> close() { return file_.close(); }

    [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return file_.path(); }

  private:
    DepthExport(OutputFile file, std::size_t levels);
    void write_row(Time venue_time);

    OutputFile file_;
    std::vector<book::Level> scratch_;  // of one side
    ShownLevels shown_;                 // the last row written
    std::uint64_t rows_ = 0;
};

}  // namespace hotpath::files
