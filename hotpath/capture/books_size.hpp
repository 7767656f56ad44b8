#pragma once
/// The size of a run's books: the maximum that its market can need, at most that of a
/// whole day.
///
/// Small books can be touched completely before the first message, so that no message causes a
/// page fault: otherwise a short recording measures the kernel clearing pages. Threads: any.
/// Allocation: none. Complexity: one system call for the file size.

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "hotpath/book/types.hpp"

namespace hotpath::capture {

/// Room for one order a message, and for a trader's own orders.
[[nodiscard]] book::BooksOptions books_for_messages(std::uint64_t messages);

/// Chosen by the bytes on disk; a file of unknown size (a pipe) may hold a whole day.
[[nodiscard]] book::BooksOptions books_for_file(const std::filesystem::path& file);

/// The same for a few of the instruments only; 0: for all of them.
[[nodiscard]] book::BooksOptions books_for_symbols(book::BooksOptions books, std::size_t symbols);

}  // namespace hotpath::capture
