#pragma once
/// The names of a journal's files, and the sentences about them.
///
///   00000000000000000001.journal    a segment, by its first sequence number
///   spare-3.journal                 zeros: the room for a segment that is to come
///   00000000000000001000.snapshot   by the last sequence number that is in it
///   NAME.part                       a file that was not finished
///   NAME.damaged NAME.cut           what was put aside: damage, what is behind it, snapshots of
///                                   another history; NAME.cut-2 when NAME.cut is there
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

/// The number in the name, when it is the name of such a file.
[[nodiscard]] std::optional<std::uint64_t> segment_first_seq(std::string_view name);
[[nodiscard]] std::optional<std::uint64_t> snapshot_seq(std::string_view name);
[[nodiscard]] std::optional<std::uint64_t> spare_number(std::string_view name);

/// What is in the folder, each in order.
struct Listing {
    std::vector<std::uint64_t> segments;   // first sequence numbers
    std::vector<std::uint64_t> snapshots;  // sequence numbers
    std::vector<std::uint64_t> spares;
    std::vector<std::string> unfinished;  // .part
};

[[nodiscard]] Expected<Listing> list_files(Storage& storage);

/// "PATH: cannot be WHAT: reason"
[[nodiscard]] std::unexpected<Error> fail_on(const Storage& storage, const std::string& name,
                                             const std::string& what, int error);

/// The whole file.
[[nodiscard]] Expected<std::vector<std::byte>> read_file(Storage& storage, const std::string& name);
/// Into memory that is used again: the bytes that there are, at most `into` grown to the file's.
[[nodiscard]] Expected<Bytes> read_file(Storage& storage, const std::string& name,
                                        std::vector<std::byte>& into);

/// What is left over and in nobody's way when it cannot be removed.
void remove_if_there(Storage& storage, const std::string& name);

/// Closes at the end of a function, whichever way it ends.
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
