#pragma once
/// The archive of a journal: segments that no recovery needs any more, as they were written, and a
/// chain of hashes over them.
///
///   FOLDER/archive/00000000000000000001.journal
///   FOLDER/archive/chain                          a line a segment, the oldest first:
///       00000000000000000001.journal SHA256 CHAIN
///
/// SHA256 is the file's. CHAIN is the SHA-256 of the text "CHAIN NAME SHA256" with the CHAIN of the
/// line before (of zeros before the first): the last one says what every segment was. A line is
/// durable before its segment moves, so a segment in the archive always has its line. Lines stay
/// when their segments have been removed for their age. Threads: one owner. Allocation: free.
/// Complexity: take() is linear in the segment.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/crypto/hmac_sha256.hpp"

namespace hotpath::store {

struct ChainLine {
    std::uint64_t first_seq = 0;
    crypto::Digest file{};
    crypto::Digest chain{};
};

[[nodiscard]] std::string hex_of(const crypto::Digest& digest);
/// The chain after the segment with this first record, whose file has this hash.
[[nodiscard]] crypto::Digest next_in_chain(const crypto::Digest& chain, std::uint64_t first_seq,
                                           const crypto::Digest& file);
[[nodiscard]] Expected<crypto::Digest> hash_of_file(const std::filesystem::path& file);
/// The lines of a chain, each the continuation of the one before. A last line that was cut short by
/// a crash is left out.
[[nodiscard]] Expected<std::vector<ChainLine>> read_chain(const std::filesystem::path& archive);

class JournalArchive {
  public:
    using FileTime = std::filesystem::file_time_type;

    /// The archive is made if it is not there (mode 0700).
    [[nodiscard]] static Expected<JournalArchive> open(const std::filesystem::path& journal);

    [[nodiscard]] const std::vector<ChainLine>& chain() const noexcept { return chain_; }
    /// Moves a segment here, durably; over a file system's border as a copy. A segment that is not
    /// behind the last one is refused. May be repeated after a crash at any point of it.
    [[nodiscard]] Expected<void> take(std::uint64_t first_seq);
    /// Removes the segments whose last record is older than this; how many.
    [[nodiscard]] Expected<std::uint64_t> remove_before(FileTime time);

  private:
    JournalArchive(std::filesystem::path journal, std::vector<ChainLine> chain);

    [[nodiscard]] Expected<void> append(const ChainLine& line) const;
    [[nodiscard]] Expected<void> move(const std::string& name) const;

    std::filesystem::path journal_;
    std::filesystem::path archive_;
    std::vector<ChainLine> chain_;
};

}  // namespace hotpath::store
