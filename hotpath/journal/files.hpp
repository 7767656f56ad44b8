#pragma once
/// The names of a journal's files, and error messages about them.
///
///   00000000000000000001.journal    a segment, by its first sequence number
///   spare-3.journal                 zeros: the room for a future segment
///   00000000000000001000.snapshot   by the last sequence number in it
///   NAME.part                       a file that was not finished
///   NAME.damaged NAME.cut           put aside: damage, the data after it, snapshots of
///                                   another history; NAME.cut-2 when NAME.cut exists
///
/// Threads: functions. Allocation: the names.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

[[nodiscard]] std::string segment_name(std::uint64_t first_seq);
[[nodiscard]] std::string snapshot_name(std::uint64_t seq);
[[nodiscard]] std::string spare_name(std::uint64_t number);

/// Returns the number in the name, if it is the name of such a file.
[[nodiscard]] std::optional<std::uint64_t> segment_first_seq(std::string_view name);
[[nodiscard]] std::optional<std::uint64_t> snapshot_seq(std::string_view name);
[[nodiscard]] std::optional<std::uint64_t> spare_number(std::string_view name);

/// The contents of a journal's folder; each list is in ascending order.
struct Listing {
    std::vector<std::uint64_t> segments;   // first sequence numbers
    std::vector<std::uint64_t> snapshots;  // sequence numbers
    std::vector<std::uint64_t> spares;
    std::vector<std::string> unfinished;  // .part
};

[[nodiscard]] Expected<Listing> list_files(Storage& storage);

/// Returns the error "PATH: cannot be WHAT: reason".
[[nodiscard]] std::unexpected<Error> fail_on(const Storage& storage, const std::string& name,
                                             const std::string& what, int error);

/// Reads the whole file.
[[nodiscard]] Expected<std::vector<std::byte>> read_file(Storage& storage, const std::string& name);
/// Reads the file into reused memory, which grows at most to its size; returns the bytes read.
[[nodiscard]] Expected<Bytes> read_file(Storage& storage, const std::string& name,
                                        std::vector<std::byte>& into);

/// Removes a leftover file; a failure is ignored.
void remove_if_there(Storage& storage, const std::string& name);

/// Closes the file at the end of the scope.
class OpenFile {
  public:
    OpenFile(Storage& storage, File file) noexcept : storage_(storage), file_(file) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() { storage_.close(file_); }

    [[nodiscard]] File get() const noexcept { return file_; }

  private:
    Storage& storage_;
    File file_;
};

}  // namespace hotpath::journal
